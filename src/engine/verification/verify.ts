/** One verification, top to bottom (docs/architecture.md#one-verification). */
import { randomUUID } from 'node:crypto';
import type { Realm } from '../../egress/types.js';
import { type Resolved, resolve } from '../../providers/resolve.js';
import type { Provider, Target } from '../../providers/types.js';
import type { Entry, Found, Gate } from '../access/authenticate.js';
import { type Callers, ownerOf, realmFor } from '../access/callers.js';
import type { ReadOwnAccounts } from '../access/expected-receivers.js';
import { doubted, Failure, withdrawalOf } from '../api/errors.js';
import type { Caller, CallOptions, Expectation, Pending, RequestState, VerifyRequest } from '../api/index.js';
import type { Recorder } from '../metering/activity.js';
import type { Banks } from '../shared/banks.js';
import type { Call } from './call.js';
import type { Idempotency } from './idempotency.js';
import type { Cache } from './receipt-cache.js';
import type { Show } from './receipt-service.js';
import type { Shown } from './response.js';
import type { WaitingCalls } from './waiting-limits.js';

/** Of calls that may be answered 202 (`../async-requests/`). */
interface DeferCalls {
  /** The receipt when it is there in time, else the promise of it. @throws Failure; Withdrawn */
  hold(call: Call, expect: Expectation | undefined, waitMs: number): Promise<Shown | Pending>;
}

interface ReadRequests {
  /** A request of this account, null when it has none of this name. @throws Failure `unavailable` */
  state(id: string, account: string): Promise<RequestState | null>;
  /** Where it stands after so many milliseconds (none: at its end), or when the caller is gone. */
  wait(id: string, account: string, ms?: number, signal?: AbortSignal): Promise<RequestState | null>;
}

export interface VerifyDeps {
  providers: readonly Provider[];
  gate: Gate;
  callers: Callers;
  cache: Cache;
  show: Show;
  idempotency: Idempotency;
  requests: DeferCalls;
  states: ReadRequests;
  waitingCalls: WaitingCalls;
  ownAccounts: ReadOwnAccounts;
  banks: Banks;
  activity: Pick<Recorder, 'shown' | 'failed'>;
  newCall: () => string;
  liveRealm: Realm;
  queueWaitMs: number;
  /** Whoever waits when it aborts gets its reason. */
  closing: AbortSignal;
  now: () => number;
}

/**
 * The receipt to be shown to the caller; how it is written is `answer.ts`. Pending only where `waitMs` was given.
 * @throws Failure; Withdrawn when the caller is gone, which is counted as no outcome
 */
export type Verify = (
  request: VerifyRequest,
  caller: Caller,
  options?: CallOptions,
) => Promise<Shown | Pending>;

export function createVerify(deps: VerifyDeps): Verify {
  return async (request, caller, options = {}) => {
    const requestId = options.requestId ?? randomUUID();
    const resolved = resolve(deps.providers, request, new Date(deps.now()));
    const target = resolved.kind === 'target' ? resolved.target : null;
    const realm = realmFor(caller, deps.liveRealm);
    let entry: Entry | null = null;
    try {
      const entered = await enter(deps, caller, realm, target, options);
      entry = entered.entry;
      // Only who is let in is told what is wrong with the reference.
      if (target === null) throw unresolved(resolved);
      const outcome = entered.found
        ? fromCache(deps, request, target, realm, entered.found)
        : await goOn(
            deps,
            request,
            newCall(deps, { caller, entry, realm, target, requestId }, options),
            options,
          );
      if (entry && !('verdict' in outcome)) {
        deps.activity.shown(entry, outcome);
        if (options.isGone?.()) await takeBack(deps, entry, outcome, requestId, options);
      }
      return outcome;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const failure = options.doubtful ? doubted(error) : error;
      const told = failure.with({ ...known(resolved), requestId });
      if (entry) deps.activity.failed(entry, told);
      throw told;
    }
  };
}

/** An answer that reaches nobody was not shown. Repeats under an Idempotency-Key get the history of the first anyway. */
async function takeBack(
  { cache }: VerifyDeps,
  { account }: Entry,
  { realm, target, body }: Shown,
  requestId: string,
  { idempotencyKey }: CallOptions,
): Promise<void> {
  if (idempotencyKey !== undefined) return;
  await cache.unshow(realm, target, cache.parse(body), account, requestId).catch(() => undefined);
}

/** Who was let in, null without an account; with a key also the receipt, when it is kept. */
interface Entered {
  entry: Entry | null;
  found: Found | null;
}

