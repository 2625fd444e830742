/** The time that one stop of the service may take, for all its parts together. */
import { deadlineIn } from '../deadline.js';

/** Lookups under way are waited for this long. */
const lookupsMsMax = 6_000;
/** Everything but the store is closed by then. */
const partsMsMax = 7_500;
/** The store is closed, and the local Redis has ended, by then. `server/signals.ts` ends the process soon after. */
const allMsMax = 9_300;
/** What is left of the time for the parts at a second signal. */
const hurriedMsMax = 500;

export interface StopBudget {
  /** Aborts when lookups under way are given up: after their time, or at the second signal. */
  readonly lookups: AbortSignal;
  /** Aborts when no part but the store is waited for any more. */
  readonly parts: AbortSignal;
  /** What the store may take, ms. */
  leftMs(): number;
}

/** Starts to run at once. @param second aborts at a second signal */
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
