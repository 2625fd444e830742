/** Retries: which errors are worth one, and how long to wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../src/engine/index.js';

const pauses = { firstMs: 1_000, maxMs: 30_000 };

/** Whether the store did not answer. */
export function isStoreUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.failure === 'unavailable';
}

/** Exponential backoff. @param failures earlier failures, 0 for the first retry @returns the pause before the next attempt, ms */
export function backoffMs(failures: number, { firstMs, maxMs }: typeof pauses): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(failures, 10));
}

/**
 * Repeats an attempt, with longer and longer pauses, until it succeeds or `lost` aborts.
 * @param onFailure called with each error and the number of errors before it
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
      await sleep(backoffMs(failures, pauses), undefined, { signal: lost }).catch(() => undefined);
    }
  }
}
