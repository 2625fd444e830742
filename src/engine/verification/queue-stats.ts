/** Length of each bank's queue, from memory: status requests do not wait for the store. */
import type { Line, Standing } from './bank-queue.js';

/** Older figures are refreshed in the background. */
const freshMs = 1_000;
const nobody: Standing = { running: 0, waiting: 0, longestWaitMs: 0 };

export interface Standings {
  of(bank: string): Standing;
}

export function createStandings(line: Line): Standings {
  const known = new Map<string, { standing: Standing; at: number }>();

  function look(bank: string, last: Standing): void {
    known.set(bank, { standing: last, at: performance.now() });
    line
      .standing(bank)
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
