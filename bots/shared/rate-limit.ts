/**
 * Keeps what a bot sends within Telegram's limits, which nobody knows exactly. In each chat one call is on its way at a
 * time, so that messages come in order. The limits are learned: a chat in which a call is answered 429 rests as long as
 * Telegram asks, and is then paced for a minute; the bot as a whole pauses for a moment and is then paced too. Where the
 * next call after that is refused in turn, it is the bot that has to wait: everything rests as long as Telegram asks.
 */

export interface GateOptions {
  /** Calls that may be on their way at once. */
  atOnce: number;
  /** Calls in a second once Telegram has refused one, and what a quiet time saves up for a burst. */
  perSecond: number;
  burst: number;
  /** Between two calls in a chat that has been refused one, ms. */
  privateSpacingMs: number;
  groupSpacingMs: number;
  /** How long a refusal makes cautious, ms. */
  cautiousMs: number;
}

/** Telegram's FAQ: 30 messages a second, one a second in a chat, 20 a minute in a group. */
const documented: GateOptions = {
  atOnce: 20,
  perSecond: 25,
  burst: 600,
  privateSpacingMs: 1_100,
  groupSpacingMs: 3_100,
  cautiousMs: 60_000,
};

/** The bot's pause after a refusal that may be a single chat's, ms. */
const pauseMs = 250;
/** Telegram never asks for more of those who keep to its limits. */
const retryAfterMsMax = 300_000;

export interface CallOptions {
  /** Somebody waits for this very call: it goes before what is only due. */
  urgent?: boolean;
  signal?: AbortSignal | undefined;
}

interface Waiter {
  urgent: boolean;
  start(): void;
}

/** How one chat stands. */
class Lane {
  readonly waiting: Waiter[] = [];
  busy = false;
  readyAt = 0;
  /** Until then calls are spaced. */
  cautiousUntil = 0;

  constructor(readonly isGroup: boolean) {}
}

export class Gate {
  readonly #options: GateOptions;
  /** The chats in which something waits or was done of late; whose turn was longest ago comes first. */
  readonly #lanes = new Map<number, Lane>();
  #onTheirWay = 0;
  /** What a burst may still take, and when that was counted. */
  #tokens: number;
  #countedAt = 0;
  /** The bot pauses until then. */
  #resumesAt = 0;
  /** Nothing has gone through since the last refusal: calls are made one by one. */
  #isRefused = false;
  /** Until then nothing is saved up for a burst. */
  #cautiousUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Partial<GateOptions> = {}) {
    this.#options = { ...documented, ...options };
    this.#tokens = this.#options.burst;
  }

  /**
   * Makes a call when chat and bot have room for it. The call says by `refused` that Telegram asked to wait; whether it is
   * made again is up to the caller.
   * @throws what `call` throws; the reason of `signal` when that aborts before the call is made
   */
  async run<T>(
    chat: number,
    call: (refused: (afterMs: number) => void) => Promise<T>,
    { urgent = false, signal }: CallOptions = {},
  ): Promise<T> {
    const lane = this.#laneOf(chat);
    await this.#turn(lane, urgent, signal);
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
      this.#onTheirWay -= 1;
      this.#pump();
    }
  }

  #laneOf(chat: number): Lane {
    const lane = this.#lanes.get(chat) ?? new Lane(chat < 0);
    this.#lanes.set(chat, lane);
    return lane;
  }

  /** Resolves when it is this call's turn; it then counts as on its way. */
  #turn(lane: Lane, urgent: boolean, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        lane.waiting.splice(lane.waiting.indexOf(waiter), 1);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        urgent,
        start() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      const behind = urgent ? lane.waiting.findIndex((other) => !other.urgent) : -1;
      lane.waiting.splice(behind < 0 ? lane.waiting.length : behind, 0, waiter);
      this.#pump();
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
    // Calls that were on their way together are one refusal.
    if (startedAt < this.#resumesAt) return;
    this.#resumesAt = now + (this.#isRefused ? restMs : Math.min(restMs, pauseMs));
    this.#isRefused = true;
  }

  /** Lets go whatever may go now, and looks again when the next may. */
  #pump(): void {
    clearTimeout(this.#timer);
    for (;;) {
      const now = performance.now();
      const botAt = this.#botReadyAt(now);
      const [chat, lane] = this.#next(now) ?? [];
      if (chat === undefined || lane === undefined || botAt > now) {
        this.#lookAgain(now, botAt);
        return;
      }
      if (this.#onTheirWay >= (this.#isRefused ? 1 : this.#options.atOnce)) return;
      this.#lanes.delete(chat);
      this.#lanes.set(chat, lane);
      lane.busy = true;
      this.#onTheirWay += 1;
      this.#tokens -= 1;
      lane.waiting.shift()?.start();
    }
  }

  /** When the bot as a whole may make its next call. */
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

  #lookAgain(now: number, botAt: number): void {
    let at = Number.POSITIVE_INFINITY;
    for (const [chat, lane] of this.#lanes) {
      if (lane.busy) continue;
      if (lane.waiting.length > 0) at = Math.min(at, Math.max(lane.readyAt, botAt));
      else if (lane.readyAt <= now && lane.cautiousUntil <= now) this.#lanes.delete(chat);
    }
    if (at < Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#pump(), Math.max(1, at - now));
  }
}

/** Up to a fifth longer, so that those who were refused together do not come back together. */
function jittered(ms: number): number {
  return ms * (1 + Math.random() * 0.2);
}
