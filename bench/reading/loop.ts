/**
 * Event loop delay. A late timer means that this process, or another one on the machine, was busy. To distinguish them, the
 * CPU time of this process is measured too, and the delay in an idle process on the same machine.
 */
import { Worker } from 'node:worker_threads';

const tickMs = 5;

export interface Hold {
  /** The longest delay of a timer, in milliseconds. */
  late: number;
  /** The longest part of such a delay in which this process itself used the processor. */
  own: number;
}

/** While `work` is running. */
export async function longestHold(work: () => Promise<unknown>): Promise<Hold> {
  const hold: Hold = { late: 0, own: 0 };
  let last = performance.now();
  let used = processorMs();
  const measure = () => {
    const [now, usedNow] = [performance.now(), processorMs()];
    const late = now - last - tickMs;
    hold.late = Math.max(hold.late, late);
    hold.own = Math.max(hold.own, Math.min(late, usedNow - used));
    last = now;
    used = usedNow;
  };
  const timer = setInterval(measure, tickMs);
  try {
    await work();
  } finally {
    measure();
    clearInterval(timer);
  }
  return hold;
}

/** Keeps threads busy with counting for this time. */
export async function busyMachine(threads: number, ms: number): Promise<void> {
  const count = `const end = Date.now() + ${ms}; while (Date.now() < end);`;
  await Promise.all(
    Array.from(
      { length: threads },
      () => new Promise((resolve) => new Worker(count, { eval: true }).once('exit', resolve)),
    ),
  );
}

/** Of all threads: while another process reads pictures, hardly more than that of the loop. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
