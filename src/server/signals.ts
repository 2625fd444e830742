/** Signals: the first starts a graceful shutdown, the second a quick one, the third ends the process. */
import cluster from 'node:cluster';

const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Time limit of a shutdown, from the first signal or the end of the drain after it; hanging parts are abandoned. A worker
 * ends before the first process, which has to close the store.
 */
const stopMsMax = cluster.isPrimary ? 9_500 : 8_500;
/** Time limit from the second signal. */
const hurriedMsMax = 3_000;

/** npm forwards a signal that the terminal already sent to the whole process group: one this soon is a duplicate. */
const echoMsMax = process.env.npm_lifecycle_event === 'start' ? 1_000 : 0;

interface Signals {
  /** Resolves on the first signal. */
  first: Promise<void>;
  /** Aborts on the second. */
  second: AbortSignal;
}

/**
 * Starts to listen. Call it before opening anything: a signal during the start then stops the service after it has started.
 * A worker handles only its first signal: a terminal sends each signal to workers too, and the first process ends them.
 * @param drainMs returns the drain time before the shutdown; called on the signal
 */
export function listenForSignals(drainMs: () => number): Signals {
  const second = new AbortController();
  const first = new Promise<void>((resolve) => {
    let askedAtMs: number | null = null;
    const onSignal = () => {
      const now = performance.now();
      if (askedAtMs === null) {
        askedAtMs = now;
        exitIn(drainMs() + stopMsMax);
        resolve();
      } else if (cluster.isPrimary && now - askedAtMs >= echoMsMax) {
        if (second.signal.aborted) process.exit(1);
        exitIn(hurriedMsMax);
        second.abort();
      }
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
  return { first, second: second.signal };
}

function exitIn(ms: number): void {
  setTimeout(() => process.exit(1), ms).unref();
}
