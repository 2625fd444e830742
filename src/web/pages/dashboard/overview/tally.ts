/** Counts of an account's calls by outcome. */
import { type DayActivity, type Outcome, outcomes } from '../../../../engine/index.js';

export type OutcomeTally = Record<Outcome, number>;

export interface DayTally {
  /** `yyyy-MM-dd` */
  date: string;
  tally: OutcomeTally;
}

export function tallyOf(counts: DayActivity['counts']): OutcomeTally {
  const tally: OutcomeTally = { verified: 0, cached: 0, not_verified: 0, could_not_check: 0 };
  for (const { outcome, count } of counts) tally[outcome] += count;
  return tally;
}

export function totalOf(tally: OutcomeTally): number {
  return outcomes.reduce((sum, outcome) => sum + tally[outcome], 0);
}

/** Start and length of each outcome's piece of a bar; any non-zero count is visible. */
export function stacked(
  tally: OutcomeTally,
  scale: number,
): { outcome: Outcome; from: number; size: number }[] {
  let from = 0;
  return outcomes
    .filter((outcome) => tally[outcome] > 0)
    .map((outcome) => {
      const size = Math.max(1.5, tally[outcome] * scale);
      const piece = { outcome, from, size };
      from += size;
      return piece;
    });
}

/** The smallest even number with one significant digit from `most` on: the upper end of an axis, whose half is a whole number. */
export function axisTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return (
    [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * unit).find((top) => top >= most && top % 2 === 0) ?? 2
  );
}

/** Rounded to a hundredth of a unit, as drawings need it. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
