/** What every bank's judge ends with: one reading weighed, one payment in the common shape. */
import { decimal, sumOf } from '../money.js';
import { type LocalTime, withOffset } from './parsing/dates.js';
import { contradictsSettled, isWord } from './parsing/fields.js';
import { type Money, money } from './parsing/money.js';
import { printed, singleSpaced } from './parsing/values.js';
import type { Judgement, Party, Payment, Receipt } from './types.js';

/**
 * A receipt as a bank printed it, with what speaks for and against it.
 *
 * @example
 * weigh({
 *   receipt,
 *   missing: missingOf({ reference, transferredAmount, transactionStatus }),
 *   conflicts, // of readFields
 *   echo: { printed: receipt.reference, asked, form: /^FT\d{5}[A-Z0-9]{5}$/ },
 *   sameDay: datesAgree(ordinalDay(asked.slice(2, 7)), paidAt, nextWorkingDay),
 *   status: { printed: receipt.transactionStatus, settled: ['Completed'] },
 *   payment: paymentOf({ amount, charges: [serviceCharge], vat, discount, total, … }),
 * })
 */
export interface Reading {
  receipt: Receipt;
  /** Required fields that are blank or cannot be read; a settled payment needs all. */
  missing: readonly string[];
  /** Deciding fields that the receipt contradicts itself in (`readFields`): such a receipt cannot be read. */
  conflicts?: readonly string[];
  /** The number printed against the one asked for. */
  echo?: Echo;
  /** False when the printed date contradicts the one inside the reference. */
  sameDay?: boolean;
  /** Absent: the bank prints no status, and the receipt's existence is the evidence. */
  status?: Status;
  /** Null when the amount cannot be read, which `missing` then says, or when the sums do not agree. */
  payment: Payment | null;
}

export interface Echo {
  /** Null when no number can be read, which `missing` says. */
  printed: string | null;
  asked: string;
  /** What this bank's numbers look like, in capitals: only such a number can be somebody else's. */
  form: RegExp;
}

export interface Status {
  /** Null when none can be read, which `missing` says. */
  printed: string | null;
  settled: readonly string[];
  /** Absent: the common words. */
  unsettled?: readonly string[];
}

/** Words for money that has not arrived, or has gone back. Any word that is not known says nothing. */
export const unsettledWords: readonly string[] = [
  'pending',
  'processing',
  'in progress',
  'failed',
  'reversed',
  'cancelled',
  'canceled',
  'declined',
  'rejected',
  'expired',
  'refunded',
  'not completed',
];

/**
 * A receipt that is not whole, or contradicts itself, is never judged: its number may be what a payer wrote, and so is no
 * `mismatch` either. One under another number shows nothing but its source.
 */
export function weigh(reading: Reading): Judgement {
  const { missing, payment } = reading;
  const isOther = isAnothers(reading);
  const receipt = isOther ? { source: reading.receipt.source } : reading.receipt;
  const isWhole = missing.length === 0 && (reading.conflicts ?? []).length === 0;
  if (isOther && isWhole) return { kind: 'mismatch', receipt };
  const conflicts = conflictsOf(reading);
  if (missing.length > 0 || conflicts.length > 0 || !payment) {
    return { kind: 'unreadable', receipt, missing, ...(conflicts.length > 0 && { conflicts }) };
  }
  return isSettled(reading) ? { kind: 'settled', receipt, payment } : { kind: 'not_settled', receipt };
}

function isAnothers({ echo }: Reading): boolean {
  const printed = echo?.printed?.toUpperCase();
  return (
    echo !== undefined &&
    printed !== undefined &&
    printed !== echo.asked.toUpperCase() &&
    echo.form.test(printed)
  );
}

/** What cannot be true of one genuine receipt; nothing is said by words that are not known. */
function conflictsOf({ missing, conflicts = [], echo, sameDay, status, payment }: Reading): string[] {
  const found = new Set(conflicts);
  if (echo?.printed && echo.printed.toUpperCase() !== echo.asked.toUpperCase()) found.add('reference');
  if (sameDay === false) found.add('date');
  if (!payment && missing.length === 0) found.add('sums');
  if (status?.printed && !isWord(status.printed, [...status.settled, ...unsettledOf(status)]))
    found.add('status');
  return [...found];
}

function isSettled({ status }: Reading): boolean {
  return status === undefined || isWord(status.printed ?? '', status.settled);
}

function unsettledOf({ unsettled = unsettledWords }: Status): readonly string[] {
  return unsettled;
}

