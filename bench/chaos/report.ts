/** Prints the table of results and derives the exit code. */
import { violations } from './expectations.js';
import type { Fault } from './faults/index.js';
import type { Row } from './parts.js';

const shownMax = 12;
const headings = ['fault', 'healed', '503 within', 'calls', ...violations, '', 'answers'];

export const holds = ({ broken }: Row): boolean => Object.values(broken).every((list) => list.length === 0);

/** Row of a fault that could not be completed. */
export function failed({ title, healsMsMax }: Fault, why: string): Row {
  const none = Object.fromEntries(violations.map((kind) => [kind, [] as string[]])) as Row['broken'];
  return {
    title,
    answers: {},
    healedMs: null,
    healsMsMax,
    refusedMs: null,
    broken: { ...none, answer: [why] },
    note: '',
    seconds: 0,
  };
}

/** One line per fault, followed by its violations. */
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
  const { title, healedMs, refusedMs, answers, broken } = row;
  return [
    title,
    healedMs === null ? 'never' : `${(healedMs / 1000).toFixed(1)} s`,
    refusedMs === null ? '-' : `${(refusedMs / 1000).toFixed(1)} s`,
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

/** The violations, with a count for identical ones; if there are very many, only the most frequent. */
export function complaints({ title, broken }: Row): string[] {
  const all = Object.entries(broken).flatMap(([kind, list]) => list.map((what) => `${kind}: ${what}`));
  const times = new Map<string, { example: string; count: number }>();
  for (const one of all) {
    const alike = one.replace(/\.\.\.[A-Z0-9]{4}|; before: .*|\d[\d.]*(?= m?s\b)/g, '');
    const { example = one, count = 0 } = times.get(alike) ?? {};
    times.set(alike, { example, count: count + 1 });
  }
  const sorted = [...times.values()].sort((a, b) => b.count - a.count);
  const lines = sorted.slice(0, shownMax).map(({ example, count }) => {
    return `  ${title}: ${example}${count > 1 ? ` (${count} times)` : ''}`;
  });
  const more = sorted.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more kinds`] : lines;
}
