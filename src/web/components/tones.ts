/** The tone of each state and verdict. */
import type { PaymentRequestStatus, Verdict } from '../../engine/index.js';
import type { Tone } from './status-icon.js';

export const verdictTones = {
  verified: 'good',
  not_verified: 'bad',
  could_not_check: 'unsure',
} as const satisfies Record<Verdict, Tone>;

export const requestTones: Readonly<Record<PaymentRequestStatus, Tone>> = {
  open: 'unknown',
  paid: 'good',
  review: 'unsure',
  expired: 'unknown',
  canceled: 'unknown',
};

/** States of `GET /api/status`. */
export const stateTones = {
  operational: 'good',
  degraded: 'unsure',
  slow: 'unsure',
  down: 'bad',
  unknown: 'unknown',
} as const satisfies Record<string, Tone>;
