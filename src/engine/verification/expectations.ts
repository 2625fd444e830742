/**
 * Compares the caller's expectations with the payment that the bank shows (docs/api.md#checks-of-an-expectation). Used by
 * the API and by the evaluation of a shop.
 */
import type { Banks } from '#engine/shared/banks.js';
import { isBirr, parseBirr } from '#engine/shared/money.js';
import {
  type CheckedPayment,
  findReceiver,
  type ReceiverCheck,
  receiverCheck,
  receivingBank,
  sameBank,
} from '#engine/shared/receivers.js';
import { decimal } from '../../money.js';
import type { Payment } from '../../providers/types.js';
import type { Checks, Expect } from '../api/index.js';

const hourMs = 3_600_000;

/** Sources whose printed time may be in another time zone: three hours of difference are allowed. */
const zoneUncertain = new Set(['mb-json']);

/** Clocks may differ by this much. A payment dated further in the future fails the check. */
const futureMs = 600_000;

interface CheckContext {
  banks: Banks;
  /** The moment from which ages are counted back, ms. */
  now: number;
  /** Checks whether the money went to a saved account of the shop; not called when the caller names a receiver. */
  own?: (() => ReceiverCheck) | undefined;
}

/** Failed checks do not change the verdict: the receipt is real whatever was expected. */
export function check(paid: CheckedPayment, expect: Expect, { banks, now, own }: CheckContext): Checks {
  const { payment } = paid;
  const checks: Omit<Checks, 'ok'> = {};
  if (expect.amount !== undefined) checks.amount = checkAmount(payment, expect.amount, expect.tolerance);
  if (expect.account !== undefined || expect.name !== undefined) {
    const { account, name } = expect;
    const bank = bankOfAccount(paid, expect.bank, banks);
    checks.receiver = receiverCheck(findReceiver(payment.receiver, { bank, account, name }));
  } else if (own) {
    checks.receiver = own();
  }
  if (expect.bank !== undefined) checks.bank = checkBank(paid, expect.bank, banks);
  const time = timeOf(paid, now);
  if (expect.maxAgeHours !== undefined) checks.age = checkAge(time, expect.maxAgeHours);
  if (expect.notBefore !== undefined) {
    checks.notBefore = checkNotBefore(time, expect.notBefore, payment.paidAt);
  }
  return { ok: Object.values(checks).every(({ ok }) => ok), ...checks };
}

/** Expected amounts are in birr: a payment in another currency counts as 0 birr. */
function checkAmount(payment: Payment, expected: number | string, tolerance: number | string = 0) {
  const inBirr = isBirr(payment);
  const actual = (inBirr ? parseBirr(payment.amount) : null) ?? 0n;
  const wanted = parseBirr(expected) ?? 0n;
  const difference = actual - wanted;
  const allowed = parseBirr(tolerance) ?? 0n;
  const ok = inBirr && difference <= allowed && -difference <= allowed;
  const figures = {
    expected: decimal(wanted),
    actual: decimal(actual),
    difference: decimal(difference),
  };
  return ok ? { ok, ...figures } : ({ ok, reason: 'mismatch', ...figures } as const);
}

/** Without an expected bank, the account counts as one at the receipt's own bank, not at another bank that the receipt names. */
function bankOfAccount(paid: CheckedPayment, expected: string | undefined, banks: Banks) {
  if (expected !== undefined) return sameBank(paid, expected, banks);
  return receivingBank(paid, banks) === paid.providerKey ? 'same' : 'ambiguous';
}

function checkBank(paid: CheckedPayment, expected: string, banks: Banks): NonNullable<Checks['bank']> {
  const found = sameBank(paid, expected, banks);
  const { bank } = paid.payment.receiver;
  const actual = bank === null ? paid.providerKey : (banks.keyOf(bank) ?? bank);
  return found === 'same' ? { ok: true, expected, actual } : { ok: false, reason: found, expected, actual };
}

/** The time of a payment: between `from`, the printed time, and `to`, the latest moment it can mean. */
interface PaidTime {
  from: number;
  to: number;
  /** Allowance for a source whose time zone is uncertain, ms. */
  slackMs: number;
  now: number;
}

/** @returns null when the bank prints no time */
function timeOf({ payment: { paidAt }, receipt }: CheckedPayment, now: number): PaidTime | null {
  const from = paidAt === null ? Number.NaN : Date.parse(paidAt);
  if (Number.isNaN(from)) return null;
  // A date without a time is stored as midnight.
  const isDateOnly = /T00:00:00[+Z]/.test(paidAt ?? '');
  const slackMs = zoneUncertain.has(receipt.source) ? 3 * hourMs : 0;
  return { from, to: isDateOnly ? Math.max(from, Math.min(from + 24 * hourMs, now)) : from, slackMs, now };
}

function checkAge(time: PaidTime | null, maxAgeHours: number): NonNullable<Checks['age']> {
  if (time === null) return { ok: false, reason: 'not_printed', hours: null };
  const hours = Math.round(((time.now - time.from) / hourMs) * 10) / 10;
  const reason = whyNotSince(time, time.now - maxAgeHours * hourMs);
  return reason === null ? { ok: true, hours } : { ok: false, reason, hours };
}

function checkNotBefore(
  time: PaidTime | null,
  expected: string,
  actual: string | null,
): NonNullable<Checks['notBefore']> {
  if (time === null) return { ok: false, reason: 'not_printed', expected, actual };
  const reason = whyNotSince(time, Date.parse(expected));
  return reason === null ? { ok: true, expected, actual } : { ok: false, reason, expected, actual };
}

/** The reason why a payment does not count as made after `since`; null when it counts. */
function whyNotSince({ from, to, slackMs, now }: PaidTime, since: number) {
  if (from > now + futureMs) return 'mismatch';
  if (from + slackMs >= since) return null;
  return to + slackMs >= since ? 'ambiguous' : 'mismatch';
}
