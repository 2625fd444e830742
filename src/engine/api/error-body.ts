/** The JSON bodies of every error (docs/api.md#errors-and-retry), and of 202s and polls (docs/api.md#waiting-202-polling-and-events). */
import type { Pending, RequestState } from './calls.js';
import type { Failure, FailureDetails, Issue, Retry } from './errors.js';

/** JSON leaves out the members that are undefined. */
export interface Envelope {
  ok: false;
  verdict?: string | undefined;
  providerKey?: string | undefined;
  reference?: string | undefined;
  requestId?: string | undefined;
  httpStatus?: number | null | undefined;
  detections?: FailureDetails['detections'];
  upstream?: FailureDetails['upstream'];
  error: {
    code?: string | undefined;
    reason?: string | undefined;
    message: string;
    /** URL of the page about this error. */
    docs: string;
    retry: Retry;
    issues?: readonly Issue[] | undefined;
    used?: number | undefined;
    cap?: number | undefined;
    needs?: readonly string[] | undefined;
    candidates?: readonly string[] | undefined;
  };
  receipt?: unknown;
}

/** @param verification set for responses of a verification: adds the verdict and the request id */
export type EnvelopeOf = (failure: Failure, verification?: { requestId: string }) => Envelope;

/** @param baseUrl of the error pages in `error.docs` */
export function createEnvelopes(baseUrl: string): EnvelopeOf {
  return ({ failure, details, kind, message, retry }, verification) => {
    const { issues, used, cap, needs, candidates, providerKey, reference, httpStatus, receipt } = details;
    const { code, reason, verdict } = kind;
    const docs = `${baseUrl}/docs/errors/${failure}`;
    return {
      ok: false,
      verdict: verification && verdict,
      providerKey,
      reference,
      requestId: details.requestId ?? verification?.requestId,
      httpStatus,
      detections: details.detections,
      upstream: details.upstream,
      error: { code, reason, message, docs, retry, issues, used, cap, needs, candidates },
      receipt,
    };
  };
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
