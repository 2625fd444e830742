/** Reads the stored answers of view-limited links again with the current parser. No bank is asked. */
import type { Realm } from '../../egress/types.js';
import type { DocumentReader } from '../../extractor/types.js';
import type { Judgement, Provider, Target } from '../../providers/types.js';
import { Failure } from '../api/errors.js';
import type { ReparseResult } from '../api/index.js';
import type { StoredResponse } from '../store/receipt-store.js';
import { judgeResponse, receiptOrThrow, withoutRetry } from './lookup.js';
import type { ReceiptCache } from './receipt-cache.js';
import { interruptedFailure } from './single-flight.js';
import type { ViewLimitedStore } from './view-limited.js';

interface ReparseDeps {
  providers: readonly Provider[];
  documents: DocumentReader;
  cache: ReceiptCache;
  viewLimited: ViewLimitedStore;
}

/** Moves answers that can be read as settled receipts now to the cache. Drops answers that can never become a receipt. */
export async function reparse(deps: ReparseDeps): Promise<ReparseResult> {
  const result: ReparseResult = { read: 0, settled: 0, unreadable: 0 };
  for await (const { receipt, raw } of deps.viewLimited.all()) {
    const read = await reread(deps, receipt, raw, deps.cache.replace);
    if (read === null) continue;
    result.read += 1;
    if (read.kind === 'settled') result.settled += 1;
    if (read.kind === 'unreadable') result.unreadable += 1;
  }
  return result;
}

/**
 * Finds the outcome of a view whose process died: the bank's answer may have been stored. A settled receipt in it is moved
 * to the cache.
 * @returns the failure; null when the receipt is in the cache
 */
export type RecoverView = (realm: Realm, target: Target) => Promise<Failure | null>;

export function createRecoverView(deps: ReparseDeps): RecoverView {
  return async (realm, target) => {
    if (await deps.cache.read(realm, target)) return null;
    const receipt = deps.cache.keyOf(realm, target);
    for (const raw of await deps.viewLimited.read(receipt)) {
      const read = await reread(deps, receipt, raw, deps.cache.put);
      if (read?.kind === 'settled') return null;
      // An answer that was judged before belongs to an earlier view: the payment may have been settled since.
      if (read && (raw.fresh || read.kind === 'unreadable')) return read.failure;
    }
    return interruptedFailure();
  };
}

type Reading = { kind: 'settled' } | { kind: Exclude<Judgement['kind'], 'settled'>; failure: Failure };

/** @returns the judgement of the current parser; null when the bank is no longer registered */
async function reread(
  deps: ReparseDeps,
  receipt: string,
  raw: StoredResponse,
  store: ReceiptCache['put'] | ReceiptCache['replace'],
): Promise<Reading | null> {
  const { target, realm } = raw;
  const provider = deps.providers.find(({ key }) => key === target.provider);
  if (!provider) return null;
  const answer = await judgeResponse(deps, provider, raw);
  const { kind } = answer.judgement;
  try {
    await store(realm, target, receiptOrThrow(answer, target));
    await deps.viewLimited.onJudged(receipt, kind, raw.fresh);
    return { kind: 'settled' };
  } catch (error) {
    if (kind === 'settled' || !(error instanceof Failure)) throw error;
    await deps.viewLimited.onJudged(receipt, kind, raw.fresh);
    return { kind, failure: withoutRetry(error) as Failure };
  }
}
