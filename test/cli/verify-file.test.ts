/** `deresegn verify --file`: each row of a file has its result, and no row is lost or believed to be checked when it was not. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cli } from '../../src/cli/context.js';
import { createProgram } from '../../src/cli/program.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';

let environment: TestEnvironment;
let directory: string;

beforeAll(async () => {
  environment = await openEnvironment();
  directory = await mkdtemp(join(tmpdir(), 'deresegn-file-'));
});
afterAll(async () => {
  await environment.close();
  await rm(directory, { recursive: true });
});

let made = 0;

async function run(text: string) {
  const [file, out] = [join(directory, `${++made}.csv`), join(directory, `${made}-results.csv`)];
  await writeFile(file, text);
  const said: string[] = [];
  const shown: (number | null)[] = [];
  let code = 0;
  const cli: Cli = {
    withEngine: (_need, work) => work(environment.engine, undefined as never),
    print: (_options, _value, lines) => void said.push(...lines),
    note: (line) => void said.push(line),
    progress: (done) => void shown.push(done),
    exitWith: (to) => {
      code = to;
    },
  };
  const verify = () =>
    createProgram(cli).parseAsync(['verify', '--file', file, '--out', out], { from: 'user' });
  await verify();
  const rows: Record<string, string>[] = parse(await readFile(out), { bom: true, columns: true });
  return { rows, said, shown, code, again: verify };
}

it('has a result for every row, in order, and says which rows could not be used', async () => {
  const { rows, said, shown, code, again } = await run(
    [
      '\ufeffID,Receipt,Amount,Customer,Receiver bank',
      'a,DKKFIL0001,,Abebe,',
      'b,"=1+1 paid, DKKFIL0002",1.00,,',
      'c,DKKFI2GONE,,,',
      'd,,5,,',
      '',
      'e,DKKFIL0003,5OO,,',
      'f,DKKFIL0004,,,nobank',
      'g,DKKFIL0005,,,,,',
      'h,nonsense,,,',
    ].join('\n'),
  );
  expect(rows.map(({ line, id, verdict, error }) => [line, id, verdict, error])).toEqual([
    ['2', 'a', 'verified', ''],
    ['3', 'b', 'verified', ''],
    ['4', 'c', 'not_verified', 'not_found'],
    ['5', 'd', 'could_not_check', 'unusable'],
    ['7', 'e', 'could_not_check', 'unusable'],
    ['8', 'f', 'could_not_check', 'unusable'],
    ['9', 'g', 'could_not_check', 'unusable'],
    ['10', 'h', 'could_not_check', 'unsupported_reference'],
  ]);
  expect(rows[1]).toMatchObject({ reference: 'DKKFIL0002', checks_ok: 'false', failed_checks: 'amount' });
  expect(rows[4]?.message).toBe('The amount is not an amount in birr.');
  expect(said).toContain('Ignored columns: customer.');
  expect(said).toContain('Rows without a receiver: 1. Their checks_ok does not show who was paid.');
  expect(said).toContain('Line 7: The amount is not an amount in birr.');
  expect(said.at(-1)).toBe(
    '8 rows: 2 verified, 1 not verified, 1 could not be checked, 4 could not be used.',
  );
  expect(shown).toEqual([1, 2, 3, 4, 5, 6, 7, 8, null]);
  expect(code).toBe(1);
  await expect(again()).rejects.toThrow(/exists already/);
});

it('has exit code 0 when every receipt is verified', async () => {
  expect(await run('reference;\nDKKFIL0006').catch((error: Error) => error.message)).toMatchObject({
    code: 1,
  });
  expect(await run('reference\nDKKFIL0006')).toMatchObject({ code: 0 });
});

it('refuses a file that is no CSV file, by its line', async () => {
  await expect(run('reference\n"DKKFIL0007')).rejects.toThrow(/is not a valid CSV file: .*line 2/);
});
