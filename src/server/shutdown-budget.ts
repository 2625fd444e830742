/** Time budget of a shutdown, shared by all parts. */
import { deadlineIn } from '../deadline.js';

/** Time limit for running lookups. */
const lookupsMsMax = 6_000;
/** Time limit for everything but the store. */
const partsMsMax = 7_500;
/** Time limit for the store and the local Redis. `server/signals.ts` ends the process soon after. */
const allMsMax = 9_300;
/** Remaining time for the parts after a second signal. */
const hurriedMsMax = 500;

export interface StopBudget {
  /** Aborts when running lookups are abandoned: at their time limit, or on the second signal. */
  readonly lookups: AbortSignal;
  /** Aborts when only the store is still waited for. */
  readonly parts: AbortSignal;
  /** Remaining time for the store, ms. */
  leftMs(): number;
}

/** Starts the budget. @param second aborts on a second signal */
export function startStopBudget(second?: AbortSignal): StopBudget {
  const startedAt = performance.now();
  const hurried = new AbortController();
  const hurry = () => setTimeout(() => hurried.abort(), hurriedMsMax).unref();
  if (second?.aborted) hurry();
  second?.addEventListener('abort', hurry, { once: true });
  return {
    lookups: deadlineIn(lookupsMsMax, second).signal,
    parts: deadlineIn(partsMsMax, hurried.signal).signal,
    leftMs: () => Math.max(0, allMsMax - (performance.now() - startedAt)),
  };
}
