/**
 * Requests that were answered 202, as they stand in the store: what is to be done, how far it has come, what came of
 * it, and which process works on it. A process that dies leaves its requests to the others when its leases end.
 */
import type { Realm } from '../egress/types.js';
import type { Target } from '../providers/types.js';
import type { Entry } from './auth.js';
import type { FailureDetails, FailureName } from './errors.js';
import * as names from './store/keys.js';
import { reach, type Scripts } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';
import type { Expectation } from './types.js';

/** Kept 7 days. Counted anew from the end, so that an unfinished one is there for as long. */
const keepMs = 7 * 86_400_000;
/** Requests of a process that died are taken up by another after this long. */
const leaseMs = 10_000;
/** One script must not hold the store for long. */
const leasesPerCall = 500;
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
  /** Null once it is over. */
  work: Work | null;
  /** Null until it is over. */
  answer: Answer | null;
  /** Moment of the end, ms; 0 until then. */
  endedAt: number;
}

export interface Records {
  /** Written when this resolves; leased to this process. @throws Failure `unavailable` */
  create(id: string, work: Work, progress: Progress): Promise<void>;
  read(id: string): Promise<RequestRecord | null>;
  /** @returns false when the request is over */
  progress(id: string, progress: Progress): Promise<boolean>;
  /** The first end stays. @returns whether this was it */
  conclude(id: string, answer: Answer): Promise<boolean>;
  /** Takes a request that is over, or was never written, off the list of unfinished ones. */
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

  async function lease(ids: readonly string[], ms: number): Promise<string[]> {
    const lost: string[] = [];
    for (let from = 0; from < ids.length; from += leasesPerCall) {
      const some = ids.slice(from, from + leasesPerCall);
      lost.push(...(await scripts.run('retain', list, [processId, ms, ...some])).map(String));
    }
    return lost;
  }

  return {
    // Listed first: what is listed and was never written is found and struck, what is not listed is lost.
    async create(id, work, progress) {
      await scripts.run('claim', list, [processId, leaseMs, 0, id]);
      const name = names.request(id);
      const fields = { ...fieldsOf(progress), account: work.entry.account, version: 1 };
      await reach(
        client
          .multi()
          .hset(name, { ...fields, work: JSON.stringify(work) })
          .pexpire(name, keepMs)
          .exec(),
      );
    },
    async read(id) {
      const fields = await reach(client.hgetall(names.request(id)));
      return fields.account === undefined ? null : recordOf(fields);
    },
    async progress(id, { position, asked }) {
      const [changed] = await scripts.run(
        'progress',
        [names.request(id)],
        [position ?? '', asked ? '1' : '0'],
      );
      return changed === 1;
    },
    async conclude(id, answer) {
      const { kind, ...rest } = answer;
      const args = [kind, JSON.stringify(rest), keepMs];
      const [ended] = await scripts.run('conclude', [names.request(id)], args);
      return ended === 1;
    },
    async strike(id) {
      await reach(client.multi().zrem(names.unfinished(), id).hdel(names.unfinishedOwners(), id).exec());
    },
    async claim() {
      return (await scripts.run('claim', list, [processId, leaseMs, claimedAtOnce, ''])).map(String);
    },
    retain: (ids) => lease(ids, leaseMs),
    release: async (ids) => void (await lease(ids, 0)),
  };
}

function fieldsOf({ position, asked }: Progress) {
  return { state: asked ? 'running' : 'queued', position: position ?? '' };
}

function recordOf(fields: Record<string, string>): RequestRecord {
  const { account = '', state, position, version, work, answer, endedAt } = fields;
  return {
    account,
    position: position ? Number(position) : null,
    asked: state === 'running',
    version: Number(version),
    work: work === undefined ? null : (JSON.parse(work) as Work),
    answer: answer === undefined ? null : ({ kind: state, ...JSON.parse(answer) } as Answer),
    endedAt: Number(endedAt ?? 0),
  };
}
