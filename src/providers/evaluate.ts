/** The last step of every bank's parser: evaluates a parsed receipt and builds the common payment. */
import { decimal, sumOf } from '../money.js';
import { type LocalTime, withOffset } from './parsing/dates.js';
import { contradictsSettled, isWord } from './parsing/labels.js';
import { type Money, parseMoney } from './parsing/money.js';
import { printedText, singleSpaced } from './parsing/values.js';
import type { Judgement, Party, Payment, Receipt } from './types.js';

/**
 * A parsed receipt with the evidence for and against it.
 *
 * @example
 * evaluate({
 *   receipt,
 *   missing: missingOf({ reference, transferredAmount, transactionStatus }),
 *   conflicts, // of readFields
 *   echo: { printed: receipt.reference, asked, form: /^FT\d{5}[A-Z0-9]{5}$/ },
 *   sameDay: datesAgree(ordinalDay(asked.slice(2, 7)), paidAt, nextWorkingDay),
 *   status: { printed: receipt.transactionStatus, settled: ['Completed'] },
 *   payment: paymentOf({ amount, charges: [serviceCharge], vat, discount, total, … }),
 * })
 */
export interface ParsedReceipt {
  receipt: Receipt;
  /** Required fields that are blank or unreadable; a settled payment needs all. */
  missing: readonly string[];
  /** Deciding fields with contradictions (`readFields`); such a receipt is unreadable. */
  conflicts?: readonly string[];
  /** The printed number and the requested one. */
  echo?: Echo;
  /** False when the printed date contradicts the one inside the reference. */
  sameDay?: boolean;
  /** Absent when the bank prints no status; then the receipt's existence is the evidence. */
  status?: Status;
  /** Null when the amount is unreadable (then in `missing`) or the sums do not agree. */
  payment: Payment | null;
}

export interface Echo {
  /** Null when no number is readable (then in `missing`). */
  printed: string | null;
  asked: string;
  /** Form of this bank's numbers, in capitals: only such a number can be another receipt's. */
  form: RegExp;
}

export interface Status {
  /** Null when none is readable (then in `missing`). */
  printed: string | null;
  settled: readonly string[];
  /** Default: the common words. */
  unsettled?: readonly string[];
}

/** Words for money that has not arrived or was returned. Unknown words have no meaning. */
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
 * An incomplete or contradictory receipt is `unreadable`, never `mismatch`: its number may have been written by the payer. For
 * a receipt with another number only the source is returned.
 */
export function evaluate(reading: ParsedReceipt): Judgement {
  const { missing, payment, status } = reading;
  const isOther = isAnothers(reading);
  const receipt = isOther ? { source: reading.receipt.source } : reading.receipt;
  const isWhole = missing.length === 0 && (reading.conflicts ?? []).length === 0;
  if (isOther && isWhole) return { kind: 'mismatch', receipt };
  const conflicts = conflictsOf(reading);
  if (missing.length > 0 || conflicts.length > 0 || !payment) {
    return { kind: 'unreadable', receipt, missing, ...(conflicts.length > 0 && { conflicts }) };
  }
  const isSettled = status === undefined || isWord(status.printed ?? '', status.settled);
  return isSettled ? { kind: 'settled', receipt, payment } : { kind: 'not_settled', receipt };
}

function isAnothers({ echo }: ParsedReceipt): boolean {
  if (!echo?.printed) return false;
  const printed = echo.printed.toUpperCase();
  return printed !== echo.asked.toUpperCase() && echo.form.test(printed);
}

/** Contradictions that no genuine receipt has. Unknown words count as none. */
function conflictsOf({ missing, conflicts = [], echo, sameDay, status, payment }: ParsedReceipt): string[] {
  const found = new Set(conflicts);
  if (echo?.printed && echo.printed.toUpperCase() !== echo.asked.toUpperCase()) found.add('reference');
  if (sameDay === false) found.add('date');
  if (!payment && missing.length === 0) found.add('sums');
  const known = [...(status?.settled ?? []), ...(status?.unsettled ?? unsettledWords)];
  if (status?.printed && !isWord(status.printed, known)) found.add('status');
  return [...found];
}

