/** Which tests a machine runs again once it has the programs that were missing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { storeTests } from '../scripts/lib/store-tests.mjs';
import { repository } from './support/processes.js';

it('every test file that a bare machine skips in part or whole is run with a real Redis and Chromium', () => {
  const again = storeTests();
  const skipping = readdirSync(join(repository, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('test', name))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => /needs-(redis-server|chromium)/.test(readFileSync(join(repository, path), 'utf8')));
  expect(skipping.length).toBeGreaterThan(5);
  expect(skipping.filter((path) => !again.includes(path))).toEqual([]);
});

it('every test of the engine and its store is run on both stores', () => {
  const engine = storeTests().filter((path) => path.startsWith('test/engine/'));
  expect(engine.length).toBeGreaterThan(35);
});
