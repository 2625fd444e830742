/** Batches of an account: create, read, watch (docs/batches.md). */
import { randomBase62, sha256 } from '#engine/shared/secrets.js';
import { resolve } from '../../providers/resolve.js';
import type { Provider } from '../../providers/types.js';
import { Failure, invalidRequest } from '../api/errors.js';
import type { Batch, Batches, BatchItem, Principal } from '../api/index.js';
import type { RecordLimits } from '../metering/record-limits.js';
import { watchChanges } from '../store/changes.js';
import type { Notifier } from '../store/pubsub.js';
import type { AnswerRecorder } from '../verification/response.js';
import { unresolvedFailure } from '../verification/verify.js';
import type { WaitingCalls } from '../verification/waiting-limits.js';
import { type ReadState, requestIdOf, resultsOf, shownBatch } from './batch-state.js';
import type { BatchStore, ItemWork, StoredBatch, StoredItem } from './batch-store.js';

/** A batch may change a hundred times in a moment: watchers get at most two events a second. */
const watchTiming = { pollMs: 2_000, gatherMs: 500 };

export interface BatchesDeps {
  batches: BatchStore;
  readState: ReadState;
  requests: { startJob(id: string): Promise<void> };
  /** Lists a running batch again, if a failover has removed it. @throws Failure `unavailable` */
  relist: (id: string) => Promise<void>;
  allotments: RecordLimits;
  waitingCalls: Pick<WaitingCalls, 'stream'>;
  activity: Pick<AnswerRecorder, 'failed'>;
  notifier: Pick<Notifier, 'subscribe'>;
  providers: readonly Provider[];
  now: () => number;
}

export function createBatches(deps: BatchesDeps): Batches {
  return {
    create: (principal, items, key) => create(deps, principal, items, key),

    async get(account, id, after = -1) {
      const batch = await find(deps, account, id);
      const results = await resultsOf(deps.readState, batch);
      return { batch: shownBatch(batch, results), results: results.slice(after + 1) };
    },

    async watch({ account, prefix }, id, signal) {
      await find(deps, account, id);
      const onEnd = await deps.waitingCalls.stream(prefix, signal);
      const read = () => currentState(deps, account, id);
      return watchChanges(deps.notifier, id, read, { ...watchTiming, signal, onEnd });
    },
  };
}

async function find({ batches, relist }: BatchesDeps, account: string, id: string): Promise<StoredBatch> {
  const batch = await batches.read(id, account);
  if (batch === null) throw new Failure('not_found');
  if (batch.completedAt === null) relist(id).catch(() => undefined);
  return batch;
}

async function create(
  deps: BatchesDeps,
  principal: Principal,
  items: readonly BatchItem[],
  key: string | undefined,
): Promise<Batch> {
  const { batches, requests, allotments, now } = deps;
  const { account, realm, mode } = principal;
  const newId = `bat_${randomBase62(22)}`;
  const body = sha256(JSON.stringify([mode, items]));
  const id = key === undefined ? newId : await batches.bind(account, key, body, newId);
  if (id === null) throw invalidRequest('idempotency-key', 'was used with other items in the last 24 hours');
  if (id !== newId && (await batches.read(id, account))) return await readBatch(deps, account, id);

  await batches.enter(account, id, false);
  try {
    await allotments.takeMany('requests', account, items.length);
    const read = items.map((item, index) => readItem(deps, id, item, index));
    const batch = {
      id,
      account,
      realm,
      items: read.map(({ item }) => item),
      createdAt: now(),
      completedAt: null,
    };
    const isNew = await batches.create(batch, { entry: principal, items: read.map(({ work }) => work) });
    if (isNew) {
      for (const { failure } of read) if (failure) deps.activity.failed(principal, failure);
      await requests.startJob(id);
      return shownBatch(batch, await resultsOf(noState, batch));
    }
  } catch (error) {
    await batches.leave(account, id).catch(() => undefined);
    throw error;
  }
  return await readBatch(deps, account, id);
}

/** No item of a new batch has been started. */
const noState: ReadState = async () => null;

async function readBatch(deps: BatchesDeps, account: string, id: string): Promise<Batch> {
  const batch = await find(deps, account, id);
  return shownBatch(batch, await resultsOf(deps.readState, batch));
}

/** An item that names no receipt fails at once, without asking a bank. */
function readItem(
  { providers, now }: BatchesDeps,
  batch: string,
  { id = null, expect, ...receipt }: Omit<BatchItem, 'id'> & { id?: string | null | undefined },
  index: number,
): { item: StoredItem; work: ItemWork | null; failure: Failure | null } {
  const resolved = resolve(providers, receipt, new Date(now()));
  if (resolved.kind === 'target') {
    const work = { target: resolved.target, expect: expect ?? null };
    return { item: { id, refused: null }, work, failure: null };
  }
  const requestId = requestIdOf(batch, index);
  const failure = unresolvedFailure(resolved).with({ requestId });
  return {
    item: { id, refused: { failure: failure.failure, details: failure.details } },
    work: null,
    failure,
  };
}

async function currentState(deps: BatchesDeps, account: string, id: string) {
  const stored = await deps.batches.read(id, account);
  if (stored === null) return null;
  const batch = shownBatch(stored, await resultsOf(deps.readState, stored));
  const isOver = batch.completedAt !== null;
  const version = `${batch.total - batch.counts.pending}${isOver ? '.' : ''}`;
  return { version, event: { id: version, batch }, isOver };
}
