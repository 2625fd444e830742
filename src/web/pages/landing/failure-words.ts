/** Texts about failed verifications, for shops, so without words of the API. */
import type { Failure, FailureName } from '../../../engine/index.js';
import type { Words } from '../../i18n/index.js';

type FailureWords = Words['landing']['result']['says'];

/** All other failures happen only to callers of the API, or are our fault. */
const names: Readonly<Partial<Record<FailureName, keyof FailureWords>>> = {
  invalid_request: 'invalid',
  payload_too_large: 'tooLarge',
  too_many_waiting: 'stillChecking',
  image_cap_reached: 'noMorePictures',
  ocr_daily_cap_reached: 'noMorePictures',
  detection_failed: 'unread',
  ai_not_configured: 'codesOnly',
  provider_down: 'silent',
  unsupported_url: 'unknown',
  unsupported_reference: 'unknown',
  needs_account: 'needsAccount',
  needs_phone: 'needsPhone',
  needs_link: 'needsLink',
  ambiguous: 'ambiguous',
  doubtful_reading: 'misread',
  bank_busy: 'silent',
  bank_timeout: 'silent',
  bank_unreachable: 'silent',
  bank_blocked: 'blocked',
  receipt_not_found: 'notFound',
  not_settled: 'notSettled',
  mismatch: 'otherReceipt',
  unreadable: 'unreadable',
};

/** True if the folded fields of the form would help. */
export function needsMore({ failure }: Failure): boolean {
  return ['needs_account', 'needs_phone', 'ambiguous'].includes(failure);
}

/** What a failure means, and what to do next. */
export function failureWords({ result }: Words['landing'], failure: FailureName) {
  return result.says[names[failure] ?? 'ours'];
}

/** The same for a failure whose details may say more than its name. */
export function failureTexts(landing: Words['landing'], { failure, details }: Failure): readonly string[] {
  const { result } = landing;
  const issues = details.issues ?? [];
  const codes = issues.map(({ code }) => code);
  if (details.readsNothing) return [result.noPictures];
  if (codes.includes('unread_pages')) return [result.unreadPages];
  if (codes.includes('heic') || codes.includes('unsupported_type')) return [result.otherFile];
  if (issues.some(({ path, code }) => path === 'text' && code === 'too_small')) return result.says.empty;
  if (failure === 'rate_limited') {
    return [result.limited, result.again(Math.ceil((details.retryAfterSeconds ?? 60) / 60))];
  }
  return failureWords(landing, failure);
}
