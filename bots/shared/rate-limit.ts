/**
 * Rate limit for calls to Telegram, whose limits are not documented exactly. Each chat has at most one call in flight,
 * so messages arrive in order. After a 429 the chat pauses for `retry_after` and is then paced for a minute; the bot as a
 * whole pauses for `pauseMs` and is then paced too. If the next call also gets a 429, the limit is the bot's: all calls
 * pause for `retry_after`.
 */

interface RateLimitOptions {
  /** Maximum number of calls in flight. */
  atOnce: number;
  /** The same for `cautiousMs` after a 429: calls that a stall delays reach Telegram together. */
  cautiousAtOnce: number;
  /** Token bucket: calls per second, and capacity. After a 429 the capacity is 1 for `cautiousMs`. */
  perSecond: number;
  burst: number;
  /** Spacing of calls in a chat after a 429, ms. */
  privateSpacingMs: number;
  groupSpacingMs: number;
  /** How long calls stay spaced after a 429, ms. */
  cautiousMs: number;
}

/** Telegram's FAQ: 30 messages a second, one per second in a chat, 20 per minute in a group. */
const documented: RateLimitOptions = {
  atOnce: 20,
  cautiousAtOnce: 5,
  perSecond: 25,
  burst: 600,
  privateSpacingMs: 1_100,
  groupSpacingMs: 3_100,
  cautiousMs: 60_000,
};

/** Pause of all calls after a first 429, which may concern one chat only, ms. */
const pauseMs = 250;
/** Upper bound on `retry_after`. */
const retryAfterMsMax = 300_000;

interface CallOptions {
  /** A person waits for this call: it goes before calls that are not urgent. */
  urgent?: boolean;
  signal?: AbortSignal | undefined;
}

interface WaitingCall {
  urgent: boolean;
  start(): void;
}

/** State of one chat. */
class Lane {
  readonly waiting: WaitingCall[] = [];
  busy = false;
  readyAt = 0;
  /** Calls are spaced until then. */
  cautiousUntil = 0;

  constructor(readonly isGroup: boolean) {}
}

