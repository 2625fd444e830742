/**
 * Brings what is owed into the chats, one message at a time in each.
 *
 * What is promised: edits may be repeated without harm. A message is sent after a record of it is safe, and is marked as
 * told when Telegram has answered. Where the answer is lost, by a cut connection or the end of this process, the record
 * is what remains, and the message is looked for before it is sent again: to edit it into what it says already is
 * refused as "not modified", which shows that it stands there. It is looked for among the ids that may follow the last
 * one known. What is not found there is sent again: an alert twice is better than none.
 */
import type { Notebook } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import type { ChatBook, OpenBook } from './book.js';
import { isSettled, type Owed, owed, type Settles, settle } from './owed.js';
import type { Canvas, Message } from './render.js';
import { type Telegram, Trouble } from './telegram.js';

/** Before a message of which nobody knows is looked for. */
const unsureMs = 1_500;
const pauseMsMax = 60_000;
/** How many ids after the last known one are tried; more where the bot knows of no message yet, for ids begin low. */
const lookAhead = 12;
const lookAheadFirst = 250;
/** Ids below it are supergroups, which count their own messages; all other chats share one count. */
const supergroups = -1_000_000_000_000;

/** A message on its way, safe in the notebook before it leaves. */
interface Sending {
  message: Message;
  replyTo: number | null;
  settles: Settles;
  /** The highest id known before it left; moves on as it is looked for. */
  last: number;
  /** The highest id it is looked for at. */
  until: number;
}

export interface Delivery {
  /** Works on what is owed, in every chat where nothing is under way; returns at once. */
  go(): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

export interface DeliveryDeps {
  open: OpenBook;
  notebook: Pick<Notebook, 'get' | 'put' | 'remove'>;
  telegram: Pick<Telegram, 'send' | 'edit'>;
  canvas(): Canvas;
  log: Logger;
  /** Nothing is begun after it has aborted. */
  signal: AbortSignal;
  now(): number;
}

/** Where one chat stands in this process. */
interface Lane {
  busy: Promise<void> | null;
  waitUntil: number;
  failures: number;
  /** What was on its way and may have arrived; undefined: to be read from the notebook. */
  unsure: Sending | null | undefined;
}

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { open, notebook, telegram, canvas, log, signal, now } = deps;
  const lanes = new Map<number, Lane>();

  function laneOf(chat: number): Lane {
    const lane = lanes.get(chat) ?? { busy: null, waitUntil: 0, failures: 0, unsure: undefined };
    lanes.set(chat, lane);
    return lane;
  }

  /** What the store does not take is still told: the bot holds it in memory. */
  async function quietly(write: () => Promise<void>): Promise<void> {
    if (canvas().view.ready) await write().catch(() => undefined);
  }

  async function work(chat: number, lane: Lane): Promise<void> {
    while (!signal.aborted && now() >= lane.waitUntil) {
      const told = open.book.chats[chat];
      if (!told) return;
      try {
        if (lane.unsure === undefined) lane.unsure = await leftBehind(chat, told);
        if (lane.unsure) await resolve(chat, told, lane);
        const next = owed(canvas(), open.book, chat);
        if (next === null) return;
        await quietly(() => open.save());
        if (signal.aborted) return;
        await carryOut(chat, told, lane, next);
        lane.failures = 0;
        await quietly(() => open.save());
      } catch (error) {
        fail(chat, lane, error);
      }
    }
  }

  async function carryOut(chat: number, told: ChatBook, lane: Lane, next: Owed): Promise<void> {
    if (next.do === 'edit') {
      await edit(chat, next);
      return;
    }
    const { message, replyTo, settles } = next;
    const last = lastKnown(chat, told);
    const until = last + (last === 0 ? lookAheadFirst : lookAhead);
    const sending: Sending = { message, replyTo, settles, last, until };
    await quietly(() => notebook.put(`sending:${chat}`, sending));
    lane.unsure = sending;
    const id = await telegram.send(chat, message, replyTo).catch((error: unknown) => {
      if (!(error instanceof Trouble) || error.kind !== 'unsure') lane.unsure = null;
      throw error;
    });
    lane.unsure = null;
    settle(told, id, settles, now());
  }

