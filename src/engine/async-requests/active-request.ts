/** One request that this process works on: its progress in memory and, once it was answered 202, in its record. */
import { LeaseLost, withdrawalOf } from '../api/errors.js';
import type { RequestPayload, RequestStore } from './request-store.js';

export class ActiveRequest {
  /** Aborts when the work is no longer wanted here. */
  readonly gone = new AbortController();
  /** Resolves when the queue position is known. */
  readonly placed: Promise<void>;
  position: number | null = null;
  /** True once the bank is about to be asked: from then on the request cannot simply be left to another process. */
  bankContacted = false;
  #place: () => void = () => undefined;
  /** The last write to the record; undefined without one. */
  #written: Promise<unknown> | undefined;

  /** @param recovered it has a record already */
  constructor(
    private readonly records: RequestStore,
    readonly id: string,
    recovered = false,
  ) {
    if (recovered) this.#written = Promise.resolve();
    this.placed = new Promise<void>((resolve) => {
      this.#place = resolve;
    });
  }

  /**
   * Creates the record, and from then on writes progress to it.
   * @param webhookUrl address that is sent the result
   * @returns false when there is a record already: another process works on the request
   * @throws Failure `unavailable`
   */
  async persist(work: RequestPayload, webhookUrl?: string): Promise<boolean> {
    const progress = { position: this.position, asked: this.bankContacted };
    const creation = this.records.create(this.id, work, progress, webhookUrl);
    this.#written = creation;
    return await creation;
  }

  readonly onPosition = (position: number | null): void => {
    this.#place();
    if (position === this.position) return;
    this.position = position;
    const note = () => this.records.progress(this.id, { position, asked: this.bankContacted });
    // If a write fails, the next one or the result replaces it.
    this.#written = this.#written?.then(note).catch(() => undefined);
  };

  /** Writes to the record that the bank is about to be asked. @throws Withdrawn when the request is over or no longer wanted here */
  readonly beforeContact = async (): Promise<void> => {
    if (this.gone.signal.aborted) throw withdrawalOf(this.gone.signal);
    this.bankContacted = true;
    if (!this.#written) return;
    await this.#written;
    if (!(await this.records.progress(this.id, { position: null, asked: true }))) throw new LeaseLost();
  };
}
