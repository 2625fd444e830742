/**
 * How many calls of one account, or of one address of the demo, may wait or be promised (202) at once: by plan. And how many
 * event streams of one key are open.
 */
import { randomUUID } from 'node:crypto';
import { Failure } from '../api/errors.js';
import { demoWaiting, plans } from '../api/plans.js';
import * as names from '../store/key-names.js';
import { createLeases } from '../store/leases.js';
import { reach, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import type { Call } from './call.js';

/** Calls of a process that died count for this long. */
const leaseMs = 30_000;
const renewal = { periodMs: 10_000, tickMs: 500 };
/** Some of those that wait have ended by then: no lookup takes longer. */
const retrySeconds = 5;
/** Event streams of one key at once. */
const streamsMax = 20;
/** A stream lasts five minutes at most; one whose process died counts for this long. */
const streamLeaseMs = 310_000;
const streamRetrySeconds = 10;

const byPlan = Object.entries(plans).flatMap(([plan, { waiting }]) => [plan, waiting]);

export interface WaitingCalls {
  /**
   * Counts a call until it leaves.
   * @param promised counted, and never refused
   * @returns to be called when the call is over
   * @throws Failure `too_many_waiting`
   */
  enter(call: WaitingCall, promised?: boolean): Promise<() => void>;
  /** Counts an event stream of a key. @returns to be called when it is over @throws Failure `too_many_waiting` */
  stream(prefix: string): Promise<() => void>;
}

interface Counted {
  key: string;
  name: string;
}

type WaitingCall = Pick<Call, 'id' | 'place' | 'owner' | 'entry'>;

export function createWaitingCalls(
  { client }: Pick<StoreConnection, 'client'>,
  scripts: Scripts,
): WaitingCalls {
  const leases = createLeases<Counted>({
    ...renewal,
    keyOf: ({ key }) => key,
    renew: (key, some) => scripts.run('lease-renew', [key], ['', leaseMs, ...some.map(({ name }) => name)]),
  });

  /** Where this fails, it is not counted any more when its lease ends. */
  function remove({ key, name }: Counted): void {
    reach(client.zrem(key, name)).catch(() => undefined);
  }

  return {
    async enter({ id, place, owner, entry }, promised = false) {
      if (owner === 'operator') return () => undefined;
      const lease = { key: names.waitingCalls(owner), name: place ?? id };
      const keys = entry ? [lease.key, names.account(entry.account)] : [lease.key];
      const bounds = entry ? byPlan : [demoWaiting];
      const [isIn] = await scripts.run('waiting-add', keys, [
        lease.name,
        leaseMs,
        promised ? 1 : 0,
        ...bounds,
      ]);
      if (isIn !== 1) throw new Failure('too_many_waiting', { retryAfterSeconds: retrySeconds });
      leases.add(lease);
      return () => {
        leases.remove(lease);
        remove(lease);
      };
    },

    async stream(prefix) {
      const stream = { key: names.eventStreams(prefix), name: randomUUID() };
      const args = [stream.name, streamLeaseMs, 0, streamsMax];
      const [isIn] = await scripts.run('waiting-add', [stream.key], args);
      if (isIn === 1) return () => remove(stream);
      const message = `This key has ${streamsMax} event streams open.`;
      throw new Failure('too_many_waiting', { message, retryAfterSeconds: streamRetrySeconds });
    },
  };
}
