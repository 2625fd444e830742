/** Rows of the report: figures, their baseline from the same run, and their budget. */
import { z } from 'zod';

const figureSchema = z.strictObject({
  value: z.number(),
  /** `ms`, `MB`, `/s`, or what it is a share of. */
  unit: z.string(),
  /** What it is, where a row has several. */
  label: z.string().optional(),
});

export const rowSchema = z.strictObject({
  /** Stays the same from run to run: `cached.throughput`. */
  id: z.string().regex(/^[a-z]+(\.[a-z0-9-]+)+$/),
  name: z.string(),
  figures: z.array(figureSchema).min(1),
  /** Of the same run; empty where there is nothing to compare with. */
  baseline: z.array(figureSchema),
  /** Null: nothing was promised. */
  budget: z.string().nullable(),
  /** Null: the rounds are too far apart to tell. */
  holds: z.boolean().nullable(),
  /** What the figures were made of, by name. */
  rounds: z.record(z.string(), z.array(z.number())).optional(),
});

export type Figure = z.infer<typeof figureSchema>;
export type Row = z.infer<typeof rowSchema>;

/** A figure; the label says what it is where a row has several. */
export function figure(value: number, unit: string, label?: string): Figure {
  return { value, unit, ...(label !== undefined && { label }) };
}

/** For the terminal. */
export function draw(rows: readonly Row[]): string {
  const all = [['what', 'measured', 'baseline, same run', 'budget', ''], ...rows.map(cellsOf)];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What, measured, baseline, budget, and whether it holds: empty where nothing was promised. */
export function cellsOf({ name, figures, baseline, budget, holds }: Row): string[] {
  const kept = holds === null ? 'unclear' : holds ? 'holds' : 'MISSED';
  return [name, shown(figures), shown(baseline), budget ?? '-', budget === null ? '' : kept];
}

function shown(figures: readonly Figure[]): string {
  return figures.map(textOf).join(', ') || '-';
}

function textOf({ value, unit, label }: Figure): string {
  const number = numberText(value);
  const text = unit === '' || unit.startsWith('/') ? `${number}${unit}` : `${number} ${unit}`;
  return label === undefined ? text : `${label} ${text}`;
}

/** Three digits say what a benchmark can know; a whole number is told as a whole. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Whether rounds keep a bound: by their middle half, so that a single slow round decides nothing. Null when the bound lies in
 * this half: another run might come out the other way.
 */
export function judged(
  rounds: readonly number[],
  bound: { least: number } | { most: number },
): boolean | null {
  const [low, high] = [quantile(rounds, 0.25), quantile(rounds, 0.75)];
  if ('least' in bound) return low >= bound.least ? true : high < bound.least ? false : null;
  return high <= bound.most ? true : low > bound.most ? false : null;
}

/** The median of rounds, and the middle half of them. */
export function spread(rounds: readonly number[], unit: string): Figure[] {
  const [low, high] = [quantile(rounds, 0.25), quantile(rounds, 0.75)];
  return [figure(median(rounds), unit), figure(low, '', 'from'), figure(high, '', 'to')];
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** @param share 0 to 1; between two values, the part of the way that is left */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return below + (above - below) * (at - Math.floor(at));
}
