/** Periodic tasks of the leader. Each must be safe to repeat by the next leader. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessengerDeps } from './broadcast.js';
import { notifyDisabledEndpoints } from './endpoint-notices.js';

const hourMs = 3_600_000;
const halfMinuteMs = 30_000;

interface PeriodicTask {
  everyMs: number;
  /** @throws Failure `unavailable`: retried at the next interval */
  run(): Promise<void>;
}

function tasksOf(deps: MessengerDeps, lost: AbortSignal): PeriodicTask[] {
  const botStore = deps.engine.botStore('cashier');
  return [
    {
      // Listing records deletes the expired ones.
      everyMs: hourMs,
      async run() {
        await Promise.all(['job', 'inbox', 'alert', 'request'].map((section) => botStore.all(section)));
      },
    },
    { everyMs: halfMinuteMs, run: () => notifyDisabledEndpoints(deps, lost) },
  ];
}

/** Runs all tasks until `lost` aborts. A failed task is logged and does not affect the others. */
export async function runBackgroundTasks(deps: MessengerDeps, lost: AbortSignal): Promise<void> {
  await Promise.all(tasksOf(deps, lost).map((task) => repeat(task, deps, lost)));
}

async function repeat(
  { everyMs, run }: PeriodicTask,
  { log }: MessengerDeps,
  lost: AbortSignal,
): Promise<void> {
  while (!lost.aborted) {
    await sleep(everyMs, undefined, { signal: lost }).catch(() => undefined);
    if (lost.aborted) return;
    await run().catch((error: unknown) => {
      log.warn({ component: 'cashier-bot', err: error }, 'background task of the bot failed');
    });
  }
}
