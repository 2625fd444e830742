/** Limits callers whose files kill decoder processes: after a few per hour, further files are rejected for that hour. */
import { type Asker, TooManyEnded } from '../types.js';

const endedMax = 3;
const windowMs = 3_600_000;
/** Callers kept; the oldest is dropped first. */
const askersMax = 10_000;

export interface Strikes {
  /** @throws TooManyEnded */
  refuse(asker: Asker): void;
  add(asker: Asker): void;
}

export function createStrikes(now: () => number = () => performance.now()): Strikes {
  const struck = new Map<string, number[]>();
  return {
    refuse({ name }) {
      const since = now() - windowMs;
      const lately = (struck.get(name) ?? []).filter((at) => at > since);
      const [first] = lately.slice(-endedMax);
      if (lately.length >= endedMax && first !== undefined) {
        throw new TooManyEnded(Math.max(1, Math.ceil((first - since) / 1000)));
      }
    },
    add({ name }) {
      const lately = [...(struck.get(name) ?? []), now()].slice(-endedMax);
      struck.delete(name);
      struck.set(name, lately);
      for (const oldest of struck.keys()) {
        if (struck.size <= askersMax) break;
        struck.delete(oldest);
      }
    },
  };
}
