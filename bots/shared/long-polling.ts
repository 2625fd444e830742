/** Long polling. An update is confirmed by asking for the next ones, which is not done before it is safe. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Seconds a poll is held when there is nothing new. */
export const holdSeconds = 25;
const pauseMs = 1_000;
const pauseMsMax = 10_000;
/** Another process that polls, or a webhook that is still set: it ends, or takes over. */
const conflictMs = 2_000;

export interface PollDeps<U> {
  /** Asks for updates from this number on. */
  fetch(offset: number, signal: AbortSignal): Promise<U[]>;
  take(update: U): Promise<void>;
  /** What a failed call means: whether another process polls, and how long Telegram asks to wait. */
  read(error: unknown): { conflict: boolean; afterMs: number };
  /** Told once for failures in a row. */
  onFailure(error: unknown): void;
}

/** Until `signal` aborts. */
export async function poll<U extends { update_id: number }>(
  { fetch, take, read, onFailure }: PollDeps<U>,
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
      const { conflict, afterMs } = read(error);
      const own = Math.min(pauseMsMax, pauseMs * 2 ** Math.min(failures - 1, 10));
      const ms = conflict ? conflictMs : Math.max(afterMs, own);
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }
}
