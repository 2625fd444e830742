/**
 * State of all banks in the memory of every process, whether it probes or not. Read from the store at the start, after each
 * notification, and at an interval.
 */
import type { Realm } from '../../egress/types.js';
import type { Logger } from '../../log.js';
import type { Judgement, Provider } from '../../providers/types.js';
import type { Events } from '../store/events.js';
import {
  type Cause,
  type HealthRecord,
  type HealthStore,
  healthTopic,
  type ProbeResult,
} from '../store/probe-results.js';
import type { Notifier } from '../store/pubsub.js';
import {
  type BankHealth,
  type Health,
  type HealthSubscription,
  unknownBank,
} from '../verification/bank-health.js';

interface MonitorDeps {
  store: HealthStore;
  events: Events;
  providers: readonly Provider[];
  /** The banks that BANKS names. Simulated banks next to live ones run inside this process and are not probed. */
  realm: Realm;
  intervalMs: number;
  /** Id of this process among those that report. */
  process: string;
  log: Logger;
  now?: () => number;
}

/** Verdicts older than this many rounds are ignored. */
const roundsToBlindness = 3;
/** Unreadable pages in a row before `layout_changed` is emitted. */
const unreadableInARow = 3;
const pollMsMin = 500;
const pollMsMax = 30_000;

const unprobedSandbox: BankHealth = { ...unknownBank, state: 'operational' };

/** Reads the state of the banks before it returns. @throws Failure `unavailable` */
export async function createHealthMonitor(deps: MonitorDeps): Promise<Health> {
  const { store, events, realm, intervalMs, log, now = Date.now } = deps;
  const openedAt = now();
  const blindMs = roundsToBlindness * intervalMs;
  const records = new Map<string, HealthRecord>();
  /** The last round before probing stopped, null when there was none; undefined while rounds run. */
  let blindSince: string | null | undefined;
  const isOld = ({ at }: HealthRecord) => now() - at > blindMs;

  function lastAt(): number | null {
    const moments = [...records.values()].map(({ at }) => at);
    return moments.length > 0 ? Math.max(...moments) : null;
  }

  async function refresh(onDown?: (realm: Realm, provider: string) => void): Promise<void> {
    const supported = deps.providers.filter(({ support }) => support === 'supported');
    await Promise.all(
      supported.map(async ({ key }) => {
        const before = records.get(key)?.state;
        const record = await store.read(key);
        if (record) records.set(key, record);
        else records.delete(key);
        if (record?.state === 'down' && before !== 'down') onDown?.(realm, key);
      }),
    );
  }

  /** Emits the events about missing rounds. A process that has just started waits first, as it cannot know yet. */
  async function emitStaleness(): Promise<void> {
    const last = lastAt();
    const isBlind = now() - Math.max(last ?? 0, openedAt) > blindMs;
    if (isBlind && blindSince === undefined) {
      const lastRoundAt = last === null ? null : new Date(last).toISOString();
      await events.emit({ kind: 'monitor_blind', realm, lastRoundAt });
      blindSince = lastRoundAt;
    } else if (!isBlind && blindSince !== undefined) {
      await events.emit({ kind: 'monitor_sees', realm, blindSince });
      blindSince = undefined;
    }
  }

  async function count(provider: string, kind: Judgement['kind']): Promise<void> {
    if (kind === 'settled') {
      if ((await store.readable(provider)) < unreadableInARow) return;
      await events.emit({ kind: 'layout_readable', realm, provider });
    } else if (kind === 'unreadable' && isPowerOfTwoStreak(await store.unreadable(provider))) {
      await events.emit({ kind: 'layout_changed', realm, provider });
    }
  }

  const logErrors = (work: Promise<unknown>, message: string) =>
    work.catch(() => log.warn({ component: 'health' }, message));

  await refresh();
  return {
    of(bankRealm, provider) {
      if (bankRealm !== realm) return unprobedSandbox;
      const record = records.get(provider);
      return record ? healthOf(record, isOld(record)) : unknownBank;
    },
    isBlocked(bankRealm, provider, egress) {
      const record = records.get(provider);
      if (bankRealm !== realm || record?.state !== 'degraded' || isOld(record)) return false;
      return fails(record.probeResults, egress, deps.process);
    },
    rounds() {
      const last = lastAt();
      return { lastAt: last, overdue: last === null || now() - last > blindMs };
    },
    onJudgement(bankRealm, provider, kind) {
      if (bankRealm !== realm) return;
      void logErrors(count(provider, kind), 'an unreadable page could not be counted');
    },
    follow(notifier, onDown) {
      const everyMs = Math.min(pollMsMax, Math.max(pollMsMin, intervalMs / 4));
      const refreshAndPublish = () => refresh(onDown).then(emitStaleness);
      return pollOnNotification(notifier, everyMs, () =>
        logErrors(refreshAndPublish(), 'the health of the banks could not be read'),
      );
    },
  };
}

