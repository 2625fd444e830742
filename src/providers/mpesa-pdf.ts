/**
 * The text of M-PESA's receipt as named fields. Labels read `Amharic / ENGLISH CAPS`. Read by position a label
 * and its value share a line; other extractors print several labels and then their values, or an amount
 * before its label (docs/providers/mpesa.md#layout). What cannot be told is not read.
 */
import { beginsWith } from './readers/labelled.js';
import { money } from './readers/money.js';
import { datedRow } from './readers/rows.js';

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

/** Values as printed; a field that is not printed, or not to be told from others, is absent. */
export type Fields = Partial<Record<Labelled | Row, string>>;

const longestFirst = labels.toSorted((a, b) => b.text.length - a.text.length);
const sums: ReadonlySet<LabelField> = new Set(['serviceCharge', 'discount', 'vat', 'totalAmount'] as const);

const numberAtEnd = /(?:^|[^A-Z0-9])([A-Z][A-L][1-9A-V][A-Z0-9]{7})$/;
const labelLine = /^[\u1200-\u137f .()]*\/(.*)$/;
const amharic = /^[\u1200-\u137f .()]+$/;
const closing = /^(?:scan to verify|thank you)/i;
const letter = /\p{L}/u;

/** Reads the printed lines. RECEIPT NO, PAYMENT DATE and SETTLED AMOUNT are a row of their own. */
export function readReceipt(lines: readonly string[]): Fields {
  const text = lines.map((line) => line.replace(/\s+/g, ' ').trim()).join('\n');
  const row = datedRow(text, numberAtEnd);
  if (!row) return fieldsIn(segmentsOf(text.split('\n')));
  const { number: reference, date: paymentDate, amount: transferredAmount, before, behind } = row;
  const labelled = fieldsIn([...segmentsOf(before.split('\n')), ...segmentsOf(behind.split('\n'))]);
  return { ...labelled, reference, paymentDate, transferredAmount };
}

/** Labels that follow each other, and the lines behind them up to the next label. */
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

/** A label that is not known ends the value before it too. */
function labelOf(line: string): { field: LabelField; value: string } | null {
  if (closing.test(line)) return { field: null, value: line };
  const english = labelLine.exec(line)?.[1]?.trim();
  if (english === undefined) return null;
  const label = longestFirst.find(({ text }) => beginsWith(english, text));
  if (!label) return { field: null, value: english };
  return { field: label.field, value: english.slice(label.text.length).replace(/^[: ]+/, '') };
}

/** A field that is printed twice with different values is not read: one of them is what a payer wrote. */
function fieldsIn(segments: readonly Segment[]): Fields {
  const read = new Map<Labelled, Set<string>>();
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    for (const [field, value] of pairs(segment, before)) {
      if (field !== null) read.set(field, (read.get(field) ?? new Set()).add(value));
    }
  }
  const single = [...read].filter(([, values]) => values.size === 1);
  return Object.fromEntries(single.map(([field, values]) => [field, [...values][0] ?? '']));
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
  const behind = texts.length === values.length && !values.some(isSum) ? zip(texts, values) : [];
  return [...behind, ...sumsBefore(amounts, before)];
}

/** Sums only where sums belong. */
function matchKinds(named: readonly LabelField[], values: readonly string[]): boolean {
  return named.every((field, index) => !sums.has(field) || isSum(values[index] ?? ''));
}

/** A value of several lines; bare figures below it belong to a label that is not there. */
function flowing([first = '', ...rest]: readonly string[]): string {
  return [first, ...rest.filter((line) => letter.test(line))].join(' ');
}

/** Amounts printed in front of their labels: as many as labels, or all the same. */
function sumsBefore(amounts: readonly LabelField[], before: Segment | undefined): Pair[] {
  const stray = before?.labels.length === 0 ? before.values.filter(isSum) : [];
  if (stray.length === amounts.length) return zip(amounts, stray);
  return new Set(stray).size === 1 ? amounts.map((field) => [field, stray[0] ?? ''] as const) : [];
}

function zip(named: readonly LabelField[], values: readonly string[]): Pair[] {
  return named.map((field, index) => [field, values[index] ?? ''] as const);
}

function isSum(text: string): boolean {
  return money(text) !== null;
}
