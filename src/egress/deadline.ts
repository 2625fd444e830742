import { TransportError } from './errors.js';

export interface TimeLimit {
  ms: number;
  /** Message of the time-out. */
  message: string;
  /** Signals that also end the work. */
  signals: readonly (AbortSignal | undefined)[];
}

/**
 * Runs `work` with a signal that aborts on time-out or with an outer signal. Rejects immediately even when `work` ignores
 * the signal: a name lookup cannot be cancelled, and undici rejects an aborted request that waits for its connection only
 * once the connection succeeds or fails.
 *
 * @throws TransportError `timeout` or `aborted`, or that of an outer signal; otherwise the error of `work`
 */
export async function withTimeout<T>(
  limit: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const signals = limit.signals.filter((signal) => signal !== undefined);
  const giveUp = () => controller.abort(outerError(signals));
  const timer = setTimeout(() => controller.abort(new TransportError('timeout', limit.message)), limit.ms);
  for (const signal of signals) signal.addEventListener('abort', giveUp, { once: true });
  if (signals.some((signal) => signal.aborted)) giveUp();
  try {
    controller.signal.throwIfAborted();
    return await Promise.race([aborted(controller.signal), work(controller.signal)]);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', giveUp);
  }
}

function outerError(signals: readonly AbortSignal[]): TransportError {
  const reason: unknown = signals.find((signal) => signal.aborted)?.reason;
  return reason instanceof TransportError ? reason : new TransportError('aborted', 'the caller gave up');
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
