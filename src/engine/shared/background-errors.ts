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
export function logBackgroundError(log: Logger, circumstances: LogContext, error: unknown): void {
  if (error instanceof Failure || error instanceof Withdrawn) return;
  log.error({ ...circumstances, err: asError(error) }, 'unexpected error in background task');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new TypeError('something that is no error was thrown');
}
