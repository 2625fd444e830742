/**
 * Stored requests that were answered 202: payload, progress, result, and the process that works on each. When a process
 * dies, its leases expire and other processes claim its requests.
 */
import type { Realm } from '../../egress/types.js';
import type { Target } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import type { FailureDetails, FailureName } from '../api/errors.js';
import type { Expect } from '../api/index.js';
import * as names from '../store/key-names.js';
import { opened, sealed } from '../store/receipt-store.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** 7 days; starts again when the request ends. */
const keepMs = 7 * 86_400_000;
/** Requests of a process that died are claimed by another after this. */
const leaseMs = 10_000;
const claimedAtOnce = 50;

/** The payload: everything needed to run the request again. */
export interface RequestPayload {
  entry: Principal;
  target: Target;
  realm: Realm;
  expect: Expect | null;
  /** When to give up waiting for a busy bank, in ms since 1970, so that other processes can use it. */
  deadline: number;
  /** Redis key of the binding of its Idempotency-Key. */
  bound: string | null;
  /** The reference was read by a model and may be misread; absent in records of earlier versions. */
  doubtful?: boolean;
  /** Id of its batch; absent when it is not an item of one. */
  batch?: string | undefined;
}

/** The result: the body of a 200, or a failure. */
export type RequestResult =
  | { kind: 'completed'; text: string }
  | { kind: 'failed'; failure: FailureName; details: FailureDetails };

export interface Progress {
  /** Position in the bank's queue, from 1; null when it is not in the queue. */
  position: number | null;
  /** The bank is about to be asked, or was asked. */
  asked: boolean;
}

export interface RequestRecord extends Progress {
  account: string;
  /** Grows with every change. */
  version: number;
  /** Null until the request ends. */
  answer: RequestResult | null;
  /** Time of the end, ms; 0 until then. */
  endedAt: number;
  /** Address that is sent the result. */
  webhookUrl: string | undefined;
  /** Id of its batch. */
  batch: string | undefined;
}

/** A request that this process recovers from another. */
export interface RecoveredRequest {
  /** Number of attempts to recover it, including this one. */
  attempts: number;
  /** The bank was about to be asked, or had been asked. */
  asked: boolean;
  /** @throws SyntaxError when another version wrote a form that this one cannot read */
  work(): RequestPayload;
}

export type RequestStore = ReturnType<typeof createRequestStore>;

/** All methods throw Failure `unavailable`. */
export function createRequestStore(
  { client }: Pick<StoreConnection, 'client'>,
  scripts: Scripts,
  processId: string,
) {
  const list = [names.unfinished(), names.unfinishedOwners()];

  /** Adds an entry without a record to the list, and leases it to this process. */
  async function enlist(id: string): Promise<void> {
    await scripts.run('lease-claim', list, [processId, leaseMs, 0, id]);
  }

  return {
    enlist,

    /**
     * Writes the record, unless there is one, and leases it to this process. The record comes first: a list entry without a
     * record is removed, also if this process is suspended between the two writes.
     * @returns whether it was written
     */
    async create(
      id: string,
      work: RequestPayload,
      { position, asked }: Progress,
      webhookUrl?: string,
    ): Promise<boolean> {
      const name = names.request(id);
      const { batch, entry } = work;
      const progress = { state: asked ? 'running' : 'queued', position: position ?? '' };
      const fields = { ...progress, webhookUrl, batch, account: entry.account, version: 1 };
      const written = Object.entries({ ...fields, work: sealed(work) }).flatMap(([field, value]) =>
        value === undefined ? [] : [field, value],
      );
      const [created] = await scripts.run('request-create', [name], [keepMs, ...written]);
      if (created !== 1) return false;
      try {
        await enlist(id);
        return true;
      } catch (error) {
        // No 202 was sent for it, so it must not look like a waiting request.
        client.del(name).catch(() => undefined);
        throw error;
      }
    },

    async read(id: string): Promise<RequestRecord | null> {
      const [account, ...rest] = await orUnavailable(client.hmget(names.request(id), 'account', ...polled));
      return account ? recordOf(account, rest) : null;
    },

    /** Counts an attempt to recover the request. @returns null when the request is over or does not exist */
    async takeUp(id: string): Promise<RecoveredRequest | null> {
      const [attempts, state, work] = await scripts.run('request-attempt', [names.request(id)], [1]);
      if (!attempts) return null;
      return {
        attempts: Number(attempts),
        asked: state === 'running',
        work: () => opened<RequestPayload>(String(work)),
      };
    },

    /** Takes back an attempt that failed for another reason than the request itself. */
    async forgive(id: string): Promise<void> {
      await scripts.run('request-attempt', [names.request(id)], [-1]);
    },

    /** @returns false when the request is over */
    async progress(id: string, { position, asked }: Progress): Promise<boolean> {
      const args = [position ?? '', asked ? '1' : '0'];
      const [changed] = await scripts.run('request-progress', [names.request(id)], args);
      return changed === 1;
    },

    /** Stores the result; the first one is kept. @returns whether this was the first */
    async complete(id: string, { kind, ...rest }: RequestResult): Promise<boolean> {
      const args = [kind, JSON.stringify(rest), keepMs];
      const [ended] = await scripts.run('request-complete', [names.request(id)], args);
      return ended === 1;
    },

    /** Restores the list entry of an unfinished request, so that it is claimed when no process renews its lease. */
    async relist(id: string): Promise<void> {
      await scripts.run('lease-claim', list, ['', leaseMs, 0, id]);
    },

    /** Removes a request that is over from the list of unfinished requests. */
    async delist(id: string): Promise<void> {
      await orUnavailable(
        client.multi().zrem(names.unfinished(), id).hdel(names.unfinishedOwners(), id).exec(),
      );
    },

    /** Claims requests of processes that died for this process. */
    async claimOrphans(): Promise<string[]> {
      return (await scripts.run('lease-claim', list, [processId, leaseMs, claimedAtOnce])).map(String);
    },

    /** Renews leases. @returns the requests that another process has taken over meanwhile */
    async renewLeases(ids: readonly string[]): Promise<string[]> {
      return (await scripts.run('lease-renew', list, [processId, leaseMs, ...ids])).map(String);
    },

    /** Ends the leases, so that any process can claim the requests at once. */
    async release(ids: readonly string[]): Promise<void> {
      await scripts.run('lease-renew', list, [processId, 0, ...ids]);
    },
  };
}

/** Fields that a poll reads besides the account. Not the payload, which another version may have written. */
const polled = ['state', 'position', 'version', 'answer', 'endedAt', 'webhookUrl', 'batch'] as const;

function recordOf(account: string, fields: (string | null)[]): RequestRecord {
  const [state, position, version, answer, endedAt, webhookUrl, batch] = fields;
  return {
    account,
    position: position ? Number(position) : null,
    asked: state === 'running',
    version: Number(version),
    answer: answer ? ({ kind: state, ...JSON.parse(answer) } as RequestResult) : null,
    endedAt: Number(endedAt ?? 0),
    webhookUrl: webhookUrl ?? undefined,
    batch: batch ?? undefined,
  };
}
