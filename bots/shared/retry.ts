/** Repeats what must succeed before a bot can go on. */
import { setTimeout as sleep } from 'node:timers/promises';

const pauseMs = 1_000;
const pauseMsMax = 30_000;

/**
 * Repeats an attempt, with longer and longer pauses, until it succeeds or `lost` aborts.
 * @param onFailure called with each error, and how many there were before it
 */
export async function retryUntilDone(
  attempt: () => Promise<void>,
  lost: AbortSignal,
  onFailure: (error: unknown, failures: number) => void,
): Promise<void> {
  for (let failures = 0; !lost.aborted; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (lost.aborted) return;
      onFailure(error, failures);
      const ms = Math.min(pauseMsMax, pauseMs * 2 ** Math.min(failures, 10));
      await sleep(ms, undefined, { signal: lost }).catch(() => undefined);
    }
  }
}
