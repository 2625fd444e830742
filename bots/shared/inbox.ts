/**
 * Updates between Telegram and the handlers. One is confirmed only when it stands in the notebook; from then on it is
 * handled, if need be by the next process. What is delivered twice is handled once; what a process dies over is handled
 * again. Updates of one chat are handled one after the other, in the order Telegram gave them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, type Note, type Notebook } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';

/** Telegram keeps what was not confirmed for a day. */
const keepMs = 2 * 86_400_000;
/** Rings may be lost: the process that plays also looks by itself. */
const lookMs = 2_000;
const againMs = 1_000;
/** How long an update waits for those before it, which another process may be taking in at this moment. */
const gapMs = 200;
/** Updates this process remembers to have handled. */
const handledKept = 1_000;

export interface InboxDeps<U> {
  notebook: Notebook;
  /**
   * A failure `unavailable` makes it handled again, by the next process once `signal` has aborted; anything else is logged.
   */
  handle(update: U, signal: AbortSignal): Promise<void>;
  /** Updates with the same answer are handled in order; null: whenever. */
  laneOf(update: U): number | null;
  /** Other processes take updates in as well, which this one is told of by rings. */
  shared: boolean;
  /** Whether this process handles an update also where it cannot be written down. */
  withoutStore?: boolean;
  component: string;
  log: Logger;
}

export class Inbox<U extends { update_id: number }> {
  readonly #deps: InboxDeps<U>;
  /** What this process is at. */
  readonly #handling = new Map<string, Promise<void>>();
  /** What it has handled of late: a look that began before a note was removed may still see it. */
  readonly #over = new Set<string>();
  readonly #lanes = new Map<number, Promise<void>>();
  /** Those that came while an earlier one was missing. */
  #early: U[] = [];
  /** The highest number begun with; null until there is one. */
  #last: number | null = null;
  #term: AbortSignal | null = null;

  constructor(deps: InboxDeps<U>) {
    this.#deps = deps;
  }

  /** Resolves when the update is safe. @throws Failure `unavailable` */
  async take(update: U): Promise<void> {
    const { notebook, shared, withoutStore = false } = this.#deps;
    try {
      const isNew = await this.#first(update);
      // A store that did not answer in time may have written it down all the same, and nobody has begun with it.
      if (!isNew && !shared) await this.#look();
      if (!isNew) return;
    } catch (error) {
      if (!withoutStore || !this.#plays || !isUnavailable(error)) throw error;
    }
    if (!this.#plays) await notebook.ring();
    else if (shared) this.#arrive(update);
    else this.#begin(update);
  }

  /** Handles what is there and what comes, until `lost` aborts; resolves when the last one is handled. */
  async play(lost: AbortSignal): Promise<void> {
    const { notebook, shared, withoutStore = false } = this.#deps;
    const ear = shared ? notebook.listen() : null;
    this.#term = lost;
    try {
      await this.#look().catch((error: unknown) => {
        if (!withoutStore) throw error;
      });
      while (!lost.aborted) {
        if (ear) await ear.wait(lookMs, lost);
        else await new Promise((resolve) => lost.addEventListener('abort', resolve, { once: true }));
        if (ear && !lost.aborted) await this.#look().catch(() => undefined);
      }
      await Promise.all(this.#handling.values());
    } finally {
      ear?.close();
    }
  }

  get #plays(): boolean {
    return this.#term !== null && !this.#term.aborted;
  }

  /** What is too long to be written down is no message of a person, and must not hold up those that are. */
  async #first(update: U): Promise<boolean> {
    const { notebook, log, component } = this.#deps;
    const note: Note = { id: nameOf(update), value: update, keepMs };
    try {
      return await notebook.once(`update:${update.update_id}`, keepMs, note);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      log.warn({ component, reason: 'too_long' }, 'an update was not taken');
      return false;
    }
  }

  async #look(): Promise<void> {
    const notes = await this.#deps.notebook.all('inbox');
    const updates = notes.map(({ value }) => value as U);
    for (const update of [...updates, ...this.#early].sort(byNumber)) this.#begin(update);
    this.#early = [];
  }

  /** Begins with an update that follows the last one; one that came too early waits a moment for what is missing. */
  #arrive(update: U): void {
    if (this.#last === null || update.update_id <= this.#last + 1) {
      this.#begin(update);
      const [next] = this.#early.sort(byNumber);
      if (next !== undefined && next.update_id <= (this.#last ?? 0) + 1) {
        this.#early.shift();
        this.#arrive(next);
      }
      return;
    }
    this.#early.push(update);
    setTimeout(() => {
      if (this.#early.includes(update)) void this.#look().catch(() => this.#beginEarly());
    }, gapMs);
  }

  #beginEarly(): void {
    for (const update of this.#early.splice(0).sort(byNumber)) this.#begin(update);
  }

  #begin(update: U): void {
    const id = nameOf(update);
    const term = this.#term;
    if (term === null || term.aborted || this.#handling.has(id) || this.#over.has(id)) return;
    this.#last = Math.max(this.#last ?? 0, update.update_id);
    const lane = this.#deps.laneOf(update);
    const before = lane === null ? undefined : this.#lanes.get(lane);
    const done = (before ?? Promise.resolve())
      .then(() => this.#work(id, update, term))
      .finally(() => {
        this.#handling.delete(id);
        if (lane !== null && this.#lanes.get(lane) === done) this.#lanes.delete(lane);
      });
    this.#handling.set(id, done);
    if (lane !== null) this.#lanes.set(lane, done);
  }

  async #work(id: string, update: U, signal: AbortSignal): Promise<void> {
    const { handle, notebook, log, component } = this.#deps;
    while (!signal.aborted) {
      try {
        await handle(update, signal);
      } catch (error) {
        if (isUnavailable(error)) {
          await sleep(againMs, undefined, { signal }).catch(() => undefined);
          continue;
        }
        log.error({ component, err: error }, 'an update could not be handled');
      }
      this.#remember(id);
      // What this process does not get to, the next one finds.
      await notebook.remove(id).catch(() => undefined);
      return;
    }
  }

  #remember(id: string): void {
    this.#over.add(id);
    const [oldest] = this.#over;
    if (this.#over.size > handledKept && oldest !== undefined) this.#over.delete(oldest);
  }
}

const nameOf = ({ update_id }: { update_id: number }) => `inbox:${update_id}`;
const byNumber = (a: { update_id: number }, b: { update_id: number }) => a.update_id - b.update_id;

function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.failure === 'unavailable';
}

interface About {
  chat?: { id?: unknown } | null;
  from?: { id?: unknown } | null;
}

/** The chat an update belongs to; the person's own where a press comes without one; null for what says neither. */
export function chatOf(update: { update_id: number }): number | null {
  // Nothing is known of an update that is damaged, and it must not hold up those that follow.
  const { message, edited_message, my_chat_member, callback_query } = update as {
    message?: About | null;
    edited_message?: About | null;
    my_chat_member?: About | null;
    callback_query?: (About & { message?: About | null }) | null;
  };
  const about = message ?? edited_message ?? my_chat_member ?? callback_query?.message;
  const id = about?.chat?.id ?? callback_query?.from?.id;
  return typeof id === 'number' ? id : null;
}
