/**
 * The text of M-PESA's receipt as named fields. Labels read `Amharic / ENGLISH CAPS`. In text extracted by position, a label
 * and its value are on one line; other extractors print several labels and then their values, or an amount before its label
 * (docs/providers/mpesa.md#layout). An ambiguous value is not read; a contradiction within the receipt is a conflict. The
 * parties are above the row of number, date and amount, and the payer's text is below it.
 */
import type { ReadFields } from './parsing/fields.js';
import { beginsWith } from './parsing/labelled.js';
import { contradictsSettled, statusIn } from './parsing/labels.js';
import { parseMoney } from './parsing/money.js';
import { datedRow, hasRow } from './parsing/rows.js';
import { printedText } from './parsing/values.js';

const labels = [
  { field: 'payerName', text: 'SENDER NAME' },
  { field: 'payerName', text: 'BUYER NAME' },
  { field: 'payerPhone', text: 'SENDER PHONE NUMBER' },
  { field: 'payerPhone', text: 'SENDER NUMBER' },
  { field: 'payerPhone', text: 'BUYER PHONE NUMBER' },
  { field: 'receiverName', text: 'RECEIVER NAME' },
  { field: 'receiverAccount', text: 'RECEIVER ACCOUNT NUMBER' },
  { field: 'receiverBusinessName', text: 'RECEIVER BUSINESS NAME' },
  { field: 'receiverBusinessNumber', text: 'RECEIVER BUSINESS NUMBER' },
  { field: 'receiverBank', text: 'BANK NAME' },
  { field: 'transactionId', text: 'TRANSACTION ID' },
  { field: 'serviceCharge', text: 'SERVICE FEE' },
  { field: 'discount', text: 'DISCOUNT' },
  { field: 'vat', text: '+ 15% VAT' },
  { field: 'vat', text: '15% VAT' },
  { field: 'amountInWords', text: 'TOTAL AMOUNT IN WORDS' },
  { field: 'totalAmount', text: 'TOTAL' },
  { field: 'paymentMethod', text: 'PAYMENT METHOD' },
  { field: 'transactionType', text: 'TRANSACTION TYPE' },
  { field: 'paymentChannel', text: 'PAYMENT CHANNEL' },
  { field: 'paymentReason', text: 'PAYMENT REASON' },
  { field: null, text: 'SENDER TIN NO' },
  { field: null, text: 'BUYER TIN NO' },
  { field: null, text: 'PACKAGE DETAILS' },
  { field: null, text: 'VALIDITY PERIOD' },
] as const;

type LabelField = (typeof labels)[number]['field'];
type Labelled = Exclude<LabelField, null>;
type Row = 'reference' | 'paymentDate' | 'transferredAmount';

export type MpesaField = Labelled | Row;
export type MpesaFields = ReadFields<MpesaField>['fields'];

/** Above the row, in this order: the sender, then the receiver, whose labels may come in any order. */
const senders: readonly LabelField[] = ['payerName', 'payerPhone'];
const receivers: readonly LabelField[] = [
  ...(['receiverName', 'receiverAccount', 'receiverBank'] as const),
  ...(['receiverBusinessName', 'receiverBusinessNumber'] as const),
];
const parties = [...senders, ...receivers];
/** A receiver is a person or a business. */
const eitherOr = [
  ['receiverName', 'receiverBusinessName'],
  ['receiverAccount', 'receiverBusinessNumber'],
] as const;
const accounts = ['receiverAccount', 'receiverBusinessNumber'] as const;
/** `/ PAYMENT CHANNEL` after a value, or another fixed text of the page. */
const secondLabel = /\/ ?[A-Z+]|scan to verify|thank you for|safaricom telecom/i;
const account = /^\S{1,34}$/;
const longestFirst = labels.toSorted((a, b) => b.text.length - a.text.length);
const sums: ReadonlySet<LabelField> = new Set(['serviceCharge', 'discount', 'vat', 'totalAmount'] as const);

const numberAtEnd = /(?:^|[^A-Z0-9])([A-Z][A-L][1-9A-V][A-Z0-9]{7})$/;
const labelLine = /^[\u1200-\u137f .()]*\/(.*)$/;
const amharic = /^[\u1200-\u137f .()]+$/;
const closing = /^(?:scan to verify|thank you)/i;
const letter = /\p{L}/u;

/** Reads the printed lines. RECEIPT NO, PAYMENT DATE and SETTLED AMOUNT are a row of their own. */
export function readMpesaReceipt(lines: readonly string[]): ReadFields<MpesaField> {
  const text = lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('\n');
  const row = datedRow(text, numberAtEnd);
  const [above, below] = [row?.before ?? text, row?.after ?? ''].map((part) => part.split('\n'));
  const [top, bottom] = [segmentsOf(above ?? []), segmentsOf(below ?? [])];
  const read = fieldsIn([...top, ...bottom]);
  const fields: MpesaFields = {
    ...read.fields,
    ...(row && { reference: row.number, paymentDate: row.date, transferredAmount: row.amount }),
  };
  const conflicts = [
    ...read.conflicts,
    ...misplaced(top, bottom),
    ...contradictions(fields),
    ...(row && hasRow(row.after, numberAtEnd) ? ['transferredAmount'] : []),
    ...([...top, ...bottom].some(speaksOfStatus) ? ['status'] : []),
  ];
  return { fields, conflicts: [...new Set(conflicts)] };
}

