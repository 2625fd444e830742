/**
 * Converts pairs of label and value, in document order, to the fields of a receipt. Contradictions become conflicts, and `evaluate`
 * makes a receipt with conflicts `unreadable`.
 *
 * A bank declares its layout as data, in the order in which the receipt prints it:
 *
 * @example
 * const layout = {
 *   payerName: { labels: ['Payer Name'] },
 *   receiverName: { labels: ['Receiver Name', 'Credited Party'], decides: true },
 *   receiverAccount: { labels: ['Receiver Account'], decides: true, form: /^[\d*]{4,20}$/ },
 *   reference: { labels: ['Reference No', 'Reference No.'], decides: true },
 *   reason: { labels: ['Reason'], payerWritten: true },
 *   amount: { labels: ['Amount'], decides: true, sum: true, section: 'Payment Details' },
 * } satisfies Layout;
 * const { fields, conflicts } = readFields(pairs, layout); // HTML: cells
 * const { fields, conflicts } = readLines(lines, layout); // PDF: lines that begin with labels
 */
import {
  contradictsSettled,
  fold,
  invisible,
  labelKey,
  statusIn,
  statusWord,
  withoutLabelEnd,
} from './labels.js';
import { parseMoney } from './money.js';
import { printedText } from './values.js';

export interface Pair {
  label: string;
  value: string;
  /** Section of the receipt, if the bank has sections. */
  section?: string | undefined;
}

interface FieldRule {
  /** All spellings; compared ignoring case, white space, and trailing colons or full stops. */
  labels: readonly string[];
  /** Section of the label; absent: any. */
  section?: string;
  /** True for reference, amount and all other sums, status, date, and the receiver's name, account and bank. */
  decides?: boolean;
  /** Free text of the payer, such as reason or note, but not a name. Later labels of the layout may follow it. */
  payerWritten?: boolean;
  /** Form of a printed value. */
  form?: RegExp;
  /** True for a sum: a printed value must be readable money, or the sums cannot be compared. */
  sum?: boolean;
}

/** Fields in printed order. */
export type Layout<Field extends string = string> = Readonly<Record<Field, FieldRule>>;

export interface ReadFields<Field extends string> {
  /** As printed. A field found twice with different values is absent. */
  fields: Partial<Record<Field, string>>;
  /** Deciding fields with different values, in a wrong place or of a wrong form, and `status` for an unknown one. */
  conflicts: string[];
}

interface Found<Field extends string> {
  field: Field;
  /** Lines of the value, joined once at the end to avoid copying a long page per line. */
  lines: string[];
}

/** Maximum length of a label, characters. */
const longestLabel = 96;

/** Reads pairs whose values contain no labels: cells of a page, members of a JSON object. */
export function readFields<Field extends string>(
  pairs: readonly Pair[],
  layout: Layout<Field>,
): ReadFields<Field> {
  const reading = new Reading(layout);
  for (const pair of pairs) {
    const named = reading.fieldsNamed(labelKey(pair.label));
    if (named.length === 0) reading.unknown(pair.label, pair.value);
    else reading.take(named, pair);
  }
  return reading.result();
}

interface LineOptions {
  /** Beginnings of the lines that end the receipt; a deciding label after one is a conflict. */
  ends?: readonly string[];
  /** `printed`, the default: labels come in the order of the layout, each once. `any`: their order is not known. */
  order?: 'printed' | 'any';
}

/**
 * Reads printed lines that begin with labels; a line without a label continues the value before it. In printed order two
 * fields may have the same label: they are assigned in order.
 */
export function readLines<Field extends string>(
  lines: readonly string[],
  layout: Layout<Field>,
  { ends = [], order = 'printed' }: LineOptions = {},
): ReadFields<Field> {
  const reading = new Reading(layout);
  const { names, lineLabels: labels } = indexOf(layout);
  const fixed = [...labels.map(({ folded }) => folded), ...ends.map(fold)];
  const found: Found<Field>[] = [];
  let next = 0;
  let ended = false;
  for (const line of lines) {
    const cut = cutLabel(line, labels);
    const current = found.at(-1);
    ended ||= ends.some((end) => beginsWith(line, end));
    if (ended) {
      reading.outOfPlace(cut?.fields ?? []);
      if (!cut) reading.unknownLine(line);
      continue;
    }
    const field = cut?.fields.find((name) => order === 'any' || names.indexOf(name) >= next);
    if (cut && field) {
      next = names.indexOf(field) + 1;
      found.push({ field, lines: [cut.value] });
      continue;
    }
    reading.outOfPlace(cut?.fields ?? []);
    const isValue =
      (current && mayContainStatus(layout[current.field], current.lines)) || !reading.unknownLine(line);
    if (current && isValue) current.lines.push(line.trim());
  }
  for (const { field, lines: parts } of found) {
    const value = parts.join(' ').trim();
    reading.take([field], { label: '', value });
    if (layout[field].payerWritten !== true && containsAny(value, fixed)) reading.outOfPlace([field]);
  }
  return reading.result();
}

/** True when a line contains a label of several words, so that it mixes in another part of the receipt. */
export function containsLabel(line: string, layout: Layout): boolean {
  const { lineLabels } = indexOf(layout);
  return containsAny(
    line.replace(invisible, ''),
    lineLabels.map(({ folded }) => folded),
  );
}

