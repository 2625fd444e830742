/**
 * Persistent queue of updates between Telegram and the handlers. An update is confirmed to Telegram after it is stored.
 * A stored update is handled by this process, or by the next one if this one dies (then possibly a second time).
 * Duplicate deliveries are dropped. Updates of one chat are handled one after the other, in the order of their ids.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BotRecord, BotStore } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import { isStoreUnavailable } from './retry.js';

/** Telegram delivers an unconfirmed update for one day. */
const keepMs = 2 * 86_400_000;
/** Notifications may be lost, so the leader also polls the stored updates. */
const pollMs = 2_000;
const retryMs = 1_000;
/** How long an update waits for missing lower ids, which another process may be storing at this moment. */
const gapMs = 200;
/** Number of handled update ids kept in memory. */
const handledIdsMax = 1_000;

interface InboxDeps<U> {
  botStore: BotStore;
  /** Failure `unavailable`: the update is retried, by the next process once `signal` has aborted. Any other error is logged. */
  handle(update: U, signal: AbortSignal): Promise<void>;
  /** Updates of one lane are handled in order; null: in any order. */
  laneOf(update: U): number | null;
  /** Other processes store updates too and notify this one (webhook mode). */
  shared: boolean;
  /** Handle an update even if it cannot be stored. */
  handleWithoutStore?: boolean;
  component: string;
  log: Logger;
}

export class Inbox<U extends { update_id: number }> {
  readonly #deps: InboxDeps<U>;
  /** Updates being handled or waiting in a lane, by id. */
  readonly #handling = new Map<string, Promise<void>>();
  /** Recently handled ids: a poll that began before the record was deleted may still return it. */
  readonly #handled = new Set<string>();
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
    const { botStore, shared, handleWithoutStore = false } = this.#deps;
    try {
      const isNew = await this.#store(update);
      // An earlier attempt may have stored it although the store's reply timed out: then it is not being handled yet.
      if (!isNew && !shared) await this.#readStored();
      if (!isNew) return;
    } catch (error) {
      if (!handleWithoutStore || !this.#isRunning || !isStoreUnavailable(error)) throw error;
    }
    if (!this.#isRunning) await botStore.notify();
    else if (shared) this.#receive(update);
    else this.#begin(update);
  }

  /** Handles stored and new updates until `lost` aborts; resolves when the last one is handled. */
  async run(lost: AbortSignal): Promise<void> {
    const { botStore, shared, handleWithoutStore = false } = this.#deps;
    const subscription = shared ? botStore.listen() : null;
    this.#term = lost;
    try {
      await this.#readStored().catch((error: unknown) => {
        if (!handleWithoutStore) throw error;
      });
      while (!lost.aborted) {
        if (subscription) await subscription.wait(pollMs, lost);
        else await new Promise((resolve) => lost.addEventListener('abort', resolve, { once: true }));
        if (subscription && !lost.aborted) await this.#readStored().catch(() => undefined);
      }
      await Promise.all(this.#handling.values());
    } finally {
      subscription?.close();
    }
  }

  get #isRunning(): boolean {
    return this.#term !== null && !this.#term.aborted;
  }

  /** @returns false if it is already stored, or dropped because it is too long for a record, which no message of a person is */
  async #store(update: U): Promise<boolean> {
    const { botStore, log, component } = this.#deps;
    const record: BotRecord = { id: recordIdOf(update), value: update, keepMs };
    try {
      return await botStore.claimOnce(`update:${update.update_id}`, keepMs, record);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      log.warn({ component, reason: 'too_long' }, 'an update was dropped');
      return false;
    }
  }

  async #readStored(): Promise<void> {
    const records = await this.#deps.botStore.all('inbox');
    const updates = records.map(({ value }) => value as U);
    for (const update of [...updates, ...this.#early].sort(byNumber)) this.#begin(update);
    this.#early = [];
  }

  /** Begins an update if its id follows the last one. Otherwise waits up to `gapMs` for the missing ids. */
  #receive(update: U): void {
    if (this.#last === null || update.update_id <= this.#last + 1) {
      this.#begin(update);
      const [next] = this.#early.sort(byNumber);
      if (next !== undefined && next.update_id <= (this.#last ?? 0) + 1) {
        this.#early.shift();
        this.#receive(next);
      }
      return;
    }
    this.#early.push(update);
    setTimeout(() => {
      if (this.#early.includes(update)) void this.#readStored().catch(() => this.#beginEarly());
    }, gapMs);
  }

  #beginEarly(): void {
    for (const update of this.#early.splice(0).sort(byNumber)) this.#begin(update);
  }

  #begin(update: U): void {
    const id = recordIdOf(update);
    const term = this.#term;
    if (term === null || term.aborted || this.#handling.has(id) || this.#handled.has(id)) return;
    this.#last = Math.max(this.#last ?? 0, update.update_id);
    const lane = this.#deps.laneOf(update);
    const before = lane === null ? undefined : this.#lanes.get(lane);
    const done = (before ?? Promise.resolve())
      .then(() => this.#handle(id, update, term))
      .finally(() => {
        this.#handling.delete(id);
        if (lane !== null && this.#lanes.get(lane) === done) this.#lanes.delete(lane);
      });
    this.#handling.set(id, done);
    if (lane !== null) this.#lanes.set(lane, done);
  }

  async #handle(id: string, update: U, signal: AbortSignal): Promise<void> {
    const { handle, botStore, log, component } = this.#deps;
    while (!signal.aborted) {
      try {
        await handle(update, signal);
      } catch (error) {
        if (isStoreUnavailable(error)) {
          await sleep(retryMs, undefined, { signal }).catch(() => undefined);
          continue;
        }
        log.error({ component, err: error }, 'an update could not be handled');
      }
      this.#markHandled(id);
      // If the deletion fails, the record stays: the next process handles the update again.
      await botStore.remove(id).catch(() => undefined);
      return;
    }
  }

  #markHandled(id: string): void {
    this.#handled.add(id);
    const [oldest] = this.#handled;
    if (this.#handled.size > handledIdsMax && oldest !== undefined) this.#handled.delete(oldest);
  }
}

const recordIdOf = ({ update_id }: { update_id: number }) => `inbox:${update_id}`;
const byNumber = (a: { update_id: number }, b: { update_id: number }) => a.update_id - b.update_id;

interface UpdateOrigin {
  chat?: { id?: unknown } | null;
  from?: { id?: unknown } | null;
}

/** The chat of an update; for a button press without a message, the person's private chat; null if neither is given. */
export function chatOf(update: { update_id: number }): number | null {
  // Every member may be missing: a malformed update must not stop those after it.
  const { message, edited_message, my_chat_member, callback_query } = update as {
    message?: UpdateOrigin | null;
    edited_message?: UpdateOrigin | null;
    my_chat_member?: UpdateOrigin | null;
    callback_query?: (UpdateOrigin & { message?: UpdateOrigin | null }) | null;
  };
  const origin = message ?? edited_message ?? my_chat_member ?? callback_query?.message;
  const id = origin?.chat?.id ?? callback_query?.from?.id;
  return typeof id === 'number' ? id : null;
}
