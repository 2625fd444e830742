/** One job in the hands of this process: its record, its message, and the work on it. */
import type { Message } from '../render/index.js';
import { type Delivery, Undeliverable } from './deliver.js';
import { type Job, lateMs } from './job.js';

export class Entry {
  /** Ends the work on it in this process; the record stays. */
  readonly stop = new AbortController();
  /** Resolves once its message stands in the chat. */
  announced: Promise<void> = Promise.resolve();
  running = false;
  /** Whoever sees the answer may press its buttons, also before everything about it is written down. */
  answered = false;
  /** Resolves when the work on it in this process is over. */
  ended: Promise<void> = Promise.resolve();
  #wanted: Message | null = null;
  #shown: Message | null = null;
  #showing: Promise<void> | null = null;

  constructor(
    public job: Job,
    private readonly delivery: Delivery,
  ) {}

  /**
   * Brings the message to say this; resolves when it does, or says something newer.
   * @throws Undeliverable; the reason of `signal`
   */
  async show(message: Message, signal: AbortSignal): Promise<void> {
    this.#wanted = message;
    this.#showing ??= this.#bring(signal).finally(() => {
      this.#showing = null;
    });
    await this.#showing;
  }

  /**
   * Says the answer, in the message that is there. Where that cannot be changed, or has been there for so long that nobody
   * looks at it any more, a new message says it, which makes a sound.
   * @returns where it stands, when that is a new message @throws Undeliverable; the reason of `signal`
   */
  async answer(message: Message, signal: AbortSignal): Promise<Pick<Job, 'chat' | 'answer'> | null> {
    await this.announced;
    const isLate = Date.now() - (this.job.since ?? this.job.at) > lateMs;
    if (!isLate) {
      try {
        await this.show(message, signal);
        return null;
      } catch (error) {
        if (!(error instanceof Undeliverable) || !isRenewable(error)) throw error;
        const { chat = this.job.chat } = error.detail;
        return await this.#renew(chat, message, signal);
      }
    }
    this.#wanted = null;
    await this.#showing?.catch(() => undefined);
    return await this.#renew(this.job.chat, message, signal);
  }

  async #renew(chat: number, message: Message, signal: AbortSignal): Promise<Pick<Job, 'chat' | 'answer'>> {
    const replyTo = chat === this.job.chat ? this.job.message : null;
    const sent = await this.delivery.send(chat, message, replyTo, signal);
    this.#shown = message;
    return { chat: sent.chat, answer: sent.message };
  }

  /** One edit at a time, or an earlier one could arrive after a later. */
  async #bring(signal: AbortSignal): Promise<void> {
    await this.announced;
    while (this.#wanted !== null && !isSame(this.#wanted, this.#shown)) {
      const { chat, answer } = this.job;
      if (answer === null) return;
      const latest = this.#wanted;
      this.#shown = await this.delivery.edit(chat, answer, () => this.#wanted ?? latest, signal);
    }
  }
}

/** A message that says so already is not edited again. */
function isSame(message: Message, shown: Message | null): boolean {
  return JSON.stringify(message) === JSON.stringify(shown);
}

/** The chat is there, the message is not, or does not take it. */
function isRenewable({ failure }: Undeliverable): boolean {
  return failure === 'gone' || failure === 'refused' || failure === 'moved';
}
