/**
 * Calls that may be answered 202 (docs/api.md#waiting-202-polling-and-events). A call that takes longer than `waitMs` gets a
 * record in the store. It is finished even if the caller disconnects or the process dies.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../log.js';
import type { Provider, Target } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import { accountOwner } from '../access/callers.js';
import { CallerGone, doubted, Failure, type FailureDetails, LeaseLost, Withdrawn } from '../api/errors.js';
import type { CompletedRequest, Expect, Pending } from '../api/index.js';
import type { ActivityRecorder } from '../metering/activity.js';
import type { RecordLimits } from '../metering/record-limits.js';
import { logBackgroundError } from '../shared/background-errors.js';
import { createLeases } from '../store/leases.js';
import { retryPolicy } from '../store/persistent.js';
import type { Notifier } from '../store/pubsub.js';
import type { Call } from '../verification/call.js';
import type { Idempotency } from '../verification/idempotency.js';
import type { GetReceipt } from '../verification/receipt-service.js';
import type { ReadKeptResponse } from '../verification/reparse.js';
import { toJson, type VerifiedReceipt } from '../verification/response.js';
import { interruptedFailure } from '../verification/single-flight.js';
import { type ActiveRequest, createActiveRequest } from './active-request.js';
import { clamped, pendingOf } from './request-status.js';
import type { RecoveredRequest, RequestPayload, RequestResult, RequestStore } from './request-store.js';

/** A 202 reports the queue position, and null means that the lookup runs. So it waits until the position is known, at most this long. */
const placingMsMax = 2_000;
const renewal = { periodMs: 3_000, tickMs: 250 };
const sweepMs = 2_000;
/** A recovered request waits at least this long for a busy bank. */
const patienceMsMin = 20_000;
/** Attempts to recover a request that crashes its process or cannot be read; then it fails. */
const attemptsMax = 3;
const here = { component: 'requests' } as const;

export interface AsyncRequests {
  /** The receipt if it is fetched within `waitMs`, else `Pending`. @throws Failure; Withdrawn */
  runOrDefer(call: Call, expect: Expect | undefined, waitMs: number): Promise<VerifiedReceipt | Pending>;
  /** Starts recovering requests of processes that died. */
  startRecovery(): void;
  /** Calls `told` once for each request answered 202 that this process completes. */
  onCompleted(told: (conclusion: CompletedRequest) => void): void;
  /** Releases waiting requests to other processes; lookups that run are finished. */
  handOver(): Promise<void>;
  close(): void;
}

export interface AsyncRequestsDeps {
  records: RequestStore;
  notifier: Notifier;
  show: GetReceipt;
  recover: ReadKeptResponse;
  idempotency: Idempotency;
  allotments: RecordLimits;
  activity: Pick<ActivityRecorder, 'shown' | 'failed'>;
  providers: readonly Provider[];
  newCall: () => string;
  /** Tracks work that has to be finished before the process ends. */
  track: (work: Promise<void>) => void;
  log: Logger;
}