/** True when a value contains a label of several words, as with two columns on one line. Single words occur in names. */
function containsAny(value: string, fixed: readonly string[]): boolean {
  const text = ` ${fold(value)} `;
  return fixed.some((words) => words.includes(' ') && text.includes(` ${words}`));
}

/** True where a line about a status is a value: in the payer's text, and after the status label. */
function mayContainStatus({ payerWritten, labels }: FieldRule, lines: readonly string[]): boolean {
  return (
    payerWritten === true ||
    (lines.every((line) => line === '') && labels.some((label) => statusWord.test(label)))
  );
}

class Reading<Field extends string> {
  private readonly values = new Map<Field, Set<string>>();
  private readonly conflicts = new Set<string>();
  private readonly names: readonly Field[];
  private readonly byKey: ReadonlyMap<string, readonly Field[]>;
  /** Index in the layout of the last payer text. */
  private payersText = -1;

  constructor(private readonly layout: Layout<Field>) {
    ({ names: this.names, byKey: this.byKey } = indexOf(layout));
  }

  fieldsNamed(key: string): readonly Field[] {
    return this.byKey.get(key) ?? [];
  }

  take(named: readonly Field[], { value, section }: Pair): void {
    const field = named.find((name) => (this.layout[name].section ?? section) === section);
    if (field === undefined || this.names.indexOf(field) < this.payersText) {
      this.outOfPlace(named);
      return;
    }
    const { payerWritten, decides } = this.layout[field];
    if (payerWritten) this.payersText = Math.max(this.payersText, this.names.indexOf(field));
    const text = value.trim();
    const values = this.values.get(field) ?? new Set();
    this.values.set(field, values.add(text));
    if (isOdd(text, this.layout[field]) || (decides && values.size > 1)) this.conflicts.add(field);
  }

  outOfPlace(named: readonly Field[]): void {
    const deciding = named.find((name) => this.layout[name].decides);
    if (deciding !== undefined) this.conflicts.add(deciding);
  }

  unknown(label: string, value: string): void {
    if (contradictsSettled(label, value)) this.conflicts.add('status');
  }

  /** True when the line is an unknown label about a status. */
  unknownLine(line: string): boolean {
    const status = statusIn(line);
    if (status === 'not good') this.conflicts.add('status');
    return status !== null;
  }

  result(): ReadFields<Field> {
    const single = [...this.values].filter(([, values]) => values.size === 1);
    const fields = Object.fromEntries(single.map(([field, [value]]) => [field, value]));
    return { fields: fields as Partial<Record<Field, string>>, conflicts: [...this.conflicts] };
  }
}

interface CutLine<Field extends string> {
  fields: Field[];
  value: string;
}

interface LineLabel<Field extends string> {
  name: Field;
  folded: string;
  isSum: boolean;
}

/** Lookup table of labels. */
interface Index<Field extends string> {
  names: readonly Field[];
  byKey: ReadonlyMap<string, readonly Field[]>;
  lineLabels: readonly LineLabel<Field>[];
}

/** Cached by layout, which is a constant of its bank. */
const indexes = new WeakMap<Layout, Index<string>>();

function indexOf<Field extends string>(layout: Layout<Field>): Index<Field> {
  const index = indexes.get(layout) ?? newIndex(layout);
  indexes.set(layout, index);
  return index as Index<Field>;
}

function newIndex(layout: Layout): Index<string> {
  const names = Object.keys(layout);
  const byKey = new Map<string, string[]>();
  for (const name of names) {
    const keys = new Set(layout[name]?.labels.map(labelKey));
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), name]);
  }
  const lineLabels = names.flatMap((name) => {
    const { labels = [], sum = false } = layout[name] ?? {};
    return labels.map((label) => ({ name, folded: fold(label), isSum: sum }));
  });
  return { names, byKey, lineLabels };
}

/** The longest label at the start of the line, its possible fields, and the value. */
function cutLabel<Field extends string>(
  line: string,
  labels: readonly LineLabel<Field>[],
): CutLine<Field> | null {
  const text = line.replace(invisible, '').replace(/\s+/g, ' ').trim();
  const head = fold(text.slice(0, longestLabel));
  const fitting = labels.filter(({ folded }) => head.startsWith(folded));
  const length = Math.max(0, ...fitting.map(({ folded }) => folded.length));
  const longest = fitting.filter(({ folded }) => folded.length === length);
  if (longest.length === 0) return null;
  const rest = text.slice(length);
  // `No.1234` ends in the full stop, `Amount .50` does not.
  const isSum = longest.some((label) => label.isSum);
  const value = isSum ? withoutLabelEnd(rest) : withoutLabelEnd(rest.replace(/^\./, ''));
  return { fields: longest.map(({ name }) => name), value };
}

function beginsWith(line: string, start: string): boolean {
  return fold(line.slice(0, longestLabel)).startsWith(fold(start));
}

/** True when the printed value does not fit this field. */
function isOdd(text: string, { form, sum }: FieldRule): boolean {
  const value = printedText(text);
  if (value === null) return false;
  return (form !== undefined && !form.test(value)) || (sum === true && parseMoney(value) === null);
}
