/** What became of a verification, as one of three results. */
import { retryAfterMs } from './errors.js';
import type { components } from './schema.js';

type Schemas = components['schemas'];
type ErrorBody = Schemas['Error'];

type CheckName = 'amount' | 'receiver' | 'bank' | 'age' | 'notBefore';

/** Why a payment that is real must not be accepted. */
export type Problem =
  | `${CheckName}_${'mismatch' | 'not_printed' | 'ambiguous' | 'not_checked'}`
  /** A check that this version of the client does not know. */
  | 'unknown_check'
  /** This account was shown the receipt before, for another order perhaps. */
  | 'seen_before'
  /** Another receipt that this account was shown may be of the same transfer. */
  | 'possibly_seen_before';

/** The bank shows a settled payment. Hand over only if it is `accepted`. */
export type Verified = Schemas['Verification'] & {
  /** The payment has the expected amount, went to the expected receiver, passed every other check, and is new. */
  accepted: boolean;
  /** Why it is not accepted; empty when it is. */
  problems: readonly Problem[];
};

/** The bank answered, and its answer is no. It does not prove a forgery: ask for another proof of payment. */
export interface NotVerified extends Omit<Schemas['VerificationFailure'], 'verdict'> {
  verdict: 'not_verified';
  reason: 'not_found' | 'not_settled' | 'mismatch';
  /** For people. */
  message: string;
}

/** No verdict: an outage, a limit, or an input that cannot be looked up. Neither paid nor fake. */
export interface CouldNotCheck extends Omit<Schemas['VerificationFailure'], 'verdict'> {
  verdict: 'could_not_check';
  /** Of the API; or `still_pending`, when the time-out came first: `poll(requestId)` has the end. */
  reason: NonNullable<ErrorBody['code'] | ErrorBody['reason']> | 'still_pending';
  /** For people. */
  message: string;
  /** Whether the same call can help: never, after `retryAfterMs`, or with growing pauses. */
  retry: ErrorBody['retry'];
  /** In milliseconds; null when the service did not say. */
  retryAfterMs: number | null;
}

/** A verification that runs: `poll(requestId)` tells its end. */
export type Pending = Schemas['Pending'];

/** What `verify()` returns. */
export type Result = Verified | NotVerified | CouldNotCheck;

/** The body of a poll, and `data` of the webhook `verification.completed`. */
export type PollBody = Schemas['VerificationEvent'];

/** What the pictures added to a result. */
export interface Reading {
  /** What was read in the pictures, the most confident first: hints, not facts. */
  detections: readonly Schemas['Detection'][];
}

/** What `verifyImage()` returns. */
export type ImageResult = Result & Reading;

/** What a result must have been checked for, besides the receiver. */
export interface Demands {
  /** False: any amount is right. */
  amount: boolean;
}

const everything: Demands = { amount: true };

/**
 * The result of a finished verification, from the body of a poll or of the webhook `verification.completed`.
 * `accepted` is false if amount and receiver were not both checked.
 */
export function resultOf(
  body: PollBody,
  demands: Demands = everything,
  response?: Response,
): Result | Pending {
  if (body.verdict === 'pending') return body;
  if (body.verdict === 'verified') return verified(body, demands);
  const { code, reason, message, retry } = body.error;
  const known = { ...body, message, reason: reason ?? code };
  if (body.verdict === 'not_verified') return known as NotVerified;
  return { ...known, retry, retryAfterMs: response ? retryAfterMs(response) : null } as CouldNotCheck;
}

/** The result of pictures. */
export function imageResultOf(
  body: Schemas['ImageVerification'] | Schemas['ImageFailure'],
  demands: Demands,
  response: Response,
): ImageResult {
  if (body.verdict === 'verified') {
    return { ...verified(body.upstream.result, demands), detections: body.detections };
  }
  const { detections = [], ...failure } = body;
  return { ...(resultOf(failure, demands, response) as Result), detections };
}

/** The result of a call that ran out of time before its verification. */
export function stillPending(requestId: string): CouldNotCheck {
  const message = 'The verification still runs; poll its requestId later.';
  const error: ErrorBody = { message, docs: '', retry: 'backoff' };
  const reason = 'still_pending' as const;
  return {
    ok: false,
    verdict: 'could_not_check',
    ...{ reason, message, error, requestId },
    retry: 'backoff',
    retryAfterMs: null,
  };
}

function verified(body: Schemas['Verification'], demands: Demands): Verified {
  const problems = [...failedChecks(body.checks, demands), ...repeats(body.history)];
  return { ...body, accepted: problems.length === 0, problems };
}

const checkNames: readonly CheckName[] = ['amount', 'receiver', 'bank', 'age', 'notBefore'];

function failedChecks(checks: Schemas['Checks'] | undefined, demands: Demands): Problem[] {
  const needed: readonly CheckName[] = demands.amount ? ['amount', 'receiver'] : ['receiver'];
  const problems = checkNames.flatMap((name): Problem[] => {
    const check = checks?.[name];
    if (check === undefined) return needed.includes(name) ? [`${name}_not_checked`] : [];
    return check.ok ? [] : [`${name}_${check.reason ?? 'mismatch'}`];
  });
  return checks?.ok === false && problems.length === 0 ? ['unknown_check'] : problems;
}

function repeats(history: Schemas['History'] | undefined): Problem[] {
  if (history?.seenBefore) return ['seen_before'];
  return history?.possiblySameAs?.length ? ['possibly_seen_before'] : [];
}
