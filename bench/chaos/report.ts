/** The table that is printed, and what it means for the exit code. */
import { violations } from './book.js';
import type { Fault } from './faults/index.js';
import type { Row } from './round.js';

const headings = ['fault', 'healed', 'calls', ...violations, '', 'answers'];

export const holds = ({ broken }: Row): boolean => Object.values(broken).every((list) => list.length === 0);

/** Of a fault that could not be done to its end. */
export function failed({ title, healsMsMax }: Fault, why: string): Row {
  const none = Object.fromEntries(violations.map((kind) => [kind, [] as string[]])) as Row['broken'];
  return {
    title,
    answers: {},
    healedMs: null,
    healsMsMax,
    broken: { ...none, answer: [why] },
    note: '',
    seconds: 0,
  };
}

/** One line a fault; beneath it, what did not hold. */
export function draw(rows: readonly Row[], skipped: readonly string[]): string {
  const cells = [headings, ...rows.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const notes = rows.filter(({ note }) => note !== '').map(({ title, note }) => `${title}: ${note}`);
  return [...lines, '', ...notes, ...skipped.map((one) => `SKIPPED ${one}`)].join('\n');
}

function cellsOf(row: Row): string[] {
  const { title, healedMs, answers, broken } = row;
  return [
    title,
    healedMs === null ? 'never' : `${(healedMs / 1000).toFixed(1)} s`,
    String(callsOf(answers)),
    ...violations.map((kind) => String(broken[kind].length)),
    holds(row) ? 'holds' : 'BROKEN',
    answersText(answers),
  ];
}

export function callsOf(answers: Row['answers']): number {
  return Object.values(answers).reduce((sum, times) => sum + times, 0);
}

/** The most frequent first. */
export function answersText(answers: Row['answers']): string {
  const sorted = Object.entries(answers).sort(([, a], [, b]) => b - a);
  return sorted.map(([kind, times]) => `${kind} ${times}`).join(', ');
}

/** Each thing that did not hold, the same ones together. */
export function complaints({ title, broken }: Row): string[] {
  const all = Object.entries(broken).flatMap(([kind, list]) => list.map((what) => `${kind}: ${what}`));
  const times = new Map<string, number>();
  for (const one of all) {
    const shown = one.replace(/\.\.\.[A-Z0-9]{4}/, '');
    times.set(shown, (times.get(shown) ?? 0) + 1);
  }
  return [...times].map(([what, count]) => `  ${title}: ${what}${count > 1 ? ` (${count} times)` : ''}`);
}
