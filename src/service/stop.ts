/** Signals: the first asks for an orderly end, the second for an end. */
import cluster from 'node:cluster';

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Everything must be over within 10 s of the first signal, or of the end of the drain that follows it. */
const stopMsMax = 9_500;

/** npm hands on what a terminal has sent to its whole process group: what follows so soon is the first signal once more. */
const echoMsMax = process.env.npm_lifecycle_event === 'start' ? 1_000 : 0;

/**
 * Resolves at the first signal; from then on a second one ends the process at once, and so does time. In a
 * worker none does: it hears of a terminal's signal from the first process too, and never outlives that one.
 * To be called before anything is opened: a signal during the start then ends an orderly started service.
 * @param drainMs how long the service goes on serving before it begins to stop; asked at the signal
 */
export function firstSignal(drainMs: () => number): Promise<void> {
  return new Promise((resolve) => {
    let askedAtMs: number | null = null;
    const onSignal = () => {
      const now = performance.now();
      if (askedAtMs !== null) {
        if (cluster.isPrimary && now - askedAtMs >= echoMsMax) process.exit(1);
        return;
      }
      askedAtMs = now;
      setTimeout(() => process.exit(1), drainMs() + stopMsMax).unref();
      resolve();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