/** `status` when a heading, title or kind of payment says that the money has not arrived or was returned. */
export function statusOfHeadings(texts: readonly (string | null | undefined)[]): string[] {
  const contradicts = texts.some((text) => {
    const [label = '', value = ''] = (text ?? '').split(/:(.*)/s);
    const words = ` ${label} ${value} `.toLowerCase().replace(/[^a-z]+/g, ' ');
    return contradictsSettled(label, value) || unsettledWords.some((word) => words.includes(` ${word} `));
  });
  return contradicts ? ['status'] : [];
}

/** Names of sums that are printed but unreadable, so they cannot be compared. */
export function unreadableSums(sums: Readonly<Record<string, string | null | undefined>>): string[] {
  return Object.keys(sums).filter(
    (name) => printedText(sums[name]) !== null && parseMoney(sums[name]) === null,
  );
}

/** Names of required fields that are null. */
export function missingOf(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).filter((name) => fields[name] === null || fields[name] === undefined);
}

export interface PaymentParts {
  amount: Money | null;
  vat: Money | null;
  total: Money | null;
  /** All other charges; null or absent when not printed. */
  charges: readonly (Money | null)[];
  discount?: Money | null;
  payer: Party;
  receiver: Party & { bank?: string | null | undefined };
  reference: string | null;
  paidAt: LocalTime | null;
  reason?: string | null | undefined;
  channel?: string | null | undefined;
}

/**
 * The common payment (docs/providers/README.md#fields-of-a-receipt); null without amount or reference, and when the sums do
 * not agree.
 */
export function paymentOf(parts: PaymentParts): Payment | null {
  const { amount, reference } = parts;
  if (!amount || reference === null || !sumsAgree(parts)) return null;
  return {
    amount: decimal(amount.cents),
    currency: amount.currency,
    ...costs(parts, amount),
    payer: partyOf(parts.payer),
    receiver: { ...partyOf(parts.receiver), bank: singleSpaced(parts.receiver.bank ?? null) },
    reference,
    status: 'settled',
    paidAt: withOffset(parts.paidAt),
    reason: singleSpaced(parts.reason ?? null),
    channel: singleSpaced(parts.channel ?? null),
  };
}

/** The equation of a receipt: amount + charges + VAT - discount = total, for the printed sums. */
export type Equation = Pick<PaymentParts, 'amount' | 'vat' | 'total' | 'charges' | 'discount'>;

/**
 * True when the sums agree to the cent: amount above zero, nothing else negative, no discount above the charges, one
 * currency. If a total but no charge is printed, the total may include charges.
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
  const sum = amount.cents + centsOf(costs) - off;
  return costs.length > 0 ? total.cents === sum : total.cents >= sum;
}

function centsOf(sums: readonly Money[]): bigint {
  return sumOf(sums.map(({ cents }) => cents));
}

/**
 * Only sums in the amount's currency, because others cannot be added. The fee is all charges except VAT, less discount. With a
 * printed total it is the remainder, so that the three add up even if the bank adds an unknown charge.
 */
function costs(parts: PaymentParts, amount: Money): Pick<Payment, 'fee' | 'vat' | 'total'> {
  const cents = (sum: Money | null | undefined) => (sum?.currency === amount.currency ? sum.cents : null);
  const text = (value: bigint | null) => (value === null ? null : decimal(value));
  const [vat, total] = [cents(parts.vat), cents(parts.total)];
  const charges = parts.charges.map(cents).filter((value) => value !== null);
  const charged = sumOf(charges) - (cents(parts.discount) ?? 0n);
  const fee = total === null ? charged : total - amount.cents - (vat ?? 0n);
  return { fee: text(charges.length === 0 ? null : fee), vat: text(vat), total: text(total) };
}

function partyOf({ name, account }: Party): Party {
  return { name: singleSpaced(name), account: singleSpaced(account) };
}
