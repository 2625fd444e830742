/** A row of the report: a figure, its baseline from the same run, and what DESIGN.md section 5 asks of it. */
export interface Row {
  name: string;
  figure: string;
  baseline: string;
  budget: string;
  holds: boolean;
}

export function draw(rows: readonly Row[]): string {
  const cells = rows.map(({ name, figure, baseline, budget, holds }) => [
    name,
    figure,
    baseline,
    budget,
    holds ? 'holds' : 'MISSED',
  ]);
  const all = [['what', 'measured', 'baseline, same run', 'budget', ''], ...cells];
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

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
