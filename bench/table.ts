/** Rows of the report: figures, their baseline from the same run, and their budget. */
import { z } from 'zod';

const figureSchema = z.strictObject({
  value: z.number(),
  /** `ms`, `MB`, `/s`, or the whole that it is a share of. */
  unit: z.string(),
  /** Its name, if a row has several. */
  label: z.string().optional(),
});

export const rowSchema = z.strictObject({
  /** Stays the same from run to run: `cached.throughput`. */
  id: z.string().regex(/^[a-z]+(\.[a-z0-9-]+)+$/),
  name: z.string(),
  figures: z.array(figureSchema).min(1),
  /** Of the same run; empty if there is nothing to compare with. */
  baseline: z.array(figureSchema),
  /** Null without a budget. */
  budget: z.string().nullable(),
  /** Null: the rounds are too far apart to tell. */
  holds: z.boolean().nullable(),
  /** The measurements that the figures were made from, by name. */
  rounds: z.record(z.string(), z.array(z.number())).optional(),
});

export type Figure = z.infer<typeof figureSchema>;
export type Row = z.infer<typeof rowSchema>;

/** A figure; the label is its name if a row has several. */
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

/** Name, measurement, baseline, budget, and whether it holds; the last is empty without a budget. */
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

/** Three significant digits, the precision of a benchmark; whole numbers are printed in full. */
function numberText(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Whether the middle half of the rounds keeps a bound, so that a single slow round does not decide. Null when the bound lies in
 * this half, because another run might decide otherwise.
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

/** @param share 0 to 1; interpolates between two values */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return below + (above - below) * (at - Math.floor(at));
}
