/** `verify --file`: verifies the receipts of a CSV file, and writes the result of each. */
import { open, readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import {
  type Engine,
  Failure,
  OperatorError,
  type Verification,
  type VerifyRequest,
} from '../../engine/index.js';
import { csvFile, paymentCells, paymentColumns } from '../../http/csv.js';
import type { Cli } from '../context.js';
import { failureLine } from '../failure.js';
import { type FileRow, readFileRows } from './receipt-rows.js';

/** Receipts verified at a time, so that other callers of a bank are served meanwhile. */
const atOnce = 2;
const bytesMax = 20 * 1024 * 1024;

interface FileOptions {
  json?: boolean | undefined;
  file: string;
  out?: string | undefined;
}

/** What became of a row. */
interface RowResult {
  row: FileRow;
  end: Verification | Failure | { unusable: string };
}

interface Summary {
  total: number;
  verified: number;
  notVerified: number;
  couldNotCheck: number;
  unusable: number;
}

/** Sets exit code 1 unless every row is a verified receipt. */
export async function verifyFile(cli: Cli, { json, file, out }: FileOptions): Promise<void> {
  const table = tableIn(await textOf(file), file);
  const summary: Summary = { total: 0, verified: 0, notVerified: 0, couldNotCheck: 0, unusable: 0 };
  await cli.withEngine('passing', async (engine) => {
    const { rows, unused } = readFileRows(
      table,
      engine.providers().map(({ key }) => key),
    );
    if (unused.length > 0) cli.note(`Ignored columns: ${unused.join(', ')}.`);
    const unnamed = rows.filter((row) => row.unusable === null && namesNoReceiver(row.request)).length;
    if (unnamed > 0)
      cli.note(`Rows without a receiver: ${unnamed}. Their checks_ok does not show who was paid.`);
    for (const { line, unusable } of rows) if (unusable !== null) cli.note(`Line ${line}: ${unusable}`);
    summary.total = rows.length;
    const results = withProgress(cli, verifyRows(engine, rows), summary);
    await write(csvFile(head, cellsOf(results)), out);
  });
  if (out !== undefined) cli.print({ json }, summary, [lineOf(summary)]);
  else cli.note(lineOf(summary));
  if (summary.verified < summary.total) cli.exitWith(1);
}

/** True when a payment to any receiver would pass. */
function namesNoReceiver({ expect }: VerifyRequest): boolean {
  return expect !== undefined && expect.account === undefined && expect.name === undefined;
}

async function textOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${file} cannot be read (${error.code}).`, 'unknown');
  });
  if (bytes.length > bytesMax) throw new OperatorError(`${file} is larger than 20 MiB.`, 'unknown');
  return bytes.toString('utf8');
}

/** The lines of a table, with the number of each in the file. */
function tableIn(text: string, file: string): { line: number; cells: string[] }[] {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true };
    const records: { record: string[]; info: { lines: number } }[] = parse(text, options as never);
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new OperatorError(`${file} is not a valid CSV file: ${error.message}`, 'unknown');
  }
}

/** In the order of the rows, a few at a time. */
async function* verifyRows(engine: Engine, rows: readonly FileRow[]): AsyncGenerator<RowResult> {
  const running: Promise<RowResult>[] = [];
  for (const row of rows) {
    running.push(verifyRow(engine, row));
    const first = running.length < atOnce ? undefined : running.shift();
    if (first) yield await first;
  }
  for (const result of running) yield await result;
}

async function verifyRow(engine: Engine, row: FileRow): Promise<RowResult> {
  if (row.unusable !== null) return { row, end: { unusable: row.unusable } };
  try {
    return { row, end: await engine.verify(row.request, { kind: 'operator' }) };
  } catch (error) {
    if (error instanceof Failure) return { row, end: error };
    throw error;
  }
}

/** Counts the results, and shows the progress. */
async function* withProgress(
  cli: Cli,
  results: AsyncIterable<RowResult>,
  summary: Summary,
): AsyncGenerator<RowResult> {
  let done = 0;
  try {
    for await (const result of results) {
      done += 1;
      summary[countOf(result)] += 1;
      yield result;
      cli.progress(done, summary.total);
    }
  } finally {
    cli.progress(null, summary.total);
  }
}

function countOf({ end }: RowResult): Exclude<keyof Summary, 'total'> {
  if ('unusable' in end) return 'unusable';
  if (!(end instanceof Failure)) return 'verified';
  return end.kind.verdict === 'not_verified' ? 'notVerified' : 'couldNotCheck';
}

const head = ['line', 'id', 'verdict', 'error', 'message', 'provider', 'reference', ...paymentColumns];

async function* cellsOf(results: AsyncIterable<RowResult>): AsyncGenerator<string[]> {
  for await (const { row, end } of results) {
    const cells = [String(row.line), row.id];
    if ('unusable' in end) {
      yield [...cells, 'could_not_check', 'unusable', end.unusable, '', '', ...paymentCells({})];
    } else if (end instanceof Failure) {
      const { kind, details } = end;
      const { providerKey = '', reference = '' } = details;
      const error = kind.code ?? kind.reason ?? '';
      yield [...cells, kind.verdict, error, failureLine(end), providerKey, reference, ...paymentCells({})];
    } else {
      yield [...cells, end.verdict, '', '', end.providerKey, end.reference, ...paymentCells(end)];
    }
  }
}

/** Writes each result as it arrives; after an interruption the file has the results so far. Never overwrites a file. */
async function write(chunks: AsyncIterable<Buffer>, out: string | undefined): Promise<void> {
  const file = out === undefined ? null : await newFile(out);
  try {
    for await (const chunk of chunks) {
      if (file) await file.write(chunk);
      else process.stdout.write(chunk);
    }
  } finally {
    await file?.close();
  }
}

async function newFile(path: string) {
  return await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'exists already' : `cannot be written (${error.code})`;
    throw new OperatorError(`${path} ${why}.`, 'unknown');
  });
}

function lineOf({ total, verified, notVerified, couldNotCheck, unusable }: Summary): string {
  const counts = [
    `${verified} verified`,
    `${notVerified} not verified`,
    `${couldNotCheck} could not be checked`,
    `${unusable} could not be used`,
  ];
  return `${total} rows: ${counts.join(', ')}.`;
}
