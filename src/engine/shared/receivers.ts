/** Whether a payment went to a given account or name (docs/api.md#checks-of-an-expectation). Pure. */
import type { Party } from '../../providers/types.js';
import type { CheckReason, Checks, VerifiedPayment } from '../api/index.js';
import type { Banks } from './banks.js';

export type ReceiverCheck = NonNullable<Checks['receiver']>;

/** The expected receiver. */
interface ExpectedReceiver {
  /** Whether the money went to its bank; null when no account is compared. */
  bank: 'same' | 'mismatch' | 'ambiguous' | null;
  account?: string | undefined;
  name?: string | null | undefined;
}

/** The result for each expected part; null for a part that is not expected. */
export interface Findings {
  bank: ExpectedReceiver['bank'];
  account: AccountFinding | null;
  name: NameFinding | null;
}

type AccountFinding = 'exact' | 'masked' | CheckReason;
type NameFinding = 'name' | CheckReason;

/** Compares the receiver on a receipt with the expected one; used for shops and for API callers. */
export function findReceiver({ account, name }: Party, wanted: ExpectedReceiver): Findings {
  return {
    bank: wanted.account === undefined ? null : wanted.bank,
    account: wanted.account === undefined ? null : compareAccounts(account, wanted.account),
    name: wanted.name === undefined || wanted.name === null ? null : compareNames(name, wanted.name),
  };
}

const confidences = { exact: 1, masked: 0.9, name: 0.7 } as const;

/** Most serious first: contradictions come before missing data. */
const reasons: readonly CheckReason[] = ['mismatch', 'ambiguous', 'not_printed'];

/** Every expected part has to match: no part outweighs another. */
export function receiverCheck({ bank, account, name }: Findings): ReceiverCheck {
  const found: readonly unknown[] = [bank, account, name];
  const reason = reasons.find((candidate) => found.includes(candidate));
  if (reason !== undefined) return noReceiver(reason);
  const match = (account ?? name) as keyof typeof confidences;
  return { ok: true, match, confidence: confidences[match] };
}

export function noReceiver(reason: CheckReason): ReceiverCheck {
  return { ok: false, match: 'none', confidence: 0, reason };
}

/** Fewer digits do not distinguish accounts. */
const distinctiveDigitsMin = 3;

/** Suffixes that a bank appends to an account. */
const suffixes = /\/(BANK|WALLET)\s*$/i;

/** A shorter tail does not count as an account. */
const tailMin = 4;

/**
 * For a masked account, every visible character has to match, and the length too. Exactly four stars may stand for any number
 * of characters, because some banks always print four (`1****0002` for thirteen digits).
 */
