/** Payment requests as payers use them: by id, without a key. */
import { setTimeout as pause } from 'node:timers/promises';
import { sha256 } from '#engine/shared/secrets.js';
import { addressGroup } from '../access/callers.js';
import { Failure } from '../api/errors.js';
import type {
  HandedIn,
  PayerAttempt,
  PayerCall,
  PayerHandedIn,
  PayerRequests,
  PayerView,
} from '../api/index.js';
import * as names from '../store/key-names.js';
import type { Scripts } from '../store/scripts.js';
import type { AttemptOptions, PaymentAttempts } from './attempts.js';
import { type StoredRequest, shownRequest } from './record.js';
import type { PaymentRequestStore } from './request-store.js';

/** Receipts of an address per clock hour. */
const hourlyMax = 20;
const hourMs = 3_600_000;

interface PayerRequestsDeps {
  requests: PaymentRequestStore;
  attempts: Pick<PaymentAttempts, 'handIn' | 'handInPictures'>;
  scripts: Scripts;
  /** Lets a check that outlives its call end before the service stops. */
  track: (work: Promise<unknown>) => Promise<unknown>;
}

export function createPayerRequests(deps: PayerRequestsDeps): PayerRequests {
  const { attempts } = deps;
  return {
    async show(id, attempt = '') {
      const { request, merchant } = await find(deps, id, attempt);
      return viewOf(request, merchant, attempt);
    },

    async handIn(id, receipt, { address, waitMs, ...call }) {
      const { request } = await admitted(deps, id, address);
      return await begun(deps, { waitMs }, (options) =>
        attempts.handIn(request.data.payer, id, receipt, { ...options, ...requestIdOf(call) }),
      );
    },

    async handInPictures(id, read, { address, waitMs, onPrepared, ...call }) {
      const { request } = await admitted(deps, id, address);
      const { promise: prepared, resolve } = later<void>();
      const onRead = () => {
        onPrepared?.();
        resolve();
      };
      return await begun(deps, { waitMs, after: prepared }, (options) =>
        attempts.handInPictures(request.data.payer, id, read, {
          ...{ ...options, ...requestIdOf(call), onPrepared: onRead },
          sender: { name: addressGroup(address), anonymous: true },
        }),
      );
    },
  };
}

function requestIdOf({ requestId }: Pick<PayerCall, 'requestId'>): { requestId?: string } {
  return requestId === undefined ? {} : { requestId };
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

/** Counts a receipt of the address, for requests that exist. @throws Failure `rate_limited` */
async function admitted(deps: PayerRequestsDeps, id: string, address: string) {
  const found = await find(deps, id, '');
  const key = names.payerHour(sha256(addressGroup(address)));
  const [, receipts, msLeft] = await deps.scripts.run('fixed-window-count', [key], [hourMs]);
  if (Number(receipts) <= hourlyMax) return found;
  throw new Failure('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(Number(msLeft) / 1000)) });
}

/**
 * Waits briefly for the outcome; a check that has begun continues without the caller.
 * @param after the caller has to wait at least until then
 */
async function begun(
  { track }: PayerRequestsDeps,
  { waitMs, after }: { waitMs: number; after?: Promise<void> },
  work: (options: AttemptOptions) => Promise<HandedIn>,
): Promise<PayerHandedIn> {
  const { promise: stored, resolve: onBegun } = later<string>();
  const checked = work({ by: 'payer', onBegun });
  track(checked).catch(() => undefined);
  const waited = stored.then(async (attempt) => {
    await after;
    await pause(waitMs, undefined, { ref: false });
    return { attempt };
  });
  return await Promise.race([checked.then(handedIn), waited]);
}

/** A promise to be resolved by a callback. */
function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function handedIn({ attempt: { id, outcome } }: HandedIn): PayerHandedIn {
  if (id !== null) return { attempt: id };
  return { attempt: null, refused: outcome === 'too_many' ? outcome : 'closed' };
}

function viewOf(request: StoredRequest, merchant: string, attempt: string): PayerView {
  const shown = shownRequest(request, '');
  const { id, status, amount, remaining, partial, description, receivers, expiresAt, returnUrl, livemode } =
    shown;
  return {
    ...{ id, status, amount, remaining, partial, description, receivers, expiresAt, returnUrl, livemode },
    merchant,
    attempt: attemptOf(request, attempt),
  };
}

/** Attempts of the merchant and their outcomes are not shown. */
function attemptOf({ attempts, state: { review } }: StoredRequest, id: string): PayerAttempt | null {
  const own = attempts.find((one) => one.id === id && one.by === 'payer');
  if (!own) return null;
  const { outcome, reason, retrying, oneOfSeveral = null } = own;
  const decision = review?.attempt === id ? (review.decision?.kind ?? null) : 'refused';
  return { id, outcome, reason, retrying, decision: outcome === 'review' ? decision : null, oneOfSeveral };
}
