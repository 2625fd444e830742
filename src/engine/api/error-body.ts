/** The JSON bodies of every error (docs/api.md#errors-and-retry), and of 202s and polls (docs/api.md#waiting-202-polling-and-events). */
import type { Pending, RequestState } from './calls.js';
import type { Failure, FailureDetails, Issue, Retry } from './errors.js';

export interface Envelope {
  ok: false;
  verdict?: string;
  providerKey?: string;
  reference?: string;
  requestId?: string;
  httpStatus?: number | null;
  detections?: FailureDetails['detections'];
  upstream?: FailureDetails['upstream'];
  error: {
    code?: string;
    reason?: string;
    message: string;
    /** URL of the page about this error. */
    docs: string;
    retry: Retry;
    issues?: readonly Issue[];
    used?: number;
    cap?: number;
    needs?: readonly string[];
    candidates?: readonly string[];
  };
  receipt?: unknown;
}

/** @param verification set for responses of a verification: adds the verdict and the request id */
export type EnvelopeOf = (failure: Failure, verification?: { requestId: string }) => Envelope;

/** @param baseUrl of the error pages in `error.docs` */
export function createEnvelopes(baseUrl: string): EnvelopeOf {
  return (failure, verification) => envelopeOf(baseUrl, failure, verification);
}

function envelopeOf(baseUrl: string, failure: Failure, verification?: { requestId: string }): Envelope {
  const { details, kind, message } = failure;
  const { issues, used, cap, needs, candidates, providerKey, reference, httpStatus, receipt } = details;
  const { detections, upstream } = details;
  const requestId = details.requestId ?? verification?.requestId;
  return withoutUndefined({
    ok: false,
    verdict: verification && kind.verdict,
    providerKey,
    reference,
    requestId,
    httpStatus,
    detections,
    upstream,
    error: withoutUndefined({
      code: kind.code,
      reason: kind.reason,
      message,
      docs: `${baseUrl}/docs/errors/${failure.failure}`,
      retry: failure.retry,
      issues,
      used,
      cap,
      needs,
      candidates,
    }),
    receipt,
  });
}

/** Omits unknown members instead of sending null. */
function withoutUndefined<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const defined = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined) as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** The body of a poll, and of an event of its stream. */
interface ProgressBody {
  status: number;
  /** JSON text. */
  text: string;
  /** `Retry-After`, whole seconds. */
  retryAfterSeconds?: number | undefined;
}

/** While pending: the 202 again. Then: the response of the synchronous call. */
export function progressOf(state: RequestState, envelopeOf: EnvelopeOf): ProgressBody {
  if (state.processingStatus === 'queued') return { status: 202, text: pendingText(state) };
  if (state.processingStatus === 'completed') return { status: 200, text: state.text };
  const { failure, processingStatus } = state;
  const { requestId = '', retryAfterSeconds } = failure.details;
  const { ok, verdict, ...rest } = envelopeOf(failure, { requestId });
  const text = JSON.stringify({ ok, verdict, processingStatus, ...rest });
  return { status: failure.status, text, retryAfterSeconds };
}

export function pendingText({ verdict, processingStatus, requestId, position }: Pending): string {
  const statusUrl = `/api/verify/${requestId}`;
  const eventsUrl = `${statusUrl}/events`;
  return JSON.stringify({ verdict, processingStatus, requestId, statusUrl, eventsUrl, position });
}
