/** Gets a message into a chat, whatever Telegram answers: patient, bounded, and never twice what it knows to be there. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from 'grammy';
import type { Logger } from '../../../src/log.js';
import type { Gate } from '../../shared/rate-limit.js';
import { asOptions, type Message } from '../render/index.js';
import { refusalOf } from '../telegram.js';

/** What cannot be said within an hour is left to the next time the job is looked at. */
const patienceMs = 3_600_000;
const firstPauseMs = 500;
const pauseMsMax = 30_000;

/** A message that could not be brought to where it belongs. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
  constructor(
    /**
     * `shut`: nobody is there to be told. `gone`: there is no such message to edit. `moved`: the group, and not the message,
     * is at `chat`. `refused`: Telegram does not take it. `late`: not within an hour.
     */
    readonly failure: 'shut' | 'gone' | 'moved' | 'refused' | 'late',
    readonly detail: {
      chat?: number;
      /** Some attempt was not answered: it may stand there all the same. */
      unsure?: boolean;
    } = {},
  ) {
    super(failure);
  }
}

/** Where a message of the bot stands. */
export interface Place {
  chat: number;
  message: number;
}

export interface Delivery {
  /**
   * Follows a group that has moved; what Telegram does not take is sent once more as plain text.
   * @throws Undeliverable; the reason of `signal`
   */
  send(chat: number, message: Message, replyTo: number | null, signal: AbortSignal): Promise<Place>;
  /**
   * Changes a message to what `latest` says at the moment it goes through.
   * @returns what it says now @throws Undeliverable; the reason of `signal`
   */
  edit(chat: number, id: number, latest: () => Message, signal: AbortSignal): Promise<Message>;
}

/** @param api tries every call once @param gate shared by all that is sent */
export function createDelivery(api: Api, gate: Gate, log: Logger): Delivery {
  /** @returns null where it stands there already */
  async function patiently<T>(chat: number, call: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
    const deadline = Date.now() + patienceMs;
    let unsure = false;
    for (let attempt = 0; ; attempt += 1) {
      const { value, refusal } = await gate.run(chat, (refused) => tried(call, refused), { signal });
      if (refusal === null) return value;
      switch (refusal.kind) {
        case 'unchanged':
          return null;
        case 'wait':
          break;
        case 'unsure':
        case 'conflict':
          unsure ||= refusal.kind === 'unsure';
          await sleep(Math.min(pauseMsMax, firstPauseMs * 2 ** Math.min(attempt, 10)), undefined, { signal });
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
    replyTo: number | null,
    signal: AbortSignal,
  ): Promise<Place> {
    const options = {
      ...asOptions(message),
      ...(replyTo !== null && {
        reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
      }),
    };
    const sent = await patiently(chat, () => api.sendMessage(chat, message.text, options), signal);
    if (sent === null) throw new Undeliverable('refused');
    return { chat, message: sent.message_id };
  }

  return {
    async send(chat, message, replyTo, signal) {
      try {
        return await sendTo(chat, message, replyTo, signal);
      } catch (error) {
        if (!(error instanceof Undeliverable)) throw error;
        const { failure, detail } = error;
        // In a group that has moved, the message it answers has another number.
        if (failure === 'moved' && detail.chat !== undefined) {
          return await sendTo(detail.chat, message, null, signal);
        }
        if (failure !== 'refused') throw error;
        return await sendTo(chat, { ...message, entities: [], buttons: [] }, null, signal);
      }
    },

    async edit(chat, id, latest, signal) {
      let message = latest();
      const edit = () => {
        message = latest();
        return api.editMessageText(chat, id, message.text, asOptions(message));
      };
      await patiently(chat, edit, signal);
      return message;
    },
  };
}

async function tried<T>(call: () => Promise<T>, refused: (afterMs: number) => void) {
  try {
    return { value: await call(), refusal: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.kind === 'wait') refused(refusal.afterMs ?? 1_000);
    return { value: null, refusal };
  }
}
