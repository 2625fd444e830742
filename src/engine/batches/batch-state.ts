/** The results of the items of a batch. */
import { chunks } from '#engine/shared/chunks.js';
import { sha256 } from '#engine/shared/secrets.js';
import { Failure } from '../api/errors.js';
import type { Batch, BatchCounts, BatchResult, RequestState } from '../api/index.js';
import type { StoredBatch, StoredItem } from './batch-store.js';

/** Records read at once: reading all hundred would delay single calls. */
export const atOnce = 10;

/** State of a request; null when there is none. */
export type ReadState = (id: string, account: string) => Promise<RequestState | null>;

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

export async function resultsOf(readState: ReadState, batch: StoredBatch): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const entries of chunks([...batch.items.entries()], atOnce)) {
    const read = entries.map(([index, item]) => resultOf(readState, batch, item, index));
    results.push(...(await Promise.all(read)));
  }
  return results;
}

async function resultOf(
  readState: ReadState,
  { id: batch, account }: StoredBatch,
  { id, refused }: StoredItem,
  index: number,
): Promise<BatchResult> {
  const requestId = requestIdOf(batch, index);
  if (refused === null) return { index, id, requestId, state: await stateOf(readState, requestId, account) };
  const failure = new Failure(refused.failure, refused.details);
  return { index, id, requestId, state: { processingStatus: 'failed', failure } };
}

/** The given requests that have not ended. */
export async function unfinishedOf(
  readState: ReadState,
  account: string,
  ids: readonly string[],
): Promise<string[]> {
  const pending: string[] = [];
  for (const some of chunks(ids, atOnce)) {
    const states = await Promise.all(some.map((id) => stateOf(readState, id, account)));
    pending.push(...some.filter((_, nth) => states[nth]?.processingStatus === 'queued'));
  }
  return pending;
}

async function stateOf(readState: ReadState, requestId: string, account: string): Promise<RequestState> {
  const state = await readState(requestId, account);
  return state ?? { verdict: 'pending', processingStatus: 'queued', requestId, position: null };
}

/** @param results of all items */
export function shownBatch(batch: StoredBatch, results: readonly BatchResult[]): Batch {
  const { id, realm, items, createdAt, completedAt } = batch;
  const counts: BatchCounts = { pending: 0, verified: 0, notVerified: 0, couldNotCheck: 0 };
  for (const { state } of results) counts[countOf(state)] += 1;
  return {
    id,
    status: completedAt === null ? 'running' : 'completed',
    total: items.length,
    counts,
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