/** True at `unreadableInARow`, and each time the number has doubled: the problem may have been marked as fixed too early. */
function isPowerOfTwoStreak(inARow: number): boolean {
  const times = inARow / unreadableInARow;
  return Number.isInteger(times) && (times & (times - 1)) === 0;
}

/** Refreshes after each notification, and every `everyMs` in case a message was lost. */
function pollOnNotification(
  notifier: Notifier,
  everyMs: number,
  poll: () => Promise<unknown>,
): HealthSubscription {
  const subscription = notifier.subscribe(healthTopic);
  const stopped = new AbortController();
  const run = async () => {
    while (!stopped.signal.aborted) {
      await subscription.wait(everyMs, stopped.signal);
      if (!stopped.signal.aborted) await poll();
    }
    subscription.close();
  };
  void run();
  return { stop: () => stopped.abort() };
}

/** Whether an address fails: as found by this process or, if it has not tried the address, by any process. */
function fails(probeResults: readonly ProbeResult[], egress: string, process: string): boolean {
  const named = probeResults.filter((result) => result.egress === egress);
  const own = named.filter((result) => result.process === process);
  return (own.length > 0 ? own : named).some(({ cause }) => cause !== null);
}

function healthOf({ state, since, probeResults }: HealthRecord, isOld: boolean): BankHealth {
  const egress = rowsOf(probeResults);
  if (isOld) return { ...unknownBank, error: 'no round of probes for three intervals', egress };
  const { responseMs, httpStatus } = probeResults.find(({ cause }) => cause === null) ?? {
    responseMs: null,
    httpStatus: probeResults[0]?.httpStatus ?? null,
  };
  const failing = egress.filter(({ ok }) => !ok).map(({ name, error }) => `${name}: ${error}`);
  const error = failing.length > 0 ? failing.join('; ') : null;
  return { state, since: new Date(since).toISOString(), responseMs, httpStatus, error, egress };
}

/** One row per egress name. Two processes may use the same address; a failure of either is shown. */
function rowsOf(probeResults: readonly ProbeResult[]): BankHealth['egress'] {
  const rows = new Map<string, ProbeResult>();
  for (const result of probeResults) {
    const shown = rows.get(result.egress);
    if (!shown || (shown.cause === null && result.cause !== null)) rows.set(result.egress, result);
  }
  return [...rows.values()].map(({ egress: name, responseMs, cause, at }) => ({
    name,
    ok: cause === null,
    responseMs,
    error: cause === null ? null : causeTexts[cause],
    at,
  }));
}

const causeTexts: Readonly<Record<Cause, string>> = {
  timeout: 'no answer in time',
  unreachable: 'no connection',
  certificate: 'the certificate does not verify',
  redirect: 'a redirect',
  block_page: 'a block page',
  unexpected_answer: 'an unexpected answer',
  not_sent: 'nothing was sent',
};
