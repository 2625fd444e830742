/** What the customer owes, as a cashier writes it: in figures, with a unit, in a sentence. Pure. */
import { parseBirr } from '../../src/engine/index.js';
import type { InputProblem } from './render/index.js';

const unit = String.raw`birr|bir|br\.?|etb|ብር|qarshii|qar\.?`;
const grouped = String.raw`\d{1,3}(?:[, ]\d{3})+(?:\.\d{1,2})?`;
/** As people write what is owed: `500`, `1,250.50`. A bare number of that size is no reference. */
const number = String.raw`${grouped}|\d{1,7}(?:\.\d{1,2})?`;
/** What some write behind it: `500/=`, `500/-`, `500=`. */
const close = String.raw`(?:\s*\/[=-]|\s*=)?`;
const bare = new RegExp(String.raw`^=?\s*(${number})${close}$`);
const named = new RegExp(String.raw`^=?\s*(${grouped}|\d{1,12}(?:\.\d{1,2})?)${close}$`);
const afterCommand = new RegExp(
  String.raw`^(?:(?:${unit})\s*)?=?(${number})${close}(?:\s*(?:${unit}))?[.,!።]?(?:\s+|$)([\s\S]*)$`,
  'iu',
);
const units = new RegExp(String.raw`^(?:${unit})\s*|\s*(?:${unit})$`, 'giu');
/** Longer lines are no amounts. */
const lineLengthMax = 48;

