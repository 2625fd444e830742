/** What the bots keep in the store: records, what they have acted on, and which process runs each of them. */

export type BotName = 'cashier' | 'admin';
export interface NoteOptions {
  /** The note is forgotten after this long; kept until it is removed when absent. */
  keepMs?: number | undefined;
}

export interface Note extends NoteOptions {
  id: string;
  /** Anything JSON can hold, up to 64 KiB of it. */
  value: unknown;
}
/** Everything throws `Failure` `unavailable` when the store does not answer, `TypeError` for names no key should have. */

export interface Notebook {
  /**
   * True for the first who says this name within `ttlMs`, in whichever process; for everybody else false. A note given
   * along is written in the same step: what was taken once is never taken and forgotten.
   */
  once(name: string, ttlMs: number, note?: Note): Promise<boolean>;
  /** Writes a note, over the one with the same id. */
  put(id: string, value: unknown, options?: NoteOptions): Promise<void>;
  /** Null when there is none, or none any more. Written by an earlier version, perhaps: to be looked at before use. */
  get(id: string): Promise<unknown>;
  remove(id: string): Promise<void>;
  /** All notes of a section, in no order: of `job` those called `job:…`, or `job` alone. Read piece by piece, so that nobody waits. */
  all(section: string): Promise<{ id: string; value: unknown }[]>;
  /** For what is looked up and never listed: kept beside the notes, gone by itself after `ttlMs`. */
  remember(name: string, value: unknown, ttlMs: number): Promise<void>;
  /** What was remembered under this name, null when nothing is. */
  recall(name: string): Promise<unknown>;
  forget(name: string): Promise<void>;
  /**
   * Plays while this process leads: waits for the lead, runs `play`, and does so again when the lead was lost. Of all
   * processes one leads; when it dies another does within about 12 s. `lost` aborts when `signal` does, or when another
   * process has taken over. A store that does not answer takes no lead away: nobody else could take it either.
   *
   * Resolves when `play` has ended by itself, or after `signal` has aborted; rejects as `play` does.
   */
  lead(play: (lost: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Wakes whoever listens to this notebook, in all processes. Rings may be lost: listeners also look by themselves. */
  ring(): Promise<void>;
  /** Hears rings from now on; must be closed. `wait` resolves at a ring, after `ms`, or when `signal` aborts. */
  listen(): { wait(ms: number, signal?: AbortSignal): Promise<void>; close(): void };
}
