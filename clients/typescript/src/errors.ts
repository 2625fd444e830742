/** What calls throw. A verification that ends without a receipt is no error: it is a result. */
import type { components } from './schema.js';

type ErrorBody = components['schemas']['Error'];

/** Everything that this package throws by itself. An aborted call throws the reason of its signal instead. */
export abstract class DeresegnError extends Error {}

/** The program is wrong, and the message says how to mend it. Nothing was sent. */
export class MisuseError extends DeresegnError {
  override readonly name = 'MisuseError';
}

/** A webhook whose signature does not match, or is too old. Answer it with 400 and use nothing of it. */
export class WebhookError extends DeresegnError {
  override readonly name = 'WebhookError';
}

/** No answer of the service: no connection, a time-out, or an answer of something else. It says nothing about a payment. */
export class TransportError extends DeresegnError {
  override readonly name: string = 'TransportError';
  /** Of the call that failed. Send it again with a repeat, so that the repeat is the same verification. */
  idempotencyKey: string | null = null;
}

/** The service refused a call. */
export class ApiError extends DeresegnError {
  override readonly name: string = 'ApiError';
  /** Of HTTP. */
  readonly status: number;
  readonly code: ErrorBody['code'] | null;
  readonly reason: ErrorBody['reason'] | null;
  readonly retry: ErrorBody['retry'];
  /** How long to wait before a repeat, in milliseconds; null when the service did not say. */
  readonly retryAfterMs: number | null;
  readonly issues: NonNullable<ErrorBody['issues']>;
  /** The page about this error. */
  readonly docs: string;
  /** For the logs of the service. */
  readonly requestId: string | null;

  constructor(body: ErrorBody, response: Response) {
    super(messageOf(body));
    this.status = response.status;
    this.code = body.code ?? null;
    this.reason = body.reason ?? null;
    this.retry = body.retry;
    this.retryAfterMs = retryAfterMs(response);
    this.issues = body.issues ?? [];
    this.docs = body.docs;
    this.requestId = response.headers.get('x-request-id');
  }
}

/** The key is missing, unknown, revoked, or may not make this call. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** Too many calls: wait for `retryAfterMs`. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** Caps are no rates: waiting does not help, so a verification over its cap is a result. */
const rates: readonly unknown[] = ['rate_limited', 'too_many_waiting'];

/** The error of a refusal. */
export function apiError(body: ErrorBody, response: Response): ApiError {
  if (response.status === 401 || response.status === 403) return new AuthenticationError(body, response);
  return rates.includes(body.code) ? new RateLimitError(body, response) : new ApiError(body, response);
}

/** `Retry-After` in milliseconds; null when it is absent. */
export function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

function messageOf({ message, issues = [] }: ErrorBody): string {
  const named = issues.map(({ path, message: issue }) => `${path || 'body'}: ${issue}`);
  return [message, ...named].join(' ');
}
