/** Logs errors of background tasks; nothing else reports them. */
import type { Logger } from '../../log.js';
import { Failure, Withdrawn } from '../api/errors.js';

/** Log fields of a task. */
interface LogContext {
  component: string;
  requestId?: string | undefined;
  provider?: string | undefined;
}

/** Logs an error, unless it is a `Failure` or `Withdrawn`. */
export function logBackgroundError(log: Logger, context: LogContext, error: unknown): void {
  if (error instanceof Failure || error instanceof Withdrawn) return;
  const err = error instanceof Error ? error : new TypeError('a value that is not an Error was thrown');
  log.error({ ...context, err }, 'unexpected error in background task');
}
