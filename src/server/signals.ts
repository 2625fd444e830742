/** Signals: the first asks for an orderly stop, the second for a hurried one, the third ends the process. */
import cluster from 'node:cluster';

const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * The process ends by then, counted from the first signal or from the end of the drain that follows it: parts that hang
 * are not waited for. A worker ends before the first process, which has the store to close.
 */
const stopMsMax = cluster.isPrimary ? 9_500 : 8_500;
/** The same, counted from the second signal. */
const hurriedMsMax = 3_000;

/** npm hands on what a terminal has sent to its whole process group: what follows so soon is the first signal once more. */
const echoMsMax = process.env.npm_lifecycle_event === 'start' ? 1_000 : 0;

export interface Signals {
  /** Resolves at the first signal. */
  first: Promise<void>;
  /** Aborts at the second. */
  second: AbortSignal;
}

/**
 * Listens from now on. To be called before anything is opened: a signal during the start then ends an orderly started
 * service. A worker hears only the first signal: a terminal sends each to it too, and the first process ends it.
 * @param drainMs how long the service goes on serving before it begins to stop; asked at the signal
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
