/**
 * State of requests that were answered 202, for polls and event streams in any process. Reading an unfinished request also
 * restores its entry in the list of unfinished requests: a failover may have lost it, and then no process would work on it.
 */
import { within } from '../../deadline.js';
import type { Authenticator } from '../access/authenticate.js';
import { Failure } from '../api/errors.js';
import type {
  AdmittedCaller,
  Engine,
  MemberCaller,
  Pending,
  PollOptions,
  RequestEvent,
  RequestState,
} from '../api/index.js';
import type { NeededScopes } from '../api/operation.js';
import { watchChanges } from '../store/changes.js';
import type { Notifier } from '../store/pubsub.js';
import type { WaitingCalls } from '../verification/waiting-limits.js';
import type { RequestRecord, RequestStore } from './request-store.js';

/** `waitMs` is clamped to this. */
const waitMsMax = 30_000;
/** Event streams poll at this interval: positions are not published, and messages may be lost. */
const pollMs = 1_000;
/** After this many polls, a missing list entry of an unfinished request is restored again. */
const pollsPerListing = 10;

export type RequestStatus = ReturnType<typeof createRequestStatus>;

export function createRequestStatus(records: RequestStore, notifier: Notifier, now: () => number) {
  async function read(id: string, account: string): Promise<RequestRecord | null> {
    const record = /^[\w-]{1,64}$/.test(id) ? await records.read(id) : null;
    return record?.account === account ? record : null;
  }

  /** Not awaited: if it fails, the next poll tries again. */
  function relist(id: string): void {
    records.relist(id).catch(() => undefined);
  }

  /**
   * The current state, then every change until the end of the request or until `signal` aborts.
   * @param onEnd called when the stream ends
   */
  function watch(id: string, account: string, signal?: AbortSignal, onEnd?: () => void) {
    let polls = 0;
    const seen = async () => {
      const record = await read(id, account);
      if (record === null) return null;
      const { version, answer } = record;
      polls += 1;
      if (answer === null && polls % pollsPerListing === 0) relist(id);
      const event = { id: String(version), state: stateOf(id, record, now()) };
      return { version, event, isOver: answer !== null };
    };
    return watchChanges<RequestEvent>(notifier, id, seen, { pollMs, signal, onEnd });
  }

  return {
    watch,

    /** The state of a request; null when the account has no request with this id. @throws Failure `unavailable` */
    async state(id: string, account: string): Promise<RequestState | null> {
      const record = await read(id, account);
      if (record?.answer === null) relist(id);
      return record && stateOf(id, record, now());
    },

    /** The same, but does not restore a missing list entry. */
    async peek(id: string, account: string): Promise<RequestState | null> {
      const record = await read(id, account);
      return record && stateOf(id, record, now());
    },

    /** The state after `ms` milliseconds (absent: at the end of the request), or when `signal` aborts. */
    async wait(id: string, account: string, ms?: number, signal?: AbortSignal): Promise<RequestState | null> {
      const last = async (end?: AbortSignal) => {
        let latest: RequestState | null = null;
        for await (const { state } of watch(id, account, end)) latest = state;
        return latest;
      };
      return ms === undefined ? await last(signal) : await within(clamped(ms), [signal], last);
    },
  };
}

export function clamped(waitMs: number): number {
  return Math.min(waitMsMax, Math.max(0, Math.round(waitMs) || 0));
}

export function pendingOf(requestId: string, position: number | null): Pending {
  return { verdict: 'pending', processingStatus: 'queued', requestId, position };
}

/** What a poll shows of a request at a time, ms since 1970. */
export function stateOf(id: string, { answer, position, endedAt }: RequestRecord, now: number): RequestState {
  if (answer === null) return pendingOf(id, position);
  if (answer.kind === 'completed') return { processingStatus: 'completed', text: answer.text };
  const { retryAfterSeconds, ...details } = answer.details;
  const left = Math.max(1, (retryAfterSeconds ?? 0) - Math.floor((now - endedAt) / 1000));
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds: left };
  return { processingStatus: 'failed', failure: new Failure(answer.failure, { ...details, ...retry }) };
}

/** A key that may send a request may read its end. */
const needed: NeededScopes = ['verify', 'images', 'payment_requests', 'read'];

type PollCaller = string | undefined | MemberCaller | AdmittedCaller;

interface RequestPollDeps {
  waitingCalls: WaitingCalls;
  authenticator: Authenticator;
  requestStatus: RequestStatus;
}

/** Polls and event streams: authenticate and count the key, then find the request among those of its account. */
export function createPolls({
  waitingCalls,
  authenticator,
  requestStatus,
}: RequestPollDeps): Pick<Engine, 'request' | 'events'> {
  /** The state of a request, and the account and key of its caller. A member has no key. */
  async function find(id: string, who: PollCaller, { onAdmission }: PollOptions) {
    const { account, prefix } =
      typeof who !== 'object'
        ? (await authenticator.authenticate(who, null, needed, onAdmission)).entry
        : who.kind === 'admitted'
          ? who.entry
          : { account: who.account, prefix: null };
    const state = await requestStatus.state(id, account);
    if (state === null) throw new Failure('not_found');
    return { state, account, prefix };
  }

  return {
    request: async (id, who, options = {}) => (await find(id, who, options)).state,
    async events(id, who, options = {}): Promise<AsyncIterable<RequestEvent>> {
      const { account, prefix } = await find(id, who, options);
      const end = prefix === null ? undefined : await waitingCalls.stream(prefix, options.signal);
      return requestStatus.watch(id, account, options.signal, end);
    },
  };
}
