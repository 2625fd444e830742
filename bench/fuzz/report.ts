/** What a run has found, for the terminal. */
import type { Options } from './options.js';
import type { Outcome } from './target.js';

/** @returns whether all is well: something was examined, and nothing found */
export function report(outcomes: readonly Outcome[], { seed, short }: Options): boolean {
  const width = Math.max(0, ...outcomes.map(({ name }) => name.length));
  for (const { name, cases, asked, msMax, seen, failure } of outcomes) {
    const figures = `${String(cases).padStart(6)} cases, slowest ${String(Math.ceil(msMax)).padStart(5)} ms  ${seen}`;
    const rest = cases < asked && !failure ? ` (of ${asked}: the time was over)` : '';
    console.log(`${failure ? '✗' : '✓'} ${name.padEnd(width)} ${figures}${rest}`);
  }
  const failed = outcomes.filter(({ failure }) => failure);
  for (const { name, failure } of failed) {
    console.log(`\n✗ ${name}: ${failure?.words}`);
    console.log(failure?.input);
    const size = short ? ' --short' : '';
    console.log(
      `Made by: npm run fuzz -- --seed ${seed}${size} "${name}"; shrunk ${failure?.shrinks} times, path ${failure?.path}`,
    );
  }
  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0);
  console.log(`\n${outcomes.length} targets, ${cases} cases, ${failed.length} failed, seed ${seed}`);
  return failed.length === 0 && cases > 0;
}

/** Examines targets, a few side by side; those of a name that was asked for where one was. */
export async function inTurns<T extends { name: string }>(
  targets: readonly T[],
  { only }: Options,
  abreast: number,
  examine: (target: T) => Promise<Outcome>,
): Promise<Outcome[]> {
  const waiting = targets.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  const outcomes: Outcome[] = [];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) outcomes.push(await examine(next));
  }
  await Promise.all(Array.from({ length: abreast }, work));
  return outcomes.sort((a, b) => a.name.localeCompare(b.name));
}