/** `status` when a heading, a title or a kind of payment says that the money has not arrived, or has gone back. */
export function statusOfHeadings(texts: readonly (string | null | undefined)[]): string[] {
  const speaks = texts.some((text) => {
    const [label = '', value = ''] = (text ?? '').split(/:(.*)/s);
    const words = ` ${label} ${value} `.toLowerCase().replace(/[^a-z]+/g, ' ');
    return contradictsSettled(label, value) || unsettledWords.some((word) => words.includes(` ${word} `));
  });
  return speaks ? ['status'] : [];
}

/** Names of the sums that are printed and cannot be read: nothing can be held against them. */
export function oddSums(sums: Readonly<Record<string, string | null | undefined>>): string[] {
  return Object.keys(sums).filter((name) => printed(sums[name]) !== null && money(sums[name]) === null);
}

/** Names of the required fields that are null. */
export function missingOf(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).filter((name) => fields[name] === null || fields[name] === undefined);
}

export interface PaymentParts {
  amount: Money | null;
  vat: Money | null;
  total: Money | null;
  /** All other charges, null or absent where not printed. */
  charges: readonly (Money | null)[];
  discount?: Money | null;
  payer: Party;
  receiver: Party & { bank?: string | null };
  reference: string | null;
  paidAt: LocalTime | null;
  reason?: string | null | undefined;
  channel?: string | null | undefined;
}

/**
 * The common shape (docs/providers/README.md#fields-of-a-receipt); null without amount or reference, and where the
 * sums do not agree: what a bank hands over here is its equation.
 */
export function paymentOf(parts: PaymentParts): Payment | null {
  const { amount, reference } = parts;
  if (!amount || reference === null || !sumsAgree(parts)) return null;
  return {
    amount: decimal(amount.cents),
    currency: amount.currency,
    ...costs(parts, amount.currency),
    payer: partyOf(parts.payer),
    receiver: { ...partyOf(parts.receiver), bank: singleSpaced(parts.receiver.bank ?? null) },
    reference,
    status: 'settled',
    paidAt: withOffset(parts.paidAt),
    reason: singleSpaced(parts.reason ?? null),
    channel: singleSpaced(parts.channel ?? null),
  };
}

/** Each bank's equation: amount + charges + VAT - discount = total, of the sums that are printed. */
export type Equation = Pick<PaymentParts, 'amount' | 'vat' | 'total' | 'charges' | 'discount'>;

/**
 * True when the sums agree to the cent: an amount above zero, nothing else below it, no discount above the charges, one
 * currency. Where no charge is printed beside a total, the total may hold some.
 */
export function sumsAgree({ amount, vat, total, charges, discount = null }: Equation): boolean {
  if (!amount || amount.cents <= 0n) return false;
  const costs = [...charges, vat].filter((sum) => sum !== null);
  const others = [...costs, discount, total].filter((sum) => sum !== null);
  if (others.some(({ cents, currency }) => cents < 0n || (cents !== 0n && currency !== amount.currency)))
    return false;
  const off = discount?.cents ?? 0n;
  const charged = charges.filter((sum) => sum !== null);
  if (charged.length > 0 && centsOf(charged) < off) return false;
  if (total === null) return true;
  const known = amount.cents + centsOf(costs) - off;
  return costs.length > 0 ? total.cents === known : total.cents >= known;
}

function centsOf(sums: readonly Money[]): bigint {
  return sumOf(sums.map(({ cents }) => cents));
}

/** Only sums in the currency of the amount: others cannot be added to it. */
function costs(parts: PaymentParts, currency: string): Pick<Payment, 'fee' | 'vat' | 'total'> {
  const cents = (sum: Money | null | undefined) => (sum?.currency === currency ? sum.cents : null);
  const text = (value: bigint | null) => (value === null ? null : decimal(value));
  const [vat, total] = [cents(parts.vat), cents(parts.total)];
  const charges = parts.charges.map(cents).filter((value) => value !== null);
  const fee = feeOf({
    amount: parts.amount?.cents ?? 0n,
    vat,
    total,
    charges,
    discount: cents(parts.discount),
  });
  return { fee: text(fee), vat: text(vat), total: text(total) };
}

interface Cents {
  amount: bigint;
  vat: bigint | null;
  total: bigint | null;
  charges: readonly bigint[];
  discount: bigint | null;
}

/**
 * All charges but VAT, less discount. Where the total is printed the fee is what is left of it, so that the
 * three add up also when the bank adds a charge that is not known here.
 */
function feeOf({ amount, vat, total, charges, discount }: Cents): bigint | null {
  if (charges.length === 0) return null;
  return total === null ? sumOf(charges) - (discount ?? 0n) : total - amount - (vat ?? 0n);
}

function partyOf({ name, account }: Party): Party {
  return { name: singleSpaced(name), account: singleSpaced(account) };
}
