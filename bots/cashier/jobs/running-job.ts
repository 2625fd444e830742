/** One job in memory: its record, its message and its run. */
import type { Message } from '../render/index.js';
import { type Delivery, Undeliverable } from './deliver.js';
import { askedIn, type Job, lateMs } from './job.js';

/** Where the answer is. */
type AnswerPlace = Pick<Job, 'chat' | 'answer' | 'from'>;

export class RunningJob {
  /** Aborts its run in this process; the record stays. */
  readonly stop = new AbortController();
  /** Resolves once its message was sent. */
  announced: Promise<void> = Promise.resolve();
  running = false;
  /** The answer is shown: its buttons may be pressed even before the record is stored. */
  answered = false;
  /** Resolves when its run in this process has ended. */
  ended: Promise<void> = Promise.resolve();
  #target: Message | null = null;
  #current: Message | null = null;
  #editing: Promise<void> | null = null;

  constructor(
    public job: Job,
    private readonly delivery: Delivery,
  ) {}

  /**
   * Edits the message; resolves when it shows this or something newer.
   * @throws Undeliverable; the reason of `signal`
   */
  async edit(message: Message, signal: AbortSignal): Promise<void> {
    this.#target = message;
    this.#editing ??= this.#editToTarget(signal).finally(() => {
      this.#editing = null;
    });
    await this.#editing;
  }

  /**
   * Shows the answer in the existing message. If that cannot be edited, or `lateMs` have passed, sends a new message, which
   * makes a sound.
   * @returns the new message, if any @throws Undeliverable; the reason of `signal`
   */
  async answer(message: Message, signal: AbortSignal): Promise<AnswerPlace | null> {
    await this.announced;
    const isLate = Date.now() - (this.job.since ?? this.job.at) > lateMs;
    if (!isLate) {
      try {
        await this.edit(message, signal);
        return null;
      } catch (error) {
        if (!(error instanceof Undeliverable) || !mayResend(error)) throw error;
        const { chat = this.job.chat } = error.detail;
        return await this.#sendNew(chat, message, signal);
      }
    }
    this.#target = null;
    await this.#editing?.catch(() => undefined);
    return await this.#sendNew(this.job.chat, message, signal);
  }

  async #sendNew(chat: number, message: Message, signal: AbortSignal): Promise<AnswerPlace> {
    const place = await this.send(chat, message, signal);
    this.#current = message;
    return place;
  }

  /** Sends a message in reply to the person's, or to nothing if that is in another chat. @throws Undeliverable; the reason of `signal` */
  async send(chat: number, message: Message, signal: AbortSignal): Promise<AnswerPlace> {
    const from = askedIn(this.job);
    const sent = await this.delivery.send(chat, message, chat === from ? this.job.message : null, signal);
    return { chat: sent.chat, answer: sent.message, ...(sent.chat !== from && { from }) };
  }

  /** One edit at a time, so that they cannot overtake each other. */
  async #editToTarget(signal: AbortSignal): Promise<void> {
    await this.announced;
    while (this.#target !== null && !isSame(this.#target, this.#current)) {
      const { chat, answer } = this.job;
      if (answer === null) return;
      const latest = this.#target;
      this.#current = await this.delivery.edit(chat, answer, () => this.#target ?? latest, signal);
    }
  }
}

/** An unchanged message is not edited. */
function isSame(message: Message, shown: Message | null): boolean {
  return JSON.stringify(message) === JSON.stringify(shown);
}

/** Whether a new message may succeed where the edit failed. */
function mayResend({ failure }: Undeliverable): boolean {
  return failure === 'gone' || failure === 'refused' || failure === 'moved';
}
