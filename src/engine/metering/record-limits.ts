/** How many records an account may have that live for days, by plan: requests answered 202, and Idempotency-Keys. */
import { Failure } from '../api/errors.js';
import { plans } from '../api/plans.js';
import * as names from '../store/key-names.js';
import type { Scripts } from '../store/scripts.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A record counts for the whole of the span it was made in, and for as long as one made at its end lives. */
const kinds = {
  requests: {
    keyOf: names.requestCounts,
    spanMs: dayMs,
    spans: 8,
    bounds: Object.entries(plans).flatMap(([plan, { requests }]) => [plan, requests]),
    message:
      'The account has as many requests that were answered 202 as its plan keeps; send it without waitMs.',
  },
  idempotency: {
    keyOf: names.idempotencyCounts,
    spanMs: hourMs,
    spans: 25,
    bounds: Object.entries(plans).flatMap(([plan, { idempotencyKeys }]) => [plan, idempotencyKeys]),
    message: 'The account has used as many Idempotency-Keys within a day as its plan allows.',
  },
} as const;

export interface Allotments {
  /**
   * Counts one record more.
   * @param opened a hash to be made in the same step, with how long it lives, ms; one that is there is not counted again
   * @throws Failure `rate_limited`
   */
  take(kind: keyof typeof kinds, account: string, opened?: { name: string; ms: number }): Promise<void>;
}

export function createAllotments(scripts: Scripts): Allotments {
  return {
    async take(kind, account, opened) {
      const { keyOf, spanMs, spans, bounds, message } = kinds[kind];
      const keys = [keyOf(account), names.account(account), ...(opened ? [opened.name] : [])];
      const [isIn, ms] = await scripts.run('record-count', keys, [spanMs, spans, opened?.ms ?? 0, ...bounds]);
      if (isIn === 1) return;
      throw new Failure('rate_limited', { message, retryAfterSeconds: Math.ceil(Number(ms) / 1000) });
    },
  };
}
