/** Length of each bank's queue, from memory: status requests do not wait for the store. */
import type { BankQueue, QueueStats } from './bank-queue.js';

/** Older figures are refreshed in the background. */
const freshMs = 1_000;
const emptyStats: QueueStats = { running: 0, waiting: 0, longestWaitMs: 0 };

export interface QueueStatsCache {
  of(bank: string): QueueStats;
}

export function createQueueStatsCache(bankQueue: BankQueue): QueueStatsCache {
  const known = new Map<string, { stats: QueueStats; at: number }>();

  function refresh(bank: string, last: QueueStats): void {
    known.set(bank, { stats: last, at: performance.now() });
    bankQueue
      .stats(bank)
      .then((stats) => known.set(bank, { stats, at: performance.now() }))
      .catch(() => undefined);
  }

  return {
    of(bank) {
      const { stats, at } = known.get(bank) ?? { stats: emptyStats, at: Number.NEGATIVE_INFINITY };
      if (performance.now() - at > freshMs) refresh(bank, stats);
      return stats;
    },
  };
}
