/** Delivers an uncached receipt: fetches it, binds it to the Idempotency-Key and counts it as shown. */

import type { Banks } from '#engine/shared/banks.js';
import type { ReadOwnAccounts } from '../access/expected-receivers.js';
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
  ownAccounts: ReadOwnAccounts;
  banks: Banks;
  now: () => number;
}

/** @throws Failure; Withdrawn when the caller has disconnected */
export type GetReceipt = (call: Call, expect: Expect | undefined) => Promise<VerifiedReceipt>;

export function createReceiptService(deps: ReceiptServiceDeps): GetReceipt {
  return async (call, expect) => {
    const { target, realm, entry, place: promise, bound } = call;
    const { kept, fetched } = await noted(deps, call);
    // The caller has disconnected: the receipt is not counted as shown.
    if (call.signal?.aborted) throw withdrawalOf(call.signal);
    const known = entry && (await deps.cache.show(realm, target, kept, entry, { promise, bound }));
    return {
      target,
      realm,
      body: sealed(kept),
      history: known ? known.history : null,
      own: known && deps.ownAccounts(known.saved),
      banks: deps.banks,
      requestId: fetched ? call.requestId : null,
      expect,
      now: deps.now(),
    };
  };
}

/** Stores the outcome for repeats under the same Idempotency-Key. Failures are stored only for view-limited links. */
function noted(deps: ReceiptServiceDeps, call: Call): Promise<FetchedReceipt> {
  return call.bound === undefined ? keptOrObtained(deps, call) : notedAs(deps, call, call.bound);
}

async function notedAs(deps: ReceiptServiceDeps, call: Call, bound: string): Promise<FetchedReceipt> {
  const { target, provider } = call;
  try {
    const obtained = await keptOrObtained(deps, call);
    await deps.idempotency.settled(bound, target);
    return obtained;
  } catch (error) {
    if (provider.viewLimited && error instanceof Failure) await deps.idempotency.failed(bound, error);
    throw error;
  }
}

function keptOrObtained({ cache, fetchReceipt }: ReceiptServiceDeps, call: Call): Promise<FetchedReceipt> {
  return call.unread ? readOrObtained({ cache, fetchReceipt }, call) : fetchReceipt(call);
}

async function readOrObtained(
  { cache, fetchReceipt }: Pick<ReceiptServiceDeps, 'cache' | 'fetchReceipt'>,
  call: Call,
) {
  const kept = await cache.read(call.realm, call.target);
  return kept ? { kept, fetched: false } : await fetchReceipt(call);
}
