/** Retries of an endpoint, and classification of its errors. */
import { setTimeout as pause } from 'node:timers/promises';
import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { ExtractorFailed } from '../types.js';

/** Pause before a retry without `Retry-After`, ms. */
const pauseMsDefault = 500;

interface Attempts {
  signal: AbortSignal;
  /** Time limit of both attempts and the pause between them, ms. */
  limitMs: number;
  /** Called with the status of an HTTP error, or null. */
  onError(status: number | null): void;
}

/** Retries once after 429 and 5xx, respecting `Retry-After`, if the deadline allows. */
export async function withSecondAttempt<T>(
  attempt: () => Promise<T>,
  { signal, limitMs, onError }: Attempts,
): Promise<T> {
  const endsAt = performance.now() + limitMs;
  const reportAndThrow = (error: unknown): never => {
    onError(statusOf(error));
    throw error;
  };
  try {
    return await attempt().catch(reportAndThrow);
  } catch (error) {
    const ms = pauseAfter(error);
    if (ms === null || performance.now() + ms >= endsAt) throw error;
    await pause(ms, undefined, { signal });
    return await attempt().catch(reportAndThrow);
  }
}

/** Converts an error to its kind only, because its message may quote the key or the answer. */
export function asFailure(error: unknown, deadline: AbortSignal): ExtractorFailed {
  if (error instanceof ExtractorFailed) return error;
  if (deadline.aborted || error instanceof APIConnectionTimeoutError) return new ExtractorFailed('timeout');
  if (isUnreachable(error)) return new ExtractorFailed('unreachable');
  const status = statusOf(error);
  if (status === 429) return new ExtractorFailed('rate_limited');
  if (status !== null) return new ExtractorFailed(status >= 500 ? 'server_error' : 'refused');
  // Invalid JSON, or an answer that is too long.
  return new ExtractorFailed('bad_answer');
}

/** A connection lost during the response is a TypeError of fetch; other aborts come from closing the reader. */
function isUnreachable(error: unknown): boolean {
  const aborted =
    error instanceof APIUserAbortError || (error instanceof Error && error.name === 'AbortError');
  return aborted || error instanceof APIConnectionError || error instanceof TypeError;
}

function statusOf(error: unknown): number | null {
  return error instanceof APIError ? (error.status ?? null) : null;
}

/** Pause before a retry, ms; null when a retry is useless. */
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
