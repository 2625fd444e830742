/** A call as the record of its request, and back; and the forms of its end. */
import type { Provider, Target } from '../../providers/types.js';
import { accountOwner } from '../access/callers.js';
import { doubted, Failure, type FailureDetails, Withdrawn } from '../api/errors.js';
import type { CompletedRequest, Expect } from '../api/index.js';
import type { Call } from '../verification/call.js';
import { toJson, type VerifiedReceipt } from '../verification/response.js';
import type { RecoveredRequest, RequestPayload, RequestResult } from './request-store.js';

/** A recovered request waits at least this long for a busy bank. */
const queueWaitMsMin = 20_000;

/** What a call of a stored request is made with. */
interface CallParts {
  providers: readonly Provider[];
  newCall: () => string;
}

export function payloadOf(
  { entry, target, realm, deadline, bound, doubtful }: Call,
  expect: Expect | undefined,
): RequestPayload {
  if (entry === null) throw new TypeError('a request without an account belongs to nobody');
  const rest = { expect: expect ?? null, bound: bound ?? null, ...(doubtful && { doubtful }) };
  return { entry, target, realm, deadline: Date.now() + deadline - performance.now(), ...rest };
}

/** The call of a recovered request, or of an item of a batch. It was admitted when it was accepted, so it does not count against the request rate again. */
export function callOf({ providers, newCall }: CallParts, id: string, work: RequestPayload): Call {
  const { entry, target, realm, deadline, bound, doubtful, batch } = work;
  const provider = providers.find(({ key }) => key === target.provider);
  if (!provider) throw new TypeError(`accepted for ${target.provider}, which is not registered`);
  return {
    id: newCall(),
    requestId: id,
    provider,
    target,
    realm,
    entry,
    owner: accountOwner(entry),
    deadline: performance.now() + Math.max(deadline - Date.now(), queueWaitMsMin),
    unread: true,
    promised: true,
    doubtful,
    batch,
    bound: bound ?? undefined,
  };
}

/** The stored result of a request. */
export function resultOf(end: VerifiedReceipt | Failure): RequestResult {
  if (end instanceof Failure) return { kind: 'failed', failure: end.failure, details: end.details };
  return { kind: 'completed', text: toJson(end) };
}

/** The result for listeners. */
export function conclusionOf(end: VerifiedReceipt | Failure): CompletedRequest {
  if (end instanceof Failure) return { verdict: 'failed', failure: end };
  const { target, requestId } = end;
  return { verdict: 'verified', providerKey: target.provider, cached: requestId === null };
}

/**
 * The failure that ends a request.
 * @returns null when the request was left to another process
 * @throws Failure `unavailable`, which does not end a request either
 */
export function endingFailure(error: unknown, { target, requestId, doubtful }: Call): Failure | null {
  if (error instanceof Withdrawn) return null;
  if (isUnavailable(error)) throw error;
  const failure = error instanceof Failure ? error : new Failure('internal');
  return (doubtful ? doubted(failure) : failure).with(knownOf(requestId, target));
}

export function knownOf(requestId: string, target: Target | undefined): FailureDetails {
  return { ...(target && { providerKey: target.provider, reference: target.reference }), requestId };
}

export function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.failure === 'unavailable';
}

/** Whether a view may have been spent on the request. */
export function isSpent({ asked }: RecoveredRequest, { provider }: Call): boolean {
  return asked && provider.viewLimited;
}
