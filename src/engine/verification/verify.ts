/** One verification, top to bottom (docs/architecture.md#one-verification). */
import { randomUUID } from 'node:crypto';
import type { Banks } from '#engine/shared/banks.js';
import type { Realm } from '../../egress/types.js';
import type { Resolved } from '../../providers/resolve.js';
import { createResolver } from '../../providers/resolver.js';
import type { Provider, Target } from '../../providers/types.js';
import type { Authenticator, CacheHit, Principal } from '../access/authenticate.js';
import { type Callers, realmFor, turnOwner } from '../access/callers.js';
import { doubted, Failure, invalidRequest, withdrawalOf } from '../api/errors.js';
import type { Caller, CallOptions, Expect, Pending, RequestState, VerifyRequest } from '../api/index.js';
import type { NeededScopes } from '../api/operation.js';
import type { Call } from './call.js';
import type { Idempotency } from './idempotency.js';
import type { ReceiptCache } from './receipt-cache.js';
import type { GetReceipt } from './receipt-service.js';
import type { AnswerRecorder, VerifiedReceipt } from './response.js';
import type { WaitingCalls } from './waiting-limits.js';

/** Runs calls that may be answered 202 (`../async-requests/`). */
export interface DeferCalls {
  /** The receipt when it is fetched within `waitMs`, else `Pending`. @throws Failure; Withdrawn */
  runOrDefer(call: Call, expect: Expect | undefined, waitMs: number): Promise<VerifiedReceipt | Pending>;
}

interface ReadRequests {
  /** The state of a request; null when the account has no request with this id. @throws Failure `unavailable` */
  state(id: string, account: string): Promise<RequestState | null>;
  /** The state after `ms` milliseconds (absent: at the end of the request), or when `signal` aborts. */
  wait(id: string, account: string, ms?: number, signal?: AbortSignal): Promise<RequestState | null>;
}

interface VerifyDeps {
  providers: readonly Provider[];
  authenticator: Authenticator;
  callers: Callers;
  cache: ReceiptCache;
  getReceipt: GetReceipt;
  idempotency: Idempotency;
  requests: DeferCalls;
  requestStatus: ReadRequests;
  waitingCalls: WaitingCalls;
  banks: Banks;
  activity: AnswerRecorder;
  newCall: () => string;
  liveRealm: Realm;
  queueWaitMs: number;
  /** When it aborts, waiting calls fail with its reason. */
  closing: AbortSignal;
  now: () => number;
}

/**
 * Verifies one request; `response.ts` writes the result. `Pending` only when `waitMs` was given.
 * @throws Failure; Withdrawn when the caller has disconnected, which is not counted as an outcome
 */
type Verify = (
  request: VerifyRequest,
  caller: Caller,
  options?: CallOptions,
) => Promise<VerifiedReceipt | Pending>;

export function createVerify(deps: VerifyDeps): Verify {
  const resolve = createResolver(deps.providers);
  return async (request, caller, options = {}) => {
    const requestId = options.requestId ?? randomUUID();
    const resolved = resolve(request, deps.now());
    const target = resolved.kind === 'target' ? resolved.target : null;
    const realm = realmFor(caller, deps.liveRealm);
    let entry: Principal | null = null;
    try {
      const admitted = await admit(deps, caller, realm, target, options);
      entry = admitted.entry;
      // Only an admitted caller learns what is wrong with the reference.
      if (target === null) throw unresolvedFailure(resolved);
      const outcome = admitted.found
        ? fromCache(deps, request, target, realm, admitted.found)
        : await verifyUncached(
            deps,
            request,
            newCall(deps, { caller, entry, realm, target, requestId }, options),
            options,
          );
      if (entry && !('verdict' in outcome)) {
        deps.activity.shown(entry, outcome);
        if (options.isGone?.()) await withdrawView(deps, entry, outcome, requestId, options);
      }
      return outcome;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const failure = options.doubtful ? doubted(error) : error;
      const detailed = failure.with({ ...resolvedDetails(resolved), requestId });
      if (entry) deps.activity.failed(entry, detailed);
      throw detailed;
    }
  };
}

/**
 * The caller disconnected before the answer was sent: the receipt no longer counts as shown. Skipped with an
 * Idempotency-Key: repeats get the history of the first call.
 */
async function withdrawView(
  { cache }: VerifyDeps,
  { account }: Principal,
  { realm, target, body }: VerifiedReceipt,
  requestId: string,
  { idempotencyKey }: CallOptions,
): Promise<void> {
  if (idempotencyKey !== undefined) return;
  await cache.withdrawView(realm, target, cache.parse(body), account, requestId).catch(() => undefined);
}

const needed: NeededScopes = ['verify'];

/**
 * Admits the caller. For a key the same round trip reads the cache.
 * @returns the principal, null without an account, and the cached receipt if there is one
 * @throws Failure
 */
function admit(
  { authenticator, callers, cache }: VerifyDeps,
  caller: Caller,
  realm: Realm,
  target: Target | null,
  { idempotencyKey, onAdmission }: CallOptions,
): Promise<{ entry: Principal | null; found: CacheHit | null }> {
  if (caller.kind === 'key') {
    // Reading the cache here counts as shown. With an Idempotency-Key the earlier calls under it have to be read first.
    const name = target && idempotencyKey === undefined ? cache.keyOf(realm, target) : null;
    return authenticator.authenticate(caller.key, name, needed, onAdmission);
  }
  return callers.admit(caller, 'verifications', onAdmission).then((entry) => ({ entry, found: null }));
}

