/**
 * The text of CBE Birr's receipt as named fields. In text extracted by position, a label and its value are on one line. In the
 * order of the file, some values come before their labels, and others after a run of labels
 * (docs/providers/cbebirr.md#layout).
 */
import { type Layout, type ReadFields, readLines } from './parsing/fields.js';
import { beginsWith } from './parsing/labelled.js';
import { statusIn } from './parsing/labels.js';
import { datedRow, hasRow } from './parsing/rows.js';

/** Masked or complete, never several words. */
const account = /^\S{1,34}$/;

/** In the order of the page. */
const parties = {
  customerName: { labels: ['Customer Name'] },
  region: { labels: ['Region'] },
  subCity: { labels: ['Sub city'] },
  district: { labels: ['Wereda/kebele'] },
  taxNumber: { labels: ['TIN (TAX ID)'] },
  heading: { labels: ['Transaction Information'] },
  payerAccount: { labels: ['Debit Account'], form: account },
  receiverAccount: { labels: ['Credit Account'], decides: true, form: account },
  receiverName: { labels: ['Receiver Name'], decides: true },
  orderId: { labels: ['Order ID'] },
  transactionStatus: { labels: ['Transaction Status'], decides: true },
  otherReference: { labels: ['Reference'], payerWritten: true },
} satisfies Layout;

/** Printed after the row. The sums after the payer's reason are the bank's; each is printed once. */
const details = {
  paidAmount: { labels: ['Paid amount'], decides: true, sum: true },
  serviceCharge: { labels: ['Service Charge'], decides: true, sum: true },
  vat: { labels: ['VAT'], decides: true, sum: true },
  totalAmount: { labels: ['Total Paid Amount'], decides: true, sum: true },
  amountInWords: { labels: ['Total Amount in word'] },
  paymentReason: { labels: ['Payment Reason'], payerWritten: true },
  paymentChannel: { labels: ['Payment Channel'] },
  branch: { labels: ['Branch'] },
  tip: { labels: ['Tip'], decides: true, sum: true },
} satisfies Layout;
const ends = ['The Bank you can always rely on', '©'];

type PartyField = keyof typeof parties;
type DetailField = keyof typeof details;
type RowField = 'reference' | 'paymentDate' | 'transferredAmount';

type CbebirrField =
  | Exclude<PartyField, 'customerName' | 'region' | 'subCity' | 'district' | 'taxNumber' | 'heading'>
  | 'payerName'
  | RowField
  | DetailField;

export type CbebirrFields = ReadFields<CbebirrField>['fields'];

const partiesHead = 'Customer Information';
const detailsHead = 'Transaction Details';
const numberAtEnd = /(?:^|[^A-Z0-9])([A-Z0-9]{10,12})$/;
/** The text above the row: its three headings. */
const rowHead = /receipt number|transaction date|amount|\s/gi;
const sum = /\d[\d,]{0,15}\.\d\d/g;

/** Reads the printed lines, without blank ones. */
export function readCbebirrReceipt(printed: readonly string[]): ReadFields<CbebirrField> {
  const lines = printed.map((line) => line.replace(/\s+/g, ' ').trim());
  const from = indexOf(lines, partiesHead) + 1;
  const split = indexOf(lines, detailsHead);
  const end = split < 0 ? lines.length : split;
  const [above, below] = [partiesIn(lines.slice(from, end)), detailsIn(lines.slice(end + 1))];
  const head = readLines(lines.slice(0, from), {});
  // A second heading is text that somebody wrote.
  const again = indexOf(lines.slice(end + 1), detailsHead) < 0 ? [] : ['transactionDetails'];
  return {
    fields: { ...above.fields, ...below.fields },
    conflicts: [...head.conflicts, ...above.conflicts, ...below.conflicts, ...again],
  };
}

function indexOf(lines: readonly string[], heading: string): number {
  return lines.findIndex((line) => beginsWith(line, heading));
}

function partiesIn(lines: readonly string[]): ReadFields<CbebirrField> {
  const { fields: read, conflicts } = readLines<PartyField>(lines, parties);
  const { customerName, region, subCity, district: _, taxNumber: __, heading: ___, ...fields } = read;
  // In the order of the file, the name comes after the first three labels.
  const payerName = customerName || (region ? undefined : subCity);
  const { otherReference } = fields;
  return {
    fields: {
      ...fields,
      ...(payerName && { payerName }),
      ...(otherReference && { otherReference: otherReference.replace(/:$/, '') }),
    },
    conflicts,
  };
}

/** Receipt Number, Transaction Date and Amount come first and only once. */
function detailsIn(lines: readonly string[]): ReadFields<CbebirrField> {
  const row = datedRow(lines.join('\n'), numberAtEnd);
  if (row?.before.replace(rowHead, '') !== '') return { fields: {}, conflicts: [] };
  const after = row.after.split('\n').filter((line) => line !== '');
  const { number: reference, date: paymentDate, amount: transferredAmount } = row;
  const written = wordsIn(after);
  const costs = costsIn([...after.slice(0, written.from), ...after.slice(written.to)]);
  return {
    fields: { ...costs.fields, ...written.fields, reference, paymentDate, transferredAmount },
    conflicts: [...costs.conflicts, ...(hasRow(row.after, numberAtEnd) ? ['transferredAmount'] : [])],
  };
}

/** Four numbers before their four labels, or each next to its own. Any other count cannot be assigned and is a conflict. */
function costsIn(lines: readonly string[]): ReadFields<DetailField> {
  const [first] = details.paidAmount.labels;
  const labelled = Math.max(indexOf(lines, first ?? ''), 0);
  const before = lines.slice(0, labelled);
  const read = readLines<DetailField>(lines.slice(labelled), details, { ends, order: 'any' });
  const numbers = before.join('\n').match(sum) ?? [];
  const conflicts = [
    ...read.conflicts,
    ...(before.some((line) => statusIn(line) === 'not good') ? ['status'] : []),
  ];
  if (numbers.length === 0) return { fields: read.fields, conflicts };
  if (numbers.length !== 4) return { fields: read.fields, conflicts: [...conflicts, 'sums'] };
  const [paidAmount = '', serviceCharge = '', vat = '', totalAmount = ''] = numbers;
  return { fields: { ...read.fields, paidAmount, serviceCharge, vat, totalAmount }, conflicts };
}

interface Written {
  fields: CbebirrFields;
  /** Range of the lines that are values; nothing in them is a label. */
  from: number;
  to: number;
}

/** Three labels below each other, followed by their three values; the reason may take several lines. */
function wordsIn(lines: readonly string[]): Written {
  const labels = [details.amountInWords, details.paymentReason, details.paymentChannel];
  const at = lines.findIndex((_, index) =>
    labels.every(({ labels: [text = ''] }, step) => isBare(lines[index + step], text)),
  );
  if (at < 0) return { fields: {}, from: 0, to: 0 };
  const from = at + labels.length;
  const end = indexOf(lines.slice(from), 'Branch');
  const to = from + Math.max(end, 0);
  return { fields: valuesOf(lines.slice(from, to)), from, to };
}

/** With fewer than three values it is unknown which are missing, so all three are blank. */
function valuesOf(values: readonly string[]): CbebirrFields {
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
