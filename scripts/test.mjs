/**
 * `npm test`: every check and every test, one summary: what failed by name, and last `N passed, N failed`.
 * `npm test -- --store embedded`: only the tests that depend on a store, on the embedded one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findSecrets } from './lib/log-secrets.mjs';
import { build, install } from './lib/prepare.mjs';
import { capture, root, run, stopUnless } from './lib/run.mjs';
import { storeTests } from './lib/store-tests.mjs';
import { summary } from './lib/summary.mjs';

const checks = [
  { name: 'style', command: 'node_modules/@biomejs/biome/bin/biome', args: ['ci', '.'] },
  { name: 'types', command: 'node_modules/typescript/bin/tsc', args: ['--noEmit'] },
  {
    name: 'house rules',
    command: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.cjs', 'src', 'bots', 'test', 'bench'],
  },
];

const { store, tests } = parsed();
await install();
await build();
process.chdir(root);
const results = store === 'embedded' ? await runTests(tests, store) : await everything(tests);
conclude(results);

function parsed() {
  try {
    const { values, positionals } = parseArgs({
      options: { store: { type: 'string' } },
      allowPositionals: true,
    });
    stopUnless([undefined, 'redis', 'embedded'].includes(values.store), '--store takes redis or embedded.');
    return { store: values.store, tests: positionals };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

async function everything(files) {
  const results = [];
  for (const check of checks) results.push(await runCheck(check));
  results.push(...(await runTests(files)));
  return results;
}

async function runCheck({ name, command, args }) {
  const { code, output } = await capture(process.execPath, [join(root, command), ...args]);
  if (code !== 0) process.stdout.write(`${name}:\n${output}\n`);
  return verdict(name, code === 0, 'what it found is above');
}

/** @param {string[]} files what vitest is to run: parts of file names; all when empty */
async function runTests(files, kind = 'redis') {
  const asked = files.length > 0 || kind !== 'embedded' ? files : storeTests();
  const folder = mkdtempSync(join(tmpdir(), 'deresegn-report-'));
  const report = join(folder, 'report.json');
  const log = join(folder, 'log');
  const reporters = ['--reporter=dot', `--reporter=${join(root, 'scripts/lib/reporter.mjs')}`];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const plain = process.stdout.isTTY ? {} : { FORCE_COLOR: '0' };
  const written = { RUN_REPORT_FILE: report, TEST_LOG_FILE: log };
  const env = { ...plain, ...written, ...(kind === 'embedded' && { TEST_STORE: 'embedded' }) };
  const code = await run(process.execPath, [vitest, 'run', ...reporters, ...asked], { env });
  const results = [
    { name: kind === 'embedded' ? 'tests on the embedded store' : 'tests', ...read(report, code) },
  ];
  // A part of the suite need not log anything; the whole of it does.
  if (files.length === 0) results.push(checkLog(log));
  rmSync(folder, { recursive: true, force: true });
  return results;
}

function checkLog(path) {
  const found = findSecrets(path);
  for (const line of found.slice(0, 20)) process.stdout.write(`log: ${line}\n`);
  return verdict('no secret in the log', found.length === 0, found[0]);
}

/** A run that says of nothing that it failed, and yet ends as one that did, has failed. */
function read(report, code) {
  const failure = (error) => ({ name: 'vitest', error });
  try {
    const { passed, failures } = JSON.parse(readFileSync(report, 'utf8'));
    if (code !== 0 && failures.length === 0) failures.push(failure(`it ended with ${code}: see above`));
    return { passed, failures };
  } catch {
    return { passed: 0, failures: [failure(`it ended with ${code}, and no report`)] };
  }
}

/** A check that is one test. */
function verdict(name, ok, error) {
  return { name, passed: ok ? 1 : 0, failures: ok ? [] : [{ name, error }] };
}

function conclude(parts) {
  process.stdout.write(`\n${summary(parts).join('\n')}\n`);
  const failed = parts.some(({ failures }) => failures.length > 0);
  process.exitCode = failed || parts.every(({ passed }) => passed === 0) ? 1 : 0;
}
