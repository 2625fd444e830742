/** For tests of counts per minute or hour: a test that spans two windows would see two counts. */
import { setTimeout as sleep } from 'node:timers/promises';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Longer than such a test takes on a busy machine. */
const neededMs = 12_000;

/** Resolves when enough of the current minute is left. */
export const ensureTimeInMinute = () => ensureTimeIn(minuteMs);
/** The same for the hour. */
export const ensureTimeInHour = () => ensureTimeIn(hourMs);

async function ensureTimeIn(windowMs: number): Promise<void> {
  const leftMs = windowMs - (Date.now() % windowMs);
  if (leftMs < neededMs) await sleep(leftMs + 50);
}
