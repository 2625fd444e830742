/** Parts that the receipts and screens of several banks share. */
import { seededInt } from '../fake-data.js';
import type { Layout } from '../pdf-renderer/layout.js';
import type { PaymentStatus, Row, Screen } from './types.js';

/** Printed statuses. It is not known what the banks print for pending and reversed payments; these words are the sandbox's own. */
export const statusWords: Readonly<Record<PaymentStatus, string>> = {
  settled: 'Completed',
  pending: 'Pending',
  reversed: 'Reversed',
};

const unsettledTitles = { pending: 'Payment pending', reversed: 'Payment reversed' };

/** The title of a screen. The words for payments that are not settled are the sandbox's own. */
export function titleOf(status: PaymentStatus, settled: string): string {
  return status === 'settled' ? settled : unsettledTitles[status];
}

/** A row that only some receipts have. */
export function rowIf(condition: boolean, row: Row): Row[] {
  return condition ? [row] : [];
}

type Cells = readonly [string, string, string];
/** Where the cells of a row begin, in points. */
const columns = [40, 160, 320] as const;

/**
 * Prints number, date and amount under their labels. On one receipt in four the values are one run of text, as some extractors
 * return it.
 * @param values the first is the reference
 */
export function printCells(layout: Layout, labels: Cells, values: Cells): void {
  const placed = (cells: Cells) => cells.map((text, index) => [text, columns[index] ?? 0] as const);
  layout.cells(placed(labels));
  if (seededInt(values[0], 'glued', 4) === 0) layout.line(values.join(''));
  else layout.cells(placed(values));
}

/** The name by which messages address a person. */
export function firstName(name: string): string {
  return name.split(' ')[0] ?? name;
}

interface PlainMessage {
  sender: string;
  payer: string;
  receiver: string;
  /** With its currency. */
  amount: string;
  date: string;
  link: string;
}

/** A message of the sandbox's own making, for banks whose messages are unknown (docs/providers/README.md#sms). */
export function plainMessage(message: PlainMessage): Screen['sms'] {
  const { sender, payer, receiver, amount, date, link } = message;
  const text = `Dear ${firstName(payer)}, you have transferred ${amount} to ${receiver} on ${date}. Receipt: ${link}`;
  return { sender, text };
}
