import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generated, page } from '../../docs/verdicts.js';
import { attacks, outcomesOf } from '../providers/attacks.js';

it('the table of attacks is what the code does now', async () => {
  expect(readFileSync(page, 'utf8'), 'stale: run npm run docs').toBe(await generated());
});

it.each(attacks)('$receipt: $what', async (attack) => {
  const outcomes = await outcomesOf(attack);
  expect(outcomes.length).toBeGreaterThan(0);
  expect(outcomes.flatMap(({ fault }) => fault ?? [])).toEqual([]);
});
