/** Persistent state of the bots: records, deduplication of updates, and leadership of the one process that runs each bot. */

export type BotName = 'cashier' | 'admin';

export interface BotRecordOptions {
  /** Time to live, ms; absent: stored until removed. */
  keepMs?: number | undefined;
}

export interface BotRecord extends BotRecordOptions {
  id: string;
  /** Any JSON value, up to 64 KiB. */
  value: unknown;
}

/** All methods throw `Failure` `unavailable` when the store does not answer, `TypeError` for names that are not valid in a key. */
export interface BotStore {
  /**
   * Claims a name, to do something once in all processes: true for the first call with this name within `ttlMs`, then
   * false. `note` is written in the same step, so a crash cannot lose the work of a claimed name.
   */
  claimOnce(name: string, ttlMs: number, note?: BotRecord): Promise<boolean>;
  /** Writes a record; replaces the one with the same id. */
  put(id: string, value: unknown, options?: BotRecordOptions): Promise<void>;
  /** Null when there is none. An earlier version may have written it: validate it before use. */
  get(id: string): Promise<unknown>;
  remove(id: string): Promise<void>;
  /** All records of a section, unordered: for `job`, ids `job` and `job:…`. Reads in batches, so as not to block the store. */
  all(section: string): Promise<{ id: string; value: unknown }[]>;
  /** Stores a temporary value that expires after `ttlMs`. `all` does not list it. */
  setTemporary(name: string, value: unknown, ttlMs: number): Promise<void>;
  /** The temporary value with this name; null when there is none. */
  getTemporary(name: string): Promise<unknown>;
  deleteTemporary(name: string): Promise<void>;
  /**
   * Runs `run` while this process is the leader: waits for leadership, runs it, and waits again when leadership was lost.
   * One process leads; when it dies, another takes over within about 12 s. `lost` aborts when `signal` aborts or another
   * process has taken over. It does not abort while the store does not answer: then no other process can take over either.
   *
   * Resolves when `run` has returned, or after `signal` has aborted; rejects with the error of `run`.
   */
  runAsLeader(run: (lost: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** Wakes the listeners of this bot in all processes. Messages may be lost: listeners also have to poll. */
  notify(): Promise<void>;
  /** Starts listening; must be closed. `wait` resolves after `notify`, after `ms`, or when `signal` aborts. */
  listen(): { wait(ms: number, signal?: AbortSignal): Promise<void>; close(): void };
}
