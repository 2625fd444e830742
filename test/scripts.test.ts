/** Which programs `npm test` asks for, which of its tests are run again with a real Redis, and its last lines. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storeTests } from '../scripts/lib/store-tests.mjs';
import { summary } from '../scripts/lib/summary.mjs';
import { repository } from './support/processes.js';

const files = readdirSync(join(repository, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('test', name));
/** Programs that a file asks for, by its tags. */
const programs = (path: string) => {
  const tags = readFileSync(join(repository, path), 'utf8').matchAll(/(?:['"]|@module-tag )needs-([\w-]+)/g);
  return [...tags].map(([, program]) => program);
};

it('npm test asks for no program but a Redis: a file that needs another is called *.system.test.ts', () => {
  const plain = files.filter((path) => !path.endsWith('.system.test.ts'));
  const asked = plain.flatMap((path) => programs(path).map((program) => ({ path, program })));
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter(({ program }) => program !== 'redis-server')).toEqual([]);
});

it('every test file that a bare machine skips in part or whole is run with a real Redis', () => {
  const again = storeTests();
  const skipping = files.filter(
    (path) => path.endsWith('.test.ts') && programs(path).includes('redis-server'),
  );
  expect(skipping.length).toBeGreaterThan(5);
  expect(skipping.filter((path) => !again.includes(path))).toEqual([]);
});

it('every test of the engine and its store is run on both stores', () => {
  const engine = storeTests().filter((path) => path.startsWith('test/engine/'));
  expect(engine.length).toBeGreaterThan(35);
});

it('the last lines say how many tests were skipped, for which program and how to install it, or that none was', () => {
  const tests = { name: 'tests', passed: 3, failures: [] };
  const skippedFor = { 'redis-server': 2, php: 1 };
  expect(summary([{ ...tests, skipped: 3, skippedFor }]).slice(-4)).toEqual([
    'Skipped tests: 2 need redis-server, 1 need php.',
    'To run them on Debian or Ubuntu: sudo apt-get install redis-server php-cli',
    '',
    '3 passed, 0 failed, 3 skipped',
  ]);
  expect(summary([tests]).slice(-3)).toEqual(['No test was skipped.', '', '3 passed, 0 failed']);
});
