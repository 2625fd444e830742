/**
 * `npm test`: types, style, import rules, unit and integration tests. The summary lists skipped tests with reasons and all
 * failures; its last line is `N passed, N failed`.
 * `npm run test:system`: the tests of built processes, bots, browsers, Redis Cluster and crashes, and those that need
 * a program other than a Redis (`*.system.test.ts`).
 * `npm test -- --store redis`: only the tests that depend on the store, on a real Redis;
 * `--store embedded`: the same on the embedded store.
 * `npm test -- test/providers`: only the tests of these files.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findSecrets } from './lib/log-secrets.mjs';
import { build, install } from './lib/prepare.mjs';
import { capture, root, run, stopUnless } from './lib/run.mjs';
import { storeTests } from './lib/store-tests.mjs';
import { summary } from './lib/summary.mjs';

const checks = [
  { name: 'style', command: 'node_modules/@biomejs/biome/bin/biome', args: ['ci', '.'] },
  {
    name: 'types',
    command: 'node_modules/@typescript/native/bin/tsc',
    args: ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  },
  {
    name: 'import rules',
    command: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.cjs', 'src', 'bots', 'test', 'bench', 'clients'],
  },
];

const { store, system, tests } = parsed();
// That of decoder processes: beside tests of a higher priority they would take minutes for a file, and be given up.
setPriority(10);
await install();
process.chdir(root);
if (system) await build();
// In parallel: tests mostly wait while the checks compute, one at a time and at low priority because tests have time limits.
conclude((await Promise.all([runChecks(), runTests()])).flat());

function parsed() {
  try {
    const { values, positionals } = parseArgs({
      options: { store: { type: 'string' }, system: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    stopUnless([undefined, 'redis', 'embedded'].includes(values.store), '--store takes redis or embedded.');
    return { ...values, tests: positionals };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** The checks run only with the whole of `npm test`. */
async function runChecks() {
  if (system || store !== undefined || tests.length > 0) return [];
  const results = [];
  for (const check of checks) results.push(await runCheck(check));
  return results;
}

async function runCheck({ name, command, args }) {
  const { code, output } = await capture(process.execPath, [join(root, command), ...args], { niceness: 15 });
  if (code !== 0) process.stdout.write(`${name}:\n${output}\n`);
  return verdict(name, code === 0, 'what it found is above');
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'deresegn-report-'));
  const report = join(folder, 'report.json');
  const log = join(folder, 'log');
  const reporters = ['--reporter=dot', `--reporter=${join(root, 'scripts/lib/reporter.mjs')}`];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
  const written = { RUN_REPORT_FILE: report, TEST_LOG_FILE: log };
  const env = { ...plain, ...written, ...(store === 'embedded' && { TEST_STORE: 'embedded' }) };
  const code = await run(process.execPath, [vitest, 'run', ...reporters, ...whichTests()], { env });
  const name = system ? 'system tests' : store === undefined ? 'tests' : `tests on the ${store} store`;
  const results = [{ name, ...read(report, code) }];
  // Only the whole suite is certain to write a log.
  if (tests.length === 0) results.push(checkLog(log));
  rmSync(folder, { recursive: true, force: true });
  return results;
}

/** Arguments for vitest: file name filters or the project. */
function whichTests() {
  if (tests.length > 0) return tests;
  if (system) return ['--project', 'system'];
  return ['--project', 'main', ...(store === undefined ? [] : storeTests())];
}

function checkLog(path) {
  const found = findSecrets(path);
  for (const line of found.slice(0, 20)) process.stdout.write(`log: ${line}\n`);
  return verdict('no secret in the log', found.length === 0, found[0]);
}

/** A run without reported failures but with a non-zero exit code counts as failed. */
function read(report, code) {
  const failure = (error) => ({ name: 'vitest', error });
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    if (code !== 0 && result.failures.length === 0) {
      result.failures.push(failure(`it ended with ${code}: see above`));
    }
    return result;
  } catch {
    return { passed: 0, failures: [failure(`it ended with ${code}, and no report`)] };
  }
}

/** Result of a check, counted as one test. */
function verdict(name, ok, error) {
  return { name, passed: ok ? 1 : 0, failures: ok ? [] : [{ name, error }] };
}

function conclude(parts) {
  process.stdout.write(`\n${summary(parts).join('\n')}\n`);
  const failed = parts.some(({ failures }) => failures.length > 0);
  process.exitCode = failed || parts.every(({ passed }) => passed === 0) ? 1 : 0;
}
