/** Tables as CSV files for spreadsheets. */
import { stringify } from 'csv-stringify/sync';
import type { Checks, History, Payment, VerificationRecord } from '../engine/index.js';

/** Rows per chunk. */
const rowsAtOnce = 200;

/** Content type of the files. */
export const csvType = 'text/csv; charset=utf-8';

/**
 * UTF-8 with a byte order mark, without which spreadsheets garble Amharic. A cell that looks like a formula gets a leading
 * apostrophe. Streamed, so that a long table is never in memory; errors of `rows` are passed on.
 */
export async function* csvFile(
  head: readonly string[],
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  yield encode([head], true);
  let waiting: (readonly string[])[] = [];
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length < rowsAtOnce) continue;
    yield encode(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield encode(waiting);
}

function encode(records: readonly (readonly string[])[], bom = false): Buffer {
  const text = stringify([...records], { bom, escape_formulas: true, record_delimiter: 'windows' });
  return Buffer.from(text, 'utf8');
}

/** Columns of `paymentCells`. */
export const paymentColumns = [
  'bank_reference',
  'amount',
  'currency',
  'fee',
  'vat',
  'total',
  'payer_name',
  'payer_account',
  'receiver_name',
  'receiver_account',
  'receiver_bank',
  'paid_at',
  'reason',
  'channel',
  'checks_ok',
  'failed_checks',
  'times_seen',
  'first_seen_at',
  'first_seen_by',
] as const;

/** A verified payment. Unknown values become empty cells. */
interface PaymentRow {
  payment?: Payment | undefined;
  checks?: Checks | undefined;
  history?: Omit<History, 'possiblySameAs'> | undefined;
}

export function paymentCells({ payment, checks, history }: PaymentRow): string[] {
  const { payer, receiver } = payment ?? {};
  const { ok, ...made } = checks ?? {};
  const failed = Object.entries(made).flatMap(([name, check]) => (check?.ok === false ? [name] : []));
  return [
    ...[payment?.reference, payment?.amount, payment?.currency, payment?.fee, payment?.vat, payment?.total],
    ...[payer?.name, payer?.account, receiver?.name, receiver?.account, receiver?.bank],
    ...[payment?.paidAt, payment?.reason, payment?.channel],
    ...[ok, failed.join(' '), history?.times, history?.firstAt, history?.firstBy],
  ].map(cellOf);
}

const recordColumns = ['verified_at', 'provider', 'livemode', ...paymentColumns];

/** The receipts that an account has verified, one a row. */
export function recordsFile(records: AsyncIterable<VerificationRecord>): AsyncGenerator<Buffer> {
  return csvFile(recordColumns, recordRows(records));
}

async function* recordRows(records: AsyncIterable<VerificationRecord>): AsyncGenerator<string[]> {
  for await (const record of records) {
    const { verifiedAt, providerKey, livemode } = record;
    yield [verifiedAt, providerKey, String(livemode), ...paymentCells(record)];
  }
}

/** On one line, whatever text a bank or a payer wrote. */
function cellOf(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined ? '' : String(value).replace(/\s+/g, ' ').trim();
}
