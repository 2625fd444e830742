/** Whether a benchmark says no more than its rounds can tell. */
import { expect, it } from 'vitest';
import { isWithin } from '../../bench/check.js';
import { cellsOf, judged, type Row } from '../../bench/table.js';

const steady = [1.2, 1.21, 1.22, 1.2, 1.19, 1.21, 1.2];
const wide = [0.9, 1.5, 1.1, 1.6, 1.2, 1.0, 1.7];

it('a budget holds or is missed by the middle half of the rounds', () => {
  expect(judged(steady, { most: 1.35 })).toBe(true);
  expect(judged(steady, { most: 1.15 })).toBe(false);
  expect(judged(steady, { least: 1.15 })).toBe(true);
  expect(judged(steady, { least: 1.35 })).toBe(false);
});

it('rounds that lie on both sides of a budget decide nothing; one slow round among many does not count', () => {
  expect(judged(wide, { most: 1.35 })).toBeNull();
  expect(judged(wide, { least: 1.35 })).toBeNull();
  expect(judged([...steady, 9], { most: 1.35 })).toBe(true);
});

it('a row that decides nothing says so instead of "holds"', () => {
  const row: Row = {
    id: 'a.b',
    name: 'a',
    figures: [{ value: 1.2, unit: 'of it' }],
    baseline: [],
    budget: '<= 1.35',
    holds: judged(wide, { most: 1.35 }),
  };
  expect(cellsOf(row).at(-1)).toBe('unclear');
  expect(cellsOf({ ...row, holds: true }).at(-1)).toBe('holds');
  expect(cellsOf({ ...row, holds: false }).at(-1)).toBe('MISSED');
});

it('a ratio more than 15 % above the recorded one is a loss of speed', () => {
  expect(isWithin(1.14, 1)).toBe(true);
  expect(isWithin(1.16, 1)).toBe(false);
  expect(isWithin(0.5, 1)).toBe(true);
});
