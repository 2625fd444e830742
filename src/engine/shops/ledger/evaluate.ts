/** Evaluates a verified payment for a shop (docs/cashier-bot.md). Pure: the time is an argument. */
import type { Banks } from '#engine/shared/banks.js';
import { isBirr } from '#engine/shared/money.js';
import { matchReceiver } from '../../access/match-receiver.js';
import type { Acceptance, Evaluation, Finding, VerifiedPayment } from '../../api/ledger.js';
import type { SavedAccount, ShopSettings } from '../../api/shops.js';
import { check } from '../../verification/expectations.js';

export interface EvaluationInput {
  paid: VerifiedPayment;
  settings: Pick<ShopSettings, 'tolerance' | 'maxAgeHours'> & Partial<Pick<ShopSettings, 'askAmount'>>;
  accounts: readonly SavedAccount[];
  /** The amount that the customer owes, in birr. */
  expected?: number | string | undefined;
  /** The earlier acceptance; null when there is none. */
  accepted: Acceptance | null;
  /** Now, ms. */
  now: number;
}

/**
 * Accepts a payment without remarks, and refuses one that certainly went to somebody else. Everything else is for a person to
 * review.
 */
export function evaluatePayment(input: EvaluationInput, banks: Banks): Evaluation {
  const isAmountUnknown = input.settings.askAmount && input.expected === undefined;
  const remarks = [
    ...receiverRemarks(input, banks),
    ...acceptedRemarks(input.accepted),
    ...paymentRemarks(input, banks),
    ...(isAmountUnknown ? [{ kind: 'amount_unknown' } as const] : []),
  ];
  const foreign = remarks.some(({ kind }) => kind === 'not_ours');
  return { answer: foreign ? 'refuse' : remarks.length > 0 ? 'look' : 'accept', remarks };
}

function receiverRemarks({ paid, accounts }: EvaluationInput, banks: Banks): Finding[] {
  if (accounts.length === 0) return [{ kind: 'receiver_unchecked', why: 'no_accounts' }];
  const { check: receiver, foreign } = matchReceiver(paid, accounts, banks);
  if (foreign) return [{ kind: 'not_ours' }];
  return receiver.ok ? [] : [{ kind: 'receiver_unchecked', why: 'unclear' }];
}

function acceptedRemarks(accepted: Acceptance | null): Finding[] {
  if (accepted === null) return [];
  const { by, at, link } = accepted;
  return [{ kind: 'already_accepted', by, at, link }];
}

function paymentRemarks({ paid, settings, expected, now }: EvaluationInput, banks: Banks): Finding[] {
  const { tolerance, maxAgeHours } = settings;
  const { amount, age } = check(paid, { amount: expected, tolerance, maxAgeHours }, { banks, now });
  const remarks: Finding[] = [];
  if (!isBirr(paid.payment)) {
    remarks.push({ kind: 'not_birr', amount: paid.payment.amount, currency: paid.payment.currency });
  } else if (amount && !amount.ok) {
    const { expected, actual, difference } = amount;
    remarks.push({ kind: 'amount', expected, actual, difference });
  }
  if (age && !age.ok) {
    const ahead = age.hours !== null && age.hours < 0;
    remarks.push(ahead ? { kind: 'future' } : { kind: 'too_old', hours: age.hours, limitHours: maxAgeHours });
  }
  return remarks;
}