export function createAsyncRequests(deps: AsyncRequestsDeps): AsyncRequests {
  const { records, notifier, show, log } = deps;
  const jobs = new Map<string, ActiveRequest>();
  const listeners = new Set<(conclusion: CompletedRequest) => void>();
  let sweeping = false;
  let closing = false;
  const complain = (error: unknown) => logBackgroundError(log, here, error);
  const leases = createLeases<ActiveRequest>({
    ...renewal,
    keyOf: () => 'requests',
    renew: (_, some) => renew(some.map(({ id }) => id)).catch(complain),
  });

  function keep(job: ActiveRequest): void {
    jobs.set(job.id, job);
    leases.add(job);
  }

  /** Stops renewing a request's lease. @returns whether this process worked on it */
  function drop(id: string): boolean {
    const job = jobs.get(id);
    if (job) leases.remove(job);
    return jobs.delete(id);
  }

  function begin(job: ActiveRequest, call: Call, expect: Expect | undefined): Promise<VerifiedReceipt> {
    const { onPosition, beforeContact: beforeAsking } = job;
    const signal = job.gone.signal;
    return show({ ...call, place: job.id, signal, onPosition, beforeAsking }, expect);
  }

  /** Writes the record before the 202 is sent. From then on the request is finished even if the caller disconnects. */
  async function promise(
    job: ActiveRequest,
    call: Call,
    expect: Expect | undefined,
    run: Promise<VerifiedReceipt>,
  ) {
    try {
      const work = workOf(call, expect);
      await deps.allotments.take('requests', work.entry.account);
      await job.persist(work);
      if (call.bound !== undefined) await deps.idempotency.accepted(call.bound, job.id);
    } catch (error) {
      job.gone.abort();
      throw error;
    }
    keep(job);
    deps.track(finish(job, call, run));
    if (closing) await giveUp();
    return pendingOf(job.id, job.position);
  }

  async function finish(job: ActiveRequest, call: Call, run: Promise<VerifiedReceipt>): Promise<void> {
    const circumstances = { ...here, requestId: job.id, provider: call.target.provider };
    try {
      const end = await run.catch((error: unknown) => {
        logBackgroundError(log, circumstances, error);
        return asFailure(error, call);
      });
      if (end) await conclude(job.id, end, call.entry);
      else if (closing && jobs.has(job.id)) await records.release([job.id]);
    } catch (error) {
      await abandon(job.id, error);
    } finally {
      drop(job.id);
    }
  }

  async function conclude(
    id: string,
    end: VerifiedReceipt | Failure,
    entry: Principal | null,
  ): Promise<void> {
    const answer = answerOf(end);
    const isItsEnd = await retryPolicy.execute(() => records.complete(id, answer));
    if (isItsEnd) for (const told of listeners) told(conclusionOf(end));
    if (isItsEnd && entry) {
      if (end instanceof Failure) deps.activity.failed(entry, end);
      else deps.activity.shown(entry, end);
    }
    await records.delist(id);
    await notifier.publish(id);
  }

  /** Renews leases, and stops work on requests that another process has taken over. */
  async function renew(ids: readonly string[]): Promise<void> {
    for (const id of await records.renewLeases(ids)) leave(id);
  }

  function leave(id: string): void {
    jobs.get(id)?.gone.abort(new LeaseLost());
    drop(id);
  }

  async function sweep(): Promise<void> {
    while (!closing) {
      const claimed = await records.claimOrphans();
      // This process began to stop meanwhile: release them, so that others continue at once.
      if (closing) return await records.release(claimed);
      // Requests whose leases this process failed to renew in time are claimed too; it still works on those.
      const left = claimed.filter((id) => !jobs.has(id));
      for (const id of left) deps.track(resume(id).catch((error) => abandon(id, error)));
      if (claimed.length === 0) return;
    }
  }

  async function sweepOn(): Promise<void> {
    while (!closing) {
      await sleep(sweepMs, undefined, { ref: false });
      await sweep().catch(complain);
    }
  }

  /** Stops work on a request after an error. Its lease expires, and any process may try again. */
  async function abandon(id: string, error: unknown): Promise<void> {
    const working = drop(id);
    logBackgroundError(log, { ...here, requestId: id }, error);
    if (!isUnavailable(error)) return;
    retryPolicy.execute(() => records.forgive(id)).catch(() => undefined);
    if (closing && working) await records.release([id]).catch(() => undefined);
  }

  async function resume(id: string): Promise<void> {
    const taken = await records.takeUp(id);
    if (taken === null) return await records.delist(id);
    if (taken.attempts > attemptsMax) return await bury(id, taken);
    const work = taken.work();
    const call = callOf(deps, id, work);
    const job = createActiveRequest(records, id, taken.asked);
    keep(job);
    // If the stored answer is not a receipt, or none was stored, no further view may be spent.
    const failure = isSpent(taken, call) ? await deps.recover(call.realm, call.target) : null;
    if (failure && call.bound !== undefined) await deps.idempotency.failed(call.bound, failure);
    const run = failure ? Promise.reject(failure) : begin(job, call, work.expect ?? undefined);
    await finish(job, call, run);
  }

  /** Fails a request after too many attempts to recover it. */
  async function bury(id: string, taken: RecoveredRequest): Promise<void> {
    const read = async () => callOf(deps, id, taken.work());
    const call = await read().catch(() => null);
    const circumstances = { ...here, requestId: id, provider: call?.target.provider };
    log.error(circumstances, 'a promised request was taken up in vain too often, and has failed');
    const spent = call !== null && isSpent(taken, call);
    const failure = spent ? interruptedFailure() : new Failure('internal');
    if (spent && call.bound !== undefined) await deps.idempotency.failed(call.bound, failure);
    await conclude(id, failure.with(knownOf(id, call?.target)), call?.entry ?? null);
  }

  async function giveUp(): Promise<void> {
    closing = true;
    const waiting = [...jobs.values()].flatMap(({ id, bankContacted: asked }) => (asked() ? [] : [id]));
    waiting.forEach(leave);
    await records.release(waiting).catch(() => undefined);
    for (const id of waiting) await records.forgive(id).catch(() => undefined);
  }

  return {
    async runOrDefer(call, expect, waitMs) {
      const job = createActiveRequest(records, call.requestId);
      const end = () => job.gone.abort(new CallerGone());
      if (call.signal?.aborted) end();
      call.signal?.addEventListener('abort', end, { once: true });
      const run = begin(job, call, expect);
      try {
        if (!(await outlasts(run, clamped(waitMs), job.placed))) return await run;
      } finally {
        call.signal?.removeEventListener('abort', end);
      }
      return await promise(job, call, expect, run);
    },

    startRecovery() {
      if (!sweeping) void sweepOn();
      sweeping = true;
    },

    onCompleted: (told) => void listeners.add(told),
    handOver: giveUp,
    close() {
      for (const job of jobs.values()) leases.remove(job);
    },
  };
}

