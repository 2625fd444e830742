/** Telegram's limits: so many calls in a span, for each chat and for the bot. Whoever does not wait has to wait longer. */
import { tooManyRequests } from './api-errors.js';

interface Span {
  calls: number;
  ms: number;
}

export interface Limits {
  bot: Span;
  privateChat: Span;
  group: Span;
}

/** What Telegram documents. */
export const documentedLimits: Limits = {
  bot: { calls: 30, ms: 1_000 },
  privateChat: { calls: 20, ms: 20_000 },
  group: { calls: 20, ms: 60_000 },
};

/** Calls in one chat, or of the bot. */
class Counter {
  #made: number[] = [];
  #refusedUntil = 0;
  #refusals = 0;

  /** @throws Refusal */
  check({ calls, ms }: Span, now: number): void {
    this.#made = this.#made.filter((at) => now - at < ms);
    if (now >= this.#refusedUntil && this.#made.length < calls) {
      this.#refusals = 0;
      return;
    }
    this.#refusals += 1;
    const room = this.#made.length < calls ? now : (this.#made.at(-calls) ?? now) + ms;
    const seconds = Math.max(1, Math.ceil((Math.max(room, this.#refusedUntil) - now) / 1000));
    // Whoever goes on calling while told to wait has to wait longer, up to a minute.
    const grown = Math.min(60, seconds + (this.#refusals % 5 === 0 ? 1 : 0));
    this.#refusedUntil = now + grown * 1000;
    throw tooManyRequests(grown);
  }

  count(now: number): void {
    this.#made.push(now);
  }
}

export class LimitKeeper {
  readonly #bot = new Counter();
  readonly #chats = new Map<number, Counter>();

  constructor(private readonly limits: Limits) {}

  /** @throws Refusal */
  take(chat: number): void {
    const now = Date.now();
    const own = this.#chats.get(chat) ?? new Counter();
    this.#chats.set(chat, own);
    this.#bot.check(this.limits.bot, now);
    own.check(chat < 0 ? this.limits.group : this.limits.privateChat, now);
    for (const counter of [this.#bot, own]) counter.count(now);
  }
}