export class RateLimit {
  readonly #options: RateLimitOptions;
  /** Chats with waiting or recent calls, least recently served first. */
  readonly #lanes = new Map<number, Lane>();
  #inFlight = 0;
  /** Tokens in the bucket, and the time of the last refill. */
  #tokens: number;
  #countedAt = 0;
  /** All calls pause until then. */
  #resumesAt = 0;
  /** No call has got past the limit since the last 429: calls are made one at a time. */
  #isRefused = false;
  /** Until then the bucket holds one token. */
  #cautiousUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Partial<RateLimitOptions> = {}) {
    this.#options = { ...documented, ...options };
    this.#tokens = this.#options.burst;
  }

  /**
   * Makes a call as soon as the limits of the chat and the bot allow. The call reports a 429 with `refused`; retrying is up
   * to the caller.
   * @throws what `call` throws; the reason of `signal` when that aborts before the call is made
   */
  async run<T>(
    chat: number,
    call: (refused: (afterMs: number) => void) => Promise<T>,
    { urgent = false, signal }: CallOptions = {},
  ): Promise<T> {
    const lane = this.#laneOf(chat);
    await this.#waitForTurn(lane, urgent, signal);
    const startedAt = performance.now();
    let isRefused = false;
    try {
      return await call((afterMs) => {
        isRefused = true;
        this.#slowDown(lane, afterMs, startedAt);
      });
    } finally {
      if (!isRefused && startedAt >= this.#resumesAt) this.#isRefused = false;
      lane.busy = false;
      lane.readyAt = Math.max(lane.readyAt, startedAt + this.#spacing(lane));
      this.#inFlight -= 1;
      this.#startReady();
    }
  }

  #laneOf(chat: number): Lane {
    const lane = this.#lanes.get(chat) ?? new Lane(chat < 0);
    this.#lanes.set(chat, lane);
    return lane;
  }

  /** Resolves when the call may be made; it then counts as in flight. */
  #waitForTurn(lane: Lane, urgent: boolean, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1);
        reject(signal?.reason as Error);
      };
      const waiter: WaitingCall = {
        urgent,
        start() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const firstNotUrgent = urgent ? lane.waiting.findIndex((other) => !other.urgent) : -1;
      lane.waiting.splice(firstNotUrgent < 0 ? lane.waiting.length : firstNotUrgent, 0, waiter);
      this.#startReady();
    });
  }

  #spacing({ isGroup, cautiousUntil }: Lane): number {
    if (performance.now() > cautiousUntil) return 0;
    return isGroup ? this.#options.groupSpacingMs : this.#options.privateSpacingMs;
  }

  #slowDown(lane: Lane, afterMs: number, startedAt: number): void {
    const now = performance.now();
    const restMs = jittered(Math.min(afterMs, retryAfterMsMax));
    lane.readyAt = Math.max(lane.readyAt, now + restMs);
    lane.cautiousUntil = Math.max(lane.cautiousUntil, now + restMs + this.#options.cautiousMs);
    this.#tokens = Math.min(this.#tokens, 0);
    this.#cautiousUntil = now + restMs + this.#options.cautiousMs;
    // Several 429 of calls that were in flight together count as one.
    if (startedAt < this.#resumesAt) return;
    this.#resumesAt = now + (this.#isRefused ? restMs : Math.min(restMs, pauseMs));
    this.#isRefused = true;
  }

  /** Starts all calls that may start now, and schedules itself for the next one. */
  #startReady(): void {
    clearTimeout(this.#timer);
    for (;;) {
      const now = performance.now();
      const botAt = this.#botReadyAt(now);
      const [chat, lane] = this.#next(now) ?? [];
      if (chat === undefined || lane === undefined || botAt > now) {
        this.#scheduleNext(now, botAt);
        return;
      }
      if (this.#inFlight >= this.#atOnce(now)) return;
      this.#lanes.delete(chat);
      this.#lanes.set(chat, lane);
      lane.busy = true;
      this.#inFlight += 1;
      this.#tokens -= 1;
      lane.waiting.shift()?.start();
    }
  }

  #atOnce(now: number): number {
    if (this.#isRefused) return 1;
    return now < this.#cautiousUntil ? this.#options.cautiousAtOnce : this.#options.atOnce;
  }

  /** Earliest time of the bot's next call. */
  #botReadyAt(now: number): number {
    const { perSecond, burst } = this.#options;
    const saved = now < this.#cautiousUntil ? 1 : burst;
    this.#tokens = Math.min(saved, this.#tokens + ((now - this.#countedAt) * perSecond) / 1000);
    this.#countedAt = now;
    const refilledAt = this.#tokens >= 1 ? now : now + Math.ceil(((1 - this.#tokens) * 1000) / perSecond);
    return Math.max(this.#resumesAt, refilledAt);
  }

  #next(now: number): [number, Lane] | undefined {
    let due: [number, Lane] | undefined;
    for (const [chat, lane] of this.#lanes) {
      const [first] = lane.waiting;
      if (first === undefined || lane.busy || lane.readyAt > now) continue;
      if (first.urgent) return [chat, lane];
      due ??= [chat, lane];
    }
    return due;
  }

  #scheduleNext(now: number, botAt: number): void {
    let at = Number.POSITIVE_INFINITY;
    for (const [chat, lane] of this.#lanes) {
      if (lane.busy) continue;
      if (lane.waiting.length > 0) at = Math.min(at, Math.max(lane.readyAt, botAt));
      else if (lane.readyAt <= now && lane.cautiousUntil <= now) this.#lanes.delete(chat);
    }
    if (at < Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(() => this.#startReady(), Math.max(1, at - now));
  }
}

/** Adds up to 20 %, so that calls refused together are not retried together. */
function jittered(ms: number): number {
  return ms * (1 + Math.random() * 0.2);
}
