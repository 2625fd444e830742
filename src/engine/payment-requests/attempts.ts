/** PaymentAttempts to pay a payment request: a receipt that is handed in, checked, and checked again when its bank did not answer. */
import { randomUUID } from 'node:crypto';
import { randomBase62 } from '#engine/shared/secrets.js';
import type { Realm } from '../../egress/types.js';
import { type ResolveInput, resolve } from '../../providers/resolve.js';
import type { Provider, Target } from '../../providers/types.js';
import { accountOwner } from '../access/callers.js';
import { doubted, Failure, Withdrawn } from '../api/errors.js';
import type {
  Detection,
  Engine,
  HandedIn,
  HandInOptions,
  ImageCaller,
  ImageRequest,
  PaymentAttempt,
  PictureOptions,
  Principal,
  ResolveRequest,
} from '../api/index.js';
import { endOfChosen } from '../api/reading.js';
import type { RecordLimits } from '../metering/record-limits.js';
import { type CachedReceipt, opened } from '../store/receipt-store.js';
import type { Call } from '../verification/call.js';
import type { GetReceipt } from '../verification/receipt-service.js';
import type { AnswerRecorder } from '../verification/response.js';
import { known, providerOf, unresolvedFailure } from '../verification/verify.js';
import type { Changes } from './changes.js';
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

interface AttemptsDeps {
  requests: PaymentRequestStore;
  dueList: DueList;
  changes: Changes;
  conclude: Conclude;
  getReceipt: GetReceipt;
  verifyImage: Engine['verifyImage'];
  /** Outcome of a view whose process died; null when the receipt is in the cache. */
  recover: (realm: Realm, target: Target) => Promise<Failure | null>;
  allotments: Pick<RecordLimits, 'take'>;
  activity: AnswerRecorder;
  providers: readonly Provider[];
  newCall: () => string;
  queueWaitMs: number;
  baseUrl: string;
  now: () => number;
}

export interface AttemptOptions {
  /** Default: the merchant. */
  by?: PaymentAttempt['by'] | undefined;
  /** A payer who sends pictures: they take turns by address, and nothing they send keeps the merchant from reading pictures. */
  sender?: ImageCaller | undefined;
  /** Called with the id of the attempt once it is stored: another process then continues if this one dies. */
  onBegun?: ((attempt: string) => void) | undefined;
}

export interface PaymentAttempts {
  handIn(
    principal: Principal,
    id: string,
    receipt: ResolveRequest,
    options?: HandInOptions & AttemptOptions,
  ): Promise<HandedIn>;
  handInPictures(
    principal: Principal,
    id: string,
    read: (caller: ImageCaller) => Promise<ImageRequest>,
    options?: PictureOptions & AttemptOptions,
  ): Promise<HandedIn>;
  /** Checks the receipt of an attempt again, if no other process does. @throws Failure `unavailable` */
  retry(request: StoredRequest, attempt: ReadAttempt): Promise<void>;
}

export function createAttempts(deps: AttemptsDeps): PaymentAttempts {
  return {
    async handIn(principal, id, receipt, options = {}) {
      const ref = await payable(deps, principal, id);
      const resolved = resolve(deps.providers, receipt, new Date(deps.now()));
      if (resolved.kind !== 'target') throw unresolvedFailure(resolved).with(known(resolved));
      const { target } = resolved;
      const attempt = newAttempt(deps, target, options);
      const begun = await begin(deps, ref, attempt, options);
      if (begun !== null) return begun;
      return await ended(deps, ref, attempt, await lookUp(deps, principal, target, false));
    },

    async handInPictures(principal, id, read, { onPrepared, requestId, ...attemptOptions } = {}) {
      const ref = await payable(deps, principal, id);
      const attempt = newAttempt(deps, null, attemptOptions);
      const hints: ResolveRequest = {};
      const begun: { refused: HandedIn | null } = { refused: null };
      try {
        const caller = { kind: 'admitted', entry: principal } as const;
        const { sender } = attemptOptions;
        const options = { ...(onPrepared && { onPrepared }), ...(requestId && { requestId }), sender };
        const { upstream, detections } = await deps.verifyImage(
          async (caller) => {
            const { expect, ...request } = await read(caller);
            Object.assign(hints, pickHints(request));
            begun.refused = await begin(deps, ref, attempt, attemptOptions);
            if (begun.refused !== null) throw new NotBegun();
            return request;
          },
          caller,
          options,
        );
        const { result } = upstream;
        const oneOfSeveral = endOfChosen(detections, result.reference);
        const done = await ended(deps, ref, attempt, { kind: 'verified', ...result, oneOfSeveral });
        return { ...done, detections };
      } catch (error) {
        if (error instanceof NotBegun && begun.refused) return begun.refused;
        const failure = asFailure(error);
        // A body that cannot be read is no attempt.
        if (failure.details.detections === undefined && isOfCall(failure)) {
          await ended(deps, ref, attempt, { kind: 'failed', failure }).catch(() => undefined);
          throw failure;
        }
        await setTarget(deps, ref, attempt, failure, hints);
        const { detections = [], reference } = failure.details;
        const oneOfSeveral = endOfChosen(detections, reference);
        const done = await ended(deps, ref, attempt, { kind: 'failed', failure, oneOfSeveral });
        return { ...done, detections };
      }
    },

    async retry(request, attempt) {
      const { work } = attempt;
      if (work === null) return;
      const { text, ...rest } = attempt;
      const after = { ...rest, work: { ...work, dueAt: deps.now() + leaseMs } };
      const reply = await deps.changes.record(request, { attempt: { before: attempt, after } });
      if (reply.kind !== 'done') return;
      await deps.conclude(request, attempt.id, await checkAgain(deps, request, attempt));
    },
  };
}

