/** How long the event loop is held, beside its baseline: the same machine as busy, the loop with nothing to do. */
import { Worker } from 'node:worker_threads';

const tickMs = 5;

/** The longest time beyond its due that a timer came, in milliseconds, while `work` was running. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - tickMs);
    last = now;
  }, tickMs);
  try {
    await work();
  } finally {
    longest = Math.max(longest, performance.now() - last - tickMs);
    clearInterval(timer);
  }
  return longest;
}

/** Threads that do nothing but count, for a time. */
export async function busyMachine(threads: number, ms: number): Promise<void> {
  const count = `const end = Date.now() + ${ms}; while (Date.now() < end);`;
  await Promise.all(
    Array.from(
      { length: threads },
      () => new Promise((resolve) => new Worker(count, { eval: true }).once('exit', resolve)),
    ),
  );
}
