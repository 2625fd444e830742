/** One request that this process works on: its progress in memory and, once it was answered 202, in its record. */
import { LeaseLost, withdrawalOf } from '../api/errors.js';
import type { RequestPayload, RequestStore } from './request-store.js';

export interface ActiveRequest {
  id: string;
  /** Aborts when the work is no longer wanted here. */
  gone: AbortController;
  /** Resolves when the queue position is known. */
  placed: Promise<void>;
  readonly position: number | null;
  /** True once the bank is about to be asked: from then on the request cannot simply be left to another process. */
  bankContacted(): boolean;
  /**
   * Creates the record, and from then on writes progress to it.
   * @param webhookUrl address that is sent the result
   * @returns false when there is a record already: another process works on the request
   * @throws Failure `unavailable`
   */
  persist(work: RequestPayload, webhookUrl?: string): Promise<boolean>;
  onPosition(position: number | null): void;
  /** Writes to the record that the bank is about to be asked. @throws Withdrawn when the request is over or no longer wanted here */
  beforeContact(): Promise<void>;
}

/** @param taken set for a recovered request, which has a record already; true when its bank had been asked */
export function createActiveRequest(records: RequestStore, id: string, taken?: boolean): ActiveRequest {
  const gone = new AbortController();
  let position: number | null = null;
  let asked = false;
  let written: Promise<unknown> | null = taken === undefined ? null : Promise.resolve();
  let settle: () => void = () => undefined;
  const placed = new Promise<void>((resolve) => {
    settle = resolve;
  });

  return {
    id,
    gone,
    placed,
    get position() {
      return position;
    },
    bankContacted: () => asked,
    async persist(work, webhookUrl) {
      const creation = records.create(id, work, { position, asked }, webhookUrl);
      written = creation;
      return await creation;
    },
    onPosition(now) {
      settle();
      if (now === position) return;
      position = now;
      const note = () => records.progress(id, { position: now, asked });
      // If a write fails, the next one or the result replaces it.
      if (written) written = written.then(note).catch(() => undefined);
    },
    async beforeContact() {
      if (gone.signal.aborted) throw withdrawalOf(gone.signal);
      asked = true;
      if (written === null) return;
      await written;
      if (!(await records.progress(id, { position: null, asked }))) throw new LeaseLost();
    },
  };
}
