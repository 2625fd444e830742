/** One request that this process works on: where it stands, in memory and, once it is promised, in its record. */
import { LeaseLost, withdrawalOf } from '../api/errors.js';
import type { Records, Work } from './request-store.js';

export interface Job {
  id: string;
  /** Aborts when the work is no longer wanted here. */
  gone: AbortController;
  /** Resolves when the call knows where it stands. */
  placed: Promise<void>;
  readonly position: number | null;
  /** True once the bank is about to be asked: from then on it cannot be left to others as if nothing had happened. */
  asked(): boolean;
  /** Writes the record; progress is written to it from then on. @throws Failure `unavailable` */
  record(work: Work): Promise<void>;
  onPosition(position: number | null): void;
  /** The bank is asked only when the record says so before. @throws Withdrawn when the work is over or unwanted */
  beforeAsking(): Promise<void>;
}

/** @param taken set for a request that has a record already; true when its bank had been asked */
export function createJob(records: Records, id: string, taken?: boolean): Job {
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
    asked: () => asked,
    async record(work) {
      const creation = records.create(id, work, { position, asked });
      written = creation;
      await creation;
    },
    onPosition(now) {
      settle();
      if (now === position) return;
      position = now;
      const note = () => records.progress(id, { position: now, asked });
      // One that is lost is made good by the next, or by the end.
      if (written) written = written.then(note).catch(() => undefined);
    },
    async beforeAsking() {
      if (gone.signal.aborted) throw withdrawalOf(gone.signal);
      asked = true;
      if (written === null) return;
      await written;
      if (!(await records.progress(id, { position: null, asked }))) throw new LeaseLost();
    },
  };
}