/** With a key, looked up in the cache in the same round trip. @throws Failure */
function enter(
  { gate, callers, cache }: VerifyDeps,
  caller: Caller,
  realm: Realm,
  target: Target | null,
  { idempotencyKey, onAdmission }: CallOptions,
): Promise<Entered> {
  if (caller.kind === 'key') {
    // Shown is counted: not before it is known whether this Idempotency-Key has been shown it.
    const name = target && idempotencyKey === undefined ? cache.nameOf(realm, target) : null;
    return gate.enter(caller.key, name, onAdmission);
  }
  return callers.admit(caller, 'verifications', onAdmission).then((entry) => ({ entry, found: null }));
}

function fromCache(
  { ownAccounts, banks, now }: VerifyDeps,
  { expect }: VerifyRequest,
  target: Target,
  realm: Realm,
  { body, history, saved }: Found,
): Shown {
  const own = ownAccounts(saved);
  return { target, realm, body, history, own, banks, requestId: null, expect, now: now() };
}

function newCall(
  deps: VerifyDeps,
  { caller, ...asked }: Pick<Call, 'entry' | 'realm' | 'target' | 'requestId'> & { caller: Caller },
  { idempotencyKey, signal, doubtful }: CallOptions,
): Call {
  return {
    ...asked,
    id: deps.newCall(),
    owner: ownerOf(caller, asked.entry),
    provider: providerOf(deps.providers, asked.target),
    deadline: performance.now() + deps.queueWaitMs,
    signal,
    doubtful,
    unread: caller.kind !== 'key' || idempotencyKey !== undefined,
  };
}

/** Not async, as little as possible is on the way to the line: whoever waits there keeps every frame in memory. */
function goOn(
  deps: VerifyDeps,
  request: VerifyRequest,
  call: Call,
  options: CallOptions,
): Promise<Shown | Pending> {
  if (options.idempotencyKey === undefined || !call.entry) {
    return uncached(deps, request, call, options.waitMs);
  }
  return repeatable(deps, request, call, call.entry, options);
}

/** The provider a target was resolved to. */
export function providerOf(providers: readonly Provider[], target: Target): Provider {
  const provider = providers.find(({ key }) => key === target.provider);
  if (!provider) throw new TypeError(`resolved to ${target.provider}, which is not registered`);
  return provider;
}

/** A call that says how long it waits is held that long; whoever has no account always waits. */
function uncached(
  { show, requests }: VerifyDeps,
  { expect }: VerifyRequest,
  call: Call,
  waitMs: number | undefined,
): Promise<Shown | Pending> {
  if (waitMs === undefined || call.entry === null) return show(call, expect);
  return requests.hold(call, expect, waitMs);
}

/** With an Idempotency-Key: joins the request the key was accepted as while that runs, else goes its own way. */
async function repeatable(
  deps: VerifyDeps,
  request: VerifyRequest,
  call: Call,
  { account }: Entry,
  { idempotencyKey = '', waitMs }: CallOptions,
): Promise<Shown | Pending> {
  const { realm, target } = call;
  const binding = await deps.idempotency.bind(account, realm, idempotencyKey, target);
  if (binding.request !== null && binding.settled === null) {
    const leave = await deps.waitingCalls.enter(call);
    const pending = await joined(deps, binding.request, account, waitMs, call.signal).finally(leave);
    if (pending) return pending;
  }
  const repeat = { ...call, target: binding.settled ?? target, bound: binding.name };
  return await uncached(deps, request, repeat, waitMs);
}

/**
 * @returns where the request stands when the wait is over; null when there is nothing to wait for any more
 * @throws Failure of the request that was joined
 */
async function joined(
  { states, closing }: VerifyDeps,
  id: string,
  account: string,
  waitMs: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Pending | null> {
  const before = await states.state(id, account);
  if (before?.processingStatus !== 'queued') return null;
  const ends = signal ? AbortSignal.any([signal, closing]) : closing;
  const after = await states.wait(id, account, waitMs, ends);
  if (signal?.aborted) throw withdrawalOf(signal);
  if (after?.processingStatus === 'failed') throw after.failure;
  if (after?.processingStatus !== 'queued') return null;
  // Whoever said how long to wait is promised the answer; whoever did not asked for the answer itself.
  if (waitMs === undefined) closing.throwIfAborted();
  return after;
}

/** The failure that a request without a target ends in (docs/api.md#order-of-judgement). */
export function unresolved(resolved: Resolved): Failure {
  switch (resolved.kind) {
    case 'needs':
      return new Failure(`needs_${resolved.needs[0] ?? 'link'}`, { needs: resolved.needs });
    case 'ambiguous':
      return new Failure('ambiguous', { candidates: resolved.candidates, message: resolved.message });
    case 'invalid': {
      const { path, message } = resolved;
      return new Failure('invalid_request', { issues: [{ path, code: 'custom', message }] });
    }
    case 'unsupported':
      return new Failure(`unsupported_${resolved.by}`, {
        message: resolved.message,
        providerKey: resolved.provider,
      });
    case 'target':
      throw new TypeError('a target is not a failure');
  }
}

/** What is known of a request however it ends. */
export function known(resolved: Resolved): {
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