function compareAccounts(printed: string | null, expected: string): AccountFinding {
  if (printed === null) return 'not_printed';
  const shown = withoutSeparators(printed.replace(suffixes, '')).replace(/[X•●#]/g, '*');
  const wanted = withoutSeparators(expected);
  if (!/^[\dA-Z*]+$/.test(shown) || !/^[\dA-Z*]+$/.test(wanted)) return 'ambiguous';
  const forms = [wanted, ...phoneForms(wanted)];
  if (shown.includes('*')) return compareMasked(shown, wanted.replaceAll('X', '*'), forms);
  if (forms.includes(shown)) return 'exact';
  if (wanted.length < shown.length && shown.endsWith(wanted)) {
    return wanted.length >= tailMin ? 'masked' : 'ambiguous';
  }
  return shown.length < wanted.length && wanted.endsWith(shown) ? 'ambiguous' : 'mismatch';
}

function compareMasked(shown: string, wanted: string, forms: readonly string[]): AccountFinding {
  const distinctive = shown.replace(/\D/g, '').length >= distinctiveDigitsMin;
  const prefix = shown.slice(0, shown.indexOf('*'));
  const suffix = shown.slice(shown.lastIndexOf('*') + 1);
  const isAnyLength = shown.length === prefix.length + 4 + suffix.length;
  const agrees = (form: string) => form.startsWith(prefix) && form.endsWith(suffix);
  const fits = (form: string) =>
    form.length === shown.length
      ? [...shown].every((character, at) => character === '*' || character === form[at])
      : isAnyLength && form.length > shown.length && agrees(form);
  if (shown === wanted || forms.some(fits)) return distinctive ? 'masked' : 'ambiguous';
  if (wanted.length >= tailMin && suffix.endsWith(wanted)) return 'masked';
  const long = (form: string) => form.length >= prefix.length + suffix.length && form.length !== shown.length;
  if (forms.some((form) => long(form) && agrees(form))) return 'ambiguous';
  const tail = forms.length === 1 && wanted.length < shown.length && wanted.endsWith(suffix);
  return tail ? 'ambiguous' : 'mismatch';
}

/** The last three digits, if they are printed: banks that mask accounts show at least these. */
export function endOfAccount(printed: string | null): string | null {
  return /\d{3}$/.exec(withoutSeparators((printed ?? '').replace(suffixes, '')))?.[0] ?? null;
}

/** Removes the plus of a phone number and separators between characters; letters become upper case. */
function withoutSeparators(account: string): string {
  return account
    .normalize('NFKC')
    .trim()
    .replace(/^\+/, '')
    .replace(/(?<=[\p{L}\d*•●#])[\s.-]+(?=[\p{L}\d*•●#])/gu, '')
    .toUpperCase();
}

/** All forms in which banks write an Ethiopian mobile number. */
function phoneForms(number: string): string[] {
  const mobile = /^(?:251|0)?([79]\d{8})$/.exec(number)?.[1];
  return mobile === undefined ? [] : [mobile, `0${mobile}`, `251${mobile}`];
}

const titles = new Set(
  'mr mrs ms miss dr eng prof ato wro wo wrt writ weizero አቶ ወሮ ወይዘሮ ወሪት ወይዘሪት ዶር ኢር'.split(' '),
);

/** Words that are common in names of businesses: alone they do not distinguish names. */
const commonWords = new Set(
  (
    'and business co company general import export limited llc ltd owner plc pvt sc service services share shop store ' +
    'the trade traders trading bank branch ethiopia ethiopian international merchant እና ንግድ ሱቅ'
  ).split(' '),
);

/**
 * Two names match when they have the same words, equally often, in any order; at least two words, and one that is not
 * common. When one name has only some of the words of the other, the result is ambiguous.
 */
function compareNames(printed: string | null, expected: string): NameFinding {
  const shown = nameWords(printed ?? '');
  const wanted = nameWords(expected);
  if (printed === null || shown.length === 0) return 'not_printed';
  if (shown.join(' ') === wanted.join(' ')) {
    const isDistinctive = shown.length >= 2 && shown.some((word) => !commonWords.has(word));
    return isDistinctive ? 'name' : 'ambiguous';
  }
  const [shorter, longer] = shown.length < wanted.length ? [shown, wanted] : [wanted, shown];
  return shorter.every((word) => longer.includes(word)) ? 'ambiguous' : 'mismatch';
}

/** The words of a name, sorted, without titles, in normalized spelling. */
export function nameWords(name: string): string[] {
  const text = replaceHomophones(name.normalize('NFKC').toLowerCase())
    .replace(/(?<![\p{L}\p{M}])(w|ወ|ዶ|ኢ)[/.](?=\p{L})/gu, '$1')
    .replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, '');
  const parts = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return parts.filter((part) => !titles.has(part)).sort();
}

/** Rows of the Ethiopic block that sound alike in Amharic, each with its normalized row: eight letters per row. */
const rowsAlike: readonly (readonly [from: number, to: number])[] = [
  [0x1210, 0x1200], // ሐ as ሀ
  [0x1280, 0x1200], // ኀ as ሀ
  [0x1220, 0x1230], // ሠ as ሰ
  [0x12d0, 0x12a0], // ዐ as አ
  [0x1340, 0x1338], // ፀ as ጸ
];

/** ሃ sounds like ሀ, ኣ like አ. */
const lettersAlike: Readonly<Record<string, string>> = { ሃ: 'ሀ', ኣ: 'አ' };

/** Replaces letters that sound alike by one of them. */
function replaceHomophones(text: string): string {
  return text.replace(/[\u1200-\u1347]/g, (letter) => {
    const code = letter.charCodeAt(0);
    const [from, to] = rowsAlike.find(([row]) => code >= row && code < row + 8) ?? [0, 0];
    const written = String.fromCharCode(code - from + to);
    return lettersAlike[written] ?? written;
  });
}

/** Identity of the receiving bank. A receipt that names no other bank is for a transfer within its own bank. */
export function receivingBank(
  { providerKey, payment }: Omit<CheckedPayment, 'receipt'>,
  banks: Banks,
): string {
  const { bank } = payment.receiver;
  return bank === null ? providerKey : banks.identityOf(bank);
}

/** Whether the money went to the expected bank. A bank printed with an unknown name may be the expected one. */
export function sameBank(
  paid: Omit<CheckedPayment, 'receipt'>,
  expected: string,
  banks: Banks,
): 'same' | 'mismatch' | 'ambiguous' {
  if (receivingBank(paid, banks) === banks.identityOf(expected)) return 'same';
  const { bank } = paid.payment.receiver;
  return bank !== null && banks.keyOf(bank) === null ? 'ambiguous' : 'mismatch';
}

/** The fields of a verified payment that checks need. */
export type CheckedPayment = Pick<VerifiedPayment, 'providerKey' | 'payment' | 'receipt'>;