/** Figures of any script and what stands among them: whoever writes only that means an amount, or one of the others. */
const figures = /^[\p{N}\s.,'’=+/–−-]+$/u;
const date = /^(?:\d{1,2}([/.-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([/.-])\d{1,2}\2\d{1,2})$/;
const phone = /^(?:\+?251|0)?[79]\d{8}$/;
/** So many digits are a reference, an account or a phone number. */
const otherDigits = 10;

/** `/v`, in front of an amount and a receipt. */
export const command = /^\/v(?:@\w+)?(?:\s+|$)/i;

export interface Written {
  /** What is owed, in birr, as it was written; null where nothing is said of it. */
  expected: string | null;
  /** The rest. */
  text: string;
  problem: InputProblem | null;
  /** The cashier's other words beside an amount, for example which table; absent where there are none. */
  note?: string | undefined;
}

export interface Beside {
  /** The text stands beside a receipt: under a picture, or in answer to a message. */
  beside: boolean;
  /** Somebody else wrote it: nothing in it is the cashier's word. */
  forwarded?: boolean;
}

/**
 * Cuts the amount off a text. Of `/v` and what follows it the first word is the amount; otherwise it is a line of its
 * own, or a number among words. What may be meant as an amount and can be read in two ways, or in none, is `bad_amount`.
 * What was forwarded, or pasted from a bank, never says what is owed.
 */
export function readAmount(whole: string, { beside, forwarded = false }: Beside): Written {
  const nothing = { expected: null, text: whole, problem: null };
  if (forwarded) return nothing;
  const asked = command.exec(whole);
  if (asked) {
    const rest = whole.slice(asked[0].length);
    const [, amount = '', text = ''] = afterCommand.exec(rest) ?? [];
    if (amount === '') return { expected: null, text: rest, problem: 'bad_amount' };
    const expected = plainAmount(amount);
    return {
      expected,
      text,
      problem: null,
      note: isPasted(text, beside) ? undefined : noteIn(text, expected),
    };
  }
  if (isPasted(whole, beside)) return nothing;
  const lines = whole.split('\n');
  const said = lines.map((line) => amountOf(line, beside));
  const read = said.findIndex((amount) => amount !== null && amount !== unclear);
  const at = read < 0 ? said.indexOf(unclear) : read;
  if (at >= 0) return written(said[at] ?? null, lines.filter((_, line) => line !== at).join('\n'));
  return written(amountAmong(lines, beside), whole);
}

function written(amount: string | null, text: string): Written {
  return amount === unclear
    ? { expected: null, text, problem: 'bad_amount' }
    : { expected: amount, text, problem: null, note: amount === null ? undefined : noteIn(text, amount) };
}

const unclear = 'unclear';

/** What a line says is owed, `unclear` where it means to; null where it says nothing of the kind. */
function amountOf(line: string, beside: boolean): string | null {
  if (line.length > lineLengthMax) return null;
  const written = line
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s.,!።]+$/, '')
    .trim();
  const sum = written.replace(units, '');
  const hasUnit = sum !== written;
  if (!/\p{N}/u.test(sum) || !figures.test(sum) || !(hasUnit || beside)) return null;
  const [, amount = ''] = (hasUnit ? named : bare).exec(sum) ?? [];
  return plainAmount(amount) ?? (hasUnit || !isOther(sum) ? unclear : null);
}

/** A date, a phone number, a reference, an account. */
function isOther(written: string): boolean {
  const digits = written.replace(/\P{N}/gu, '').length;
  return digits >= otherDigits || date.test(written) || phone.test(written.replace(/[\s.-]/g, ''));
}

function plainAmount(written: string): string | null {
  return parseBirr(written) === null ? null : written.replace(/[,\s]/g, '');
}

/** Words banks write and people at a till do not, by the family of the word: two of them are a bank's text. */
const bankWords = new RegExp(
  [
    String.raw`\b(?:transaction|transfer|credit|debit|deposit|account|balance|reference|receipt|invoice|customer|receiv|dear|vat|fee|status|payer|sender)`,
    'ግብይት|ሂሳብ|ደረሰኝ|ቀሪ|ውድ|ተቀብለዋል|ተላል',
    String.raw`\b(?:herreg|lakkoofsa|kabaj|maamil)`,
  ].join('|'),
  'giu',
);
/** What stands above or before a figure on the page of a bank, where it is pasted line by line. */
const pageWords = /^(?:total|paid|amount|date|time|from|to|name|reason)\b/im;
/** A debit, as apps print it. */
const debit = /^\s*[-−–]\s?\d/m;
/** More words around a reference than these are nobody's own. */
const ownWordsMax = 4;

/** Whether a text is a bank's, or an app's, rather than the cashier's. */
function isPasted(text: string, beside: boolean): boolean {
  const found = new Set([...text.matchAll(bankWords)].map(([word]) => word.toLowerCase()));
  if (found.size > 1) return true;
  const tokens = text.split(/\s+/);
  const holdsReceipt = tokens.some((token) => isReference(token));
  if (beside) return found.size > 0 && holdsReceipt;
  const words = tokens.filter((token) => /^\p{L}[\p{L}\p{M}'’.,:!]*$/u.test(token) && !isUnit(token));
  const pastedLines = text.includes('\n') && (found.size > 0 || pageWords.test(text));
  return words.length > ownWordsMax || pastedLines || debit.test(text);
}

/** Links, and what is made of letters and figures or of as many figures: no amount is written like this. */
function isReference(token: string): boolean {
  if (/^https?:/i.test(token)) return true;
  const plain = token.replace(/[^\p{L}\p{N}]/gu, '');
  if (!/^[a-z0-9]{8,}$/i.test(plain)) return false;
  return /\d/.test(plain) ? plain.length >= otherDigits || /[a-z]/i.test(plain) : /^[A-Z]+$/.test(plain);
}

/** Numbers behind these are names of tables, orders and the like; before or behind the others, moments and spans of time. */
const labels =
  /^(?:#|tables?|tbl|rooms?|orders?|no|nr|number|seats?|floor|[በለከየ]?(?:ጠረጴዛ|ክፍል|ቁጥር|ትዕዛዝ)|gabatee|minjaala|lakk|lakkoofsa|kutaa|ajaja)$/iu;
const spans = /^(?:am|pm|mins?|minutes?|hrs?|hours?|days?|ሰዓት|ደቂቃ|ቀን|daqiiqaa|sa[’']?aatii|guyyaa)$/iu;
const onlyUnit = new RegExp(`^(?:${unit}|ብር\\p{L}{1,2})$`, 'iu');
/** Amharic prepositions grow together with the number: "for 500 birr" is በ500 ብር. */
const prefixed = /^[\u1200-\u135A]{1,2}(?=[\d])/u;
const clockTime = /^\d{1,2}:\d{2}$/;
/** Smaller numbers without a unit are more often counted cups than birr. */
const bareMin = 10;

function isUnit(token: string): boolean {
  return onlyUnit.test(bared(token));
}

/** Without the punctuation around it. */
function bared(token: string): string {
  return token.replace(/^[("'“«[*_]+/u, '').replace(/[)"'”»\]*_?!;:,.፣፤።]+$/u, '');
}

interface Figure {
  /** Null where it cannot be read. */
  amount: string | null;
  hasUnit: boolean;
}

/** What a sentence says is owed: the number with a unit, or the only number; `unclear` where it could be several. */
function amountAmong(lines: readonly string[], beside: boolean): string | null {
  const inFigures = (line: string) => figures.test(line) && /\p{N}/u.test(line);
  // By itself above a reference a number may as well have been copied with it.
  if (!beside && lines.some((line) => inFigures(line) && !isOther(line.trim()))) return unclear;
  const found = figuresAmong(lines.filter((line) => !inFigures(line)).join('\n'));
  const named = found.filter(({ hasUnit }) => hasUnit);
  const [first, ...others] = named.length > 0 ? named : found;
  if (first === undefined) return null;
  const { amount } = first;
  if (amount === null || others.some((other) => other.amount !== amount)) return unclear;
  if (!first.hasUnit) return Number(amount) < bareMin ? unclear : amount;
  // Beside "2 coffee" the one with the unit is meant; beside another sum nobody knows.
  const isSum = (one: Figure) => one.amount === null || Number(one.amount) >= 10 * bareMin;
  return found.some((one) => !one.hasUnit && one.amount !== amount && isSum(one)) ? unclear : amount;
}

/** Words that only say that a figure is an amount. */
const fillers =
  /^(?:total|amount|sum|price|for|is|the|only|and|paid|thanks|ok|ጠቅላላ|ድምር|ነው|ብቻ|waliigala|ida[’']?ama|gatii|qofa|kaffale)$/iu;
/** Words of receipts and apps that do not tell a bank's text by themselves, and are no note either. */
const appWords = /\b(?:sent|via|bank|telebirr|cbe|wallet|txn|successful|paid to)\b|ባንክ|ቴሌብር|ተልኳል|\bbaankii/iu;
/** More words are a text somebody else wrote. */
const noteWordsMax = 12;

/**
 * What a text says beside the amount: without the amount, receipts and long numbers. Undefined where nothing is left, and where a
 * word of it is a bank's: nobody else's words become a note.
 */
function noteIn(text: string, amount: string | null): string | undefined {
  const isPage = text.includes('\n') && pageWords.test(text);
  if (isPage || text.match(bankWords) !== null || appWords.test(text)) return undefined;
  const tokens = text.replace(/\p{Cf}/gu, '').split(/\s+/);
  const words = tokens.filter((token, at) => {
    const plain = bared(token);
    if (!/[\p{L}\p{N}]/u.test(plain) || isReference(token) || isOther(plain) || isUnit(token)) return false;
    const figure = figureOf(plain, bared(tokens[at - 1] ?? ''), bared(tokens[at + 1] ?? ''));
    return figure === null || figure.amount !== amount;
  });
  const isNote = words.length <= noteWordsMax && words.some((word) => !fillers.test(bared(word)));
  return isNote ? words.join(' ').replace(/[\s,;:.፣፤።–-]+$/u, '') : undefined;
}

function figuresAmong(text: string): Figure[] {
  const tokens = text
    .replace(/\p{Cf}/gu, '')
    .split(/\s+/)
    .map(bared);
  const found: Figure[] = [];
  for (const [at, token] of tokens.entries()) {
    const [before = '', after = ''] = [tokens[at - 1], tokens[at + 1]];
    const figure = figureOf(token, before, after);
    if (figure === null) continue;
    // "1 250" may be one number, and may be two.
    const grows =
      /^\d{3}(?!\d)/.test(token) && /^\d{1,3}$/.test(before) && !labels.test(tokens[at - 2] ?? '');
    found.push(grows ? { ...figure, amount: null } : figure);
  }
  return found;
}

/** Null for what is no amount, and is not meant as one. */
function figureOf(token: string, before: string, after: string): Figure | null {
  const written = token.replace(prefixed, '');
  if (!/\p{N}/u.test(written) || written.length > lineLengthMax) return null;
  const sum = written.replace(units, '');
  const hasUnit = sum !== written || onlyUnit.test(after) || (onlyUnit.test(before) && !onlyUnit.test(after));
  const [, amount = ''] = (hasUnit ? named : bare).exec(sum) ?? [];
  const read = plainAmount(amount);
  if (hasUnit) return { amount: read, hasUnit };
  const isNamed =
    labels.test(before) || spans.test(before) || spans.test(after) || /^#|^\p{L}/u.test(written);
  if (isNamed || isReference(written) || isOther(sum) || clockTime.test(sum) || sum.endsWith('%'))
    return null;
  return { amount: read, hasUnit };
}