function fromCache(
  { banks, now }: VerifyDeps,
  { expect }: VerifyRequest,
  target: Target,
  realm: Realm,
  { body, copy, history, saved }: CacheHit,
): VerifiedReceipt {
  return { target, realm, body, copy, history, saved, banks, requestId: null, expect, now: now() };
}

function newCall(
  deps: VerifyDeps,
  { caller, ...facts }: Pick<Call, 'entry' | 'realm' | 'target' | 'requestId'> & { caller: Caller },
  { idempotencyKey, signal, doubtful, webhookUrl }: CallOptions,
): Call {
  return {
    ...facts,
    id: deps.newCall(),
    owner: turnOwner(caller, facts.entry),
    provider: providerOf(deps.providers, facts.target),
    deadline: performance.now() + deps.queueWaitMs,
    signal,
    doubtful,
    webhookUrl,
    unread: caller.kind !== 'key' || idempotencyKey !== undefined,
  };
}

/** Not `async`: each pending await frame stays in memory for every caller in the queue (10,000 of them). */
function verifyUncached(
  deps: VerifyDeps,
  request: VerifyRequest,
  call: Call,
  options: CallOptions,
): Promise<VerifiedReceipt | Pending> {
  if (options.idempotencyKey === undefined || !call.entry) {
    return fetchOrDefer(deps, request, call, options.waitMs);
  }
  return withIdempotencyKey(deps, request, call, call.entry, options);
}

/** The provider of a resolved target. */
export function providerOf(providers: readonly Provider[], target: Target): Provider {
  const provider = providers.find(({ key }) => key === target.provider);
  if (!provider) throw new TypeError(`resolved to ${target.provider}, which is not registered`);
  return provider;
}

/** A call with `waitMs` may be answered 202. A call without an account always waits to the end. */
function fetchOrDefer(
  { getReceipt, requests }: VerifyDeps,
  { expect }: VerifyRequest,
  call: Call,
  waitMs: number | undefined,
): Promise<VerifiedReceipt | Pending> {
  if (waitMs === undefined || call.entry === null) return getReceipt(call, expect);
  return requests.runOrDefer(call, expect, waitMs);
}

/** Waits for the request that was accepted under the key, if it is still running; else runs the call itself. */
async function withIdempotencyKey(
  deps: VerifyDeps,
  request: VerifyRequest,
  call: Call,
  { account }: Principal,
  { idempotencyKey = '', waitMs }: CallOptions,
): Promise<VerifiedReceipt | Pending> {
  const { realm, target } = call;
  const binding = await deps.idempotency.bind(account, realm, idempotencyKey, target);
  if (binding.request !== null && binding.settled === null) {
    const leave = await deps.waitingCalls.enter(call);
    const pending = await waitForRequest(deps, binding.request, account, waitMs, call.signal).finally(leave);
    if (pending) return pending;
  }
  const repeat = { ...call, target: binding.settled ?? target, bound: binding.name };
  return await fetchOrDefer(deps, request, repeat, waitMs);
}

/**
 * @returns the state of the request when the wait is over; null when the request is no longer running
 * @throws Failure of that request
 */
async function waitForRequest(
  { requestStatus, closing }: VerifyDeps,
  id: string,
  account: string,
  waitMs: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Pending | null> {
  const before = await requestStatus.state(id, account);
  if (before?.processingStatus !== 'queued') return null;
  const ends = signal ? AbortSignal.any([signal, closing]) : closing;
  const after = await requestStatus.wait(id, account, waitMs, ends);
  if (signal?.aborted) throw withdrawalOf(signal);
  if (after?.processingStatus === 'failed') throw after.failure;
  if (after?.processingStatus !== 'queued') return null;
  // With `waitMs` the caller gets a 202. Without it the caller wants the answer itself, and at shutdown there is none.
  if (waitMs === undefined) closing.throwIfAborted();
  return after;
}

/** The failure of a request that was not resolved to a target (docs/api.md#order-of-judgement). */
export function unresolvedFailure(resolved: Resolved): Failure {
  return failureOf(resolved).with(resolvedDetails(resolved));
}

function failureOf(resolved: Resolved): Failure {
  switch (resolved.kind) {
    case 'needs':
      return new Failure(`needs_${resolved.needs[0] ?? 'link'}`, { needs: resolved.needs });
    case 'ambiguous':
      return new Failure('ambiguous', { candidates: resolved.candidates, message: resolved.message });
    case 'invalid':
      return invalidRequest(resolved.path, resolved.message);
    case 'unsupported':
      return new Failure(`unsupported_${resolved.by}`, { message: resolved.message });
    case 'target':
      throw new TypeError('a target is not a failure');
  }
}

/** Provider and reference of a request as far as they were resolved; added to every failure. */
export function resolvedDetails(resolved: Resolved): {
  providerKey?: string | undefined;
  reference?: string | undefined;
} {
  switch (resolved.kind) {
    case 'target':
      return { providerKey: resolved.target.provider, reference: resolved.target.reference };
    case 'needs':
      return { providerKey: resolved.provider, reference: resolved.reference };
    case 'ambiguous':
      return { reference: resolved.reference };
    case 'unsupported':
      return { providerKey: resolved.provider };
    case 'invalid':
      return {};
  }
}
