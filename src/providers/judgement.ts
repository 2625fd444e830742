/** What every bank's judge ends with: one reading weighed, one payment in the common shape. */
import { type LocalTime, withOffset } from './readers/dates.js';
import { decimal, type Money } from './readers/money.js';
import { singleSpaced } from './readers/values.js';
import type { Judgement, Party, Payment, Receipt } from './types.js';

/** A receipt as a bank printed it, with what speaks for and against it. */
export interface Reading {
  receipt: Receipt;
  /** Required fields that are blank or cannot be read; a settled payment needs all. */
  missing: readonly string[];
  /** False when the receipt shows another number, or another date, than the one asked for. */
  sameReceipt: boolean;
  /** False when the bank prints another status than its settled one. */
  settled: boolean;
  /** Null when the amount cannot be read, which `missing` then says, or is none that anybody was paid. */
  payment: Payment | null;
}

/**
 * Somebody else's receipt shows nothing but its source, whatever else is wrong with it; a receipt that is
 * not whole is never judged by its status.
 */
export function weigh({ receipt, missing, sameReceipt, settled, payment }: Reading): Judgement {
  if (!sameReceipt) return { kind: 'mismatch', receipt: { source: receipt.source } };
  if (missing.length > 0 || !payment) return { kind: 'unreadable', receipt, missing };
  return settled ? { kind: 'settled', receipt, payment } : { kind: 'not_settled', receipt };
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

/** The common shape (docs/providers/README.md#fields-of-a-receipt); null without amount or reference, and for money taken back. */
export function paymentOf(parts: PaymentParts): Payment | null {
  const { amount, reference } = parts;
  if (!amount || amount.cents < 0 || reference === null) return null;
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

/** Only sums in the currency of the amount: others cannot be added to it. */
function costs(parts: PaymentParts, currency: string): Pick<Payment, 'fee' | 'vat' | 'total'> {
  const cents = (money: Money | null | undefined) => (money?.currency === currency ? money.cents : null);
  const text = (value: number | null) => (value === null ? null : decimal(value));
  const [vat, total] = [cents(parts.vat), cents(parts.total)];
  const charges = parts.charges.map(cents).filter((value) => value !== null);
  const fee = feeOf({
    amount: parts.amount?.cents ?? 0,
    vat,
    total,
    charges,
    discount: cents(parts.discount),
  });
  return { fee: text(fee), vat: text(vat), total: text(total) };
}

interface Cents {
  amount: number;
  vat: number | null;
  total: number | null;
  charges: readonly number[];
  discount: number | null;
}

/**
 * All charges but VAT, less discount. Where the total is printed the fee is what is left of it, so that the
 * three add up also when the bank adds a charge that is not known here.
 */
function feeOf({ amount, vat, total, charges, discount }: Cents): number | null {
  if (charges.length === 0) return null;
  if (total !== null) return total - amount - (vat ?? 0);
  return charges.reduce((sum, charge) => sum + charge, 0) - (discount ?? 0);
}

function partyOf({ name, account }: Party): Party {
  return { name: singleSpaced(name), account: singleSpaced(account) };
}
