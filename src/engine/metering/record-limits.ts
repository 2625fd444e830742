/** Limits, by plan, for records of an account that live for days: requests answered 202, payment requests, Idempotency-Keys. */
import { Failure } from '../api/errors.js';
import { boundsByPlan } from '../api/plans.js';
import * as names from '../store/key-names.js';
import type { Scripts } from '../store/scripts.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Receipts submitted for a payment request, on average: one request may have many more. */
const attemptsPerRequest = 5;

/** Records are counted per time span. A record counts until one made at the end of its span would have expired. */
const kinds = {
  requests: {
    keyOf: names.requestCounts,
    spanMs: dayMs,
    spans: 8,
    bounds: boundsByPlan(({ requests }) => requests),
    message:
      'The account has as many requests that were answered 202 as its plan allows, items of batches included. Calls without waitMs are not limited.',
  },
  paymentRequests: {
    keyOf: names.paymentRequestCounts,
    spanMs: dayMs,
    spans: 99,
    bounds: boundsByPlan(({ requests }) => requests),
    message: 'The account has as many payment requests as its plan allows.',
  },
  paymentAttempts: {
    keyOf: names.paymentAttemptCounts,
    spanMs: dayMs,
    spans: 99,
    bounds: boundsByPlan(({ requests }) => attemptsPerRequest * requests),
    message: 'As many receipts have been handed in for payment requests of the account as its plan allows.',
  },
  idempotency: {
    keyOf: names.idempotencyCounts,
    spanMs: hourMs,
    spans: 25,
    bounds: boundsByPlan(({ idempotencyKeys }) => idempotencyKeys),
    message: 'The account has used as many Idempotency-Keys within a day as its plan allows.',
  },
} as const;

type RecordKind = keyof typeof kinds;

export interface RecordLimits {
  /**
   * Counts one more record.
   * @param opened a hash to create in the same step, with its time to live, ms; an existing hash is not counted again
   * @throws Failure `rate_limited`
   */
  take(kind: RecordKind, account: string, opened?: { name: string; ms: number }): Promise<void>;
  /** Counts several records, all or none. @throws Failure `rate_limited` */
  takeMany(kind: RecordKind, account: string, count: number): Promise<void>;
}

export function createRecordLimits(scripts: Scripts): RecordLimits {
  async function count(
    kind: RecordKind,
    account: string,
    records: number,
    opened?: { name: string; ms: number },
  ): Promise<void> {
    const { keyOf, spanMs, spans, bounds, message } = kinds[kind];
    const keys = [keyOf(account), names.account(account), ...(opened ? [opened.name] : [])];
    const args = [spanMs, spans, opened?.ms ?? 0, records, ...bounds];
    const [isIn, ms] = await scripts.run('record-count', keys, args);
    if (isIn === 1) return;
    throw new Failure('rate_limited', { message, retryAfterSeconds: Math.ceil(Number(ms) / 1000) });
  }

  return {
    take: (kind, account, opened) => count(kind, account, 1, opened),
    takeMany: count,
  };
}
