/**
 * `npm test`: every check and every test, one summary, whose last line is `N passed, N failed`.
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
summarize(results);

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

/** @returns {Promise<{name: string, passed: number, failed: number}>} */
async function runCheck({ name, command, args }) {
  const { code, output } = await capture(process.execPath, [join(root, command), ...args]);
  if (code !== 0) process.stdout.write(`${name}:\n${output}\n`);
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/** @param {string[]} files what vitest is to run: parts of file names; all when empty */
async function runTests(files, kind = 'redis') {
  let logged = [];
  const asked = files.length > 0 || kind !== 'embedded' ? files : storeTests();
  const folder = mkdtempSync(join(tmpdir(), 'deresegn-report-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const log = join(folder, 'log');
  const plain = process.stdout.isTTY ? {} : { FORCE_COLOR: '0' };
  const env = { ...plain, TEST_LOG_FILE: log, ...(kind === 'embedded' && { TEST_STORE: 'embedded' }) };
  const code = await run(process.execPath, [vitest, 'run', ...reporters, ...asked], { env });
  const result = counts(report, code);
  // A part of the suite need not log anything; the whole of it does.
  if (files.length === 0) logged = checkLog(log);
  rmSync(folder, { recursive: true, force: true });
  return [{ name: kind === 'embedded' ? 'tests on the embedded store' : 'tests', ...result }, ...logged];
}

function checkLog(path) {
  const found = findSecrets(path);
  for (const line of found.slice(0, 20)) process.stdout.write(`log: ${line}\n`);
  return [
    { name: 'no secret in the log', passed: found.length === 0 ? 1 : 0, failed: found.length === 0 ? 0 : 1 },
  ];
}

/** A file that cannot be loaded, or an error outside any test, fails the run although no test failed. */
function counts(report, code) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: code !== 0 && numFailedTests === 0 ? 1 : numFailedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function summarize(all) {
  const passed = all.reduce((sum, result) => sum + result.passed, 0);
  const failed = all.reduce((sum, result) => sum + result.failed, 0);
  process.stdout.write('\n');
  for (const result of all) {
    process.stdout.write(`${result.name}: ${result.passed} passed, ${result.failed} failed\n`);
  }
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
