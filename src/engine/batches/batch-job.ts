/** Runs a batch: starts its items at the rate of the key, waits until they have ended, and publishes the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../api/errors.js';
import { batchBody } from '../api/index.js';
import type { Notifier } from '../store/pubsub.js';
import { atOnce, type ReadState, requestIdOf, resultsOf, shownBatch, unfinishedOf } from './batch-state.js';
import type { BatchStore, BatchWork, ItemWork, StoredBatch } from './batch-store.js';
import type { ItemPace } from './item-pace.js';
import type { TakeItems } from './item-rate.js';

/** Messages may be lost, so a job also polls. */
const pollMs = 2_000;
/** Items that end within this time are counted in one step. */
const gatherMs = 200;
/** A running batch is counted again at this interval; each count lasts 120 s. */
const countMs = 20_000;

/** What an item needs to run (`../async-requests/`). */
interface StartedItem extends ItemWork {
  requestId: string;
  batch: string;
  entry: BatchWork['entry'];
  realm: StoredBatch['realm'];
  /** ms since 1970. */
  deadline: number;
  bound: null;
}

export interface BatchJobDeps {
  batches: BatchStore;
  readState: ReadState;
  takeItems: TakeItems;
  pace: Pick<ItemPace, 'turn'>;
  requests: {
    startItem(item: StartedItem, refusal?: Failure): Promise<void>;
  };
  /** Lists the unfinished request of an item again, if a failover has removed it. @throws Failure `unavailable` */
  relist: (requestId: string) => Promise<void>;
  notifier: Pick<Notifier, 'subscribe' | 'publish'>;
  /** Publishes the end of a batch; safe to repeat. @param data JSON text @throws Failure `unavailable` */
  publish: (account: string, id: string, at: number, data: string) => Promise<void>;
  now: () => number;
}

/** Batches as jobs of the list of unfinished requests. */
export function createBatchJobs(deps: BatchJobDeps) {
  const { batches } = deps;
  return {
    owns: (id: string) => id.startsWith('bat_'),
    async run(id: string, signal: AbortSignal): Promise<void> {
      const batch = await batches.read(id);
      if (batch === null) return;
      const work = await batches.work(id);
      if (work) await runBatch(deps, batch, work, signal);
      if (!signal.aborted) await batches.leave(batch.account, id);
    },
  };
}

async function runBatch(
  deps: BatchJobDeps,
  batch: StoredBatch,
  work: BatchWork,
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const counting = keepCounted(deps, batch, AbortSignal.any([signal, ended.signal]));
  try {
    await startItems(deps, batch, work, signal);
    await waitForItems(deps, batch, signal);
  } finally {
    ended.abort();
    await counting;
  }
  if (!signal.aborted) await conclude(deps, batch);
}

/** Counts the batch as running until `signal` aborts. */
async function keepCounted(
  { batches }: BatchJobDeps,
  batch: StoredBatch,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await batches.enter(batch.account, batch.id, true).catch(() => undefined);
    await sleep(countMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Starts the items that have no request yet; after a crash, those that the previous process did not start. */
async function startItems(
  deps: BatchJobDeps,
  batch: StoredBatch,
  work: BatchWork,
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < work.items.length; from += atOnce) {
    const left = await notStarted(deps, batch, work, from);
    while (left.length > 0) {
      const count = await deps.takeItems(work.entry.prefix, left.length, signal);
      const refusal = count === null ? new Failure('revoked_key') : undefined;
      for (const item of left.splice(0, count ?? left.length)) {
        await deps.pace.turn(signal);
        if (signal.aborted) return;
        await deps.requests.startItem(item, refusal);
      }
      if (signal.aborted) return;
    }
  }
}

/** The items without a request among the next ones, starting at a position. */
async function notStarted(
  { readState, relist, now }: BatchJobDeps,
  { id: batch, account, realm }: StoredBatch,
  { entry, items }: BatchWork,
  from: number,
): Promise<StartedItem[]> {
  const found = await Promise.all(
    items.slice(from, from + atOnce).map(async (item, nth) => {
      const requestId = requestIdOf(batch, from + nth);
      const state = item && (await readState(requestId, account));
      // The previous process may have died before it listed the request.
      if (state?.processingStatus === 'queued') await relist(requestId);
      if (item === null || state !== null) return null;
      return { ...item, requestId, batch, entry, realm, deadline: now(), bound: null };
    }),
  );
  return found.filter((item) => item !== null);
}

async function waitForItems(
  { readState, relist, notifier }: BatchJobDeps,
  batch: StoredBatch,
  signal: AbortSignal,
): Promise<void> {
  const subscription = notifier.subscribe(batch.id);
  try {
    let left = batch.items.flatMap(({ refused }, index) => (refused ? [] : [requestIdOf(batch.id, index)]));
    for (let listedAt = performance.now(); !signal.aborted; ) {
      left = await unfinishedOf(readState, batch.account, left);
      if (left.length === 0) return;
      if (performance.now() - listedAt > countMs) {
        for (const requestId of left) await relist(requestId);
        listedAt = performance.now();
      }
      await subscription.wait(pollMs, signal);
      await sleep(gatherMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  } finally {
    subscription.close();
  }
}

/** The batch stays in the list until the last step, so that another process repeats all steps after a crash. */
async function conclude(
  { batches, readState, publish, notifier, now }: BatchJobDeps,
  { id, account }: StoredBatch,
): Promise<void> {
  await batches.complete(id, now());
  const batch = await batches.read(id);
  if (batch?.completedAt) {
    const body = batchBody(shownBatch(batch, await resultsOf(readState, batch)));
    await publish(account, id, batch.completedAt, JSON.stringify({ object: { ok: true, ...body } }));
  }
  await batches.finish(id);
  await notifier.publish(id);
}
