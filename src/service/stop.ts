/** Signals: the first asks for an orderly end, the second for an end. */

const signals = ['SIGTERM', 'SIGINT'] as const;

/** Everything must be over within 10 s of the first signal, or of the end of the drain that follows it (INTERFACE.md section 1). */
const stopMsMax = 9_500;

/**
 * Resolves at the first signal; from then on a second one ends the process at once, and so does time.
 * To be called before anything is opened: a signal during the start then ends an orderly started service.
 * @param drainMs how long the service goes on serving before it begins to stop; asked at the signal
 */
export function firstSignal(drainMs: () => number): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = () => {
      if (asked) process.exit(1);
      asked = true;
      setTimeout(() => process.exit(1), drainMs() + stopMsMax).unref();
      resolve();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