  async function edit(chat: number, { post, message, shown, core }: Owed & { do: 'edit' }): Promise<void> {
    try {
      await telegram.edit(chat, post.message, message);
    } catch (error) {
      const kind = error instanceof Trouble ? error.kind : '';
      // Somebody has deleted it, or Telegram never takes it: what is said next is said in replies.
      if (kind !== 'unchanged' && kind !== 'gone' && kind !== 'refused') throw error;
    }
    Object.assign(post, { shown, core, editedAt: now() });
  }

  async function leftBehind(chat: number, told: ChatBook): Promise<Sending | null> {
    const note = (await notebook.get(`sending:${chat}`).catch(() => null)) as Sending | null;
    return note && !isSettled(told, note.settles) ? note : null;
  }

  /** Finds out whether a message stands in the chat. @throws Trouble */
  async function resolve(chat: number, told: ChatBook, lane: Lane): Promise<void> {
    const sending = lane.unsure;
    if (!sending) return;
    const id = isSettled(told, sending.settles) ? null : await find(chat, sending);
    if (id !== null) settle(told, id, sending.settles, now());
    lane.unsure = null;
    await quietly(() => notebook.remove(`sending:${chat}`));
  }

  function lastKnown(chat: number, told: ChatBook): number {
    if (chat < supergroups) return told.last;
    const others = Object.entries(open.book.chats).filter(([id]) => Number(id) > supergroups);
    return Math.max(told.last, ...others.map(([, { last }]) => last));
  }

  /** @returns the id of the message, null when it does not stand there */
  async function find(chat: number, sending: Sending): Promise<number | null> {
    while (sending.last < sending.until) {
      try {
        await telegram.edit(chat, sending.last + 1, sending.message);
        // Another message of ours, which nobody remembers: nothing is certain here.
        return null;
      } catch (error) {
        const kind = error instanceof Trouble ? error.kind : '';
        if (kind === 'unchanged') return sending.last + 1;
        if (kind !== 'gone' && kind !== 'refused') throw error;
      }
      // Where Telegram asks to wait, the search goes on from here.
      sending.last += 1;
    }
    return null;
  }

  function fail(chat: number, lane: Lane, error: unknown): void {
    if (!(error instanceof Trouble)) {
      log.error({ component: 'admin-bot', err: error }, 'a message could not be made');
      lane.waitUntil = now() + pauseMsMax;
      return;
    }
    lane.failures += 1;
    const { kind, detail } = error;
    if (kind === 'moved' && detail.chat !== undefined) {
      open.move(chat, detail.chat);
      return;
    }
    if (kind === 'shut') {
      switchOff(chat);
      return;
    }
    if (kind === 'refused' || kind === 'conflict') {
      log.warn({ component: 'admin-bot', reason: kind }, 'Telegram does not take a message');
    }
    const ownMs = Math.min(pauseMsMax, unsureMs * 2 ** Math.min(lane.failures - 1, 10));
    lane.waitUntil = now() + (detail.afterMs ?? (kind === 'refused' ? pauseMsMax : ownMs));
  }

  function switchOff(chat: number): void {
    const told = open.book.chats[chat];
    if (!told?.on) return;
    told.on = false;
    log.warn({ component: 'admin-bot' }, 'a chat refuses the bot and is switched off');
    const text = `🔴 Chat ${chat} refuses this bot: alerts no longer go there. It is switched on again when somebody writes to the bot from there.`;
    open.notify(text, { but: chat });
  }

  return {
    go() {
      for (const chat of Object.keys(open.book.chats).map(Number)) {
        const lane = laneOf(chat);
        if (lane.busy || signal.aborted) continue;
        lane.busy = work(chat, lane).finally(() => {
          lane.busy = null;
        });
      }
    },
    async idle() {
      await Promise.all([...lanes.values()].map(({ busy }) => busy));
    },
  };
}
