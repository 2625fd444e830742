/**
 * Where requests that were answered 202 stand, for those who ask, wait or watch, in whichever process. Whoever asks after
 * an unfinished one sees to it that it is listed: a fail-over may have lost the list, and nobody would work on it.
 */
import { within } from '../../deadline.js';
import type { Gate } from '../access/authenticate.js';
import { Failure } from '../api/errors.js';
import type { Engine, MemberCaller, Pending, PollOptions, RequestEvent, RequestState } from '../api/index.js';
import type { Bus } from '../store/pubsub.js';
import type { WaitingCalls } from '../verification/waiting-limits.js';
import type { Records, RequestRecord } from './request-store.js';

/** `waitMs` is clamped, never refused. */
const waitMsMax = 30_000;
/** Whoever watches looks this often: positions are not announced, and announcements may be lost. */
const lookMs = 1_000;
/** Every so many looks an unfinished request is listed again, if the list has lost it. */
const looksPerListing = 10;

export interface RequestStates {
  /** A request of this account, null when it has none of this name. @throws Failure `unavailable` */
  state(id: string, account: string): Promise<RequestState | null>;
  /** Where it stands after so many milliseconds (none: at its end), or when the caller is gone. */
  wait(id: string, account: string, ms?: number, signal?: AbortSignal): Promise<RequestState | null>;
  /**
   * Where it stands, and every change until its end or until the caller is gone.
   * @param onEnd called when it is watched no more
   */
  watch(id: string, account: string, signal?: AbortSignal, onEnd?: () => void): AsyncGenerator<RequestEvent>;
}

export function createRequestStates(records: Records, bus: Bus, now: () => number): RequestStates {
  async function read(id: string, account: string): Promise<RequestRecord | null> {
    const record = /^[\w-]{1,64}$/.test(id) ? await records.read(id) : null;
    return record?.account === account ? record : null;
  }

  /** Nobody waits for it: whoever looks next tries again. */
  function relist(id: string): void {
    records.relist(id).catch(() => undefined);
  }

  const watch: RequestStates['watch'] = async function* (id, account, signal, onEnd) {
    const ear = bus.listen(id);
    try {
      for (let told = 0, looks = 1; ; looks += 1) {
        const record = await read(id, account);
        if (record === null) return;
        if (record.answer === null && looks % looksPerListing === 0) relist(id);
        if (record.version !== told) yield { id: String(record.version), state: stateOf(id, record, now()) };
        told = record.version;
        if (record.answer || signal?.aborted) return;
        await ear.wait(lookMs, signal);
      }
    } finally {
      ear.close();
      onEnd?.();
    }
  };

  return {
    watch,

    async state(id, account) {
      const record = await read(id, account);
      if (record?.answer === null) relist(id);
      return record && stateOf(id, record, now());
    },

    async wait(id, account, ms, signal) {
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

function stateOf(id: string, { answer, position, endedAt }: RequestRecord, now: number): RequestState {
  if (answer === null) return pendingOf(id, position);
  if (answer.kind === 'completed') return { processingStatus: 'completed', text: answer.text };
  const { retryAfterSeconds, ...details } = answer.details;
  const left = Math.max(1, (retryAfterSeconds ?? 0) - Math.floor((now - endedAt) / 1000));
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds: left };
  return { processingStatus: 'failed', failure: new Failure(answer.failure, { ...details, ...retry }) };
}

export interface PollDeps {
  waitingCalls: WaitingCalls;
  gate: Gate;
  states: RequestStates;
}

/** A key is let in and counted, then the request is looked for among its account's. */
export function createPolls({ waitingCalls, gate, states }: PollDeps): Pick<Engine, 'request' | 'events'> {
  async function find(
    id: string,
    who: string | undefined | MemberCaller,
    { onAdmission }: PollOptions,
  ): Promise<{ state: RequestState; account: string; prefix: string | null }> {
    const { account, prefix } =
      typeof who === 'object' ? { ...who, prefix: null } : (await gate.enter(who, null, onAdmission)).entry;
    const state = await states.state(id, account);
    if (state === null) throw new Failure('not_found');
    return { state, account, prefix };
  }

  return {
    request: async (id, who, options = {}) => (await find(id, who, options)).state,
    async events(id, who, options = {}): Promise<AsyncIterable<RequestEvent>> {
      const { account, prefix } = await find(id, who, options);
      const end = prefix === null ? undefined : await waitingCalls.stream(prefix);
      return states.watch(id, account, options.signal, end);
    },
  };
}
