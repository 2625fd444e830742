/** Finds the expected amount in a cashier's text: a number, with a unit, or in a sentence. Pure. */
import { parseBirr } from '../../src/engine/index.js';
import type { InputProblem } from './render/index.js';

const unit = String.raw`birr|bir|br\.?|etb|ብር|qarshii|qar\.?`;
const grouped = String.raw`\d{1,3}(?:[, ]\d{3})+(?:\.\d{1,2})?`;
/** An amount as people write it: `500`, `1,250.50`. Numbers this short are no references. */
const number = String.raw`${grouped}|\d{1,7}(?:\.\d{1,2})?`;
/** Suffixes: `500/=`, `500/-`, `500=`. */
const suffix = String.raw`(?:\s*\/[=-]|\s*=)?`;
const bareAmount = new RegExp(String.raw`^=?\s*(${number})${suffix}$`);
/** Next to a unit a number may be longer. */
const amountWithUnit = new RegExp(String.raw`^=?\s*(${grouped}|\d{1,12}(?:\.\d{1,2})?)${suffix}$`);
const afterCommand = new RegExp(
  String.raw`^(?:(?:${unit})\s*)?=?(${number})${suffix}(?:\s*(?:${unit}))?[.,!።]?(?:\s+|$)([\s\S]*)$`,
  'iu',
);
const units = new RegExp(String.raw`^(?:${unit})\s*|\s*(?:${unit})$`, 'giu');
/** Longer lines are not read as amounts. */
const lineLengthMax = 48;

