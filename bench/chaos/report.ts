/** The table that is printed, and what it means for the exit code. */
import type { Row } from './round.js';

const headings = [
  'fault',
  'recovered',
  'calls',
  'lost',
  'twice',
  'views',
  'keys',
  'wrong',
  '',
  'honest failures meanwhile',
];

export const holds = ({ broken }: Row): boolean => Object.values(broken).every((list) => list.length === 0);

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
  const { title, recoveredMs, answers, broken, excuses } = row;
  const count = (list: readonly string[]) => String(list.length);
  return [
    title,
    recoveredMs === null ? 'never' : `${(recoveredMs / 1000).toFixed(1)} s`,
    String(answers),
    count(broken.lost),
    count(broken.twice),
    count(broken.view),
    count(broken.key),
    count(broken.answer),
    holds(row) ? 'holds' : 'BROKEN',
    excuses || '-',
  ];
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
