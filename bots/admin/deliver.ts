/**
 * Sends the outbox to the chats, one message at a time in each. Repeating an edit is harmless. A message counts as sent when
 * Telegram has answered; if the answer is lost (connection cut, process killed), it is sent again: a duplicate alert is
 * better than a lost one.
 */
import { backoffMs } from '#bots/shared/retry.js';
import type { Logger } from '../../src/log.js';
import { nextItem, type OutboxItem, recordSent } from './outbox.js';
import type { RenderContext } from './render.js';
import type { ChatState, StateStore } from './state-store.js';
import { refusalIn, type Telegram } from './telegram.js';

const pauses = { firstMs: 1_500, maxMs: 60_000 };

interface DeliveryDeps {
  store: StateStore;
  telegram: Pick<Telegram, 'send' | 'edit'>;
  context(): RenderContext;
  log: Logger;
  /** No call is begun after it has aborted. */
  signal: AbortSignal;
  now(): number;
}

/** Delivery state of one chat in this process. */
interface Lane {
  busy: Promise<void> | null;
  waitUntil: number;
  failures: number;
}

export class Delivery {
  readonly #lanes = new Map<number, Lane>();

  constructor(private readonly deps: DeliveryDeps) {}

  /** Starts delivery in every chat where none is running; returns at once. */
  start(): void {
    const { store, signal } = this.deps;
    for (const chat of Object.keys(store.stored.chats).map(Number)) {
      const lane = this.#lanes.get(chat) ?? { busy: null, waitUntil: 0, failures: 0 };
      this.#lanes.set(chat, lane);
      if (lane.busy || signal.aborted) continue;
      lane.busy = this.#deliver(chat, lane).finally(() => {
        lane.busy = null;
      });
    }
  }

  /** Resolves when no delivery is running. */
  async idle(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(({ busy }) => busy));
  }

  async #deliver(chat: number, lane: Lane): Promise<void> {
    const { store, context, signal, now } = this.deps;
    while (!signal.aborted && now() >= lane.waitUntil) {
      const chatState = store.stored.chats[chat];
      const next = chatState && nextItem(context(), store.stored, chat);
      if (!chatState || !next) return;
      try {
        await this.#send(chat, chatState, next);
        lane.failures = 0;
        // If the store fails, delivery continues from memory.
        if (context().view.ready) await store.save().catch(() => undefined);
      } catch (error) {
        this.#fail(chat, lane, error);
      }
    }
  }

  async #send(chat: number, chatState: ChatState, next: OutboxItem): Promise<void> {
    const { telegram, now } = this.deps;
    if (next.do === 'send') {
      const id = await telegram.send(chat, next.message, next.replyTo);
      recordSent(chatState, id, next.settles, now());
      return;
    }
    const { post, message, shown, core } = next;
    try {
      await telegram.edit(chat, post.message, message);
    } catch (error) {
      const kind = refusalIn(error)?.kind;
      // Deleted, or rejected for good: counts as edited; later notes are sent as replies.
      if (kind !== 'unchanged' && kind !== 'gone' && kind !== 'refused') throw error;
    }
    Object.assign(post, { shown, core, editedAt: now() });
  }

  #fail(chat: number, lane: Lane, error: unknown): void {
    const { store, log, now } = this.deps;
    const refusal = refusalIn(error);
    if (refusal === null) {
      log.error({ component: 'admin-bot', err: error }, 'unexpected error while sending a message');
      lane.waitUntil = now() + pauses.maxMs;
      return;
    }
    lane.failures += 1;
    if (refusal.kind === 'moved') {
      store.move(chat, refusal.chat);
      return;
    }
    if (refusal.kind === 'shut') {
      this.#switchOff(chat);
      return;
    }
    if (refusal.kind === 'refused' || refusal.kind === 'conflict') {
      log.warn({ component: 'admin-bot', reason: refusal.kind }, 'Telegram rejected a message');
    }
    const asked = refusal.kind === 'wait' ? refusal.afterMs : null;
    const pauseMs = refusal.kind === 'refused' ? pauses.maxMs : backoffMs(lane.failures - 1, pauses);
    lane.waitUntil = now() + (asked ?? pauseMs);
  }

  #switchOff(chat: number): void {
    const { store, log } = this.deps;
    const chatState = store.stored.chats[chat];
    if (!chatState?.on) return;
    chatState.on = false;
    log.warn({ component: 'admin-bot' }, 'a chat refuses the bot and is switched off');
    const text = `🔴 Chat ${chat} refuses this bot: alerts no longer go there. It is switched on again when somebody writes to the bot from there.`;
    store.notify(text, { but: chat });
  }
}
