/**
 * Calls that need not be waited for (docs/api.md#waiting-202-polling-and-events): held for as long as the caller
 * likes, then a record in the store, which is worked on whoever leaves and whichever process dies.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../log.js';
import type { Provider, Target } from '../../providers/types.js';
import type { Entry } from '../access/authenticate.js';
import { accountOwner } from '../access/callers.js';
import { CallerGone, doubted, Failure, type FailureDetails, LeaseLost, Withdrawn } from '../api/errors.js';
import type { Conclusion, Expectation, Pending } from '../api/index.js';
import type { Recorder } from '../metering/activity.js';
import type { Allotments } from '../metering/record-limits.js';
import { logUnforeseen } from '../shared/background-errors.js';
import { createLeases } from '../store/leases.js';
import { persistent } from '../store/persistent.js';
import type { Bus } from '../store/pubsub.js';
import type { Call } from '../verification/call.js';
import type { Idempotency } from '../verification/idempotency.js';
import type { Show } from '../verification/receipt-service.js';
import type { Recover } from '../verification/reparse.js';
import { asText, type Shown } from '../verification/response.js';
import { asInterrupted } from '../verification/single-flight.js';
import { createJob, type Job } from './active-request.js';
import { clamped, pendingOf } from './request-status.js';
import type { Answer, Records, TakenUp, Work } from './request-store.js';

/** A 202 says the position, and null is true only of a lookup that runs: it waits for it, as long as for a store at most. */
const placingMsMax = 2_000;
const renewal = { periodMs: 3_000, tickMs: 250 };
const sweepMs = 2_000;
/** What is taken up late waits at least this long for a busy bank. */
const patienceMsMin = 20_000;
/** A request that ends its process, or that no process can read, is taken up so often, and then has failed. */
const attemptsMax = 3;
const here = { component: 'requests' } as const;

export interface Requests {
  /** The receipt when it is there in time, else the promise of it. @throws Failure; Withdrawn */
  hold(call: Call, expect: Expectation | undefined, waitMs: number): Promise<Shown | Pending>;
  /** From now on takes up what processes that died have left. */
  takeUp(): void;
  /** Tells how each promised request ends, where this process brings it to its end. */
  onConcluded(told: (conclusion: Conclusion) => void): void;
  /** Leaves what still waits to other processes; what has begun goes on. */
  giveUp(): Promise<void>;
  close(): void;
}

export interface RequestsDeps {
  records: Records;
  bus: Bus;
  show: Show;
  recover: Recover;
  idempotency: Idempotency;
  allotments: Allotments;
  activity: Pick<Recorder, 'shown' | 'failed'>;
  providers: readonly Provider[];
  newCall: () => string;
  /** Remembers work that has to be finished before the process ends. */
  track: (work: Promise<void>) => void;
  log: Logger;
}

