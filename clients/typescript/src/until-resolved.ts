/** Asks until there is a verdict, within a time-out. */
import { type DeresegnError, RateLimitError, TransportError } from './errors.js';
import { type CouldNotCheck, type Pending, type Result, stillPending } from './results.js';
import { defaultTimeoutMs, type Limits } from './transport.js';

/** The calls it makes. */
export interface Calls {
  submit(waitMs: number, limits: Limits): Promise<Result | Pending>;
  poll(requestId: string, limits: Limits): Promise<Result | Pending>;
  /** @param providerKey of the answer; undefined when it had none */
  isViewLimited(providerKey: string | undefined, limits: Limits): Promise<boolean>;
}

/** A result, or an error after which the call may be made again. */
type Outcome<T> = T | RateLimitError | TransportError;

const longestWaitMs = 25_000;
/** How much longer than its `waitMs` a call may take before it counts as lost. */
const marginMs = 15_000;
const shortCallMs = 15_000;
/** So often a bank is asked that does not answer: then it is an outage, and more calls only add to it. */
const bankFailures = 3;

/** @throws TransportError, RateLimitError when the time is over; what `calls` throw else */
export function untilResolved(limits: Limits, calls: Calls): Promise<Result> {
  return new Resolving(limits, calls).run();
}

class Resolving {
  readonly #calls: Calls;
  readonly #signal: AbortSignal | undefined;
  readonly #endsAt: number;
  #failures = 0;
  #unanswered = 0;

  constructor({ timeoutMs = defaultTimeoutMs, signal }: Limits, calls: Calls) {
    this.#calls = calls;
    this.#signal = signal;
    this.#endsAt = Date.now() + timeoutMs;
  }

  async run(): Promise<Result> {
    let ended = await this.#attempt();
    for (;;) {
      const pauseMs = this.#pauseAfter(ended);
      if (pauseMs === null || pauseMs >= this.#leftMs()) return unwrapped(ended);
      await sleep(pauseMs, this.#signal);
      const mayRepeat = await this.#mayRepeat(ended);
      if (mayRepeat === false) return unwrapped(ended);
      ended = mayRepeat === true ? await this.#attempt() : mayRepeat;
    }
  }

  #leftMs(): number {
    return this.#endsAt - Date.now();
  }

  #limits(atMostMs: number): Limits {
    return { signal: this.#signal, timeoutMs: Math.max(Math.min(atMostMs, this.#leftMs()), 1) };
  }

  async #attempt(): Promise<Outcome<Result>> {
    const leftMs = this.#leftMs();
    const waitMs = Math.max(Math.min(longestWaitMs, Math.floor(leftMs / 2), leftMs - 1_000), 0);
    const answer = await settled(this.#calls.submit(waitMs, this.#limits(waitMs + marginMs)));
    return isPending(answer) ? this.#follow(answer) : answer;
  }

  /** Polls. What goes wrong with a poll says nothing about the verification, which goes on. */
  async #follow({ requestId }: Pending): Promise<Result> {
    for (let polls = 0; ; polls += 1) {
      const pauseMs = jittered(Math.min(500 * 1.5 ** polls, 5_000));
      if (pauseMs >= this.#leftMs()) return stillPending(requestId);
      await sleep(pauseMs, this.#signal);
      const answer = await settled(this.#calls.poll(requestId, this.#limits(shortCallMs)));
      if (!isPending(answer) && !isOfPoll(answer)) return answer;
      const waitMs = (answer as { retryAfterMs?: number | null }).retryAfterMs ?? 0;
      if (waitMs >= this.#leftMs()) return stillPending(requestId);
      await sleep(waitMs, this.#signal);
    }
  }

  /** How long to wait before the next attempt; null for none. */
  #pauseAfter(ended: Outcome<Result>): number | null {
    if (!(ended instanceof Error)) {
      if (ended.verdict !== 'could_not_check' || ended.retry === 'never') return null;
      if (ended.retry === 'backoff') this.#unanswered += 1;
      if (this.#unanswered >= bankFailures || ended.reason === 'still_pending') return null;
    }
    const growing = Math.min(1_000 * 2 ** this.#failures, 16_000);
    this.#failures += 1;
    const message =
      ended instanceof TransportError ? null : (ended as CouldNotCheck | RateLimitError).retryAfterMs;
    return message === null ? jittered(growing) : message + Math.random() * 1_000;
  }

  /** Asked before every repeat; an error when the answer could not be had. */
  async #mayRepeat(ended: Outcome<Result>): Promise<boolean | RateLimitError | TransportError> {
    const providerKey = ended instanceof Error ? undefined : ended.providerKey;
    const isLimited = await settled(this.#calls.isViewLimited(providerKey, this.#limits(shortCallMs)));
    return typeof isLimited === 'boolean' ? !isLimited : isLimited;
  }
}

function isPending(answer: Outcome<Result | Pending>): answer is Pending {
  return !(answer instanceof Error) && answer.verdict === 'pending';
}

/** A failure of the poll itself that may pass: the end of a verification has a `processingStatus`. */
function isOfPoll(answer: Outcome<Result>): answer is CouldNotCheck | RateLimitError | TransportError {
  if (answer instanceof Error) return true;
  return answer.verdict === 'could_not_check' && !answer.processingStatus && answer.retry !== 'never';
}

/** @throws what no repeat can mend */
async function settled<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TransportError || error instanceof RateLimitError) return error;
    throw error;
  }
}

function unwrapped(ended: Result | DeresegnError): Result {
  if (ended instanceof Error) throw ended;
  return ended;
}

/** Up to twice as long, at random, so that callers do not come back together. */
function jittered(ms: number): number {
  return ms * (1 + Math.random());
}

/** @throws the reason of the signal */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
