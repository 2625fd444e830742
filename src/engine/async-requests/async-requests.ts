/**
 * Calls that may be answered 202 (docs/api.md#waiting-202-polling-and-events). A call that takes longer than `waitMs` gets a
 * record in the store. It is finished even if the caller disconnects or the process dies.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logBackgroundError } from '#engine/shared/background-errors.js';
import type { Logger } from '../../log.js';
import type { Provider } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import { CallerGone, Failure, LeaseLost } from '../api/errors.js';
import type { CompletedRequest, Expect, Pending, RequestState } from '../api/index.js';
import type { RecordLimits } from '../metering/record-limits.js';
import { createLeases } from '../store/leases.js';
import type { Notifier } from '../store/pubsub.js';
import { retryPolicy } from '../store/scripts.js';
import type { Call } from '../verification/call.js';
import type { Idempotency } from '../verification/idempotency.js';
import type { GetReceipt } from '../verification/receipt-service.js';
import type { RecoverView } from '../verification/reparse.js';
import type { AnswerRecorder, VerifiedReceipt } from '../verification/response.js';
import { interruptedFailure } from '../verification/single-flight.js';
import { ActiveRequest } from './active-request.js';
import {
  callOf,
  conclusionOf,
  endingFailure,
  isSpent,
  isUnavailable,
  knownOf,
  payloadOf,
  resultOf,
} from './request-forms.js';
import { clamped, pendingOf, stateOf } from './request-status.js';
import type { RecoveredRequest, RequestPayload, RequestStore } from './request-store.js';

/** A 202 reports the queue position, and null means that the lookup runs. So it waits until the position is known, at most this long. */
const placingMsMax = 2_000;
const sweepMs = 2_000;
const renewal = { periodMs: 3_000, tickMs: 250 };
/** Attempts to recover a request that crashes its process or cannot be read; then it fails. */
const attemptsMax = 3;
const here = { component: 'requests' } as const;

export interface AsyncRequestsDeps {
  records: RequestStore;
  notifier: Notifier;
  getReceipt: GetReceipt;
  recover: RecoverView;
  idempotency: Idempotency;
  allotments: RecordLimits;
  activity: AnswerRecorder;
  /** Publishes the end of a request as an event of its account; safe to repeat. @throws Failure `unavailable` */
  publish: (end: RequestEnd) => Promise<void>;
  providers: readonly Provider[];
  newCall: () => string;
  /** Tracks work that has to be finished before the process ends. */
  track: (work: Promise<void>) => void;
  log: Logger;
}

/** An item of a batch. */
interface ItemRequest extends RequestPayload {
  requestId: string;
  batch: string;
}

/** Long work in the list of unfinished requests: one process at a time does each. */
interface RequestJobs {
  /** Whether an entry of the list is a job. */
  owns(id: string): boolean;
  /** Resolves when nothing is left to do, or when `signal` aborts. Repeated after a failure, and after a crash. */
  run(id: string, signal: AbortSignal): Promise<void>;
}

/** What this process works on in the list of unfinished requests: a request, or a job. */
type LeasedEntry = Pick<ActiveRequest, 'id' | 'gone' | 'bankContacted'>;

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