/** Whether the call takes longer than `ms`. Always waits until the queue position is known, or for `placingMsMax`. */
async function outlasts(run: Promise<VerifiedReceipt>, ms: number, placed: Promise<void>): Promise<boolean> {
  const ended = new AbortController();
  const end = () => ended.abort();
  run.then(end, end);
  const after = (delay: number) =>
    sleep(delay, undefined, { ref: false, signal: ended.signal }).catch(() => undefined);
  await after(ms);
  await Promise.race([placed, after(placingMsMax)]);
  return !ended.signal.aborted;
}

function workOf(
  { entry, target, realm, deadline, bound, doubtful }: Call,
  expect: Expect | undefined,
): RequestPayload {
  if (entry === null) throw new TypeError('a request without an account belongs to nobody');
  const rest = { expect: expect ?? null, bound: bound ?? null, ...(doubtful && { doubtful }) };
  return { entry, target, realm, deadline: Date.now() + deadline - performance.now(), ...rest };
}

/** The call of a recovered request. It was admitted when it was accepted, so it does not count against the request rate again. */
function callOf({ providers, newCall }: AsyncRequestsDeps, id: string, work: RequestPayload): Call {
  const { entry, target, realm, deadline, bound, doubtful } = work;
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
    deadline: performance.now() + Math.max(deadline - Date.now(), patienceMsMin),
    unread: true,
    promised: true,
    doubtful,
    bound: bound ?? undefined,
  };
}

/** The stored result of a request. */
function answerOf(end: VerifiedReceipt | Failure): RequestResult {
  if (end instanceof Failure) return { kind: 'failed', failure: end.failure, details: end.details };
  return { kind: 'completed', text: toJson(end) };
}

/** The result for listeners. */
function conclusionOf(end: VerifiedReceipt | Failure): CompletedRequest {
  if (end instanceof Failure) return { verdict: 'failed', failure: end };
  const { target, requestId } = end;
  return { verdict: 'verified', providerKey: target.provider, cached: requestId === null };
}

/**
 * The failure that ends a request.
 * @returns null when the request was left to another process
 * @throws Failure `unavailable`, which does not end a request either
 */
function asFailure(error: unknown, { target, requestId, doubtful }: Call): Failure | null {
  if (error instanceof Withdrawn) return null;
  if (isUnavailable(error)) throw error;
  const failure = error instanceof Failure ? error : new Failure('internal');
  return (doubtful ? doubted(failure) : failure).with(knownOf(requestId, target));
}

function knownOf(requestId: string, target: Target | undefined): FailureDetails {
  return { ...(target && { providerKey: target.provider, reference: target.reference }), requestId };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.failure === 'unavailable';
}

/** Whether a view may have been spent on the request. */
function isSpent({ asked }: RecoveredRequest, { provider }: Call): boolean {
  return asked && provider.viewLimited;
}
