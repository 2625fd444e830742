/** Batches in Redis. */
import { sha256 } from '#engine/shared/secrets.js';
import type { Realm } from '../../egress/types.js';
import type { Target } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import { Failure, type FailureDetails, type FailureName } from '../api/errors.js';
import type { Expect } from '../api/index.js';
import type { RecordLimits } from '../metering/record-limits.js';
import * as names from '../store/key-names.js';
import { opened, sealed } from '../store/receipt-store.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** From its acceptance; results of items are stored for the same time from their end. */
const batchTtlMs = 7 * 86_400_000;
const bindingMs = 86_400_000;
/** Maximum number of running batches of an account. */
const runningMax = 10;
const retrySeconds = 30;
/** A batch that no process works on is no longer counted after this. */
const runningLeaseMs = 120_000;

/** The request of an item that names a receipt. */
export interface ItemWork {
  target: Target;
  expect: Expect | null;
}

/** An item: the caller's id, and the failure if it names no receipt. */
export interface StoredItem {
  id: string | null;
  refused: { failure: FailureName; details: FailureDetails } | null;
}

export interface StoredBatch {
  id: string;
  account: string;
  realm: Realm;
  items: StoredItem[];
  /** ms since 1970. */
  createdAt: number;
  /** Null while it runs. */
  completedAt: number | null;
}

/** Data needed to run a batch. `items`: null for an item that names no receipt. */
export interface BatchWork {
  entry: Principal;
  items: (ItemWork | null)[];
}

export interface BatchStore {
  /** Null when the account has no such batch. */
  read(id: string, account?: string): Promise<StoredBatch | null>;
  /** Null when it is over. @throws SyntaxError when a later version wrote it */
  work(id: string): Promise<BatchWork | null>;
  /** @returns false when there is one with this id */
  create(batch: StoredBatch, work: BatchWork): Promise<boolean>;
  /** Records when all its items had ended; later calls change nothing. */
  complete(id: string, at: number): Promise<void>;
  /** Removes the data needed to run it. */
  finish(id: string): Promise<void>;
  /**
   * Binds an Idempotency-Key to a batch for 24 hours.
   * @param body digest of the items
   * @returns the id of the batch of this key, another one when the key was used before; null when it was used for other items
   * @throws Failure `rate_limited`
   */
  bind(account: string, key: string, body: string, id: string): Promise<string | null>;
  /** Counts a running batch. @param accepted the batch was accepted before: never refused @throws Failure `too_many_waiting` */
  enter(account: string, id: string, accepted: boolean): Promise<void>;
  leave(account: string, id: string): Promise<void>;
}

export function createBatchStore(
  { client }: Pick<StoreConnection, 'client'>,
  scripts: Scripts,
  allotments: RecordLimits,
): BatchStore {
  return {
    async read(id, account) {
      if (!/^bat_\w{22}$/.test(id)) return null;
      const [owner, ...rest] = await orUnavailable(client.hmget(names.batch(id), 'account', ...fields));
      if (!owner || (account !== undefined && owner !== account)) return null;
      const [realm, items, createdAt, completedAt] = rest;
      return {
        id,
        account: owner,
        realm: realm as Realm,
        items: JSON.parse(items ?? '[]') as StoredItem[],
        createdAt: Number(createdAt),
        completedAt: completedAt ? Number(completedAt) : null,
      };
    },

    async work(id) {
      const text = await orUnavailable(client.hget(names.batch(id), 'work'));
      return text === null ? null : opened<BatchWork>(text);
    },

    async create({ id, account, realm, items, createdAt }, work) {
      const written = { account, realm, items: JSON.stringify(items), createdAt, work: sealed(work) };
      const args = [batchTtlMs, ...Object.entries(written).flat()];
      return (await scripts.run('request-create', [names.batch(id)], args))[0] === 1;
    },

    async complete(id, at) {
      await scripts.run('hash-set-if-exists', [names.batch(id)], ['completedAt', at, 'once']);
    },

    async finish(id) {
      await orUnavailable(client.hdel(names.batch(id), 'work'));
    },

    async bind(account, key, body, id) {
      const name = names.batchKey(account, sha256(key));
      await allotments.take('idempotency', account, { name, ms: bindingMs });
      await scripts.run('hash-set-if-exists', [name], ['batch', `${body} ${id}`, 'once']);
      const [storedBody, batch = id] = ((await orUnavailable(client.hget(name, 'batch'))) ?? body).split(' ');
      return storedBody === body ? batch : null;
    },

    async enter(account, id, accepted) {
      const args = [id, runningLeaseMs, accepted ? 1 : 0, runningMax];
      const [isIn] = await scripts.run('waiting-add', [names.unfinishedBatches(account)], args);
      if (isIn === 1) return;
      const message = `The account has ${runningMax} batches that are not complete.`;
      throw new Failure('too_many_waiting', { message, retryAfterSeconds: retrySeconds });
    },

    async leave(account, id) {
      await orUnavailable(client.zrem(names.unfinishedBatches(account), id));
    },
  };
}

const fields = ['realm', 'items', 'createdAt', 'completedAt'] as const;
