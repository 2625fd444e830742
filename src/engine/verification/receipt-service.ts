/** Delivers an uncached receipt: fetches it, binds it to the Idempotency-Key and counts it as shown. */
import type { Banks } from '#engine/shared/banks.js';
import { Failure, withdrawalOf } from '../api/errors.js';
import type { Expect } from '../api/index.js';
import { sealed } from '../store/receipt-store.js';
import type { Call } from './call.js';
import type { FetchedReceipt, FetchReceipt } from './fetch-receipt.js';
import type { Idempotency } from './idempotency.js';
import type { ReceiptCache } from './receipt-cache.js';
import type { VerifiedReceipt } from './response.js';

interface ReceiptServiceDeps {
  cache: ReceiptCache;
  fetchReceipt: FetchReceipt;
  idempotency: Idempotency;
  banks: Banks;
  now: () => number;
}

/** @throws Failure; Withdrawn when the caller has disconnected */
export type GetReceipt = (call: Call, expect: Expect | undefined) => Promise<VerifiedReceipt>;

export function createReceiptService(deps: ReceiptServiceDeps): GetReceipt {
  return async (call, expect) => {
    const { target, realm, entry, place: promise, bound } = call;
    const { kept, fetched } = await fetchBound(deps, call);
    // The caller has disconnected: the receipt is not counted as shown.
    if (call.signal?.aborted) throw withdrawalOf(call.signal);
    const shown = entry && (await deps.cache.show(realm, target, kept, entry, { promise, bound }));
    return {
      target,
      realm,
      body: sealed(kept),
      history: shown?.history ?? null,
      saved: shown?.saved ?? [],
      banks: deps.banks,
      requestId: fetched ? call.requestId : null,
      expect,
      now: deps.now(),
    };
  };
}

/** Not `async`: without an Idempotency-Key, a waiting call keeps no frame of this function in memory. */
function fetchBound(deps: ReceiptServiceDeps, call: Call): Promise<FetchedReceipt> {
  return call.bound === undefined ? cachedOrFetched(deps, call) : recordOutcome(deps, call, call.bound);
}

/** Stores the outcome for repeats under the same Idempotency-Key. Failures are stored only for view-limited links. */
async function recordOutcome(deps: ReceiptServiceDeps, call: Call, bound: string): Promise<FetchedReceipt> {
  const { target, provider } = call;
  try {
    const receipt = await cachedOrFetched(deps, call);
    await deps.idempotency.settled(bound, target);
    return receipt;
  } catch (error) {
    if (provider.viewLimited && error instanceof Failure) await deps.idempotency.failed(bound, error);
    throw error;
  }
}

function cachedOrFetched({ cache, fetchReceipt }: ReceiptServiceDeps, call: Call): Promise<FetchedReceipt> {
  if (!call.unread) return fetchReceipt(call);
  return cache
    .read(call.realm, call.target)
    .then((kept) => (kept ? { kept, fetched: false } : fetchReceipt(call)));
}
