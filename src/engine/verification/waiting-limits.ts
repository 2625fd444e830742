/**
 * Limits: calls of one account, by its plan, or of one demo address that may wait or be answered 202 at once; and open event
 * streams of one key.
 */
import { randomUUID } from 'node:crypto';
import { Failure } from '../api/errors.js';
import { demoWaiting, plans } from '../api/plans.js';
import * as names from '../store/key-names.js';
import { createLeases } from '../store/leases.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import type { Call } from './call.js';

/** Calls of a process that died still count for this long. */
const leaseMs = 30_000;
const renewal = { periodMs: 10_000, tickMs: 500 };
/** The Retry-After of `too_many_waiting`. */
const retrySeconds = 5;
/** Open event streams per key. */
const streamsMax = 20;
/** A stream lasts five minutes at most. If its process dies, it counts for this long. */
const streamLeaseMs = 310_000;
const streamRetrySeconds = 10;

const byPlan = Object.entries(plans).flatMap(([plan, { waiting }]) => [plan, waiting]);

export type WaitingCalls = ReturnType<typeof createWaitingCalls>;

interface Counted {
  key: string;
  name: string;
}

export function createWaitingCalls({ client }: Pick<StoreConnection, 'client'>, scripts: Scripts) {
  const leases = createLeases<Counted>({
    ...renewal,
    keyOf: ({ key }) => key,
    renew: (key, some) => scripts.run('lease-renew', [key], ['', leaseMs, ...some.map(({ name }) => name)]),
  });

  /** If this fails, the call counts until its lease ends. */
  function remove({ key, name }: Counted): void {
    orUnavailable(client.zrem(key, name)).catch(() => undefined);
  }

  return {
    /**
     * Counts a call until the returned function is called, when the call is over. A promised one is never refused.
     * @throws Failure `too_many_waiting`
     */
    async enter({ id, place, owner, entry, promised }: Call): Promise<() => void> {
      if (owner === 'operator') return () => undefined;
      const lease = { key: names.waitingCalls(owner), name: place ?? id };
      const keys = entry ? [lease.key, names.account(entry.account)] : [lease.key];
      const args = [lease.name, leaseMs, promised ? 1 : 0, ...(entry ? byPlan : [demoWaiting])];
      const [isIn] = await scripts.run('waiting-add', keys, args);
      if (isIn !== 1) throw new Failure('too_many_waiting', { retryAfterSeconds: retrySeconds });
      leases.add(lease);
      return () => {
        leases.remove(lease);
        remove(lease);
      };
    },

    /**
     * Counts an event stream until the returned function is called, or until `signal` aborts: a caller may leave before its
     * stream begins.
     * @throws Failure `too_many_waiting`
     */
    async stream(prefix: string, signal: AbortSignal | undefined): Promise<() => void> {
      const stream = { key: names.eventStreams(prefix), name: randomUUID() };
      const args = [stream.name, streamLeaseMs, 0, streamsMax];
      const [isIn] = await scripts.run('waiting-add', [stream.key], args);
      if (isIn === 1) {
        const end = () => remove(stream);
        if (signal?.aborted) end();
        else signal?.addEventListener('abort', end, { once: true });
        return end;
      }
      const message = `This key has ${streamsMax} event streams open.`;
      throw new Failure('too_many_waiting', { message, retryAfterSeconds: streamRetrySeconds });
    },
  };
}
