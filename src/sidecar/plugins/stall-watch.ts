/** Detects that this process stalled: stopped by the machine, or blocked by its own work. */

const heartbeatMs = 500;
const stallMs = 1_000;
/** How long after a stall requests that waited meanwhile may still be judged by their age. */
const rememberedMs = 5_000;

interface StallWatch {
  /** True if the process stalled for more than a second and resumed at most 5 seconds ago. */
  stalledLately(): boolean;
  stop(): void;
}

export function watchStalls(): StallWatch {
  let lastBeatAt = performance.now();
  let resumed = Number.NEGATIVE_INFINITY;
  // After a stall any timer may fire before this one, so each call checks.
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
