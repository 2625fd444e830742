/** Judges a verified payment for a payment request (docs/payment-requests.md). Pure: the time is an argument. */
import type { Banks } from '#engine/shared/banks.js';
import { isBirr } from '#engine/shared/money.js';
import type { CheckedPayment } from '#engine/shared/receivers.js';
import { matchReceiver } from '../access/match-receiver.js';
import type { AttemptOutcome, ReviewReason } from '../api/index.js';
import { check } from '../verification/expectations.js';
import { centsOf, type StoredRequest } from './record.js';

/** A payment made in time may be verified this much later. */
export const lateAllowanceMs = 86_400_000;

export type PaymentJudgement =
  | { counts: false; outcome: AttemptOutcome }
  | {
      counts: true;
      outcome: 'paid' | 'partial' | 'review';
      reasons: ReviewReason[];
      /** Amount paid including this payment, cents. */
      total: bigint;
      late: boolean;
    };

interface JudgeContext {
  banks: Banks;
  /** ms since 1970. */
  now: number;
  /** Another receipt that may be the same transfer was used before. */
  double: boolean;
}

/** Only a payment that is certainly for this request counts; a doubtful one needs review by a person. */
export function judge(request: StoredRequest, paid: CheckedPayment, context: JudgeContext): PaymentJudgement {
  const { status, expiresAt, data } = request;
  if (status !== 'open' && status !== 'expired') return notCounted('closed');
  const late = status === 'expired' || context.now >= expiresAt;
  const time = timeOf(request, paid, context);
  const receiver = matchReceiver(paid, data.receivers.map(savedOf), context.banks);
  if (receiver.foreign) return notCounted('wrong_receiver');
  if (!isBirr(paid.payment)) return notCounted('wrong_currency');
  if (time === 'too_early') return notCounted(time);
  if (late && (context.now > expiresAt + lateAllowanceMs || paidAfter(paid, expiresAt)))
    return notCounted('too_late');
  const total = centsOf(request.state.paid) + centsOf(paid.payment.amount);
  const owed = centsOf(data.amount);
  if (total < owed && !data.partial) return notCounted('too_little');
  const over = data.toleranceOver !== null && total > owed + centsOf(data.toleranceOver);
  const reasons: ReviewReason[] = [
    ...(over ? (['over'] as const) : []),
    ...(receiver.check.ok ? [] : (['receiver_unclear'] as const)),
    ...(context.double ? (['possible_double'] as const) : []),
    ...(time === 'unclear' ? (['time_unclear'] as const) : []),
  ];
  const clean = total < owed ? 'partial' : 'paid';
  return { counts: true, outcome: reasons.length > 0 ? 'review' : clean, reasons, total, late };
}

function notCounted(outcome: AttemptOutcome): PaymentJudgement {
  return { counts: false, outcome };
}

function savedOf({ provider, account, name }: StoredRequest['data']['receivers'][number]) {
  return { provider, number: account, holder: name };
}

/** A time in the future or a missing time is unclear, and so is a date without a time on the day of `notBefore`. */
function timeOf({ data }: StoredRequest, paid: CheckedPayment, { banks, now }: JudgeContext) {
  const { notBefore } = check(paid, { notBefore: data.notBefore }, { banks, now });
  if (!notBefore || notBefore.ok) return 'fine';
  const isEarly = notBefore.reason === 'mismatch' && Date.parse(paid.payment.paidAt ?? '') < now;
  return isEarly ? 'too_early' : 'unclear';
}

/** A payment without a time of day counts as one at the start of that day. */
function paidAfter({ payment }: CheckedPayment, moment: number): boolean {
  return Date.parse(payment.paidAt ?? '') > moment;
}
