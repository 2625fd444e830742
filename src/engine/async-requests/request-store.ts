/**
 * Requests that were answered 202, as they stand in the store: what is to be done, how far it has come, what came of
 * it, and which process works on it. A process that dies leaves its requests to the others when its leases end.
 */
import type { Realm } from '../../egress/types.js';
import type { Target } from '../../providers/types.js';
import type { Entry } from '../access/authenticate.js';
import type { FailureDetails, FailureName } from '../api/errors.js';
import type { Expectation } from '../api/index.js';
import * as names from '../store/key-names.js';
import { opened, sealed } from '../store/receipt-store.js';
import { reach, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** Kept 7 days. Counted anew from the end, so that an unfinished one is there for as long. */
const keepMs = 7 * 86_400_000;
/** Requests of a process that died are taken up by another after this long. */
const leaseMs = 10_000;
const claimedAtOnce = 50;

/** All that is needed to do it again. */
export interface Work {
  entry: Entry;
  target: Target;
  realm: Realm;
  expect: Expectation | null;
  /** Gives up waiting for a busy bank at this moment, ms since 1970: another process may take it up. */
  deadline: number;
  /** Name of what its Idempotency-Key is bound to. */
  bound: string | null;
  /** The reference was read by a model and may be misread; absent in records of earlier versions. */
  doubtful?: boolean;
}

/** What came of it: the body of a 200, or a failure. */
export type Answer =
  | { kind: 'completed'; text: string }
  | { kind: 'failed'; failure: FailureName; details: FailureDetails };

export interface Progress {
  /** Place in the bank's line, from 1; null when it stands in none. */
  position: number | null;
  /** The bank is about to be asked, or has been. */
  asked: boolean;
}

export interface RequestRecord extends Progress {
  account: string;
  /** Grows with every change. */
  version: number;
  /** Null until it is over. */
  answer: Answer | null;
  /** Moment of the end, ms; 0 until then. */
  endedAt: number;
}

/** A request that a process takes up because another has left it. */
export interface TakenUp {
  /** How often it has been taken up, this time included. */
  attempts: number;
  /** The bank was about to be asked, or had been. */
  asked: boolean;
  /** @throws SyntaxError when this version cannot read what another has written */
  work(): Work;
}

export interface Records {
  /** Written when this resolves; leased to this process. @throws Failure `unavailable` */
  create(id: string, work: Work, progress: Progress): Promise<void>;
  read(id: string): Promise<RequestRecord | null>;
  /** Counts an attempt. @returns null when there is nothing left to do */
  takeUp(id: string): Promise<TakenUp | null>;
  /** Takes an attempt back that ended through no fault of the request. */
  forgive(id: string): Promise<void>;
  /** @returns false when the request is over */
  progress(id: string, progress: Progress): Promise<boolean>;
  /** The first end stays. @returns whether this was it */
  conclude(id: string, answer: Answer): Promise<boolean>;
  /** Lists an unfinished request again where the list has lost it: it is claimed when nobody renews its lease. */
  relist(id: string): Promise<void>;
  /** Takes a request that is over off the list of unfinished ones. */
  strike(id: string): Promise<void>;
  /** Requests whose process has died: from now on this process's. */
  claim(): Promise<string[]>;
  /** @returns those that another process has taken over meanwhile */
  retain(ids: readonly string[]): Promise<string[]>;
  /** Leaves requests to whoever comes first. */
  release(ids: readonly string[]): Promise<void>;
}

export function createRecords(
  { client }: Pick<StoreConnection, 'client'>,
  scripts: Scripts,
  processId: string,
): Records {
  const list = [names.unfinished(), names.unfinishedOwners()];

  return {
    // Written first: what is listed and not there is struck, and a process may stand still between the two.
    async create(id, work, progress) {
      const name = names.request(id);
      const fields = { ...fieldsOf(progress), account: work.entry.account, version: 1 };
      await reach(
        client
          .multi()
          .hset(name, { ...fields, work: sealed(work) })
          .pexpire(name, keepMs)
          .exec(),
      );
      try {
        await scripts.run('lease-claim', list, [processId, leaseMs, 0, id]);
      } catch (error) {
        // It is promised to nobody, and must not look as if it were waiting.
        client.del(name).catch(() => undefined);
        throw error;
      }
    },
    async read(id) {
      const [account, ...rest] = await reach(client.hmget(names.request(id), 'account', ...polled));
      return account ? recordOf(account, rest) : null;
    },
    async takeUp(id) {
      const [attempts, state, work] = await scripts.run('request-attempt', [names.request(id)], [1]);
      if (!attempts) return null;
      return {
        attempts: Number(attempts),
        asked: state === 'running',
        work: () => opened<Work>(String(work)),
      };
    },
    forgive: async (id) => void (await scripts.run('request-attempt', [names.request(id)], [-1])),
    relist: async (id) => void (await scripts.run('lease-claim', list, ['', leaseMs, 0, id])),
    async progress(id, { position, asked }) {
      const args = [position ?? '', asked ? '1' : '0'];
      const [changed] = await scripts.run('request-progress', [names.request(id)], args);
      return changed === 1;
    },
    async conclude(id, answer) {
      const { kind, ...rest } = answer;
      const args = [kind, JSON.stringify(rest), keepMs];
      const [ended] = await scripts.run('request-complete', [names.request(id)], args);
      return ended === 1;
    },
    async strike(id) {
      await reach(client.multi().zrem(names.unfinished(), id).hdel(names.unfinishedOwners(), id).exec());
    },
    async claim() {
      return (await scripts.run('lease-claim', list, [processId, leaseMs, claimedAtOnce])).map(String);
    },
    retain: async (ids) => (await scripts.run('lease-renew', list, [processId, leaseMs, ...ids])).map(String),
    release: async (ids) => void (await scripts.run('lease-renew', list, [processId, 0, ...ids])),
  };
}

function fieldsOf({ position, asked }: Progress) {
  return { state: asked ? 'running' : 'queued', position: position ?? '' };
}

/** What a poll reads beside the account: not the work, which another version may have written. */
const polled = ['state', 'position', 'version', 'answer', 'endedAt'] as const;

function recordOf(account: string, fields: (string | null)[]): RequestRecord {
  const [state, position, version, answer, endedAt] = fields;
  return {
    account,
    position: position ? Number(position) : null,
    asked: state === 'running',
    version: Number(version),
    answer: answer ? ({ kind: state, ...JSON.parse(answer) } as Answer) : null,
    endedAt: Number(endedAt ?? 0),
  };
}
