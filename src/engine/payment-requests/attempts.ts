/** Attempts to pay a payment request: a receipt is submitted, checked, and checked again when its bank did not answer. */
import { randomBase62 } from '#engine/shared/secrets.js';
import { type ResolveInput, resolve } from '../../providers/resolve.js';
import type { Target } from '../../providers/types.js';
import { Failure, invalidRequest } from '../api/errors.js';
import type {
  Detection,
  Engine,
  ImageCaller,
  ImageRequest,
  PaymentAttempt,
  PictureOptions,
  Principal,
  ResolveRequest,
  SubmittedReceipt,
} from '../api/index.js';
import { endOfChosen } from '../api/reading.js';
import type { RecordLimits } from '../metering/record-limits.js';
import { unresolvedFailure } from '../verification/verify.js';
import type { Changes } from './changes.js';
import { type CheckDeps, checkAgain, checkReceipt, failureOrThrow } from './check-receipt.js';
import type { Checked, Conclude } from './conclude.js';
import type { DueList } from './due-list.js';
import {
  type ReadAttempt,
  type RequestRef,
  type StoredAttempt,
  type StoredRequest,
  shownAttempt,
  shownRequest,
} from './record.js';
import type { PaymentRequestStore } from './request-store.js';

/** Longer than a check takes. Another process repeats the check of one that died after this. */
const leaseMs = 180_000;

interface AttemptsDeps extends CheckDeps {
  requests: PaymentRequestStore;
  dueList: DueList;
  changes: Changes;
  conclude: Conclude;
  verifyImage: Engine['verifyImage'];
  allotments: Pick<RecordLimits, 'take'>;
  baseUrl: string;
  now: () => number;
}

export interface AttemptOptions {
  /** Default: the merchant. */
  by?: PaymentAttempt['by'] | undefined;
  /** The payer who sends pictures. Payers take turns by address, so that they do not block the merchant's own pictures. */
  sender?: ImageCaller | undefined;
  /** Called with the id of the attempt once it is stored: from then on another process continues it if this one dies. */
  onBegun?: ((attempt: string) => void) | undefined;
}

export interface PaymentAttempts {
  submitReceipt(
    principal: Principal,
    id: string,
    receipt: ResolveRequest,
    options?: AttemptOptions,
  ): Promise<SubmittedReceipt>;
  submitPictures(
    principal: Principal,
    id: string,
    read: (caller: ImageCaller) => Promise<ImageRequest>,
    options?: PictureOptions & AttemptOptions,
  ): Promise<SubmittedReceipt>;
  /** Checks the receipt of an attempt again, if no other process does. @throws Failure `unavailable` */
  retry(request: StoredRequest, attempt: ReadAttempt): Promise<void>;
}

export function createAttempts(deps: AttemptsDeps): PaymentAttempts {
  return {
    async submitReceipt(principal, id, receipt, options = {}) {
      const ref = await payable(deps, principal, id);
      const resolved = resolve(deps.providers, receipt, new Date(deps.now()));
      if (resolved.kind !== 'target') throw unresolvedFailure(resolved);
      const { target } = resolved;
      const attempt = newAttempt(deps, target, options);
      const refused = await begin(deps, ref, attempt, options);
      if (refused !== null) return refused;
      return await end(deps, ref, attempt, await checkReceipt(deps, principal, target, false));
    },

    async submitPictures(principal, id, read, { onPrepared, requestId, ...attemptOptions } = {}) {
      const ref = await payable(deps, principal, id);
      const attempt = newAttempt(deps, null, attemptOptions);
      const hints: ResolveRequest = {};
      try {
        const caller = { kind: 'admitted', entry: principal } as const;
        const { sender } = attemptOptions;
        const options = { onPrepared, requestId, sender };
        const { upstream, detections } = await deps.verifyImage(
          async (caller) => {
            const { expect, ...request } = await read(caller);
            const { provider, account, phone } = request;
            Object.assign(hints, { provider, account, phone });
            const refused = await begin(deps, ref, attempt, attemptOptions);
            if (refused !== null) throw new AttemptRefused(refused);
            return request;
          },
          caller,
          options,
        );
        const { result } = upstream;
        const oneOfSeveral = endOfChosen(detections, result.reference);
        const submitted = await end(deps, ref, attempt, { kind: 'verified', ...result, oneOfSeveral });
        return { ...submitted, detections };
      } catch (error) {
        if (error instanceof AttemptRefused) return error.result;
        const failure = failureOrThrow(error);
        // A body that cannot be read is not an attempt.
        if (failure.details.detections === undefined && isOfCall(failure)) {
          await end(deps, ref, attempt, { kind: 'failed', failure }).catch(() => undefined);
          throw failure;
        }
        await setTarget(deps, ref, attempt, failure, hints);
        const { detections = [], reference } = failure.details;
        const oneOfSeveral = endOfChosen(detections, reference);
        const submitted = await end(deps, ref, attempt, { kind: 'failed', failure, oneOfSeveral });
        return { ...submitted, detections };
      }
    },

    async retry(request, attempt) {
      const { work } = attempt;
      if (work === null) return;
      const after = { ...attempt, work: { ...work, dueAt: deps.now() + leaseMs } };
      const reply = await deps.changes.record(request, { attempt: { before: attempt, after } });
      if (reply.kind !== 'done') return;
      await deps.conclude(request, attempt.id, await checkAgain(deps, request, attempt));
    },
  };
}

