/**
 * Shows payment requests, each in one message that changes with it. A record is stored before the command is confirmed and leaves
 * when the request is over, so that the next process goes on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BookRow,
  type Engine,
  Failure,
  type PaymentRequest,
  type PaymentRequestEvent,
  type PaymentRequestStatus,
} from '../../../src/engine/index.js';
import type { Logger } from '../../../src/log.js';
import { sendToEach } from '../broadcast.js';
import { type Delivery, Undeliverable } from '../jobs/deliver.js';
import { type Message, ofShop, type Setting, type Vocabulary, type Words } from '../render/index.js';
import { codePicture } from './code-picture.js';
import { paidAttempt, renderRequest, renderRequestOutcome } from './render-request.js';
import { type RequestNote, RequestNotes } from './request-note.js';

/** Pauses before a retry: the store or Telegram did not answer, or anything else failed. */
const retryMs = 2_000;
const afterErrorMs = 60_000;
/** A change that comes later than this is also sent as a separate message, so that the phone makes a sound. */
const quietMs = 120_000;
/** In place of a person who was deleted. */
const deletedPerson = 'tg:0';
const hasOutcome = (status: PaymentRequestStatus) => status === 'paid' || status === 'review';

export interface RequestMessages {
  /** Stores what is to be shown, and shows it soon. Safe to repeat. @throws Failure `unavailable` */
  open(request: string, made: Omit<RequestNote, 'at' | 'shown' | 'status' | 'change'>): Promise<void>;
  /** The message of a request that is not over; null when there is none. @throws Failure `unavailable` */
  find(request: string): Promise<RequestNote | null>;
  /** Shows changes until `lost` aborts. @throws Failure `unavailable`: may be called again */
  run(lost: AbortSignal): Promise<void>;
  /** After `lost` has aborted: resolves when no message is being sent. */
  drained(): Promise<void>;
  /** Forgets a person who made requests, whose messages in groups go on, and those of `shops`, which are being closed. */
  forget(person: string, shops: readonly string[]): Promise<void>;
}

interface RequestMessagesDeps {
  engine: Engine;
  delivery: Delivery;
  vocabulary: Vocabulary;
  setting: () => Setting;
  log: Logger;
}

