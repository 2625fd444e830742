/** Length of each bank's queue, from memory: status requests do not wait for the store. */
import type { BankQueue, QueueStats } from './bank-queue.js';

/** Older figures are refreshed in the background. */
const freshMs = 1_000;
const nobody: QueueStats = { running: 0, waiting: 0, longestWaitMs: 0 };

export interface QueueStatsCache {
  of(bank: string): QueueStats;
}

export function createQueueStatsCache(line: BankQueue): QueueStatsCache {
  const known = new Map<string, { standing: QueueStats; at: number }>();

  function look(bank: string, last: QueueStats): void {
    known.set(bank, { standing: last, at: performance.now() });
    line
      .stats(bank)
      .then((standing) => known.set(bank, { standing, at: performance.now() }))
      .catch(() => undefined);
  }

  return {
    of(bank) {
      const { standing, at } = known.get(bank) ?? { standing: nobody, at: Number.NEGATIVE_INFINITY };
      if (performance.now() - at > freshMs) look(bank, standing);
      return standing;
    },
  };
}
