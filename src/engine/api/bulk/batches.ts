/** Batches: up to a hundred verifications in one call (docs/batches.md). */
import type { Principal, RequestState, VerifyRequest } from '../calls.js';

/** Items of a batch. */
export const batchItemsMax = 100;

/** One verification of a batch; `id` is chosen by the caller. */
export interface BatchItem extends VerifyRequest {
  id?: string | undefined;
}

/** Number of items of a batch by outcome. */
export interface BatchCounts {
  pending: number;
  verified: number;
  notVerified: number;
  couldNotCheck: number;
}

export interface Batch {
  id: string;
  status: 'running' | 'completed';
  total: number;
  counts: BatchCounts;
  livemode: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** Null while it runs. */
  completedAt: string | null;
}

/** The result of an item. */
export interface BatchResult {
  /** Position in the batch, from 0. */
  index: number;
  /** The caller's id; null when it gave none. */
  id: string | null;
  requestId: string;
  state: RequestState;
}

/** A batch and a part of its results, in order. */
export interface BatchPage {
  batch: Batch;
  results: BatchResult[];
}

export interface BatchEvent {
  /** Different for every change. */
  id: string;
  batch: Batch;
}

/** Methods throw Failure `not_found` for a batch that the account does not have, and `unavailable`. */
export interface Batches {
  /**
   * Accepts a batch. It runs to its end, in another process if this one dies.
   * @param key Idempotency-Key: a repeat within 24 hours gets the same batch
   * @throws Failure `too_many_waiting`, `rate_limited`; `invalid_request` when the key was used for other items
   */
  create(principal: Principal, items: readonly BatchItem[], key?: string): Promise<Batch>;
  /** @param after position of the last item seen */
  get(account: string, id: string, after?: number): Promise<BatchPage>;
  /** The current batch, then the batch after changes, until it ends or `signal` aborts. @throws Failure before the first event */
  watch(principal: Principal, id: string, signal?: AbortSignal): Promise<AsyncIterable<BatchEvent>>;
}

/** A batch as it appears in answers, events and webhooks. */
export function batchBody({ id, status, total, counts, ...rest }: Batch) {
  return {
    id,
    statusUrl: `/api/batches/${id}`,
    eventsUrl: `/api/batches/${id}/events`,
    status,
    total,
    counts,
    ...rest,
  };
}
