/**
 * The text of CBE Birr's receipt as named fields. Read by position a label and its value share a line; in the
 * order of the file some values stand in front of their labels, and others behind a run of labels
 * (docs/providers/cbebirr.md#layout).
 */
import { beginsWith, type Label, readInAnyOrder } from './readers/labelled.js';
import { datedRow } from './readers/rows.js';

const partyLabels = [
  { field: 'customerName', text: 'Customer Name' },
  { field: 'region', text: 'Region' },
  { field: 'subCity', text: 'Sub city' },
  { field: null, text: 'Wereda/kebele' },
  { field: null, text: 'TIN (TAX ID)' },
  { field: null, text: 'Transaction Information' },
  { field: 'payerAccount', text: 'Debit Account' },
  { field: 'receiverAccount', text: 'Credit Account' },
  { field: 'receiverName', text: 'Receiver Name' },
  { field: 'orderId', text: 'Order ID' },
  { field: 'transactionStatus', text: 'Transaction Status' },
  { field: 'otherReference', text: 'Reference' },
] as const satisfies readonly Label<string>[];

const detailLabels = [
  { field: 'paidAmount', text: 'Paid amount' },
  { field: 'serviceCharge', text: 'Service Charge' },
  { field: 'vat', text: 'VAT' },
  { field: 'totalAmount', text: 'Total Paid Amount' },
  { field: 'amountInWords', text: 'Total Amount in word' },
  { field: 'paymentReason', text: 'Payment Reason' },
  { field: 'paymentChannel', text: 'Payment Channel' },
  { field: null, text: 'Branch' },
  { field: 'tip', text: 'Tip' },
  { field: null, text: 'The Bank you can always rely on' },
  { field: null, text: '©' },
] as const satisfies readonly Label<string>[];

type PartyField = Exclude<(typeof partyLabels)[number]['field'], null>;
type DetailField = Exclude<(typeof detailLabels)[number]['field'], null>;
type RowField = 'reference' | 'paymentDate' | 'transferredAmount';

type Field =
  | Exclude<PartyField, 'customerName' | 'region' | 'subCity'>
  | 'payerName'
  | RowField
  | DetailField;

/** Values as printed; a field that is not printed, or not to be told from others, is absent. */
export type Fields = Partial<Record<Field, string>>;

const partiesHead = 'Customer Information';
const detailsHead = 'Transaction Details';
const numberAtEnd = /(?:^|[^A-Z0-9])([A-Z0-9]{10,12})$/;
const sum = /\d[\d,]{0,15}\.\d\d/g;

/** Reads the printed lines, blank ones left out. */
export function readReceipt(printed: readonly string[]): Fields {
  const lines = printed.map((line) => line.replace(/\s+/g, ' ').trim());
  const from = indexOf(lines, partiesHead) + 1;
  const split = indexOf(lines, detailsHead);
  const end = split < 0 ? lines.length : split;
  return { ...partiesIn(lines.slice(from, end)), ...detailsIn(lines.slice(end + 1)) };
}

function indexOf(lines: readonly string[], heading: string): number {
  return lines.findIndex((line) => beginsWith(line, heading));
}

function partiesIn(lines: readonly string[]): Fields {
  const read = readInAnyOrder<PartyField>(lines, partyLabels);
  const { customerName, region, subCity, ...parties } = Object.fromEntries(read) as Partial<
    Record<PartyField, string>
  >;
  // In the order of the file the name stands behind the first three labels.
  const payerName = customerName || (region ? undefined : subCity);
  const { otherReference } = parties;
  return {
    ...parties,
    ...(payerName && { payerName }),
    ...(otherReference && { otherReference: otherReference.replace(/:$/, '') }),
  };
}

/** Receipt Number, Transaction Date and Amount come first. */
function detailsIn(lines: readonly string[]): Fields {
  const row = datedRow(lines.join('\n'), numberAtEnd);
  if (!row) return {};
  const behind = row.behind.split('\n');
  const { number: reference, date: paymentDate, amount: transferredAmount } = row;
  return { ...costsIn(behind), ...wordsIn(behind), reference, paymentDate, transferredAmount };
}

/** Four numbers in front of their four labels, or each beside its own. */
function costsIn(lines: readonly string[]): Fields {
  const [first] = detailLabels;
  const labelled = lines.findIndex((line) => beginsWith(line, first.text));
  const before = lines.slice(0, Math.max(labelled, 0)).join('\n').match(sum) ?? [];
  const read = Object.fromEntries(readInAnyOrder<DetailField>(lines, detailLabels)) as Fields;
  if (before.length !== 4) return read;
  const [paidAmount = '', serviceCharge = '', vat = '', totalAmount = ''] = before;
  return { ...read, paidAmount, serviceCharge, vat, totalAmount };
}

/** Three labels below each other, and behind them their three values; the reason may take several lines. */
function wordsIn(lines: readonly string[]): Fields {
  const [words, reason, channel] = [detailLabels[4], detailLabels[5], detailLabels[6]];
  const at = lines.findIndex((_, index) =>
    [words, reason, channel].every(({ text }, step) => isBare(lines[index + step], text)),
  );
  if (at < 0) return {};
  const rest = lines.slice(at + 3);
  const end = rest.findIndex((line) => beginsWith(line, 'Branch'));
  return valuesOf(rest.slice(0, end < 0 ? 0 : end));
}

/** Of fewer than three values it cannot be told which are missing. */
function valuesOf(values: readonly string[]): Fields {
  const blank = { amountInWords: '', paymentReason: '', paymentChannel: '' };
  if (values.length < 3) return blank;
  return {
    amountInWords: values[0] ?? '',
    paymentReason: values.slice(1, -1).join(' '),
    paymentChannel: values.at(-1) ?? '',
  };
}

function isBare(line: string | undefined, label: string): boolean {
  return line !== undefined && beginsWith(line, label) && /^[: ]*$/.test(line.slice(label.length));
}
