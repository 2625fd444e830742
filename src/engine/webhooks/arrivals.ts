/**
 * Detects, across all processes, that webhooks no longer reach any account. Servers of several accounts rarely fail at once, so
 * the fault is probably ours, and administrators are alerted.
 */
import type { Events } from '../store/events.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { type BackgroundTask, createSavedCursor } from './background-tasks.js';
import type { DeliveryOutcome } from './delivery-store.js';

/** Attempts older than this no longer count. */
const recentMs = 15 * 60_000;
/** The lists outlive a pause between two attempts, but not an idle service. */
const listTtlMs = 86_400_000;
/** Minimum number of unreachable accounts, and the share of accounts that may still be reached. */
const failingMin = 3;
const reachedShareMax = 0.1;
/** The outage is over when more than this share of accounts is reached. */
const overShare = 0.25;
const pauseMs = 30_000;

export interface Arrivals {
  /** Records an attempt without waiting. Never fails: a lost record is one attempt less. */
  record(account: string, outcome: DeliveryOutcome, error: string | null): void;
  /** Accounts with attempts in the last 15 minutes. @throws Failure `unavailable` */
  read(): Promise<Reachability>;
}

interface Reachability {
  /** Accounts that a webhook reached. */
  reached: number;
  /** Accounts that no webhook reached. */
  failing: number;
  /** Why most of these attempts failed. */
  cause: string | null;
}

export function createArrivals(
  { client }: Pick<StoreConnection, 'client'>,
  now: () => number = Date.now,
): Arrivals {
  const [arrived, failed] = [names.arrivedWebhooks(), names.failedWebhooks()];

  async function recent(list: string): Promise<string[]> {
    await orUnavailable(client.zremrangebyscore(list, '-inf', now() - recentMs));
    return await orUnavailable(client.zrange(list, 0, -1));
  }

  return {
    record(account, outcome, error) {
      // An endpoint that answers 410 has been reached.
      const [list, member] =
        outcome === 'failed' ? [failed, `${error ?? 'unreachable'} ${account}`] : [arrived, account];
      const commands = client.multi().zadd(list, now(), member).pexpire(list, listTtlMs);
      commands.exec().catch(() => undefined);
    },

    async read() {
      const [accounts, attempts] = await Promise.all([recent(arrived), recent(failed)]);
      const reached = new Set(accounts);
      const failures = attempts
        .map((attempt) => attempt.split(' ') as [cause: string, account: string])
        .filter(([, account]) => !reached.has(account));
      const failing = new Set(failures.map(([, account]) => account)).size;
      return { reached: reached.size, failing, cause: mostFrequent(failures.map(([cause]) => cause)) };
    },
  };
}

/** Checks every half minute, in one process at a time. */
export function createArrivalsTask({
  store,
  events,
  arrivals,
  now = Date.now,
}: {
  store: Pick<StoreConnection, 'client'>;
  events: Pick<Events, 'emit'>;
  arrivals: Pick<Arrivals, 'read'>;
  now?: () => number;
}): BackgroundTask {
  /** Start of the outage, ISO 8601; empty while webhooks arrive. */
  const failing = createSavedCursor(store, 'failing');

  return {
    name: 'arrivals',

    async run() {
      const found = await arrivals.read();
      const since = (await failing.read()) || null;
      if (since === null && areLost(found)) {
        await failing.write(new Date(now()).toISOString());
        return 0;
      }
      if (since === null) return pauseMs;
      // Repeated while it lasts: an event with the same time is written once.
      await events.emit({ kind: 'webhooks_failing', since, accounts: found.failing, cause: found.cause });
      if (!arriveAgain(found)) return pauseMs;
      await events.emit({ kind: 'webhooks_arrive', failingSince: since });
      await failing.write('');
      return pauseMs;
    },
  };
}

function areLost({ reached, failing }: Reachability): boolean {
  return failing >= failingMin && reached <= reachedShareMax * (reached + failing);
}

/** Without attempts the state is unknown, so the outage continues. */
function arriveAgain({ reached, failing }: Reachability): boolean {
  return reached > overShare * (reached + failing);
}

function mostFrequent(causes: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const cause of causes) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}
