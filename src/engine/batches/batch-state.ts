/** The results of the items of a batch. */
import { sha256 } from '#engine/shared/secrets.js';
import { Failure } from '../api/errors.js';
import type { Batch, BatchCounts, BatchResult, RequestState } from '../api/index.js';
import type { StoredBatch, StoredItem } from './batch-store.js';

/** Records read at once: reading a hundred would delay single calls. */
export const atOnce = 10;

/** State of a request; null when there is none. */
export type Peek = (id: string, account: string) => Promise<RequestState | null>;

/** Id of the request of an item. It is derived from the batch, so that an item has one request, whichever process starts it. */
export function requestIdOf(batch: string, index: number): string {
  const digits = sha256(`${batch} ${index}`);
  // A UUID of version 8, the version for custom values.
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ];
  return groups.join('-');
}

/** The items, beginning at a position. */
export async function resultsOf(peek: Peek, batch: StoredBatch, from = 0): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (let index = from; index < batch.items.length; index += atOnce) {
    const few = batch.items.slice(index, index + atOnce);
    results.push(...(await Promise.all(few.map((item, nth) => resultOf(peek, batch, item, index + nth)))));
  }
  return results;
}

async function resultOf(
  peek: Peek,
  { id: batch, account }: StoredBatch,
  { id, refused }: StoredItem,
  index: number,
): Promise<BatchResult> {
  const requestId = requestIdOf(batch, index);
  if (refused === null) return { index, id, requestId, state: await stateOf(peek, requestId, account) };
  const failure = new Failure(refused.failure, refused.details);
  return { index, id, requestId, state: { processingStatus: 'failed', failure } };
}

/** Of these requests, those that are not over. */
export async function unfinishedOf(peek: Peek, account: string, ids: readonly string[]): Promise<string[]> {
  const pending: string[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const few = ids.slice(from, from + atOnce);
    const states = await Promise.all(few.map((id) => stateOf(peek, id, account)));
    pending.push(...few.filter((_, nth) => states[nth]?.processingStatus === 'queued'));
  }
  return pending;
}

async function stateOf(peek: Peek, requestId: string, account: string): Promise<RequestState> {
  const state = await peek(requestId, account);
  return state ?? { verdict: 'pending', processingStatus: 'queued', requestId, position: null };
}

/** @param results of all items */
export function shownBatch(batch: StoredBatch, results: readonly BatchResult[]): Batch {
  const { id, realm, items, createdAt, completedAt } = batch;
  const counts: BatchCounts = { pending: 0, verified: 0, notVerified: 0, couldNotCheck: 0 };
  for (const { state } of results) counts[countOf(state)] += 1;
  return {
    ...{ id, status: completedAt === null ? 'running' : 'completed', total: items.length, counts },
    livemode: realm === 'live',
    createdAt: new Date(createdAt).toISOString(),
    completedAt: completedAt === null ? null : new Date(completedAt).toISOString(),
  };
}

function countOf(state: RequestState): keyof BatchCounts {
  if (state.processingStatus === 'queued') return 'pending';
  if (state.processingStatus === 'completed') return 'verified';
  return state.failure.kind.verdict === 'not_verified' ? 'notVerified' : 'couldNotCheck';
}
