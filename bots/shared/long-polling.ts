/** Long polling. Fetching the next updates confirms the last ones, so they are stored before the next fetch. */
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from './retry.js';
import type { Refusal } from './telegram-errors.js';

/** How long Telegram keeps a poll open when there are no updates, s. */
export const pollTimeoutSeconds = 25;
const pauses = { firstMs: 1_000, maxMs: 10_000 };
/** Pause after a conflict: another process polls, or a webhook is still set. */
const conflictMs = 2_000;

interface PollDeps<U> {
  /** Fetches the updates from id `offset` on. */
  fetch(offset: number, signal: AbortSignal): Promise<U[]>;
  take(update: U): Promise<void>;
  /** Telegram's refusal; null for any other error. */
  refusalIn(error: unknown): Refusal | null;
  /** Called once, at the third failure in a row. */
  onFailure(error: unknown): void;
}

/** Polls until `signal` aborts. */
export async function poll<U extends { update_id: number }>(
  { fetch, take, refusalIn, onFailure }: PollDeps<U>,
  signal: AbortSignal,
): Promise<void> {
  let offset = 0;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const updates = await fetch(offset, signal);
      await Promise.all(updates.map((update) => take(update)));
      const last = updates.at(-1);
      if (last) offset = last.update_id + 1;
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      if (failures === 3) onFailure(error);
      const refusal = refusalIn(error);
      const afterMs = refusal?.kind === 'wait' ? (refusal.afterMs ?? 0) : 0;
      const ms =
        refusal?.kind === 'conflict' ? conflictMs : Math.max(afterMs, backoffMs(failures - 1, pauses));
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }
}
