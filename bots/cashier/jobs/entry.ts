/** One job in the hands of this process: its record, its message, and the work on it. */
import type { Message } from '../render/index.js';
import type { Delivery } from './deliver.js';
import type { Job } from './job.js';

export class Entry {
  /** Ends the work on it in this process; the record stays. */
  readonly stop = new AbortController();
  /** Resolves once its message stands in the chat. */
  announced: Promise<void> = Promise.resolve();
  running = false;
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

  /** One edit at a time, or an earlier one could arrive after a later. */
  async #bring(signal: AbortSignal): Promise<void> {
    await this.announced;
    while (this.#wanted !== null && this.#wanted !== this.#shown) {
      const { chat, answer } = this.job;
      if (answer === null) return;
      const latest = this.#wanted;
      this.#shown = await this.delivery.edit(chat, answer, () => this.#wanted ?? latest, signal);
    }
  }
}
