/** Limits callers whose files kill decoder processes: after a few per hour, further files are rejected for that hour. */
import { type DecoderCaller, TooManyEnded } from '../types.js';

const endedMax = 3;
const windowMs = 3_600_000;
/** All anonymous callers together. No caller has this name. */
const strangers = '';
/** Callers kept; the oldest is dropped first. */
const callersMax = 10_000;

interface TimeBudget {
  /** @throws TooManyEnded */
  refuse(caller: DecoderCaller): void;
  add(caller: DecoderCaller): void;
  /** Whether a file of this caller killed a process within the hour; for a stranger, a file of any stranger. */
  has(caller: DecoderCaller): boolean;
}

export function createTimeBudget(now: () => number = () => performance.now()): TimeBudget {
  const struck = new Map<string, number[]>();

  function recent(name: string): number[] {
    const since = now() - windowMs;
    return (struck.get(name) ?? []).filter((at) => at > since);
  }

  return {
    has: ({ name, anonymous }) => recent(anonymous ? strangers : name).length > 0,
    refuse({ name }) {
      const since = now() - windowMs;
      const lately = recent(name);
      const [first] = lately.slice(-endedMax);
      if (lately.length >= endedMax && first !== undefined) {
        throw new TooManyEnded(Math.max(1, Math.ceil((first - since) / 1000)));
      }
    },
    add({ name, anonymous }) {
      for (const key of anonymous ? [name, strangers] : [name]) {
        const lately = [...(struck.get(key) ?? []), now()].slice(-endedMax);
        struck.delete(key);
        struck.set(key, lately);
      }
      for (const oldest of struck.keys()) {
        if (struck.size <= callersMax) break;
        struck.delete(oldest);
      }
    },
  };
}
