/** The body of polls and events of a request that was answered 202 (docs/api.md#waiting-202-polling-and-events). */
import type { Pending, RequestState } from './calls.js';
import type { EnvelopeOf } from './error-body.js';

export interface ProgressBody {
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
