/** When an endpoint is asked a second time, and what its failures are called. */
import { setTimeout as pause } from 'node:timers/promises';
import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { ExtractorFailed } from '../types.js';

/** Before a second attempt, where the endpoint names no time. */
const pauseMsDefault = 500;

export interface Attempts {
  signal: AbortSignal;
  /** From now on, both attempts and the pause between them. */
  limitMs: number;
  /** Told the status of an HTTP error, null where there was none. */
  onError(status: number | null): void;
}

/** One more after 429 and 5xx, as late as the endpoint wishes; none where that would be too late. */
export async function withSecondAttempt<T>(
  attempt: () => Promise<T>,
  { signal, limitMs, onError }: Attempts,
): Promise<T> {
  const endsAt = performance.now() + limitMs;
  const told = (error: unknown): never => {
    onError(statusOf(error));
    throw error;
  };
  try {
    return await attempt().catch(told);
  } catch (error) {
    const ms = pauseAfter(error);
    if (ms === null || performance.now() + ms >= endsAt) throw error;
    await pause(ms, undefined, { signal });
    return await attempt().catch(told);
  }
}

/** What an error is to the rest of the house: its kind alone, for its message may quote the key or the answer. */
export function asFailure(error: unknown, deadline: AbortSignal): ExtractorFailed {
  if (error instanceof ExtractorFailed) return error;
  if (deadline.aborted || error instanceof APIConnectionTimeoutError) return new ExtractorFailed('timeout');
  if (isUnreachable(error)) return new ExtractorFailed('unreachable');
  const status = statusOf(error);
  if (status === 429) return new ExtractorFailed('rate_limited');
  if (status !== null) return new ExtractorFailed(status >= 500 ? 'server_error' : 'refused');
  // JSON that cannot be read, or an answer that does not end.
  return new ExtractorFailed('bad_answer');
}

/** A connection that breaks within the answer is a TypeError of fetch; what else aborts is the end of the reader. */
function isUnreachable(error: unknown): boolean {
  const aborted =
    error instanceof APIUserAbortError || (error instanceof Error && error.name === 'AbortError');
  return aborted || error instanceof APIConnectionError || error instanceof TypeError;
}

function statusOf(error: unknown): number | null {
  return error instanceof APIError ? (error.status ?? null) : null;
}

/** Milliseconds to wait before another attempt; null when it is of no use. */
function pauseAfter(error: unknown): number | null {
  const status = statusOf(error) ?? 0;
  if (!(error instanceof APIError) || (status !== 429 && status < 500)) return null;
  return retryAfterMs(error.headers) ?? pauseMsDefault * (1 + Math.random());
}

/** Seconds or an HTTP date. */
function retryAfterMs(headers: Headers | undefined): number | null {
  const value = headers?.get('retry-after') ?? '';
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
