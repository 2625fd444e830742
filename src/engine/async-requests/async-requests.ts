/**
 * Calls that may be answered 202 (docs/api.md#waiting-202-polling-and-events). A call that takes longer than `waitMs` gets a
 * record in the store. It is finished even if the caller disconnects or the process dies.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logBackgroundError } from '#engine/shared/background-errors.js';
import type { Logger } from '../../log.js';
import type { Provider, Target } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import { accountOwner } from '../access/callers.js';
import { CallerGone, doubted, Failure, type FailureDetails, LeaseLost, Withdrawn } from '../api/errors.js';
import type { CompletedRequest, Expect, Pending, RequestState } from '../api/index.js';
import type { ActivityRecorder } from '../metering/activity.js';
import type { RecordLimits } from '../metering/record-limits.js';
import { createLeases } from '../store/leases.js';
import type { Notifier } from '../store/pubsub.js';
import { retryPolicy } from '../store/scripts.js';
import type { Call } from '../verification/call.js';
import type { Idempotency } from '../verification/idempotency.js';
import type { GetReceipt } from '../verification/receipt-service.js';
import type { ReadKeptResponse } from '../verification/reparse.js';
import { toJson, type VerifiedReceipt } from '../verification/response.js';
import { interruptedFailure } from '../verification/single-flight.js';
import { type ActiveRequest, createActiveRequest } from './active-request.js';
import { clamped, pendingOf, stateOf } from './request-status.js';
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
  /** Calls `listener` once for each request answered 202 that this process completes. */
  onCompleted(listener: (conclusion: CompletedRequest) => void): void;
  /** Releases waiting requests to other processes; lookups that run are finished. */
  handOver(): Promise<void>;
  close(): void;
}

export interface AsyncRequestsDeps {
  records: RequestStore;
  notifier: Notifier;
  getReceipt: GetReceipt;
  recover: ReadKeptResponse;
  idempotency: Idempotency;
  allotments: RecordLimits;
  activity: Pick<ActivityRecorder, 'shown' | 'failed'>;
  /** Publishes the end of a request as an event of its account; safe to repeat. @throws Failure `unavailable` */
  publish: (end: RequestEnd) => Promise<void>;
  providers: readonly Provider[];
  newCall: () => string;
  /** Tracks work that has to be finished before the process ends. */
  track: (work: Promise<void>) => void;
  log: Logger;
}

/** The end of a request, as webhooks tell it. */
export interface RequestEnd {
  id: string;
  account: string;
  /** ms since 1970. */
  at: number;
  state: RequestState;
  /** Address that is sent the end too. */
  webhookUrl: string | undefined;
}

export function createAsyncRequests(deps: AsyncRequestsDeps): AsyncRequests {
  return new Runner(deps);
}

