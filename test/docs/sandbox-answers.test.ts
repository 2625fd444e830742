/** The examples of openapi.json are what the service answers about receipts of the simulated banks. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { file, recorded } from '../../docs/sandbox-answers.js';

it('every documented answer is the one that the service gives (`npm run docs` records them)', async () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(await recorded());
});
