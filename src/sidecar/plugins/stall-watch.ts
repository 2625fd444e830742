/** Notices that this process stood still: stopped by the machine, or kept by work of its own. */

const heartbeatMs = 500;
const stallMs = 1_000;
/** So long after a stall, what waited in the meantime may still be judged by its age. */
const rememberedMs = 5_000;

interface StallWatch {
  /** True if the process stood still for more than a second and goes on since 5 seconds at most. */
  stalledLately(): boolean;
  stop(): void;
}

export function watchStalls(): StallWatch {
  let lastBeatAt = performance.now();
  let resumed = Number.NEGATIVE_INFINITY;
  // After a stall any timer may fire before this one: each call notices it.
  const recordBeat = () => {
    const now = performance.now();
    if (now - lastBeatAt > heartbeatMs + stallMs) resumed = now;
    lastBeatAt = now;
    return now;
  };
  const timer = setInterval(recordBeat, heartbeatMs).unref();
  return {
    stalledLately: () => recordBeat() - resumed < rememberedMs,
    stop: () => clearInterval(timer),
  };
}