class Runner implements AsyncRequests {
  /** Requests that this process works on, by id. */
  readonly #active = new Map<string, ActiveRequest>();
  readonly #listeners = new Set<(conclusion: CompletedRequest) => void>();
  readonly #leases = createLeases<ActiveRequest>({
    ...renewal,
    keyOf: () => 'requests',
    renew: (_, some) => this.#renew(some.map(({ id }) => id)).catch(this.#logError),
  });
  #recovering = false;
  #closing = false;

  constructor(private readonly deps: AsyncRequestsDeps) {}

  readonly #logError = (error: unknown) => logBackgroundError(this.deps.log, here, error);

  async runOrDefer(call: Call, expect: Expect | undefined, waitMs: number) {
    const request = createActiveRequest(this.deps.records, call.requestId);
    const end = () => request.gone.abort(new CallerGone());
    if (call.signal?.aborted) end();
    call.signal?.addEventListener('abort', end, { once: true });
    const run = this.#begin(request, call, expect);
    try {
      if (!(await outlasts(run, clamped(waitMs), request.placed))) return await run;
    } finally {
      call.signal?.removeEventListener('abort', end);
    }
    return await this.#defer(request, call, expect, run);
  }

  startRecovery(): void {
    if (!this.#recovering) void this.#recoverOrphans();
    this.#recovering = true;
  }

  onCompleted(listener: (conclusion: CompletedRequest) => void): void {
    this.#listeners.add(listener);
  }

  async handOver(): Promise<void> {
    this.#closing = true;
    const { records } = this.deps;
    const waiting = [...this.#active.values()].flatMap(({ id, bankContacted }) =>
      bankContacted() ? [] : [id],
    );
    for (const id of waiting) this.#leave(id);
    await records.release(waiting).catch(() => undefined);
    for (const id of waiting) await records.forgive(id).catch(() => undefined);
  }

  close(): void {
    for (const request of this.#active.values()) this.#leases.remove(request);
  }

  #keep(request: ActiveRequest): void {
    this.#active.set(request.id, request);
    this.#leases.add(request);
  }

  /** Stops renewing a request's lease. @returns whether this process worked on it */
  #drop(id: string): boolean {
    const request = this.#active.get(id);
    if (request) this.#leases.remove(request);
    return this.#active.delete(id);
  }

  #begin(request: ActiveRequest, call: Call, expect: Expect | undefined): Promise<VerifiedReceipt> {
    const { id, gone, onPosition, beforeContact: beforeAsking } = request;
    return this.deps.getReceipt(
      { ...call, place: id, signal: gone.signal, onPosition, beforeAsking },
      expect,
    );
  }

  /** Writes the record before the 202 is sent. From then on the request is finished even if the caller disconnects. */
  async #defer(
    request: ActiveRequest,
    call: Call,
    expect: Expect | undefined,
    run: Promise<VerifiedReceipt>,
  ): Promise<Pending> {
    const { allotments, idempotency, track } = this.deps;
    try {
      const payload = payloadOf(call, expect);
      await allotments.take('requests', payload.entry.account);
      await request.persist(payload, call.webhookUrl);
      if (call.bound !== undefined) await idempotency.accepted(call.bound, request.id);
    } catch (error) {
      request.gone.abort();
      throw error;
    }
    this.#keep(request);
    track(this.#settle(request, call, run));
    if (this.#closing) await this.handOver();
    return pendingOf(request.id, request.position);
  }

  async #settle({ id }: ActiveRequest, call: Call, run: Promise<VerifiedReceipt>): Promise<void> {
    const context = { ...here, requestId: id, provider: call.target.provider };
    try {
      const end = await run.catch((error: unknown) => {
        logBackgroundError(this.deps.log, context, error);
        return asFailure(error, call);
      });
      if (end) await this.#complete(id, end, call.entry);
      else if (this.#closing && this.#active.has(id)) await this.deps.records.release([id]);
    } catch (error) {
      await this.#abandon(id, error);
    } finally {
      this.#drop(id);
    }
  }

  async #complete(id: string, end: VerifiedReceipt | Failure, entry: Principal | null): Promise<void> {
    const { records, activity, notifier } = this.deps;
    const result = resultOf(end);
    const isItsEnd = await retryPolicy.execute(() => records.complete(id, result));
    if (isItsEnd) for (const listener of this.#listeners) listener(conclusionOf(end));
    if (isItsEnd && entry) {
      if (end instanceof Failure) activity.failed(entry, end);
      else activity.shown(entry, end);
    }
    await this.#publish(id);
    await notifier.publish(id);
  }

  /**
   * Publishes the end of a request, then removes it from the list of unfinished ones: until then the list entry is the outbox,
   * and the process that claims it after a crash publishes the end.
   */
  async #publish(id: string): Promise<void> {
    const { records, publish } = this.deps;
    await retryPolicy.execute(async () => {
      const record = await records.read(id);
      if (record === null || record.answer === null) return;
      const { account, endedAt: at, webhookUrl } = record;
      await publish({ id, account, at, state: stateOf(id, record, at), webhookUrl });
    });
    await records.delist(id);
  }

  /** Renews leases, and stops work on requests that another process has taken over. */
  async #renew(ids: readonly string[]): Promise<void> {
    for (const id of await this.deps.records.renewLeases(ids)) this.#leave(id);
  }

  #leave(id: string): void {
    this.#active.get(id)?.gone.abort(new LeaseLost());
    this.#drop(id);
  }

  async #recoverOrphans(): Promise<void> {
    while (!this.#closing) {
      await sleep(sweepMs, undefined, { ref: false });
      await this.#claimOrphans().catch(this.#logError);
    }
  }

  async #claimOrphans(): Promise<void> {
    const { records, track } = this.deps;
    while (!this.#closing) {
      const claimed = await records.claimOrphans();
      // This process began to stop meanwhile: release them, so that others continue at once.
      if (this.#closing) return await records.release(claimed);
      // Requests whose leases this process failed to renew in time are claimed too; it still works on those.
      const left = claimed.filter((id) => !this.#active.has(id));
      for (const id of left) track(this.#resume(id).catch((error) => this.#abandon(id, error)));
      if (claimed.length === 0) return;
    }
  }

  /** Stops work on a request after an error. Its lease expires, and any process may try again. */
  async #abandon(id: string, error: unknown): Promise<void> {
    const working = this.#drop(id);
    logBackgroundError(this.deps.log, { ...here, requestId: id }, error);
    if (!isUnavailable(error)) return;
    const { records } = this.deps;
    retryPolicy.execute(() => records.forgive(id)).catch(() => undefined);
    if (this.#closing && working) await records.release([id]).catch(() => undefined);
  }

  async #resume(id: string): Promise<void> {
    const { records, recover, idempotency } = this.deps;
    const recovered = await records.takeUp(id);
    if (recovered === null) return await this.#publish(id);
    if (recovered.attempts > attemptsMax) return await this.#giveUp(id, recovered);
    const payload = recovered.work();
    const call = callOf(this.deps, id, payload);
    const request = createActiveRequest(records, id, recovered.asked);
    this.#keep(request);
    // If the stored answer is not a receipt, or none was stored, no further view may be spent.
    const failure = isSpent(recovered, call) ? await recover(call.realm, call.target) : null;
    if (failure && call.bound !== undefined) await idempotency.failed(call.bound, failure);
    const run = failure ? Promise.reject(failure) : this.#begin(request, call, payload.expect ?? undefined);
    await this.#settle(request, call, run);
  }

  /** Fails a request after too many attempts to recover it. */
  async #giveUp(id: string, recovered: RecoveredRequest): Promise<void> {
    const { idempotency, log } = this.deps;
    const read = async () => callOf(this.deps, id, recovered.work());
    const call = await read().catch(() => null);
    const context = { ...here, requestId: id, provider: call?.target.provider };
    log.error(context, 'a promised request was taken up in vain too often, and has failed');
    const spent = call !== null && isSpent(recovered, call);
    const failure = spent ? interruptedFailure() : new Failure('internal');
    if (spent && call.bound !== undefined) await idempotency.failed(call.bound, failure);
    await this.#complete(id, failure.with(knownOf(id, call?.target)), call?.entry ?? null);
  }
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

function payloadOf(
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
function resultOf(end: VerifiedReceipt | Failure): RequestResult {
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