/** The request refuses attempts; nothing of the picture is read. */
class NotBegun extends Error {}

/** @throws Failure `not_found`, `invalid_request` for a key of the other mode */
async function payable(
  { requests }: AttemptsDeps,
  { account, realm }: Principal,
  id: string,
): Promise<RequestRef> {
  const request = await requests.read({ account, id }, '');
  if (request === null) throw new Failure('not_found');
  if (request.data.payer.realm !== realm) {
    const message = 'this payment request was made with a key of another mode';
    throw new Failure('invalid_request', { issues: [{ path: 'id', code: 'custom', message }] });
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
    ...{ outcome: null, reason: null, retrying: false, amount: null, paidAt: null },
    providerKey: target?.provider ?? null,
    reference: target?.reference ?? null,
    work: { dueAt: now() + leaseMs, tries: 0, target, doubtful: false },
  };
}

/** @returns the answer when the request takes no attempt; null when it has begun. @throws Failure `rate_limited` above the plan's bound */
async function begin(
  deps: AttemptsDeps,
  ref: RequestRef,
  attempt: StoredAttempt,
  { onBegun }: AttemptOptions,
): Promise<HandedIn | null> {
  const { requests, dueList, allotments } = deps;
  await allotments.take('paymentAttempts', ref.account);
  // Listed first, so that the attempt is taken up if this process dies.
  await dueList.soon(ref, leaseMs);
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
async function ended(
  deps: AttemptsDeps,
  ref: RequestRef,
  { id }: StoredAttempt,
  checked: Checked,
): Promise<HandedIn> {
  const { request, attempt } = await deps.conclude(ref, id, checked);
  return answerOf(deps, request, attempt);
}

function answerOf({ baseUrl }: AttemptsDeps, request: StoredRequest, attempt: PaymentAttempt): HandedIn {
  return { attempt: shownAttempt(attempt), paymentRequest: shownRequest(request, baseUrl) };
}

/** Checks one receipt; failures are results. */
async function lookUp(
  deps: AttemptsDeps,
  entry: Principal,
  target: Target,
  doubtful: boolean,
): Promise<Checked> {
  try {
    const shown = await deps.getReceipt(callOf(deps, entry, target, doubtful), undefined);
    deps.activity.shown(entry, shown);
    const { payment, receipt } = opened<CachedReceipt>(shown.body);
    return { kind: 'verified', providerKey: target.provider, payment, receipt };
  } catch (error) {
    const found = asFailure(error);
    const failure = (doubtful ? doubted(found) : found).with({
      providerKey: target.provider,
      reference: target.reference,
    });
    deps.activity.failed(entry, failure);
    return { kind: 'failed', failure };
  }
}

function callOf(
  { providers, newCall, queueWaitMs }: AttemptsDeps,
  entry: Principal,
  target: Target,
  doubtful: boolean,
): Call {
  return {
    ...{ id: newCall(), requestId: randomUUID(), provider: providerOf(providers, target), target },
    ...{ realm: entry.realm, entry, owner: accountOwner(entry), doubtful, unread: true },
    deadline: performance.now() + queueWaitMs,
  };
}

/** The receipt of an attempt that is taken up again. A view-limited link is not opened a second time. */
async function checkAgain(
  deps: AttemptsDeps,
  { data: { payer } }: StoredRequest,
  { work }: ReadAttempt,
): Promise<Checked> {
  const target = work?.target ?? null;
  if (target === null) return { kind: 'failed', failure: new Failure('detection_failed') };
  const { viewLimited } = providerOf(deps.providers, target);
  const failure = viewLimited ? await deps.recover(payer.realm, target) : null;
  const doubtful = work?.doubtful ?? false;
  if (failure) return { kind: 'failed', failure: doubtful ? doubted(failure) : failure };
  return await lookUp(deps, payer, target, doubtful);
}

/** @throws errors that are no failures, and those of a store that does not answer */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Withdrawn) return new Failure('unavailable');
  throw error;
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
    const before = request?.attempts.find((one) => one.id === id);
    if (!request || !before?.work) return;
    const { text, ...rest } = before;
    const work = { ...before.work, target: resolved.target, doubtful: detection.by === 'ai' };
    await changes.record(request, { attempt: { before, after: { ...rest, work } } });
    return;
  }
}

function inputOf({ url, reference, provider }: Detection, hints: ResolveRequest): ResolveInput {
  if (url !== null) return { ...hints, url };
  return { ...hints, reference: reference ?? '', provider: provider ?? hints.provider };
}

function pickHints({ provider, account, phone }: ResolveRequest): ResolveRequest {
  return { provider, account, phone };
}
