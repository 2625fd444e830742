/** Concurrency limits for jobs: per lane and in total. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BulkheadPolicy, bulkhead } from 'cockatiel';

/** One chat and one bank: a bank that hangs delays only its own receipts in that chat. */
export interface Lane {
  name: string;
  /** Time after which a task no longer counts, ms; null: it counts until it ends. */
  countsMs: number | null;
}

export interface Limits {
  /** Runs a task when its lane has a free slot; first come, first served within the lane. */
  run<T>(lane: Lane, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export function createLimits({ perLane, inAll }: { perLane: number; inAll: number }): Limits {
  const all = bulkhead(inAll, Number.POSITIVE_INFINITY);
  const lanes = new Map<string, { policy: BulkheadPolicy; tasks: number }>();

  return {
    async run({ name, countsMs }, task, signal) {
      const lane = lanes.get(name) ?? { policy: bulkhead(perLane, Number.POSITIVE_INFINITY), tasks: 0 };
      lanes.set(name, lane);
      lane.tasks += 1;
      try {
        // The promise is wrapped in an object, so that the slot can be freed before the task ends.
        const { running } = await lane.policy.execute(() => startTask(task), signal);
        return await running;
      } finally {
        lane.tasks -= 1;
        if (lane.tasks === 0) lanes.delete(name);
      }

      async function startTask<R>(work: () => Promise<R>): Promise<{ running: Promise<R> }> {
        const running = all.execute(work, signal);
        running.catch(() => undefined);
        const ended = new AbortController();
        const counts =
          countsMs === null
            ? []
            : [sleep(countsMs, undefined, { signal: ended.signal }).catch(() => undefined)];
        await Promise.race([running.catch(() => undefined), ...counts]);
        ended.abort();
        return { running };
      }
    },
  };
}
