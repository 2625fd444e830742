/** The tones of what payment requests and receipts for them say. */
import type { AttemptOutcome, PaymentRequestStatus } from '../../../../engine/index.js';
import type { Tone } from '../../../components/status-icon.js';

export const requestTones: Readonly<Record<PaymentRequestStatus, Tone>> = {
  open: 'unknown',
  paid: 'good',
  review: 'unsure',
  expired: 'unknown',
  canceled: 'unknown',
};

export const outcomeTones: Readonly<Record<AttemptOutcome, Tone>> = {
  paid: 'good',
  partial: 'good',
  review: 'unsure',
  too_little: 'bad',
  wrong_receiver: 'bad',
  wrong_currency: 'bad',
  too_early: 'bad',
  too_late: 'bad',
  used: 'bad',
  repeated: 'good',
  not_verified: 'bad',
  could_not_check: 'unsure',
  closed: 'unsure',
  too_many: 'unsure',
};
