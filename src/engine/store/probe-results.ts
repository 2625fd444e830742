/** Probe results of all processes, and the resulting state of each bank. */
import { utcOffsetMs } from '#engine/shared/windows.js';
import type { Realm } from '../../egress/types.js';
import type { ServiceEvent } from '../api/events.js';
import { createEvents } from './events.js';
import * as names from './key-names.js';
import { orUnavailable, type Scripts } from './scripts.js';
import type { StoreConnection } from './types.js';

/** Topic published when the health of a bank has changed. */
export const healthTopic = 'health';

/** Why a probe failed, in one word. */
export type Cause =
  | 'timeout'
  | 'unreachable'
  | 'certificate'
  | 'redirect'
  | 'block_page'
  | 'unexpected_answer'
  | 'not_sent';

/** The probe result of one egress of one process. */
export interface ProbeResult {
  /** Id of the process. */
  process: string;
  egress: string;
  responseMs: number | null;
  httpStatus: number | null;
  /** Null when the bank is healthy. */
  cause: Cause | null;
  /** ISO 8601. */
  at: string;
}

/** The verdict on a bank, with the probe results it is based on. Times in ms. */
export interface HealthRecord {
  state: 'operational' | 'degraded' | 'down';
  since: number;
  at: number;
  probeResults: readonly ProbeResult[];
}

export interface Timing {
  /** Length of a round, ms. */
  intervalMs: number;
  /** Maximum duration of a probe, ms. */
  probeMs: number;
}

/** Methods throw Failure `unavailable`. */
export interface HealthStore {
  /** The store's clock, ms, so that all processes use the same rounds. */
  now(): Promise<number>;
  /** Registers reporters of a round, so that the verdict waits for them. */
  register(provider: string, process: string, egresses: readonly string[], round: number): Promise<void>;
  /** Records a report. If it completes a round, stores the verdict, emits changes as events and notifies all processes. */
  report(provider: string, round: number, result: ProbeResult): Promise<void>;
  /** Removes a process that stops from the rounds. */
  leave(provider: string, process: string, egresses: readonly string[]): Promise<void>;
  read(provider: string): Promise<HealthRecord | null>;
  /** Counts an unreadable page. @returns the number of unreadable pages in a row */
  unreadable(provider: string): Promise<number>;
  /** Resets the count after a readable page. @returns the number of unreadable pages in a row before it */
  readable(provider: string): Promise<number>;
}

/** Longer than a bank goes without a readable receipt: without the stored count, the recovery would not be reported. */
const unreadableTtlMs = 90 * 86_400_000;

interface HealthStoreDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  realm: Realm;
  timing: Timing;
  /** Time zone of the days by which rounds are counted. */
  timeZone: string;
}

export function createHealthStore({ store, scripts, realm, timing, timeZone }: HealthStoreDeps): HealthStore {
  const { client } = store;
  const events = createEvents(store, scripts);
  const { intervalMs, probeMs } = timing;
  // A silent process counts as gone after two attempts and two rounds.
  const registeredMs = 2 * (intervalMs + probeMs);

  async function now(): Promise<number> {
    const [seconds, microseconds] = await orUnavailable(client.time());
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }

  /** Changes stay in the store until their event is in the stream, so that a crash loses none. */
  async function publish(provider: string, change: string): Promise<void> {
    await events.emit(toEvent(realm, provider, change));
    await orUnavailable(client.lrem(names.pendingEvents(realm, provider), 1, change));
  }

  return {
    now,
    async register(provider, process, egresses, round) {
      const at = await now();
      const key = names.probeResults(realm, provider);
      const registration = (egress: string) => `${round - 1} - ${at} ${egress} - {}`;
      await orUnavailable(
        Promise.all(
          egresses.map((egress) => client.hsetnx(key, `${process}:${egress}`, registration(egress))),
        ),
      );
      await orUnavailable(client.pexpire(key, 2 * registeredMs));
    },
    async report(provider, round, result) {
      const { process, egress, cause } = result;
      const keys = [
        names.health(realm, provider),
        names.probeResults(realm, provider),
        names.pendingEvents(realm, provider),
        names.rounds(realm, provider),
        names.probeTimes(realm, provider),
      ];
      const [latest, ...changes] = await scripts.run('health-record-probe', keys, [
        `${process}:${egress}`,
        round,
        cause === null ? 1 : 0,
        egress,
        cause ?? '-',
        JSON.stringify(result),
        intervalMs,
        registeredMs,
        utcOffsetMs(timeZone, Date.now()),
        result.responseMs ?? '-',
      ]);
      if (latest === 1) await orUnavailable(client.publish(names.everybodyChannel(), healthTopic));
      for (const change of changes) await publish(provider, String(change));
    },
    async leave(provider, process, egresses) {
      const fields = egresses.map((egress) => `${process}:${egress}`);
      await orUnavailable(client.hdel(names.probeResults(realm, provider), ...fields));
    },
    async read(provider) {
      const { state, since, at, rows } = await orUnavailable(client.hgetall(names.health(realm, provider)));
      if (state === undefined) return null;
      const probeResults = JSON.parse(rows ?? '[]') as ProbeResult[];
      return { state: state as HealthRecord['state'], since: Number(since), at: Number(at), probeResults };
    },
    async unreadable(provider) {
      const key = names.unreadable(realm, provider);
      const [count] = await orUnavailable(
        Promise.all([client.incr(key), client.pexpire(key, unreadableTtlMs)]),
      );
      return count;
    },
    async readable(provider) {
      const key = names.unreadable(realm, provider);
      const count = await orUnavailable(client.get(key));
      // Usually there is nothing to reset.
      return count !== null && (await orUnavailable(client.del(key))) === 1 ? Number(count) : 0;
    },
  };
}

/** Parses a change as written by `health-record-probe.lua`. */
function toEvent(realm: Realm, provider: string, change: string): ServiceEvent {
  const [kind, at, ...rest] = change.split('\t');
  const bank = { realm, provider, since: iso(at) };
  const [first = '', second = '', third = ''] = rest;
  switch (kind) {
    case 'bank_down': {
      const lastSuccessAt = first === '' ? null : iso(first);
      return { kind, ...bank, lastSuccessAt, cause: second, egress: third.split(',') };
    }
    case 'bank_up':
      return { kind, ...bank, downSince: iso(first), downtimeMs: Number(at) - Number(first) };
    case 'egress_blocked':
      return { kind, ...bank, egress: first, cause: second };
    case 'egress_free':
      return { kind, ...bank, egress: first };
    default:
      throw new TypeError(`health-record-probe.lua wrote a change of an unknown kind: ${kind}`);
  }
}

function iso(ms: string | undefined): string {
  return new Date(Number(ms)).toISOString();
}