export class AsyncRequests {
  readonly #listeners = new Set<(conclusion: CompletedRequest) => void>();
  readonly #work = createLeases<LeasedEntry>({
    ...renewal,
    keyOf: () => 'requests',
    renew: (_, entries) => this.#renew(entries).catch(this.#logError),
  });
  #jobs: RequestJobs | null = null;
  #recovery: Promise<void> | undefined;
  #closing = false;

  constructor(private readonly deps: AsyncRequestsDeps) {}

  readonly #logError = (error: unknown) => logBackgroundError(this.deps.log, here, error);

  /** The receipt if it is fetched within `waitMs`, else `Pending`. @throws Failure; Withdrawn */
  async runOrDefer(call: Call, expect: Expect | undefined, waitMs: number) {
    const request = new ActiveRequest(this.deps.records, call.requestId);
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

  /** Starts recovering requests and jobs of processes that died. */
  startRecovery(): void {
    this.#recovery ??= this.#recoverOrphans();
  }

  /** Calls `listener` once for each request answered 202 that this process completes. */
  onCompleted(listener: (conclusion: CompletedRequest) => void): void {
    this.#listeners.add(listener);
  }

  /** Releases waiting requests to other processes; lookups that run are finished. */
  async handOver(): Promise<void> {
    this.#closing = true;
    const { records } = this.deps;
    const waiting = [...this.#work.all()].filter(({ bankContacted }) => !bankContacted);
    for (const entry of waiting) this.#leave(entry);
    const ids = waiting.map(({ id }) => id);
    await records.release(ids).catch(() => undefined);
    for (const id of ids) await records.forgive(id).catch(() => undefined);
  }

  close(): void {
    for (const entry of this.#work.all()) this.#work.remove(entry);
  }

  /** Says what jobs there are. */
  takeJobs(jobs: RequestJobs): void {
    this.#jobs = jobs;
  }

  /** Lists a job and works on it in the background. Any process goes on with it if this one dies. @throws Failure `unavailable` */
  async startJob(id: string): Promise<void> {
    await this.deps.records.enlist(id);
    this.deps.track(this.#runJob(id));
    if (this.#closing) await this.handOver();
  }

  /**
   * Creates the request of an item and works on it in the background; does nothing when there is one already.
   * @param refusal ends it without a lookup
   * @throws Failure `unavailable`
   */
  async startItem(item: ItemRequest, refusal?: Failure): Promise<void> {
    const request = new ActiveRequest(this.deps.records, item.requestId);
    if (!(await request.persist(item))) return await this.deps.records.relist(item.requestId);
    this.#attend(request, this.#runItem(request, item, refusal));
    if (this.#closing) await this.handOver();
  }

  /** An item that cannot run is attempted again like any request, and fails after `attemptsMax`. */
  async #runItem(request: ActiveRequest, item: ItemRequest, refusal: Failure | undefined): Promise<void> {
    const call = callOf(this.deps, item.requestId, item);
    this.#work.add(request);
    const run = refusal ? Promise.reject(refusal) : this.#begin(request, call, item.expect ?? undefined);
    await this.#settle(request, call, run);
  }

  /** Works on a job whose lease this process has. */
  async #runJob(id: string): Promise<void> {
    const entry = { id, gone: new AbortController(), bankContacted: false };
    const { signal } = entry.gone;
    this.#work.add(entry);
    try {
      await this.#jobs?.run(id, signal);
      if (!signal.aborted) await this.deps.records.delist(id);
    } catch (error) {
      // Its lease ends, and any process goes on with it.
      if (!signal.aborted) this.#logError(error);
    } finally {
      this.#work.remove(entry);
    }
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
    const { allotments, idempotency } = this.deps;
    try {
      const payload = payloadOf(call, expect);
      await allotments.take('requests', payload.entry.account);
      await request.persist(payload, call.webhookUrl);
      if (call.bound !== undefined) await idempotency.accepted(call.bound, request.id);
    } catch (error) {
      request.gone.abort();
      throw error;
    }
    this.#work.add(request);
    this.#attend(request, this.#settle(request, call, run));
    if (this.#closing) await this.handOver();
    return pendingOf(request.id, request.position);
  }

  /** Tracks the work on a request, and abandons it after an error. */
  #attend(request: ActiveRequest, work: Promise<void>): void {
    this.deps.track(work.catch((error) => this.#abandon(request, error)));
  }

  async #settle(request: ActiveRequest, call: Call, run: Promise<VerifiedReceipt>): Promise<void> {
    const { id } = request;
    const context = { ...here, requestId: id, provider: call.target.provider };
    const end = await run.catch((error: unknown) => {
      logBackgroundError(this.deps.log, context, error);
      return endingFailure(error, call);
    });
    if (end) await this.#complete(id, end, call.entry);
    const working = this.#work.remove(request);
    if (end === null && working && this.#closing) await this.deps.records.release([id]);
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
    const batch = await this.#publish(id);
    await notifier.publish(id);
    if (batch !== undefined) await notifier.publish(batch);
  }

  /**
   * Publishes the end of a request, then removes it from the list of unfinished ones: until then the list entry is the outbox,
   * and the process that claims it after a crash publishes the end. The end of an item is no event: its batch's is.
   * @returns the batch of an item
   */
  async #publish(id: string): Promise<string | undefined> {
    const { records, publish } = this.deps;
    const batch = await retryPolicy.execute(async () => {
      const record = await records.read(id);
      if (record === null || record.answer === null || record.batch !== undefined) return record?.batch;
      const { account, endedAt: at, webhookUrl } = record;
      await publish({ id, account, at, state: stateOf(id, record, at), webhookUrl });
      return undefined;
    });
    await records.delist(id);
    return batch;
  }

  async #recoverOrphans(): Promise<void> {
    while (!this.#closing) {
      await sleep(sweepMs, undefined, { ref: false });
      await this.#claimOrphans().catch(this.#logError);
    }
  }

  async #claimOrphans(): Promise<void> {
    const { records } = this.deps;
    while (!this.#closing) {
      const claimed = await records.claimOrphans();
      // This process began to stop meanwhile: release them, so that others continue at once.
      if (this.#closing) return await records.release(claimed);
      if (claimed.length === 0) return;
      // Requests whose leases this process failed to renew in time are claimed too; it still works on those.
      const working = new Set([...this.#work.all()].map(({ id }) => id));
      for (const id of claimed.filter((one) => !working.has(one))) {
        if (this.#jobs?.owns(id)) {
          this.deps.track(this.#runJob(id));
        } else {
          const request = new ActiveRequest(records, id, true);
          this.#attend(request, this.#resume(request));
        }
      }
    }
  }

  async #renew(entries: readonly LeasedEntry[]): Promise<void> {
    const lost = await this.deps.records.renewLeases(entries.map(({ id }) => id));
    for (const entry of entries) if (lost.includes(entry.id)) this.#leave(entry);
  }

  /** Stops the work: another process has taken it over, or may now. */
  #leave(entry: LeasedEntry): void {
    entry.gone.abort(new LeaseLost());
    this.#work.remove(entry);
  }

  /** Stops work on a request after an error. Its lease expires, and any process may try again. */
  async #abandon(request: ActiveRequest, error: unknown): Promise<void> {
    const { id } = request;
    const working = this.#work.remove(request);
    logBackgroundError(this.deps.log, { ...here, requestId: id }, error);
    if (!isUnavailable(error)) return;
    const { records } = this.deps;
    retryPolicy.execute(() => records.forgive(id)).catch(() => undefined);
    if (this.#closing && working) await records.release([id]).catch(() => undefined);
  }

  async #resume(request: ActiveRequest): Promise<void> {
    const { records, recover, idempotency } = this.deps;
    const { id } = request;
    const recovered = await records.takeUp(id);
    if (recovered === null) return void (await this.#publish(id));
    if (recovered.attempts > attemptsMax) return await this.#giveUp(id, recovered);
    const payload = recovered.work();
    const call = callOf(this.deps, id, payload);
    this.#work.add(request);
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
