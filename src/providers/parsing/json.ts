/** Parses JSON bodies of banks, which are untrusted. */
import { type Layout, type Pair, type ReadFields, readFields } from './fields.js';
import { labelKey } from './labels.js';
import { currencyOf, type Money, parseMoney } from './money.js';
import { printedText } from './values.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A receipt has about 2 kB; longer bodies are not parsed. */
const longest = 262_144;

/**
 * The JSON object of a body; null for anything else.
 * @param limit maximum length in characters; larger for envelopes with a document
 */
export function jsonObject(text: string, limit = longest): JsonObject | null {
  if (text.length > limit) return null;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The value if it is an object, else null. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The objects in an array; empty for anything else. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject).filter((entry) => entry !== null) : [];
}

/** Members of an object as labels and values for `readFields`, without blank ones. */
export function pairsOf(object: JsonObject): Pair[] {
  return Object.entries(object).flatMap(([label, member]) => {
    const value = scalar(member);
    return value === null ? [] : [{ label, value }];
  });
}

/** Placeholder for an object or a list, whose meaning is unknown. */
const unknownText = '{}';

/** A member's value as text; null when blank. */
function scalar(member: unknown): string | null {
  if (typeof member === 'boolean') return String(member);
  return asObject(member) || Array.isArray(member) ? unknownText : printedText(member);
}

/** `readFields` for members; an object or a list as a field's value is a conflict, never a name. */
export function readMembers<Field extends string>(
  pairs: readonly Pair[],
  layout: Layout<Field>,
): ReadFields<Field> {
  const { fields, conflicts } = readFields(pairs, layout);
  const names = Object.keys(fields) as Field[];
  const odd = names.filter((name) => fields[name] === unknownText);
  for (const name of odd) delete fields[name];
  return { fields, conflicts: [...new Set([...conflicts, ...odd])] };
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/gs;

/**
 * Names of members that occur twice in one object with different values, ignoring case and blanks (`Name`, ` name`): a JSON
 * parser keeps the last one, but the bank may mean the other.
 * @param text valid JSON, as read by `jsonObject`
 */
export function contradictoryMembers(text: string): string[] {
  const found = new Set<string>();
  const open: Map<string, string>[] = [];
  let previous = '';
  let name: string | null = null;
  for (const [part] of text.matchAll(token)) {
    if (name !== null && part !== ':') {
      const members = open.at(-1);
      const first = members?.get(name);
      if (first !== undefined && (first !== part || part === '{' || part === '[')) found.add(name);
      members?.set(name, part);
      name = null;
    }
    if (part === '{' || part === '[') open.push(new Map());
    else if (part === '}' || part === ']') open.pop();
    else if (part === ':') name = labelKey(nameOf(previous));
    previous = part;
  }
  return [...found];
}

function nameOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

interface Sums<Name extends string> {
  sums: Record<Name, Money | null>;
  /** Sums that are printed but unreadable, and `currency` when it is contradictory. */
  conflicts: string[];
}

/**
 * Sums of a document with a separate currency member, which applies to bare figures and must agree with any currency printed
 * with a sum.
 */
export function sumsOf<Name extends string>(
  printedSums: Readonly<Record<Name, unknown>>,
  currency: unknown,
): Sums<Name> {
  const conflicts = new Set<string>();
  const printed = printedText(currency);
  const own = printed === null ? null : currencyOf(`1 ${printed}`);
  if (printed !== null && own === null) conflicts.add('currency');
  const read = (name: Name): Money | null => {
    const text = scalar(printedSums[name]);
    const sum = parseMoney(text);
    if (text !== null && sum === null) conflicts.add(name);
    const inText = currencyOf(text);
    if (own !== null && inText !== null && inText !== own) conflicts.add('currency');
    return sum && own !== null && inText === null ? { ...sum, currency: own } : sum;
  };
  const names = Object.keys(printedSums) as Name[];
  const sums = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Money | null>;
  return { sums, conflicts: [...conflicts] };
}

const outage =
  /error|exception|fail|time[- ]?out|timed[- ]out|unavailable|not available|try again|retry|later|connect|refused|maintenance|too many|limit|unauthori[sz]ed|forbidden|denied|gateway|overload|busy|internal|upstream|host|server|down\b|token|header/i;

/** True when a member is about a system error: such an answer does not mean "no such receipt". */
export function reportsOutage(body: JsonObject): boolean {
  return pairsOf(body).some(({ label, value }) => outage.test(`${label}: ${value}`));
}

/** Conflict for a kind of payment, written by the bank, that means returned money. */
export function returnedStatus(...kinds: readonly (string | undefined)[]): string[] {
  return kinds.some((kind) => /revers|refund|chargeback/i.test(kind ?? '')) ? ['status'] : [];
}
