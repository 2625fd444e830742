/**
 * Persistent queue of updates between Telegram and the handlers. An update is confirmed to Telegram after it is stored.
 * A stored update is handled by this process, or by the next one if this one dies (then possibly a second time).
 * Duplicate deliveries are dropped. Updates of one chat are handled one after the other, in the order of their ids.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BotRecord, type BotStore, Failure } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';

/** Telegram delivers an unconfirmed update for one day. */
const keepMs = 2 * 86_400_000;
/** Notifications may be lost, so the leader also polls the stored updates. */
const lookMs = 2_000;
const againMs = 1_000;
/** How long an update waits for missing lower ids, which another process may be storing at this moment. */
const gapMs = 200;
/** Number of handled update ids kept in memory. */
const handledKept = 1_000;

export interface InboxDeps<U> {
  notebook: BotStore;
  /**
   * Failure `unavailable`: the update is retried, by the next process once `signal` has aborted. Any other error is logged.
   */
  handle(update: U, signal: AbortSignal): Promise<void>;
  /** Updates of one lane are handled in order; null: in any order. */
  laneOf(update: U): number | null;
  /** Other processes store updates too and notify this one (webhook mode). */
  shared: boolean;
  /** Handle an update even if it cannot be stored. */
  withoutStore?: boolean;
  component: string;
  log: Logger;
}

export class Inbox<U extends { update_id: number }> {
  readonly #deps: InboxDeps<U>;
  /** Updates being handled or waiting in a lane, by id. */
  readonly #handling = new Map<string, Promise<void>>();
  /** Recently handled ids: a poll that began before the record was deleted may still return it. */
  readonly #over = new Set<string>();
  readonly #lanes = new Map<number, Promise<void>>();
  /** Updates that arrived while a lower id was missing. */
  #early: U[] = [];
  /** Highest update id begun; null before the first. */
  #last: number | null = null;
  #term: AbortSignal | null = null;

  constructor(deps: InboxDeps<U>) {
    this.#deps = deps;
  }

  /** Resolves when the update is stored. @throws Failure `unavailable` */
  async take(update: U): Promise<void> {
    const { notebook, shared, withoutStore = false } = this.#deps;
    try {
      const isNew = await this.#first(update);
      // An earlier attempt may have stored it although the store's reply timed out; then it has not been begun yet.
      if (!isNew && !shared) await this.#look();
      if (!isNew) return;
    } catch (error) {
      if (!withoutStore || !this.#plays || !isUnavailable(error)) throw error;
    }
    if (!this.#plays) await notebook.notify();
    else if (shared) this.#arrive(update);
    else this.#begin(update);
  }

  /** Handles stored and new updates until `lost` aborts; resolves when the last one is handled. */
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

  /** Stores an update; false if it is already stored. An update too long for a record is dropped: no person's message is that long. */
  async #first(update: U): Promise<boolean> {
    const { notebook, log, component } = this.#deps;
    const note: BotRecord = { id: nameOf(update), value: update, keepMs };
    try {
      return await notebook.claimOnce(`update:${update.update_id}`, keepMs, note);
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

  /** Begins an update that follows the last one. If ids are missing before it, it waits up to `gapMs` for them. */
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
      // If the deletion fails, the record stays: the next process handles the update again.
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

/** The chat of an update; for a button press without a message, the person's private chat; null if it has neither. */
export function chatOf(update: { update_id: number }): number | null {
  // Every member may be missing: a malformed update must not stop those after it.
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
