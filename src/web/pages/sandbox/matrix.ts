/** The examples of the simulated banks as a table: a row for each kind of receipt of a bank, a column for each ending. */
import type { SandboxExample } from '../../../http/pages.js';

export interface Row {
  /** Unique: the provider, with a number from 2 where a bank has several kinds of receipts. */
  key: string;
  provider: string;
  examples: ReadonlyMap<string, SandboxExample>;
}

/** In the order of the examples. */
export function rowsOf(examples: readonly SandboxExample[]): Row[] {
  const rows: { key: string; provider: string; examples: Map<string, SandboxExample> }[] = [];
  for (const example of examples) {
    const { provider, outcome } = example;
    const own = rows.filter((row) => row.provider === provider);
    // The examples of a bank follow one another, kind by kind or ending by ending.
    let row = own.find(({ examples }) => !examples.has(outcome));
    if (row === undefined) {
      const key = own.length === 0 ? provider : `${provider}-${own.length + 1}`;
      row = { key, provider, examples: new Map() };
      rows.push(row);
    }
    row.examples.set(outcome, example);
  }
  return rows;
}

/** Every ending that a row has, `SETTLED` first. */
export function endingsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => [...row.examples.keys()]))];
}