export function createRequests(deps: RequestsDeps): Requests {
  const { records, bus, show, log } = deps;
  const jobs = new Map<string, Job>();
  const listeners = new Set<(conclusion: Conclusion) => void>();
  let sweeping = false;
  let closing = false;
  const complain = (error: unknown) => logUnforeseen(log, here, error);
  const leases = createLeases<Job>({
    ...renewal,
    keyOf: () => 'requests',
    renew: (_, some) => renew(some.map(({ id }) => id)).catch(complain),
  });

  function keep(job: Job): void {
    jobs.set(job.id, job);
    leases.add(job);
  }

  /** @returns whether it was worked on here */
  function drop(id: string): boolean {
    const job = jobs.get(id);
    if (job) leases.remove(job);
    return jobs.delete(id);
  }

  function begin(job: Job, call: Call, expect: Expectation | undefined): Promise<Shown> {
    const { onPosition, beforeAsking } = job;
    const signal = job.gone.signal;
    return show({ ...call, place: job.id, signal, onPosition, beforeAsking }, expect);
  }

  /** Written before it is promised; from then on the caller's leaving changes nothing. */
  async function promise(job: Job, call: Call, expect: Expectation | undefined, run: Promise<Shown>) {
    try {
      const work = workOf(call, expect);
      await deps.allotments.take('requests', work.entry.account);
      await job.record(work);
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

  async function finish(job: Job, call: Call, run: Promise<Shown>): Promise<void> {
    const circumstances = { ...here, requestId: job.id, provider: call.target.provider };
    try {
      const end = await run.catch((error: unknown) => {
        logUnforeseen(log, circumstances, error);
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

  async function conclude(id: string, end: Shown | Failure, entry: Entry | null): Promise<void> {
    const answer = answerOf(end);
    const isItsEnd = await persistent.execute(() => records.conclude(id, answer));
    if (isItsEnd) for (const told of listeners) told(conclusionOf(end));
    if (isItsEnd && entry) {
      if (end instanceof Failure) deps.activity.failed(entry, end);
      else deps.activity.shown(entry, end);
    }
    await records.strike(id);
    await bus.announce(id);
  }

  /** What another process has taken over is no longer worked on here. */
  async function renew(ids: readonly string[]): Promise<void> {
    for (const id of await records.retain(ids)) leave(id);
  }

  function leave(id: string): void {
    jobs.get(id)?.gone.abort(new LeaseLost());
    drop(id);
  }

  async function sweep(): Promise<void> {
    while (!closing) {
      const claimed = await records.claim();
      // Claimed while this process began to stop: others go on at once.
      if (closing) return await records.release(claimed);
      // Its own too, where it could not renew them in time: those it is still working on.
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

  /** Its lease ends, and whoever comes first tries again. */
  async function abandon(id: string, error: unknown): Promise<void> {
    const working = drop(id);
    logUnforeseen(log, { ...here, requestId: id }, error);
    if (!isUnavailable(error)) return;
    persistent.execute(() => records.forgive(id)).catch(() => undefined);
    if (closing && working) await records.release([id]).catch(() => undefined);
  }

  async function resume(id: string): Promise<void> {
    const taken = await records.takeUp(id);
    if (taken === null) return await records.strike(id);
    if (taken.attempts > attemptsMax) return await bury(id, taken);
    const work = taken.work();
    const call = callOf(deps, id, work);
    const job = createJob(records, id, taken.asked);
    keep(job);
    // Where the bank's answer is no receipt, or died with the process, another view may not be spent on it.
    const failure = isSpent(taken, call) ? await deps.recover(call.realm, call.target) : null;
    if (failure && call.bound !== undefined) await deps.idempotency.failed(call.bound, failure);
    const run = failure ? Promise.reject(failure) : begin(job, call, work.expect ?? undefined);
    await finish(job, call, run);
  }

  /** Whoever took it up has thrown or died, time and again: it is not begun once more. */
  async function bury(id: string, taken: TakenUp): Promise<void> {
    const read = async () => callOf(deps, id, taken.work());
    const call = await read().catch(() => null);
    const circumstances = { ...here, requestId: id, provider: call?.target.provider };
    log.error(circumstances, 'a promised request was taken up in vain too often, and has failed');
    const spent = call !== null && isSpent(taken, call);
    const failure = spent ? asInterrupted() : new Failure('internal');
    if (spent && call.bound !== undefined) await deps.idempotency.failed(call.bound, failure);
    await conclude(id, failure.with(knownOf(id, call?.target)), call?.entry ?? null);
  }

  async function giveUp(): Promise<void> {
    closing = true;
    const waiting = [...jobs.values()].flatMap(({ id, asked }) => (asked() ? [] : [id]));
    waiting.forEach(leave);
    await records.release(waiting).catch(() => undefined);
    for (const id of waiting) await records.forgive(id).catch(() => undefined);
  }

  return {
    async hold(call, expect, waitMs) {
      const job = createJob(records, call.requestId);
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

    takeUp() {
      if (!sweeping) void sweepOn();
      sweeping = true;
    },

    onConcluded: (told) => void listeners.add(told),
    giveUp,
    close() {
      for (const job of jobs.values()) leases.remove(job);
    },
  };
}

/** Whether work takes longer than `ms`; no longer than it takes to find its place in the line is always waited. */
async function outlasts(run: Promise<Shown>, ms: number, placed: Promise<void>): Promise<boolean> {
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
  expect: Expectation | undefined,
): Work {
  if (entry === null) throw new TypeError('a request without an account belongs to nobody');
  const rest = { expect: expect ?? null, bound: bound ?? null, ...(doubtful && { doubtful }) };
  return { entry, target, realm, deadline: Date.now() + deadline - performance.now(), ...rest };
}

/** Let in once already: it is not counted against the rate again. */
function callOf({ providers, newCall }: RequestsDeps, id: string, work: Work): Call {
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

/** What is kept of the end of a request. */
function answerOf(end: Shown | Failure): Answer {
  if (end instanceof Failure) return { kind: 'failed', failure: end.failure, details: end.details };
  return { kind: 'completed', text: asText(end) };
}

/** What is told of it. */
function conclusionOf(end: Shown | Failure): Conclusion {
  if (end instanceof Failure) return { verdict: 'failed', failure: end };
  const { target, requestId } = end;
  return { verdict: 'verified', providerKey: target.provider, cached: requestId === null };
}

/**
 * @returns null for what is no answer: the work was left to others
 * @throws Failure `unavailable`, which is no answer either
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

/** A view may have been spent on it. */
function isSpent({ asked }: TakenUp, { provider }: Call): boolean {
  return asked && provider.viewLimited;
}
