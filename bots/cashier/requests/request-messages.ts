/**
 * Shows payment requests, each in one message that changes with it. A record is stored before the command is confirmed, and
 * deleted when the request is over, so that the next process can continue.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  BookRow,
  Engine,
  PaymentRequest,
  PaymentRequestEvent,
  PaymentRequestStatus,
} from '../../../src/engine/index.js';
import { type MessengerDeps, sendToEach } from '../broadcast.js';
import { ignoreUnreachable, isTransient, Undeliverable } from '../jobs/deliver.js';
import { type Message, ofShop, type Words } from '../render/index.js';
import { codePicture } from './code-picture.js';
import { paidAttempt, renderRequest, renderRequestOutcome } from './render-request.js';
import { type RequestMessageRecord, RequestMessageRecords } from './request-record.js';

/** Pause before a retry after the store or Telegram did not answer, and after any other error. */
const retryMs = 2_000;
const afterErrorMs = 60_000;
/** A change that comes later than this is also sent as a separate message, so that the phone makes a sound. */
const quietMs = 120_000;
/** Replaces a deleted person. */
const deletedPerson = 'tg:0';
const hasOutcome = (status: PaymentRequestStatus) => status === 'paid' || status === 'review';

export interface RequestMessages {
  /** Stores what is to be shown, and shows it soon. Safe to repeat. @throws Failure `unavailable` */
  open(
    request: string,
    made: Omit<RequestMessageRecord, 'at' | 'shown' | 'status' | 'change'>,
  ): Promise<void>;
  /** The message of a request that is not over; null when there is none. @throws Failure `unavailable` */
  find(request: string): Promise<RequestMessageRecord | null>;
  /** Shows changes until `lost` aborts. @throws Failure `unavailable`: may be called again */
  run(lost: AbortSignal): Promise<void>;
  /** After `lost` has aborted: resolves when no message is being sent. */
  drained(): Promise<void>;
  /** Forgets a person who made requests, whose messages in groups go on, and those of `shops`, which are being closed. */
  forget(person: string, shops: readonly string[]): Promise<void>;
}

export function createRequestMessages(deps: MessengerDeps): RequestMessages {
  const { engine, log } = deps;
  const records = new RequestMessageRecords(engine.botStore('cashier'));
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
        if (!isTransient(error))
          log.warn({ component: 'cashier-bot', err: error }, 'request could not be shown');
        const pauseMs = isTransient(error) ? retryMs : afterErrorMs;
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function followOnce(request: string, signal: AbortSignal): Promise<void> {
    const shop = (await records.find(request))?.shop;
    if (shop === undefined) return;
    for await (const event of engine.paymentRequests.follow(shop, request, signal)) await show(event, signal);
    if (!signal.aborted) await records.remove(request);
  }

  async function show(
    { id: change, paymentRequest: request }: PaymentRequestEvent,
    signal: AbortSignal,
  ): Promise<void> {
    const before = await records.find(request.id);
    if (before === null || before.change === change) return;
    signal.throwIfAborted();
    const message = await renderFor(deps, before, request);
    const shown = await showMessage(deps, before, message, request, signal);
    const { status, at } = before;
    const isLate = status !== null && status !== request.status && Date.now() - at > quietMs;
    if (isLate && shown !== null && hasOutcome(request.status))
      await announceOutcome(deps, before, request, shown, signal);
    if (request.status === 'review' && status !== 'review') await askOwners(deps, before, request, signal);
    await records.put(request.id, { ...before, shown, status: request.status, change });
  }

  async function drained(): Promise<void> {
    if (term.aborted) await Promise.all([...followed.values()].map(({ done }) => done));
  }

  return {
    async open(request, made) {
      if ((await records.find(request)) === null)
        await records.put(request, { ...made, at: Date.now(), shown: null, status: null, change: null });
      start(request);
    },

    find: (request) => records.find(request),

    async run(lost) {
      // Tasks of an earlier term end first, so that each request is followed once.
      await drained();
      term = lost;
      for (const { request } of await records.all()) start(request);
    },

    drained,

    async forget(person, shops) {
      for (const { request, record } of await records.all()) {
        const isClosed = shops.includes(record.shop);
        if (record.person !== person && !isClosed) continue;
        followed.get(request)?.stop.abort();
        await followed.get(request)?.done;
        const latest = (await records.find(request)) ?? record;
        if (isClosed || !record.group) await records.remove(request);
        else await records.put(request, { ...latest, person: deletedPerson });
        start(request);
      }
    },
  };
}

/** In a private chat of a person with several shops it names the shop. */
async function renderFor(
  { engine, vocabulary, setting }: MessengerDeps,
  { shop: id, person, group, locale }: RequestMessageRecord,
  request: PaymentRequest,
): Promise<Message> {
  const words = vocabulary.of(locale);
  const [shop, row, { memberships }] = await Promise.all([
    engine.shops.get(id),
    rowOf(engine, id, request),
    engine.shops.ofPerson(person),
  ]);
  const message = renderRequest(words, { request, row, shop }, setting());
  return !group && memberships.length > 1 ? ofShop(words, shop, message, { below: true }) : message;
}

/** Ledger entry of the payment that closed the request, or that waits for an owner; null if there is none. */
async function rowOf({ shops }: Engine, shop: string, request: PaymentRequest): Promise<BookRow | null> {
  const { reference = null, providerKey } = paidAttempt(request) ?? {};
  if (reference === null) return null;
  const { rows } = await shops.history(shop, reference);
  return rows.find((row) => row.provider === providerKey && row.reference === reference) ?? null;
}

/** Edits the request's message, or sends one. @returns the message that shows it now; null if the chat cannot be reached */
async function showMessage(
  { delivery }: MessengerDeps,
  { shown, chat, message: command }: RequestMessageRecord,
  message: Message,
  { status, url }: PaymentRequest,
  signal: AbortSignal,
): Promise<RequestMessageRecord['shown']> {
  try {
    if (shown !== null) {
      await delivery.edit(shown.chat, shown.message, () => message, signal, { caption: shown.picture });
      return shown;
    }
  } catch (error) {
    // A message that is gone, or has stayed behind in a group that moved, is replaced by a new one.
    if (!(error instanceof Undeliverable) || error.failure === 'late') throw error;
    if (error.failure === 'shut') return shown;
  }
  const picture = status === 'open' ? await codePicture(url) : undefined;
  const sent = await delivery.send(chat, { ...message, picture }, command, signal).catch(ignoreUnreachable);
  return sent && { ...sent, picture: picture !== undefined };
}

/** Sends the outcome as a separate message, which makes a sound. */
async function announceOutcome(
  { delivery, vocabulary }: MessengerDeps,
  { locale }: RequestMessageRecord,
  request: PaymentRequest,
  { chat, message }: { chat: number; message: number },
  signal: AbortSignal,
): Promise<void> {
  const outcome = renderRequestOutcome(vocabulary.of(locale), request);
  await delivery.send(chat, outcome, message, signal).catch(ignoreUnreachable);
}

/** Tells the owners that a payment waits for them, except one who sees it already. */
async function askOwners(
  deps: MessengerDeps,
  { shop: id, person, group }: RequestMessageRecord,
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
  const render = (words: Words) => renderRequest(words, { request, row, shop }, deps.setting());
  const record = `request-review:${request.id}:${request.review?.attempt}`;
  await sendToEach(deps, { record, people, shop, render }, signal);
}
