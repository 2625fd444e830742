/** Keys of requests answered 202 and of batches. */

/** A request that was answered 202: hash; expires 7 days after its end. */
export const request = (id: string) => `{j:${id}}`;

/** Unfinished requests: sorted set request -> end of the lease of the process that works on it; leaves when it ends. */
export const unfinished = () => '{j}:unfinished';

/** Processes that work on unfinished requests: hash request -> process; leaves when the request ends. */
export const unfinishedOwners = () => '{j}:owners';

/** A batch, by its id: hash `account`, `items`, `work` and more; expires after 7 days. */
export const batch = (id: string) => `{j:${id}}:batch`;

/** Unfinished batches of an account: sorted set batch -> lease end; expires a day after the last. */
export const unfinishedBatches = (id: string) => `{a:${id}}:batches`;

/** The batch that was made with an Idempotency-Key, by its SHA-256: hash `since`, `batch`; expires after 24 hours. */
export const batchKey = (id: string, sha256: string) => `{a:${id}}:batch-key:${sha256}`;
