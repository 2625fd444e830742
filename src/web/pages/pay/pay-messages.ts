/** Chooses the text of `pay.says` that reports the outcome of a receipt to its payer. */
import type { AttemptOutcome, Failure, FailureName, PayerView } from '../../../engine/index.js';
import type { Tone } from '../../components/status-icon.js';
import type { Words } from '../../i18n/index.js';

export type PayMessage = keyof Words['pay']['says'];

type Attempt = NonNullable<PayerView['attempt']>;

const byOutcome: Readonly<Record<AttemptOutcome, PayMessage>> = {
  paid: 'paid',
  partial: 'partial',
  review: 'review',
  too_little: 'tooLittle',
  wrong_receiver: 'wrongReceiver',
  wrong_currency: 'wrongCurrency',
  too_early: 'tooEarly',
  too_late: 'tooLate',
  used: 'used',
  repeated: 'repeated',
  not_verified: 'notFound',
  could_not_check: 'couldNotCheck',
  closed: 'closed',
  too_many: 'tooMany',
};

/** By code or reason; for all others, the outcome decides. */
const byReason: Readonly<Partial<Record<string, PayMessage>>> = {
  not_settled: 'notSettled',
  mismatch: 'otherReceipt',
  doubtful_reading: 'doubtful',
  detection_failed: 'unread',
  quota_exceeded: 'shopChecks',
  image_cap_reached: 'shopChecks',
  ocr_daily_cap_reached: 'noPictures',
  ai_not_configured: 'codesOnly',
  needs_account: 'needsMore',
  needs_phone: 'needsMore',
  needs_link: 'needsMore',
  ambiguous: 'needsMore',
  unsupported_url: 'unknown',
  unsupported_reference: 'unknown',
  payload_too_large: 'tooLarge',
  rate_limited: 'slowDown',
} satisfies Partial<Record<FailureName | 'not_found', PayMessage>>;

/**
 * The message for the payer's own attempt. A decision of the shop comes first.
 * @param readsNothing no QR codes either (`EXTRACTOR=off`)
 */
export function messageOf(
  { outcome, reason, retrying, decision }: Attempt,
  status: PayerView['status'],
  readsNothing = false,
): PayMessage {
  if (outcome === null) return 'checking';
  if (decision !== null) return decision === 'accepted' ? 'paid' : 'refused';
  if (outcome === 'partial' && status === 'paid') return 'paid';
  if (outcome === 'not_verified' || outcome === 'could_not_check') {
    const message = byReason[reason ?? ''];
    if (message === 'codesOnly' && readsNothing) return 'noPictures';
    if (message !== undefined) return message;
    return retrying ? 'retrying' : byOutcome[outcome];
  }
  return byOutcome[outcome];
}

/** The message for a receipt that was not accepted. */
export function refusalMessage({ failure, details: { issues = [], readsNothing } }: Failure): PayMessage {
  if (readsNothing) return 'noPictures';
  if (issues.some(({ code }) => code === 'too_small')) return 'empty';
  if (issues.some(({ code }) => code === 'unread_pages')) return 'unreadPages';
  if (issues.some(({ path }) => path.startsWith('pictures'))) return 'otherFile';
  if (failure === 'invalid_request') return 'unknown';
  return byReason[failure] ?? 'couldNotCheck';
}

/** Bad only if the bank or the receipt speaks against the payment; never for an outage. */
export function toneOf(message: PayMessage): Tone {
  if (message === 'paid' || message === 'repeated' || message === 'partial') return 'good';
  const against: readonly PayMessage[] = [
    'tooLittle',
    'wrongReceiver',
    'wrongCurrency',
    'tooEarly',
    'tooLate',
    'used',
    'notFound',
    'otherReceipt',
    'refused',
  ];
  return against.includes(message) ? 'bad' : 'unsure';
}
