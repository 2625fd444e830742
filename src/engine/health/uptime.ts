/** Uptime of the banks by day, response times of the last day, and incidents, for the page /status. */
import { utcOffsetMs } from '#engine/shared/windows.js';
import type { Realm } from '../../egress/types.js';
import type { Provider } from '../../providers/types.js';
import type { BankDays, BankTimes, Incident, ProbeTimes, Uptime, UptimeDay } from '../api/dashboard.js';
import type { Events } from '../store/events.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import type { Health } from '../verification/bank-health.js';
import { incidentsOf } from './incidents.js';

const dayMs = 86_400_000;
const daysShown = 90;
/** As in `health-record-probe.lua`. */
const quarterMs = 900_000;
const quartersShown = dayMs / quarterMs;
const eventsRead = 2_000;
/** The store is read at most this often, however many visitors the page has. */
const freshMs = 2_000;

interface UptimeDeps {
  store: Pick<StoreConnection, 'client'>;
  events: Pick<Events, 'latest'>;
  providers: readonly Provider[];
  health: Pick<Health, 'rounds'>;
  /** The banks that BANKS names; others are not probed. */
  realm: Realm;
  timeZone: string;
  now: () => number;
}

export function createUptime(deps: UptimeDeps): Uptime {
  const { now } = deps;
  return {
    days: memoized(() => readDays(deps), now),
    times: memoized(() => readTimes(deps), now),
    incidents: memoized(() => readIncidents(deps), now),
  };
}

async function readDays({ store, providers, realm, timeZone, now }: UptimeDeps): Promise<BankDays[]> {
  const moment = now();
  const local = moment + utcOffsetMs(timeZone, moment);
  const today = Math.floor(local / dayMs);
  /** Length of a day in ms; for today, the time so far. */
  const lengthOf = (number: number) => (number === today ? Math.max(1, local % dayMs) : dayMs);
  const numbers = Array.from({ length: daysShown }, (_, index) => today - daysShown + 1 + index);
  return await Promise.all(
    probed(providers).map(async ({ key }) => {
      const fields = await orUnavailable(store.client.hgetall(names.rounds(realm, key)));
      return { provider: key, days: numbers.map((number) => dayIn(fields, number, lengthOf(number))) };
    }),
  );
}

function probed(providers: readonly Provider[]): Provider[] {
  return providers.filter(({ support }) => support === 'supported');
}

async function readTimes({ store, providers, realm, now }: UptimeDeps): Promise<BankTimes[]> {
  const first = Math.floor(now() / quarterMs) - quartersShown + 1;
  const from = new Date(first * quarterMs).toISOString();
  return await Promise.all(
    probed(providers).map(async ({ key }) => {
      const fields = await orUnavailable(store.client.hgetall(names.probeTimes(realm, key)));
      const quarters = Array.from({ length: quartersShown }, (_, index) => timesIn(fields[first + index]));
      return { provider: key, from, quarters };
    }),
  );
}

/** @param stored as `health-record-probe.lua` writes it */
function timesIn(stored: string | undefined): ProbeTimes | null {
  if (stored === undefined) return null;
  const [answered = 0, totalMs = 0, maxMs = 0, failed = 0] = stored.split(' ').map(Number);
  if (answered === 0) return { answered, failed, meanMs: null, maxMs: null };
  return { answered, failed, meanMs: Math.round(totalMs / answered), maxMs };
}

/** @param number days since 1970 @param lengthMs length of the day, for today its time so far */
function dayIn(fields: Record<string, string>, number: number, lengthMs: number): UptimeDay {
  const value = (name: string) => Math.max(0, Number(fields[`${number} ${name}`] ?? 0));
  return {
    date: new Date(number * dayMs).toISOString().slice(0, 10),
    good: value('good'),
    partly: value('partly'),
    bad: value('bad'),
    covered: Math.min(1, value('ms') / lengthMs),
  };
}

async function readIncidents({ events, health, realm, now }: UptimeDeps): Promise<Incident[]> {
  const all = incidentsOf(await events.latest(eventsRead), !health.rounds().overdue);
  const since = new Date(now() - daysShown * dayMs).toISOString();
  return all.filter((incident) => {
    const isOurs = incident.realm === null || incident.realm === realm;
    return isOurs && (incident.endedAt === null || incident.endedAt >= since);
  });
}

/** Caches the result of `read` for `freshMs`; failures are not cached. */
function memoized<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  let last: { result: Promise<T>; at: number } | undefined;
  return () => {
    if (last && now() - last.at < freshMs) return last.result;
    const current = { result: read(), at: now() };
    last = current;
    current.result.catch(() => {
      if (last === current) last = undefined;
    });
    return current.result;
  };
}