/** A line of digits (any script) and punctuation only: an amount, date, phone number, reference or account. */
const figures = /^[\p{N}\s.,'’=+/–−-]+$/u;
const date = /^(?:\d{1,2}([/.-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([/.-])\d{1,2}\2\d{1,2})$/;
const phone = /^(?:\+?251|0)?[79]\d{8}$/;
/** A number with at least this many digits is a reference, an account or a phone number. */
const referenceDigitsMin = 10;

/** The command `/v`, followed by an amount and a receipt. */
export const command = /^\/v(?:@\w+)?(?:\s+|$)/i;

interface ParsedAmount {
  /** Expected amount in birr, as written; null if the text has none. */
  expected: string | null;
  /** The rest. */
  text: string;
  problem: InputProblem | null;
  /** The cashier's other words, for example the table; absent if there are none. */
  note?: string | undefined;
}

interface AmountOptions {
  /** The text belongs to a receipt: a caption, or a reply to a message. */
  ofReceipt: boolean;
  /** Forwarded: nothing in it was written by the cashier. */
  forwarded?: boolean;
}

/**
 * Splits a text into amount and rest. After `/v` the first word is the amount; otherwise it is a separate line or a number
 * among words. An amount that is ambiguous or unreadable gives `bad_amount`. Text that was forwarded or pasted from a bank
 * has no expected amount.
 */
export function readAmount(whole: string, { ofReceipt, forwarded = false }: AmountOptions): ParsedAmount {
  const nothing = { expected: null, text: whole, problem: null };
  if (forwarded) return nothing;
  const commandMatch = command.exec(whole);
  if (commandMatch) {
    const rest = whole.slice(commandMatch[0].length);
    const [, amount = '', text = ''] = afterCommand.exec(rest) ?? [];
    // A receipt without an amount is checked without one.
    if (amount === '')
      return rest.split(/\s+/).every(isReference)
        ? { ...nothing, text: rest }
        : { ...nothing, text: rest, problem: 'bad_amount' };
    const expected = plainAmount(amount);
    return {
      expected,
      text,
      problem: null,
      note: isPasted(text, ofReceipt) ? undefined : noteIn(text, expected),
    };
  }
  if (isPasted(whole, ofReceipt)) return nothing;
  const lines = whole.split('\n');
  const amounts = lines.map((line) => amountOf(line, ofReceipt));
  const read = amounts.findIndex((amount) => amount !== null && amount !== unclear);
  const at = read < 0 ? amounts.indexOf(unclear) : read;
  if (at >= 0) return withNote(amounts[at] ?? null, lines.filter((_, line) => line !== at).join('\n'));
  return withNote(amountInSentence(lines, ofReceipt), whole);
}

/** Longest description of a payment request, in characters. */
const descriptionMax = 200;

/** Parses the text after `/request`: an amount and a description (`500 order 17`). Null if it does not begin with an amount. */
export function readRequested(text: string): { amount: string; description: string | undefined } | null {
  const [, written = '', rest = ''] = afterCommand.exec(text.trim()) ?? [];
  const amount = plainAmount(written);
  if (amount === null || Number(amount) === 0) return null;
  const words = Array.from(rest.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim());
  return { amount, description: words.slice(0, descriptionMax).join('') || undefined };
}

function withNote(amount: string | null, text: string): ParsedAmount {
  return amount === unclear
    ? { expected: null, text, problem: 'bad_amount' }
    : { expected: amount, text, problem: null, note: amount === null ? undefined : noteIn(text, amount) };
}

const unclear = 'unclear';

/** Amount of a line; `unclear` if it is meant as one but unreadable; null if there is none. */
function amountOf(line: string, ofReceipt: boolean): string | null {
  if (line.length > lineLengthMax) return null;
  const written = line
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s.,!።]+$/, '')
    .trim();
  const sum = written.replace(units, '');
  const hasUnit = sum !== written;
  if (!/\p{N}/u.test(sum) || !figures.test(sum) || !(hasUnit || ofReceipt)) return null;
  const [, amount = ''] = (hasUnit ? amountWithUnit : bareAmount).exec(sum) ?? [];
  return plainAmount(amount) ?? (hasUnit || !isOther(sum) ? unclear : null);
}

/** Whether it is a date, a phone number, a reference or an account. */
function isOther(written: string): boolean {
  const digits = written.replace(/\P{N}/gu, '').length;
  return digits >= referenceDigitsMin || date.test(written) || phone.test(written.replace(/[\s.-]/g, ''));
}

function plainAmount(written: string): string | null {
  return parseBirr(written) === null ? null : written.replace(/[,\s]/g, '');
}

/** Words that banks use and cashiers do not. A text with two of them is a bank's. */
const bankWords = new RegExp(
  [
    String.raw`\b(?:transaction|transfer|credit|debit|deposit|account|balance|reference|receipt|invoice|customer|receiv|dear|vat|fee|status|payer|sender)`,
    'ግብይት|ሂሳብ|ደረሰኝ|ቀሪ|ውድ|ተቀብለዋል|ተላል',
    String.raw`\b(?:herreg|lakkoofsa|kabaj|maamil)`,
  ].join('|'),
  'giu',
);
/** Labels of a bank's page that was pasted line by line. */
const pageWords = /^(?:total|paid|amount|date|time|from|to|name|reason)\b/im;
/** A debit as apps show it. */
const debit = /^\s*[-−–]\s?\d/m;
/** A text with more words than this around a reference was not written by a cashier. */
const ownWordsMax = 4;

/** Whether the text comes from a bank or app instead of the cashier. */
function isPasted(text: string, ofReceipt: boolean): boolean {
  const found = new Set([...text.matchAll(bankWords)].map(([word]) => word.toLowerCase()));
  if (found.size > 1) return true;
  const tokens = text.split(/\s+/);
  const containsReceipt = tokens.some((token) => isReference(token));
  if (ofReceipt) return found.size > 0 && containsReceipt;
  const words = tokens.filter((token) => /^\p{L}[\p{L}\p{M}'’.,:!]*$/u.test(token) && !isUnit(token));
  const pastedLines = text.includes('\n') && (found.size > 0 || pageWords.test(text));
  return words.length > ownWordsMax || pastedLines || debit.test(text);
}

/** Links, mixes of letters and digits, and long numbers: never amounts. */
function isReference(token: string): boolean {
  if (/^https?:/i.test(token)) return true;
  const plain = token.replace(/[^\p{L}\p{N}]/gu, '');
  if (!/^[a-z0-9]{8,}$/i.test(plain)) return false;
  return /\d/.test(plain)
    ? plain.length >= referenceDigitsMin || /[a-z]/i.test(plain)
    : /^[A-Z]+$/.test(plain);
}

/** Words that make a number next to them a table, an order, a time or a duration. */
const labels =
  /^(?:#|tables?|tbl|rooms?|orders?|no|nr|number|seats?|floor|[በለከየ]?(?:ጠረጴዛ|ክፍል|ቁጥር|ትዕዛዝ)|gabatee|minjaala|lakk|lakkoofsa|kutaa|ajaja)$/iu;
const timeUnits = /^(?:am|pm|mins?|minutes?|hrs?|hours?|days?|ሰዓት|ደቂቃ|ቀን|daqiiqaa|sa[’']?aatii|guyyaa)$/iu;
const onlyUnit = new RegExp(`^(?:${unit}|ብር\\p{L}{1,2})$`, 'iu');
/** Amharic prepositions are written together with the number: "for 500 birr" is በ500 ብር. */
const prefixed = /^[\u1200-\u135A]{1,2}(?=[\d])/u;
const clockTime = /^\d{1,2}:\d{2}$/;
/** Smaller numbers without a unit are more often quantities than birr. */
const bareMin = 10;

function isUnit(token: string): boolean {
  return onlyUnit.test(stripPunctuation(token));
}

/** Strips surrounding punctuation. */
function stripPunctuation(token: string): string {
  return token.replace(/^[("'“«[*_]+/u, '').replace(/[)"'”»\]*_?!;:,.፣፤።]+$/u, '');
}

interface Figure {
  /** Null if it cannot be read. */
  amount: string | null;
  hasUnit: boolean;
}

/** Amount in a sentence: the number with a unit, or the only number; `unclear` if several are possible. */
function amountInSentence(lines: readonly string[], ofReceipt: boolean): string | null {
  const inFigures = (line: string) => figures.test(line) && /\p{N}/u.test(line);
  // A number alone on a line above a reference may have been copied with it.
  if (!ofReceipt && lines.some((line) => inFigures(line) && !isOther(line.trim()))) return unclear;
  const found = figuresAmong(lines.filter((line) => !inFigures(line)).join('\n'));
  const withUnit = found.filter(({ hasUnit }) => hasUnit);
  const [first, ...others] = withUnit.length > 0 ? withUnit : found;
  if (first === undefined) return null;
  const { amount } = first;
  if (amount === null || others.some((other) => other.amount !== amount)) return unclear;
  if (!first.hasUnit) return Number(amount) < bareMin ? unclear : amount;
  // Next to "2 coffee" the number with the unit is meant; next to another sum it is unclear.
  const isOtherSum = (other: Figure) =>
    !other.hasUnit &&
    other.amount !== amount &&
    (other.amount === null || Number(other.amount) >= 10 * bareMin);
  return found.some(isOtherSum) ? unclear : amount;
}

/** Words that only mark a figure as an amount. */
const fillers =
  /^(?:total|amount|sum|price|for|is|the|only|and|paid|thanks|ok|ጠቅላላ|ድምር|ነው|ብቻ|waliigala|ida[’']?ama|gatii|qofa|kaffale)$/iu;
/** Words of receipts and apps: not enough to identify a bank's text, but no note either. */
const appWords = /\b(?:sent|via|bank|telebirr|cbe|wallet|txn|successful|paid to)\b|ባንክ|ቴሌብር|ተልኳል|\bbaankii/iu;
/** A longer text was not written by the cashier. */
const noteWordsMax = 12;

/**
 * The cashier's note: the text without amount, receipts and long numbers. Undefined if nothing is left or a word is a bank's,
 * because only the cashier's own words become a note.
 */
function noteIn(text: string, amount: string | null): string | undefined {
  const isPage = text.includes('\n') && pageWords.test(text);
  if (isPage || text.match(bankWords) !== null || appWords.test(text)) return undefined;
  const tokens = text.replace(/\p{Cf}/gu, '').split(/\s+/);
  const words = tokens.filter((token, at) => {
    const plain = stripPunctuation(token);
    if (!/[\p{L}\p{N}]/u.test(plain) || isReference(token) || isOther(plain) || isUnit(token)) return false;
    const figure = figureOf(
      plain,
      stripPunctuation(tokens[at - 1] ?? ''),
      stripPunctuation(tokens[at + 1] ?? ''),
    );
    return figure === null || figure.amount !== amount;
  });
  const isNote = words.length <= noteWordsMax && words.some((word) => !fillers.test(stripPunctuation(word)));
  return isNote ? words.join(' ').replace(/[\s,;:.፣፤።–-]+$/u, '') : undefined;
}

function figuresAmong(text: string): Figure[] {
  const tokens = text
    .replace(/\p{Cf}/gu, '')
    .split(/\s+/)
    .map(stripPunctuation);
  const found: Figure[] = [];
  for (const [at, token] of tokens.entries()) {
    const [before = '', after = ''] = [tokens[at - 1], tokens[at + 1]];
    const figure = figureOf(token, before, after);
    if (figure === null) continue;
    // "1 250" may be one number or two.
    const grows =
      /^\d{3}(?!\d)/.test(token) && /^\d{1,3}$/.test(before) && !labels.test(tokens[at - 2] ?? '');
    found.push(grows ? { ...figure, amount: null } : figure);
  }
  return found;
}

/** Null if it is not meant as an amount. */
function figureOf(token: string, before: string, after: string): Figure | null {
  const written = token.replace(prefixed, '');
  if (!/\p{N}/u.test(written) || written.length > lineLengthMax) return null;
  const sum = written.replace(units, '');
  // A reference may end as the word for birr does: DKK4A1B2BR.
  if (isReference(written) && /\p{L}/u.test(sum)) return null;
  const hasUnit = sum !== written || onlyUnit.test(after) || (onlyUnit.test(before) && !onlyUnit.test(after));
  const [, amount = ''] = (hasUnit ? amountWithUnit : bareAmount).exec(sum) ?? [];
  const read = plainAmount(amount);
  if (hasUnit) return { amount: read, hasUnit };
  const isLabelled =
    labels.test(before) || timeUnits.test(before) || timeUnits.test(after) || /^#|^\p{L}/u.test(written);
  if (isLabelled || isReference(written) || isOther(sum) || clockTime.test(sum) || sum.endsWith('%'))
    return null;
  return { amount: read, hasUnit };
}
