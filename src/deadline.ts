/**
 * Time limits as signals. Does not use `AbortSignal.timeout`: on Node 20 the garbage collector removes one that only
 * `AbortSignal.any` refers to, with its timer, so that it never aborts (https://github.com/nodejs/node/issues/57736).
 */

interface Deadline {
  /** Aborts with a `TimeoutError` at the limit, or with the reason of the first given signal that aborts. */
  readonly signal: AbortSignal;
  /** Ends the timer and stops listening to the given signals. The signal no longer aborts afterwards. */
  clear(): void;
}

/**
 * Starts a time limit. The timer does not keep the process alive. Call `clear` when the work is over: until then, or until
 * the limit, the given signals refer to this one.
 * @param ms milliseconds from now
 * @param others `undefined` among them is skipped
 */
export function deadlineIn(ms: number, ...others: readonly (AbortSignal | undefined)[]): Deadline {
  const controller = new AbortController();
  const sources = others.filter((source) => source !== undefined);
  const timer = setTimeout(() => end(new DOMException('The time limit has passed.', 'TimeoutError')), ms);
  timer.unref();
  for (const source of sources) source.addEventListener('abort', onAbort);
  const aborted = sources.find((source) => source.aborted);
  if (aborted) end(aborted.reason);
  return { signal: controller.signal, clear };

  function onAbort(this: AbortSignal): void {
    end(this.reason);
  }

  function end(reason: unknown): void {
    clear();
    controller.abort(reason);
  }

  function clear(): void {
    clearTimeout(timer);
    for (const source of sources) source.removeEventListener('abort', onAbort);
  }
}

/**
 * Runs work under a time limit, and clears it when the work is over.
 * @throws what the work throws
 */
export async function within<T>(
  ms: number,
  others: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, clear } = deadlineIn(ms, ...others);
  try {
    return await work(signal);
  } finally {
    clear();
  }
}

/**
 * The work's result, unless the signal aborts first; then the work goes on, and its result is ignored.
 * @throws what the work throws, or the signal's reason
 */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    const over = () => signal.removeEventListener('abort', stop);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(over);
  });
}
