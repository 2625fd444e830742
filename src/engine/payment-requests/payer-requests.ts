/** Payment requests as payers use them: by id, without a key. */
import { setTimeout as pause } from 'node:timers/promises';
import { sha256 } from '#engine/shared/secrets.js';
import { addressGroup, countWithin } from '../access/callers.js';
import { Failure } from '../api/errors.js';
import type {
  PayerAttempt,
  PayerRequests,
  PayerSubmittedReceipt,
  PayerView,
  SubmittedReceipt,
} from '../api/index.js';
import * as names from '../store/key-names.js';
import type { Scripts } from '../store/scripts.js';
import type { AttemptOptions, PaymentAttempts } from './attempts.js';
import { type StoredRequest, shownRequest } from './record.js';
import type { PaymentRequestStore } from './request-store.js';

/** Receipts that an address may submit per clock hour. */
const hourlyMax = 20;
const hourMs = 3_600_000;

interface PayerRequestsDeps {
  requests: PaymentRequestStore;
  attempts: Pick<PaymentAttempts, 'submitReceipt' | 'submitPictures'>;
  scripts: Scripts;
  /** Tracks checks that outlive their calls, so that they end before the service stops. */
  track: (work: Promise<unknown>) => Promise<unknown>;
}

export function createPayerRequests(deps: PayerRequestsDeps): PayerRequests {
  const { attempts } = deps;
  return {
    async show(id, attempt = '') {
      const { request, merchant } = await find(deps, id, attempt);
      return viewOf(request, merchant, attempt);
    },

    async submitReceipt(id, receipt, { address, waitMs }) {
      const { request } = await admit(deps, id, address);
      return await beginAttempt(deps, { waitMs }, (options) =>
        attempts.submitReceipt(request.data.payer, id, receipt, options),
      );
    },

    async submitPictures(id, read, { address, waitMs, onPrepared, requestId }) {
      const { request } = await admit(deps, id, address);
      const { promise: prepared, resolve } = deferred<void>();
      const onRead = () => {
        onPrepared?.();
        resolve();
      };
      return await beginAttempt(deps, { waitMs, after: prepared }, (options) =>
        attempts.submitPictures(request.data.payer, id, read, {
          ...options,
          requestId,
          onPrepared: onRead,
          sender: { name: addressGroup(address), anonymous: true },
        }),
      );
    },
  };
}

/** @param attempt reads this attempt alone @throws Failure `not_found` */
async function find(
  { requests }: PayerRequestsDeps,
  id: string,
  attempt: string,
): Promise<{ request: StoredRequest; merchant: string }> {
  const merchant = /^pr_[0-9a-z]{26}$/.test(id) ? await requests.merchantOf(id) : null;
  const request = merchant && (await requests.read({ account: merchant.account, id }, attempt));
  if (!request) throw new Failure('not_found');
  return { request, merchant: merchant.name };
}

/** Finds the request, and counts a receipt of the address. @throws Failure `not_found`, `rate_limited` */
async function admit(deps: PayerRequestsDeps, id: string, address: string) {
  const found = await find(deps, id, '');
  await countWithin(deps.scripts, names.payerHour(sha256(addressGroup(address))), hourMs, hourlyMax);
  return found;
}

/**
 * Starts a check and waits briefly for the outcome; a check that has begun continues without the caller.
 * @param after the caller waits at least until this resolves
 */
async function beginAttempt(
  { track }: PayerRequestsDeps,
  { waitMs, after }: { waitMs: number; after?: Promise<void> },
  work: (options: AttemptOptions) => Promise<SubmittedReceipt>,
): Promise<PayerSubmittedReceipt> {
  const { promise: stored, resolve: onBegun } = deferred<string>();
  const checked = work({ by: 'payer', onBegun });
  track(checked).catch(() => undefined);
  const waited = stored.then(async (attempt) => {
    await after;
    await pause(waitMs, undefined, { ref: false });
    return { attempt };
  });
  return await Promise.race([checked.then(payerResult), waited]);
}

/** A promise that a callback resolves. */
function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function payerResult({ attempt: { id, outcome } }: SubmittedReceipt): PayerSubmittedReceipt {
  if (id !== null) return { attempt: id };
  return { attempt: null, refused: outcome === 'too_many' ? outcome : 'closed' };
}

function viewOf(request: StoredRequest, merchant: string, attempt: string): PayerView {
  const { id, status, amount, remaining, partial, description, receivers, ...shown } = shownRequest(
    request,
    '',
  );
  const { expiresAt, returnUrl, livemode } = shown;
  const visible = { id, status, amount, remaining, partial, description, receivers };
  return { ...visible, expiresAt, returnUrl, livemode, merchant, attempt: attemptOf(request, attempt) };
}

/** Attempts of the merchant and their outcomes are not shown. */
function attemptOf({ attempts, state: { review } }: StoredRequest, id: string): PayerAttempt | null {
  const own = attempts.find((attempt) => attempt.id === id && attempt.by === 'payer');
  if (!own) return null;
  const { outcome, reason, retrying, oneOfSeveral = null } = own;
  const decision = review?.attempt === id ? (review.decision?.kind ?? null) : 'refused';
  return { id, outcome, reason, retrying, decision: outcome === 'review' ? decision : null, oneOfSeveral };
}
