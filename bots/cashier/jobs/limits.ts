/** How much runs at a time: little enough for each lane, and so much for all that banks which hang cannot fill it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BulkheadPolicy, bulkhead } from 'cockatiel';

/** One chat and one bank: a bank that hangs holds up nobody else's receipts. */
export interface Lane {
  name: string;
  /** After so long a task no longer counts, ms; null: as long as it runs. */
  countsMs: number | null;
}

export interface Limits {
  /** Runs a task when its lane has room for it; first come, first served within the lane. */
  run<T>(lane: Lane, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createLimits({ perLane, inAll }: { perLane: number; inAll: number }): Limits {
  const all = bulkhead(inAll, Number.POSITIVE_INFINITY);
  const lanes = new Map<string, { policy: BulkheadPolicy; tasks: number }>();

  return {
    async run({ name, countsMs }, task, signal) {
      const known = lanes.get(name) ?? { policy: bulkhead(perLane, Number.POSITIVE_INFINITY), tasks: 0 };
      lanes.set(name, known);
      known.tasks += 1;
      try {
        // Boxed: the place in the lane is free before the task has ended.
        const { running } = await known.policy.execute(() => begun(task), signal);
        return await running;
      } finally {
        known.tasks -= 1;
        if (known.tasks === 0) lanes.delete(name);
      }

      async function begun<R>(work: () => Promise<R>): Promise<{ running: Promise<R> }> {
        const running = all.execute(work, signal);
        running.catch(() => undefined);
        const over = new AbortController();
        const counts =
          countsMs === null
            ? []
            : [sleep(countsMs, undefined, { signal: over.signal }).catch(() => undefined)];
        await Promise.race([running.catch(() => undefined), ...counts]);
        over.abort();
        return { running };
      }
    },
  };
}
