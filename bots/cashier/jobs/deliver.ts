/** Sends and edits messages with retries for up to an hour. A message that Telegram has confirmed is not sent again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, InputFile } from 'grammy';
import type { RateLimit } from '#bots/shared/rate-limit.js';
import { backoffMs, isStoreUnavailable } from '#bots/shared/retry.js';
import type { Logger } from '../../../src/log.js';
import { asOptions, type Message, replyTo } from '../render/index.js';
import { refusalOf } from '../telegram.js';

/** How long a call is retried. After that it fails as `late`, and the job is retried later. */
const retryForMs = 3_600_000;
const pauses = { firstMs: 500, maxMs: 30_000 };

/** A message that could not be delivered. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
  constructor(
    /**
     * `shut`: the bot may not write to the chat. `gone`: the message to edit does not exist. `moved`: the group, but not the
     * message, moved to `chat`. `refused`: Telegram rejects the content. `late`: not delivered within an hour.
     */
    readonly failure: 'shut' | 'gone' | 'moved' | 'refused' | 'late',
    readonly detail: {
      chat?: number;
      /** An attempt got no answer: the message may have been sent. */
      unsure?: boolean;
    } = {},
  ) {
    super(failure);
  }
}

/** Whether a later attempt may succeed: the store did not answer, or the message was not delivered within an hour. */
export function isTransient(error: unknown): boolean {
  return isStoreUnavailable(error) || (error instanceof Undeliverable && error.failure === 'late');
}

/** For `catch`: ignores that a message cannot be delivered. @throws Undeliverable `late`, and any other error */
export function ignoreUnreachable(error: unknown): null {
  if (!(error instanceof Undeliverable) || error.failure === 'late') throw error;
  return null;
}

/** Chat and id of a message of the bot. */
export interface Place {
  chat: number;
  message: number;
}

export interface Delivery {
  /**
   * Follows a group that has migrated. Rejected content is sent once more as plain text.
   * @throws Undeliverable; the reason of `signal`
   */
  send(chat: number, message: Message, repliesTo: number | null, signal: AbortSignal): Promise<Place>;
  /**
   * Edits a message to the value of `latest` at the moment of the call.
   * @param kind whether the message is a picture, and the text its caption
   * @returns the content sent @throws Undeliverable; the reason of `signal`
   */
  edit(
    chat: number,
    id: number,
    latest: () => Message,
    signal: AbortSignal,
    kind?: { caption: boolean },
  ): Promise<Message>;
}

/** @param api must not retry @param rateLimit shared by all calls */
export function createDelivery(api: Api, rateLimit: RateLimit, log: Logger): Delivery {
  /** @returns null if the message already has this content */
  async function withRetry<T>(chat: number, call: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
    const deadline = Date.now() + retryForMs;
    let unsure = false;
    for (let attempt = 0; ; attempt += 1) {
      const { value, refusal } = await rateLimit.run(chat, (refused) => attemptCall(call, refused), {
        signal,
      });
      if (refusal === null) return value;
      switch (refusal.kind) {
        case 'unchanged':
          return null;
        case 'wait':
          break;
        case 'unsure':
        case 'conflict':
          unsure ||= refusal.kind === 'unsure';
          await sleep(backoffMs(attempt, pauses), undefined, { signal });
          break;
        case 'moved':
          throw new Undeliverable('moved', { chat: refusal.chat, unsure });
        case 'refused':
          log.warn({ component: 'cashier-bot' }, 'Telegram does not take a message as it is');
          throw new Undeliverable('refused', { unsure });
        default:
          throw new Undeliverable(refusal.kind, { unsure });
      }
      if (Date.now() > deadline) throw new Undeliverable('late', { unsure });
    }
  }

  async function sendTo(
    chat: number,
    message: Message,
    repliesTo: number | null,
    signal: AbortSignal,
  ): Promise<Place> {
    const options = { ...asOptions(message), ...(repliesTo !== null && replyTo(repliesTo)) };
    const { picture } = message;
    const call = (): Promise<{ message_id: number }> =>
      picture === undefined
        ? api.sendMessage(chat, message.text, options)
        : api.sendPhoto(chat, new InputFile(picture, 'code.png'), captioned(message, options));
    const sent = await withRetry(chat, call, signal);
    if (sent === null) throw new Undeliverable('refused');
    return { chat, message: sent.message_id };
  }

  return {
    async send(chat, message, repliesTo, signal) {
      try {
        return await sendTo(chat, message, repliesTo, signal);
      } catch (error) {
        if (!(error instanceof Undeliverable)) throw error;
        const { failure, detail } = error;
        // In a migrated group the replied-to message has another id.
        if (failure === 'moved' && detail.chat !== undefined) {
          return await sendTo(detail.chat, message, null, signal);
        }
        if (failure !== 'refused') throw error;
        return await sendTo(chat, { ...message, entities: [], buttons: [] }, null, signal);
      }
    },

    async edit(chat, id, latest, signal, { caption } = { caption: false }) {
      let message = latest();
      const edit = () => {
        message = latest();
        const options = asOptions(message);
        return caption
          ? api.editMessageCaption(chat, id, captioned(message, options))
          : api.editMessageText(chat, id, message.text, options);
      };
      await withRetry(chat, edit, signal);
      return message;
    },
  };
}

/** Converts the options of a text to those of a picture. */
function captioned<O extends ReturnType<typeof asOptions>>({ text }: Message, options: O) {
  const { entities, link_preview_options: _, ...others } = options;
  return { ...others, caption: text, caption_entities: entities };
}

async function attemptCall<T>(call: () => Promise<T>, refused: (afterMs: number) => void) {
  try {
    return { value: await call(), refusal: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.kind === 'wait') refused(refusal.afterMs ?? 1_000);
    return { value: null, refusal };
  }
}