/** The request takes no attempts, so the picture is not read. */
class AttemptRefused extends Error {
  constructor(readonly result: SubmittedReceipt) {
    super();
  }
}

/** @throws Failure `not_found`, `invalid_request` for a key of the other mode */
async function payable(
  { requests }: AttemptsDeps,
  { account, realm }: Principal,
  id: string,
): Promise<RequestRef> {
  const request = await requests.read({ account, id }, '');
  if (request === null) throw new Failure('not_found');
  if (request.data.payer.realm !== realm) {
    throw invalidRequest('id', 'this payment request was made with a key of another mode');
  }
  return { account, id };
}

function newAttempt(
  { now }: AttemptsDeps,
  target: Target | null,
  { by = 'merchant' }: AttemptOptions,
): StoredAttempt {
  return {
    id: `att_${randomBase62(22)}`,
    at: new Date(now()).toISOString(),
    by,
    outcome: null,
    reason: null,
    retrying: false,
    providerKey: target?.provider ?? null,
    reference: target?.reference ?? null,
    amount: null,
    paidAt: null,
    work: { dueAt: now() + leaseMs, tries: 0, target, doubtful: false },
  };
}

/** Starts an attempt. @returns the result when the request takes no attempts, else null @throws Failure `rate_limited` above the plan's bound */
async function begin(
  deps: AttemptsDeps,
  ref: RequestRef,
  attempt: StoredAttempt,
  { onBegun }: AttemptOptions,
): Promise<SubmittedReceipt | null> {
  const { requests, dueList, allotments } = deps;
  await allotments.take('paymentAttempts', ref.account);
  // Listed first, so that another process takes the attempt up if this one dies.
  await dueList.setDue(ref, leaseMs);
  const reply = await requests.begin(ref, attempt);
  if (reply === 'begun') {
    onBegun?.(attempt.id);
    return null;
  }
  const request = reply === 'gone' ? null : await requests.read(ref);
  if (request === null) throw new Failure('not_found');
  const outcome = reply === 'too_many' ? 'too_many' : 'closed';
  return answerOf(deps, request, { ...attempt, id: null, outcome });
}

/** Ends the attempt. @throws Failure */
async function end(
  deps: AttemptsDeps,
  ref: RequestRef,
  { id }: StoredAttempt,
  checked: Checked,
): Promise<SubmittedReceipt> {
  const { request, attempt } = await deps.conclude(ref, id, checked);
  return answerOf(deps, request, attempt);
}

function answerOf(
  { baseUrl }: AttemptsDeps,
  request: StoredRequest,
  attempt: PaymentAttempt,
): SubmittedReceipt {
  return { attempt: shownAttempt(attempt), paymentRequest: shownRequest(request, baseUrl) };
}

/** The picture or the call is wrong, so nothing was checked. */
function isOfCall({ failure, kind }: Failure): boolean {
  return failure !== 'detection_failed' && (kind.fault === 'caller' || failure === 'unavailable');
}

/** Stores what was read in the picture, so that it can be checked again without the picture. */
async function setTarget(
  { requests, changes, providers, now }: AttemptsDeps,
  ref: RequestRef,
  { id }: StoredAttempt,
  { details: { detections = [], reference, providerKey } }: Failure,
  hints: ResolveRequest,
): Promise<void> {
  const moment = new Date(now());
  for (const detection of detections) {
    const resolved = resolve(providers, inputOf(detection, hints), moment);
    if (resolved.kind !== 'target' || resolved.target.reference !== reference) continue;
    if (resolved.target.provider !== providerKey) continue;
    const request = await requests.read(ref);
    const before = request?.attempts.find((attempt) => attempt.id === id);
    if (!request || !before?.work) return;
    const work = { ...before.work, target: resolved.target, doubtful: detection.by === 'ai' };
    await changes.record(request, { attempt: { before, after: { ...before, work } } });
    return;
  }
}

function inputOf({ url, reference, provider }: Detection, hints: ResolveRequest): ResolveInput {
  if (url !== null) return { ...hints, url };
  return { ...hints, reference: reference ?? '', provider: provider ?? hints.provider };
}