/** Misplaced fields: parties below the row or in another order, sums and the payer's reason above it. */
function misplaced(top: readonly Segment[], bottom: readonly Segment[]): string[] {
  const above = top.flatMap(({ labels: named }) => named).filter((field) => field !== null);
  const below = bottom.flatMap(({ labels: named }) => named).filter((field) => field !== null);
  const ranks = above.map((field) => Math.min(parties.indexOf(field), senders.length));
  const partyRanks = ranks.filter((rank) => rank >= 0);
  const unordered = partyRanks.some((rank, index) => rank < (partyRanks[index - 1] ?? 0));
  return [
    ...(unordered ? ['receiverName'] : []),
    ...below.filter((field) => parties.includes(field)),
    ...above.filter((field) => sums.has(field) || field === 'paymentReason'),
  ];
}

function contradictions(fields: MpesaFields): string[] {
  const both = eitherOr.filter((pair) => pair.every((field) => fields[field] !== undefined));
  const odd = [
    ...accounts.filter((field) => fields[field] !== undefined && !account.test(fields[field])),
    // A second column on the same line.
    ...receivers.filter((field) => field !== null && secondLabel.test(fields[field] ?? '')),
  ];
  const reversed = contradictsSettled(fields.transactionType ?? '', '') ? ['status'] : [];
  return [...both.map(([field]) => field), ...odd.filter((field) => field !== null), ...reversed];
}

/** It is not known whether a status is printed: one that is not good counts anywhere except in the payer's reason. */
function speaksOfStatus({ labels: named, values }: Segment): boolean {
  return !named.includes('paymentReason') && values.some((line) => statusIn(line) === 'not good');
}

/** Consecutive labels, and the lines after them up to the next label. */
interface Segment {
  labels: LabelField[];
  values: string[];
}

function segmentsOf(lines: readonly string[]): Segment[] {
  const segments: Segment[] = [{ labels: [], values: [] }];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || isHalfLabel(line, lines[index + 1])) continue;
    const last = segments.at(-1) as Segment;
    const label = labelOf(line);
    if (!label) last.values.push(line);
    else if (label.value !== '') segments.push({ labels: [label.field], values: [label.value] });
    else if (last.values.length > 0) segments.push({ labels: [label.field], values: [] });
    else last.labels.push(label.field);
  }
  return segments;
}

/** The Amharic half of a label, on a line of its own. */
function isHalfLabel(line: string, next: string | undefined): boolean {
  return amharic.test(line) && next !== undefined && labelLine.test(next);
}

/** An unknown label also ends the value before it. */
function labelOf(line: string): { field: LabelField; value: string } | null {
  if (closing.test(line)) return { field: null, value: line };
  const english = labelLine.exec(line)?.[1]?.trim();
  if (english === undefined) return null;
  const label = longestFirst.find(({ text }) => beginsWith(english, text));
  if (!label) return { field: null, value: english };
  return { field: label.field, value: english.slice(label.text.length).replace(/^[: ]+/, '') };
}

/** A field with two values is not read; a repeated deciding label is a conflict. */
function fieldsIn(segments: readonly Segment[]): ReadFields<MpesaField> {
  const read = new Map<Labelled, Set<string>>();
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    for (const [field, value] of pairs(segment, before)) {
      if (field !== null) read.set(field, (read.get(field) ?? new Set()).add(value));
    }
  }
  const single = [...read].filter(([, values]) => values.size === 1);
  const deciding = segments
    .flatMap(({ labels: named }) => named)
    .filter((field) => field !== null && (receivers.includes(field) || sums.has(field)));
  const again = deciding.filter((field, index) => deciding.indexOf(field) !== index);
  const odd = segments.filter(isOddSum).flatMap(({ labels: named }) => named);
  return {
    fields: Object.fromEntries(single.map(([field, values]) => [field, [...values][0] ?? ''])),
    conflicts: [...again, ...odd].filter((field) => field !== null),
  };
}

/** True when the value of a sum's label is not money. */
function isOddSum({ labels: named, values }: Segment): boolean {
  const [only = null] = named;
  const value = printedText(values[0]);
  return named.length === 1 && sums.has(only) && value !== null && !isSum(value);
}

type Pair = readonly [LabelField, string];

function pairs(segment: Segment, before: Segment | undefined): Pair[] {
  const { labels: named, values } = segment;
  const [only = null] = named;
  if (values.length > 0 && matchKinds(named, values)) {
    if (named.length === 1) return [[only, sums.has(only) ? (values[0] ?? '') : flowing(values)]];
    if (named.length === values.length) return zip(named, values);
  }
  const texts = named.filter((field) => !sums.has(field));
  const amounts = named.filter((field) => sums.has(field));
  const textValues = texts.length === values.length && !values.some(isSum) ? zip(texts, values) : [];
  return [...textValues, ...sumsBefore(amounts, before)];
}

/** True when every label of a sum has a sum as its value. */
function matchKinds(named: readonly LabelField[], values: readonly string[]): boolean {
  return named.every((field, index) => !sums.has(field) || isSum(values[index] ?? ''));
}

/** Joins a value of several lines; bare figures below it belong to a missing label and are left out. */
function flowing([first = '', ...rest]: readonly string[]): string {
  return [first, ...rest.filter((line) => letter.test(line))].join(' ');
}

/** Amounts printed before their labels: as many as there are labels, or all the same. */
function sumsBefore(amounts: readonly LabelField[], before: Segment | undefined): Pair[] {
  const stray = before?.labels.length === 0 ? before.values.filter(isSum) : [];
  if (stray.length === amounts.length) return zip(amounts, stray);
  return new Set(stray).size === 1 ? amounts.map((field) => [field, stray[0] ?? ''] as const) : [];
}

function zip(named: readonly LabelField[], values: readonly string[]): Pair[] {
  return named.map((field, index) => [field, values[index] ?? ''] as const);
}

function isSum(text: string): boolean {
  return parseMoney(text) !== null;
}
