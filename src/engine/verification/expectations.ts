/**
 * What is expected of a payment, held against what the bank says (docs/api.md#checks-of-an-expectation). The answers of
 * the API and the judgement of a shop both come from here.
 */

import { decimal } from '../../money.js';
import type { Payment } from '../../providers/types.js';
import type { Checks, Expectation } from '../api/index.js';
import type { Banks } from '../shared/banks.js';
import { isBirr, parseBirr } from '../shared/money.js';
import {
  type Checked,
  findReceiver,
  type ReceiverCheck,
  receiverCheck,
  receivingBank,
  sameBank,
} from '../shared/receivers.js';

const hourMs = 3_600_000;

/** Sources whose printed time may be off by the zone: three hours are allowed there. */
const zoneUncertain = new Set(['mb-json']);

/** Clocks may differ this much; a payment that is dated later has not been made. */
const futureMs = 600_000;

export interface CheckContext {
  banks: Banks;
  /** The moment that ages are counted to, ms. */
  now: number;
  /** Whether it went to an account the shop has saved; not asked where the caller names a receiver. */
  own?: (() => ReceiverCheck) | undefined;
}

/** Checks never change a verdict: the receipt is real whatever was expected of it. */
export function check(paid: Checked, expect: Expectation, { banks, now, own }: CheckContext): Checks {
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

/** Birr are expected: of another currency's money none is paid, whatever the figure. */
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

/** An account whose bank is not said is taken to be at the receipt's own, never at another one that it names. */
function bankOfAccount(paid: Checked, expected: string | undefined, banks: Banks) {
  if (expected !== undefined) return sameBank(paid, expected, banks);
  return receivingBank(paid, banks) === paid.providerKey ? 'same' : 'ambiguous';
}

function checkBank(paid: Checked, expected: string, banks: Banks): NonNullable<Checks['bank']> {
  const found = sameBank(paid, expected, banks);
  const { bank } = paid.payment.receiver;
  const actual = bank === null ? paid.providerKey : (banks.keyOf(bank) ?? bank);
  return found === 'same' ? { ok: true, expected, actual } : { ok: false, reason: found, expected, actual };
}

/** When a payment was made: `from` the printed time `to` the latest it may stand for. */
interface PaidTime {
  from: number;
  to: number;
  /** Of a bank whose time zone is in doubt: hours that are allowed. */
  slackMs: number;
  now: number;
}

/** @returns null where the bank prints no time */
function timeOf({ payment: { paidAt }, receipt }: Checked, now: number): PaidTime | null {
  const from = paidAt === null ? Number.NaN : Date.parse(paidAt);
  if (Number.isNaN(from)) return null;
  // Midnight to the second is how a day without a time is kept.
  const dayAlone = /T00:00:00[+Z]/.test(paidAt ?? '');
  const slackMs = zoneUncertain.has(receipt.source) ? 3 * hourMs : 0;
  return { from, to: dayAlone ? Math.max(from, Math.min(from + 24 * hourMs, now)) : from, slackMs, now };
}

function checkAge(time: PaidTime | null, maxAgeHours: number): NonNullable<Checks['age']> {
  if (time === null) return { ok: false, reason: 'not_printed', hours: null };
  const { from, to, slackMs, now } = time;
  const hours = Math.round(((now - from) / hourMs) * 10) / 10;
  const reason = held(time, now - maxAgeHours * hourMs, { from: from + slackMs, to: to + slackMs });
  return reason === null ? { ok: true, hours } : { ok: false, reason, hours };
}

function checkNotBefore(
  time: PaidTime | null,
  expected: string,
  actual: string | null,
): NonNullable<Checks['notBefore']> {
  if (time === null) return { ok: false, reason: 'not_printed', expected, actual };
  const { from, to, slackMs } = time;
  const reason = held(time, Date.parse(expected), { from: from + slackMs, to: to + slackMs });
  return reason === null ? { ok: true, expected, actual } : { ok: false, reason, expected, actual };
}

/** Why a payment does not count as made since a moment; null when it does. */
function held({ from, now }: PaidTime, since: number, paid: { from: number; to: number }) {
  if (from > now + futureMs) return 'mismatch';
  if (paid.from >= since) return null;
  return paid.to >= since ? 'ambiguous' : 'mismatch';
}
