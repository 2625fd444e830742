/**
 * Outcomes of an account's calls: counts per day by bank and outcome, and the last calls. For charts, not for bills: they
 * are counted in memory and written about once a second, so that no call waits for the store. A crash or an outage of the
 * store loses counts that were not written yet. Charges are in the ledger.
 */
import { windowAt } from '#engine/shared/windows.js';
import type { Target } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import { memberNames } from '../access/member-names.js';
import type { Activity, DayActivity, Outcome } from '../api/dashboard.js';
import type { Failure } from '../api/errors.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

const dayMs = 86_400_000;
const flushMs = 1_000;
const dayTtlMs = 400 * dayMs;
const recentTtlMs = 30 * dayMs;
/** Recent calls stored per account, and buffered in memory between two writes; older ones are dropped. */
const recentMax = 50;

/** The recording side: never throws, never waits. */
export interface ActivityRecorder extends Activity {
  shown(entry: Caller, receipt: Delivered): void;
  failed(entry: Caller, failure: Failure): void;
  /** Writes what is still in memory. */
  close(): Promise<void>;
}

type Caller = Pick<Principal, 'account' | 'prefix' | 'member'>;

/** A receipt that was served. */
interface Delivered {
  target: Target;
  /** Null when this call did not fetch it. */
  requestId: string | null;
}

/** The stored form of a call; `by` is a prefix or `member:ID`. */
interface Call {
  at: number;
  provider: string | null;
  outcome: Outcome;
  why: string | null;
  lastFour: string | null;
  by: string;
}

/** Calls of an account since the last write. */
interface Batch {
  counts: Map<string, number>;
  /** A ring buffer: `next` is the index of the oldest call once it is full. */
  calls: Call[];
  next: number;
}

interface ActivityDeps {
  store: Pick<StoreConnection, 'client'>;
  timeZone: string;
  now: () => number;
}

export function createActivity({ store, timeZone, now }: ActivityDeps): ActivityRecorder {
  const { client } = store;
  let batches = new Map<string, Batch>();
  let timer: NodeJS.Timeout | undefined;
  const dayOf = (moment: number) => windowAt('day', moment, timeZone);

  function record(account: string, call: Call): void {
    let batch = batches.get(account);
    if (!batch) {
      batch = { counts: new Map(), calls: [], next: 0 };
      batches.set(account, batch);
    }
    const field = `${call.provider ?? '-'} ${call.outcome}`;
    batch.counts.set(field, (batch.counts.get(field) ?? 0) + 1);
    batch.calls[batch.next] = call;
    batch.next = (batch.next + 1) % recentMax;
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  /** Drops counts that cannot be written: a retry might count them twice, and buffering them might fill the memory. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const unwritten = batches;
    batches = new Map();
    const date = dayOf(now()).name;
    await Promise.allSettled([...unwritten].map(([account, batch]) => write(account, date, batch)));
  }

  async function write(account: string, date: string, { counts, calls, next }: Batch): Promise<void> {
    const day = names.activity(account, date);
    const recent = names.recentCalls(account);
    const transaction = client.multi();
    for (const [field, count] of counts) transaction.hincrby(day, field, count);
    transaction.pexpire(day, dayTtlMs);
    const inOrder = calls.length < recentMax ? calls : [...calls.slice(next), ...calls.slice(0, next)];
    transaction.lpush(recent, ...inOrder.map((call) => JSON.stringify(call)));
    transaction.ltrim(recent, 0, recentMax - 1).pexpire(recent, recentTtlMs);
    await transaction.exec();
  }

  return {
    shown({ account, prefix }, { target, requestId }) {
      const { provider, reference } = target;
      const outcome = requestId === null ? 'cached' : 'verified';
      record(account, { at: now(), provider, outcome, why: null, lastFour: reference.slice(-4), by: prefix });
    },

    failed({ account, prefix }, { kind, details }) {
      const { providerKey: provider = null, reference } = details;
      const { verdict: outcome, code, reason } = kind;
      const lastFour = reference === undefined ? null : reference.slice(-4);
      record(account, { at: now(), provider, outcome, why: reason ?? code ?? null, lastFour, by: prefix });
    },

    close: flush,

    async days(account, count) {
      const dates = datesBack(count, now(), dayOf);
      const stored = await orUnavailable(
        Promise.all(dates.map((date) => client.hgetall(names.activity(account, date)))),
      );
      return dates.map((date, index) => ({ date, counts: countsIn(stored[index] ?? {}) }));
    },

    async recent(account) {
      const stored = await orUnavailable(client.lrange(names.recentCalls(account), 0, recentMax - 1));
      const calls = stored.map((text) => JSON.parse(text) as Call).sort((a, b) => b.at - a.at);
      const members = new Set(calls.flatMap(({ by }) => memberIn(by) ?? []));
      const nameOf = await memberNames(client, account, members);
      return calls.map(({ at, by, ...call }) => {
        const member = memberIn(by);
        const caller = member
          ? { prefix: null, member: nameOf.get(member) ?? null }
          : { prefix: by, member: null };
        return { at: new Date(at).toISOString(), ...call, ...caller };
      });
    },
  };
}

function memberIn(by: string): string | undefined {
  return by.startsWith('member:') ? by.slice('member:'.length) : undefined;
}

function countsIn(fields: Record<string, string>): DayActivity['counts'] {
  return Object.entries(fields).map(([field, count]) => {
    const [provider = '-', outcome] = field.split(' ');
    return {
      provider: provider === '-' ? null : provider,
      outcome: outcome as Outcome,
      count: Number(count),
    };
  });
}

/** Names of the last days, oldest first. Steps back from the start of each day, because days differ in length. */
function datesBack(
  count: number,
  now: number,
  dayOf: (moment: number) => { name: string; startsAt: number },
) {
  const dates: string[] = [];
  let moment = now;
  for (let day = 0; day < count; day += 1) {
    const { name, startsAt } = dayOf(moment);
    dates.unshift(name);
    moment = startsAt - 1;
  }
  return dates;
}
