/**
 * Processes due payment requests: expires those whose time is over, repeats checks whose bank did not answer, and sends the
 * events that a dead process left unsent. Every process polls; a request is claimed by one at a time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logBackgroundError } from '#engine/shared/background-errors.js';
import type { Logger } from '../../log.js';
import type { PaymentAttempts } from './attempts.js';
import type { Changes } from './changes.js';
import type { DueList } from './due-list.js';
import type { Figures } from './figures.js';
import { lateAllowanceMs } from './judge.js';
import type { ReadAttempt, RequestRef, StoredRequest } from './record.js';
import type { PaymentRequestStore } from './request-store.js';

const sweepMs = 1_000;
/** Sweeps between two readings of the waiting counts. */
const sweepsPerReading = 10;
/** Checks a process runs at a time. */
const parallelMax = 20;
/** Until a request in review is due again. */
const reviewMs = 600_000;

export interface DueRequests {
  /** Starts processing in this process. Safe to call again. */
  start(): void;
  /** Claims no more. Running checks end with the shutdown of lookups. */
  stop(): Promise<void>;
}

interface DueRequestsDeps {
  requests: PaymentRequestStore;
  dueList: DueList;
  changes: Changes;
  attempts: Pick<PaymentAttempts, 'retry'>;
  figures: Pick<Figures, 'observed'>;
  /** Returns a unique name for each claim. */
  newClaim: () => string;
  /** Tracks work that outlives its caller. */
  track: (work: Promise<void>) => Promise<void>;
  log: Logger;
  now: () => number;
}

export function createDueRequests(deps: DueRequestsDeps): DueRequests {
  const { dueList, log, newClaim } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const logError = (error: unknown) => logBackgroundError(log, { component: 'payment-requests' }, error);
  const running = new Set<string>();
  let sweeping: Promise<void> | undefined;

  function check(request: StoredRequest, attempt: ReadAttempt): void {
    running.add(attempt.id);
    const work = deps.attempts.retry(request, attempt).catch(logError);
    void deps.track(work.finally(() => running.delete(attempt.id)));
  }

  async function handle(ref: RequestRef, claim: string): Promise<void> {
    const request = await readAndExpire(deps, ref);
    if (request === null) return await dueList.settle(ref, claim, null);
    await deps.changes.sendUnsent(request);
    for (const attempt of request.attempts) {
      if (isPointless(request, attempt, deps.now())) {
        await deps.changes.record(request, endOf(attempt));
        await dueList.endWaiting(ref, attempt.id).catch(logError);
      }
      if (isDue(request, attempt, deps.now()) && !running.has(attempt.id) && running.size < parallelMax) {
        check(request, attempt);
      }
    }
    await dueList.settle(ref, claim, nextMs(request, deps.now()));
  }

  async function sweep(): Promise<void> {
    for (;;) {
      if (signal.aborted) return;
      const claim = newClaim();
      const claimed = await dueList.claimDue(claim);
      if (claimed.length === 0) return;
      // A request whose handling fails stays claimed until its lease ends; it does not delay others.
      await Promise.all(claimed.map((ref) => handle(ref, claim).catch(logError)));
    }
  }

  async function sweepForever(): Promise<void> {
    for (let sweeps = 0; !signal.aborted; sweeps += 1) {
      if (sweeps % sweepsPerReading === 0) await dueList.counts().then(deps.figures.observed, logError);
      await sweep().catch(logError);
      await sleep(sweepMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      sweeping ??= sweepForever();
    },
    async stop() {
      stopping.abort();
      await sweeping;
    },
  };
}

/** Reads a request; expires it first if its time is over. Null when it is no longer stored. */
async function readAndExpire(
  { requests, changes, now }: DueRequestsDeps,
  ref: RequestRef,
): Promise<StoredRequest | null> {
  for (;;) {
    const request = await requests.read(ref);
    if (request === null || request.status !== 'open' || now() < request.expiresAt) return request;
    const state = { ...request.state, closedAt: new Date(request.expiresAt).toISOString() };
    await changes.record(request, { request: { status: 'expired', state } });
  }
}

/** A request that is in review may be open again later; one that is paid or canceled needs no more receipts. */
function isDue({ status, expiresAt }: StoredRequest, { work }: ReadAttempt, now: number): boolean {
  const isPayable = status === 'open' || status === 'expired';
  return work !== null && isPayable && work.dueAt <= now && now < expiresAt + lateAllowanceMs;
}

/** Whether no check of the attempt can still pay the request. */
function isPointless({ status, expiresAt }: StoredRequest, { work }: ReadAttempt, now: number): boolean {
  const isOver = status === 'paid' || status === 'canceled' || now >= expiresAt + lateAllowanceMs;
  return work !== null && isOver && work.dueAt <= now;
}

function endOf(before: ReadAttempt) {
  const outcome = before.outcome ?? 'could_not_check';
  const reason = before.reason ?? 'unavailable';
  return { attempt: { before, after: { ...before, outcome, reason, retrying: false, work: null } } } as const;
}

function nextMs(request: StoredRequest, now: number): number | null {
  const { status, expiresAt, attempts } = request;
  if (status === 'review') return reviewMs;
  const left = attempts.filter((attempt) => attempt.work !== null && !isPointless(request, attempt, now));
  const times = left.map(({ work }) => work?.dueAt ?? now);
  if (status === 'open') times.push(expiresAt);
  // A check that has just begun has moved its time.
  return times.length === 0 ? null : Math.max(sweepMs, Math.min(...times) - now);
}
