/** Prints the findings of a run. */
import { ending } from '../summary.js';
import type { Options } from './options.js';
import type { Outcome } from './target.js';

/** Columns of the longest name. */
const nameWidth = 56;

/** @returns whether at least one case was checked and no failure found */
export function report(outcomes: readonly Outcome[], { seed, short }: Options): boolean {
  const failed = outcomes.filter(({ failure }) => failure);
  for (const { name, failure } of failed) {
    console.log(`\n✗ ${name}: ${failure?.words}`);
    console.log(failure?.input);
    const size = short ? ' --short' : '';
    console.log(
      `Made by: npm run fuzz -- --seed ${failure?.seed ?? seed}${size} "${name}"; shrunk ${failure?.shrinks} times, path ${failure?.path}`,
    );
  }
  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0);
  console.log(`\n${outcomes.length} targets, ${cases} cases, seed ${seed}`);
  const failures = failed.map(({ name, failure }) => ({ name, error: failure?.words ?? '' }));
  console.log(ending(outcomes.length - failed.length, failures));
  return failed.length === 0 && cases > 0;
}

/** One line of an outcome, as soon as there is one. */
export function show({ name, cases, asked, msMax, seen, failure }: Outcome): void {
  const figures = `${String(cases).padStart(6)} cases, slowest ${String(Math.ceil(msMax)).padStart(5)} ms`;
  const rest = cases < asked && !failure ? ` (of ${asked}: the time was over)` : '';
  console.log(`${failure ? '✗' : '✓'} ${name.padEnd(nameWidth)} ${figures}  ${seen}${rest}`);
}

/** Checks targets, a few at the same time; only the named ones if names were given. */
export async function inTurns<T extends { name: string }>(
  targets: readonly T[],
  { only }: Options,
  abreast: number,
  examine: (target: T) => Promise<Outcome>,
): Promise<Outcome[]> {
  const waiting = targets.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  const outcomes: Outcome[] = [];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await examine(next);
      show(outcome);
      outcomes.push(outcome);
    }
  }
  await Promise.all(Array.from({ length: abreast }, work));
  return outcomes.sort((a, b) => a.name.localeCompare(b.name));
}
