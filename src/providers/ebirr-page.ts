/**
 * Reads the fields of Ebirr's pages, which have one of two layouts: a heading above the receiver, or a grid
 * (docs/providers/coopay.md).
 */
import { statusOfHeadings } from './evaluate.js';
import { type Layout, type Pair, type ReadFields, readFields } from './parsing/fields.js';
import type { Page, Table } from './parsing/html.js';
import { labelKey } from './parsing/labels.js';

const receiverHeading = /^receiver info$/i;
const receiver = 'receiver';
const payment = 'payment';
/** A section of no layout: a receipt with such a pair cannot be read. */
const unclear = 'unclear';

/** Labels of the heading layout and of the grid. It is not known where the grid prints the reason; any label may follow it. */
const layout = {
  paymentReason: { labels: ['Payment Reason'], section: payment, payerWritten: true },
  payerName: { labels: ['Sender Name'], section: payment },
  payerAccount: { labels: ['Sender Ebirr no'], section: payment },
  receiverName: { labels: ['Name', 'Receiver Name'], section: receiver, decides: true },
  receiverAccount: {
    labels: ['Account', 'Receiver Account', 'Account No', 'Account Number', 'Receiver Account/Mobile'],
    section: receiver,
    decides: true,
  },
  reference: { labels: ['Receipt No'], section: payment, decides: true },
  paymentDate: { labels: ['Date', 'Payment date'], section: payment, decides: true },
  amount: { labels: ['Amount', 'Settled Amount'], section: payment, decides: true },
} as const satisfies Layout;

type Field = keyof typeof layout;
export type EbirrFields = ReadFields<Field>['fields'];
const printedInRows = new Set(['date', 'receipt no', 'amount']);
/** In the grid, the values of these labels are in the next row. */
const printedAbove: ReadonlyMap<string, string> = new Map([
  ['sender name', payment],
  ['sender ebirr no', payment],
  ['receiver name', receiver],
  ['receiver account/mobile', receiver],
]);
const columns = ['Receipt No', 'Payment date', 'Settled Amount'] as const;

export type EbirrReceipt = ReadFields<Field> & { grid?: boolean };

/** Reads one of the two layouts. The bank has no page with both. */
export function readEbirrPage(page: Page): EbirrReceipt {
  const grid = page.tables.some(({ rows }) => rows.some(isHeader));
  const heading = page.tables.some(({ above }) => receiverHeading.test(above));
  const pairs = grid ? gridPairs(page) : headingPairs(page);
  const { fields, conflicts } = readFields(pairs, layout);
  const more = [...statusOfHeadings(page.headings), ...(grid && heading ? ['layout'] : [])];
  return { fields, conflicts: [...conflicts, ...more], grid };
}

/** The receiver is in the table under its heading, everything else in rows of label and value. */
function headingPairs({ tables }: Page): Pair[] {
  return tables.flatMap((table) =>
    receiverHeading.test(table.above) ? receiverPairs(table) : table.rows.flatMap(rowPairs),
  );
}

/**
 * A label, and its value in the same row or in the next. Of the captured page only the positions are known: in a table of
 * four such rows with any labels, the second is the name and the fourth is the account.
 */
function receiverPairs({ rows }: Table): Pair[] {
  const pairs: Pair[] = [];
  const alone: string[] = [];
  for (const row of rows.map((cells) => cells.filter((cell) => cell !== ''))) {
    const [label = '', value] = row;
    if (value !== undefined) pairs.push({ label, value, section: receiver });
    else if (row.length > 0) alone.push(label);
  }
  const [first = '', , third = ''] = alone;
  const isByPosition = pairs.length === 0 && alone.length === 4 && !alone.some(isReceiverLabel);
  const labelled = (label: string) => {
    if (isByPosition && label === first) return 'Name';
    return isByPosition && label === third ? 'Account' : label;
  };
  for (let index = 0; index < alone.length; index += 2) {
    pairs.push({ label: labelled(alone[index] ?? ''), value: alone[index + 1] ?? '', section: receiver });
  }
  // With a row too many or too few, labels and values cannot be distinguished.
  return alone.length % 2 === 0 ? pairs : [{ label: 'Name', value: '', section: unclear }];
}

function isReceiverLabel(cell: string): boolean {
  const rules = [layout.receiverName, layout.receiverAccount];
  return rules.some(({ labels }) => labels.some((label) => labelKey(label) === labelKey(cell)));
}

/** The value of a known label is the next cell, which is not a label itself. */
function rowPairs(row: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let index = 0; index < row.length; index += 1) {
    const label = row[index] ?? '';
    const isLabel = printedInRows.has(labelKey(label));
    pairs.push({
      label: isLabel ? label : unknownLabel(label),
      value: row[index + 1] ?? '',
      section: payment,
    });
    if (isLabel) index += 1;
  }
  return pairs;
}

/** The grid: three columns under their labels, people under theirs, and the reason next to its label. */
function gridPairs({ tables }: Page): Pair[] {
  return tables.flatMap(({ rows }) => {
    const pairs: Pair[] = [];
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? [];
      const next = rows[index + 1] ?? [];
      const found = isHeader(row) ? columnPairs(next) : gridRow(row, next);
      pairs.push(...found.pairs);
      if (found.takesNext) index += 1;
    }
    return pairs;
  });
}

interface GridRow {
  pairs: Pair[];
  /** True when the next row contains values and no labels. */
  takesNext: boolean;
}

function columnPairs(values: readonly string[]): GridRow {
  const whole = values.length === columns.length;
  const pairs = columns.map((label, column) => ({
    label,
    value: (whole && values[column]) || '',
    section: payment,
  }));
  return { pairs, takesNext: true };
}

function gridRow(cells: readonly string[], next: readonly string[]): GridRow {
  const value = next[0] ?? '';
  const at = cells.findIndex((cell) => labelKey(cell) === 'payment reason');
  const row = at < 0 ? cells : cells.slice(0, at);
  const reason = at < 0 ? [] : [{ label: cells[at] ?? '', value: cells[at + 1] ?? '', section: payment }];
  const above = row.filter(isPrintedAbove);
  if (above.length > 0) {
    // Next to another cell, or above a label, the value cannot be assigned.
    const clear = cells.filter((cell) => cell !== '').length === 1 && !isPrintedAbove(value);
    const section = (label: string) => (clear ? printedAbove.get(labelKey(label)) : unclear);
    const pairs = above.map((label) => ({ label, value, section: section(label) }));
    return { pairs: [...pairs, ...reason], takesNext: clear };
  }
  const others = row.map((cell, index) => ({
    label: unknownLabel(cell),
    value: row[index + 1] || value,
    section: payment,
  }));
  return { pairs: [...others, ...reason], takesNext: false };
}

function isPrintedAbove(cell: string): boolean {
  return printedAbove.has(labelKey(cell));
}

/** The row `Receipt No | Payment date | Settled Amount`; on the new host only the first label is known. */
function isHeader(row: readonly string[]): boolean {
  return row.length === 3 && labelKey(row[0] ?? '') === 'receipt no';
}

/** Marks a label that is not where its layout has it. Such a label counts only if it is about a status. */
function unknownLabel(cell: string): string {
  return `${cell} (elsewhere)`;
}
