/** Creates the parts of batches, and registers batches as jobs of the async requests. */
import type { Batches } from '../api/index.js';
import type { Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { type BatchJobDeps, createBatchJobs } from './batch-job.js';
import type { ReadState } from './batch-state.js';
import { createBatchStore } from './batch-store.js';
import { type BatchesDeps, createBatches } from './batches.js';
import { createItemRate } from './item-rate.js';

/** An event of an account. */
interface BatchEnd {
  account: string;
  type: 'batch.completed';
  subject: string;
  at: number;
  data: string;
}

interface BatchParts
  extends Pick<BatchesDeps, 'allotments' | 'waitingCalls' | 'providers' | 'now'>,
    Pick<BatchJobDeps, 'notifier' | 'pace'> {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  requests: BatchesDeps['requests'] &
    BatchJobDeps['requests'] & { takeJobs(jobs: ReturnType<typeof createBatchJobs>): void };
  requestStatus: { peek: ReadState };
  /** Lists an unfinished request again. */
  records: { relist(id: string): Promise<void> };
  deliveries: { publish(event: BatchEnd): Promise<void> };
  answered: BatchesDeps['activity'];
}

export function createBatchParts({ store, scripts, deliveries, answered, ...rest }: BatchParts): Batches {
  const { requests, requestStatus, records, notifier, allotments, waitingCalls, pace, providers, now } = rest;
  const batches = createBatchStore(store, scripts, allotments);
  const parts = { batches, requests, notifier, now, readState: requestStatus.peek, relist: records.relist };
  const jobs = createBatchJobs({
    ...parts,
    pace,
    takeItems: createItemRate(store, scripts),
    publish: (account, subject, at, data) =>
      deliveries.publish({ account, type: 'batch.completed', subject, at, data }),
  });
  requests.takeJobs(jobs);
  return createBatches({ ...parts, allotments, waitingCalls, activity: answered, providers });
}
