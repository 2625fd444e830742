/** Errors nobody foresaw, in work that nobody waits for: they go to the log, or nobody ever hears of them. */
import type { Logger } from '../../log.js';
import { Failure, Withdrawn } from '../api/errors.js';

/** What the log may be told of the work. */
export interface Circumstances {
  component: string;
  requestId?: string | undefined;
  provider?: string | undefined;
}

/** Logs an error unless it is one of those that the engine throws on purpose. */
export function logUnforeseen(log: Logger, circumstances: Circumstances, error: unknown): void {
  if (error instanceof Failure || error instanceof Withdrawn) return;
  log.error({ ...circumstances, err: asError(error) }, 'background work failed for no known reason');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new TypeError('something that is no error was thrown');
}