export function createRequestMessages(deps: RequestMessagesDeps): RequestMessages {
  const { engine, log } = deps;
  const notes = new RequestNotes(engine.botStore('cashier'));
  const followed = new Map<string, { stop: AbortController; done: Promise<void> }>();
  /** Aborted while this process is not the leader. */
  let term = AbortSignal.abort();

  function start(request: string): void {
    if (term.aborted || followed.has(request)) return;
    const stop = new AbortController();
    const signal = AbortSignal.any([term, stop.signal]);
    const done = followAll(request, signal).finally(() => followed.delete(request));
    followed.set(request, { stop, done });
  }

  async function followAll(request: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        return await followOnce(request, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!isPassing(error))
          log.warn({ component: 'cashier-bot', err: error }, 'request could not be shown');
        const pauseMs = isPassing(error) ? retryMs : afterErrorMs;
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function followOnce(request: string, signal: AbortSignal): Promise<void> {
    const shop = (await notes.find(request))?.shop;
    if (shop === undefined) return;
    for await (const event of engine.paymentRequests.follow(shop, request, signal)) await show(event, signal);
    if (!signal.aborted) await notes.remove(request);
  }

  async function show(
    { id: change, paymentRequest: request }: PaymentRequestEvent,
    signal: AbortSignal,
  ): Promise<void> {
    const before = await notes.find(request.id);
    if (before === null || before.change === change) return;
    signal.throwIfAborted();
    const drawn = await drawnFor(deps, before, request);
    const shown = await place(deps, before, drawn, request, signal);
    const { status, at } = before;
    const isLate = status !== null && status !== request.status && Date.now() - at > quietMs;
    if (isLate && shown !== null && hasOutcome(request.status))
      await ring(deps, before, request, shown, signal);
    if (request.status === 'review' && status !== 'review') await askOwners(deps, before, request, signal);
    await notes.put(request.id, { ...before, shown, status: request.status, change });
  }

  async function drained(): Promise<void> {
    if (term.aborted) await Promise.all([...followed.values()].map(({ done }) => done));
  }

  return {
    async open(request, made) {
      if ((await notes.find(request)) === null)
        await notes.put(request, { ...made, at: Date.now(), shown: null, status: null, change: null });
      start(request);
    },

    find: (request) => notes.find(request),

    async run(lost) {
      // Tasks of an earlier term end first, so that each request is followed once.
      await drained();
      term = lost;
      for (const { request } of await notes.all()) start(request);
    },

    drained,

    async forget(person, shops) {
      for (const { request, note } of await notes.all()) {
        const isClosed = shops.includes(note.shop);
        if (note.person !== person && !isClosed) continue;
        followed.get(request)?.stop.abort();
        await followed.get(request)?.done;
        const latest = (await notes.find(request)) ?? note;
        if (isClosed || !note.group) await notes.remove(request);
        else await notes.put(request, { ...latest, person: deletedPerson });
        start(request);
      }
    },
  };
}

function isPassing(error: unknown): boolean {
  if (error instanceof Failure) return error.failure === 'unavailable';
  return error instanceof Undeliverable && error.failure === 'late';
}

/** In a private chat of a person with several shops it names the shop. */
async function drawnFor(
  { engine, vocabulary, setting }: RequestMessagesDeps,
  { shop: id, person, group, locale }: RequestNote,
  request: PaymentRequest,
): Promise<Message> {
  const words = vocabulary.of(locale);
  const [shop, row, { memberships }] = await Promise.all([
    engine.shops.get(id),
    rowOf(engine, id, request),
    engine.shops.ofPerson(person),
  ]);
  const drawn = renderRequest(words, { request, row, shop }, setting());
  return !group && memberships.length > 1 ? ofShop(words, shop, drawn, { below: true }) : drawn;
}

/** The line of the book of the payment that closed it, or that waits for an owner; null when there is none. */
async function rowOf({ shops }: Engine, shop: string, request: PaymentRequest): Promise<BookRow | null> {
  const { reference = null, providerKey } = paidAttempt(request) ?? {};
  if (reference === null) return null;
  const { rows } = await shops.history(shop, reference);
  return rows.find((row) => row.provider === providerKey && row.reference === reference) ?? null;
}

/** @returns the message that shows it now; null when the chat cannot be reached */
async function place(
  { delivery }: RequestMessagesDeps,
  { shown, chat, message: command }: RequestNote,
  drawn: Message,
  { status, url }: PaymentRequest,
  signal: AbortSignal,
): Promise<RequestNote['shown']> {
  try {
    if (shown !== null) {
      await delivery.edit(shown.chat, shown.message, () => drawn, signal, { caption: shown.picture });
      return shown;
    }
  } catch (error) {
    // A message that is gone, or has stayed behind in a group that moved, is replaced by a new one.
    if (!(error instanceof Undeliverable) || error.failure === 'late') throw error;
    if (error.failure === 'shut') return shown;
  }
  try {
    const picture = status === 'open' ? await codePicture(url) : undefined;
    const sent = await delivery.send(chat, { ...drawn, picture }, command, signal);
    return { ...sent, picture: picture !== undefined };
  } catch (error) {
    if (!(error instanceof Undeliverable) || error.failure === 'late') throw error;
    return null;
  }
}

async function ring(
  { delivery, vocabulary }: RequestMessagesDeps,
  { locale }: RequestNote,
  request: PaymentRequest,
  { chat, message }: { chat: number; message: number },
  signal: AbortSignal,
): Promise<void> {
  try {
    await delivery.send(chat, renderRequestOutcome(vocabulary.of(locale), request), message, signal);
  } catch (error) {
    if (!(error instanceof Undeliverable) || error.failure === 'late') throw error;
  }
}

/** Tells the owners that a payment waits for them, except one who sees it already. */
async function askOwners(
  deps: RequestMessagesDeps,
  { shop: id, person, group }: RequestNote,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<void> {
  const { shops } = deps.engine;
  const [shop, row, owners] = await Promise.all([
    shops.get(id),
    rowOf(deps.engine, id, request),
    shops.owners(id),
  ]);
  const people = owners.filter((owner) => group || owner !== person);
  const draw = (words: Words) => renderRequest(words, { request, row, shop }, deps.setting());
  const note = `request-review:${request.id}:${request.review?.attempt}`;
  await sendToEach(deps, { note, people, shop, draw }, signal);
}
