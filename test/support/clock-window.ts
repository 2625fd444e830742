/** Tests of what is counted by the minute or by the hour: one that spans two windows sees two counts. */
import { setTimeout as sleep } from 'node:timers/promises';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** More than a step that is counted takes on a machine that is busy. */
const roomMs = 12_000;

/** Resolves when there is room in this minute for what is counted within one. */
export const roomInMinute = () => roomIn(minuteMs);
/** The same of an hour. */
export const roomInHour = () => roomIn(hourMs);

async function roomIn(windowMs: number): Promise<void> {
  const leftMs = windowMs - (Date.now() % windowMs);
  if (leftMs < roomMs) await sleep(leftMs + 50);
}
