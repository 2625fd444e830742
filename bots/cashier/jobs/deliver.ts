/** Gets a message into a chat, whatever Telegram answers: patient, bounded, and never twice what it knows to be there. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from 'grammy';
import { asOptions, type Message } from '../render/index.js';
import { troubleOf } from '../telegram.js';

/** Telegram's own patience: what cannot be said within an hour is left to the next time the job is looked at. */
const patienceMs = 3_600_000;
const firstPauseMs = 500;
const pauseMsMax = 30_000;
/** Telegram never asks for more of those who keep to its limits. */
const retryAfterMsMax = 300_000;

/** A message that could not be brought to where it belongs. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
  constructor(
    /** `lost`: there is nobody to tell any more. `refused`: Telegram would not take it. `late`: not within an hour. */
    readonly failure: 'lost' | 'refused' | 'late',
  ) {
    super(failure);
  }
}

export interface Delivery {
  /** @returns where the message stands. @throws Undeliverable; the reason of `signal` */
  send(
    chat: number,
    message: Message,
    replyTo: number | null,
    signal: AbortSignal,
  ): Promise<{ chat: number; message: number }>;
  /**
   * Changes a message to what `latest` says at the moment it goes through.
   * @returns what it says now @throws Undeliverable; the reason of `signal`
   */
  edit(chat: number, id: number, latest: () => Message, signal: AbortSignal): Promise<Message>;
}

/** @param api tries every call once */
export function createDelivery(api: Api): Delivery {
  async function patiently<T>(call: () => Promise<T>, signal: AbortSignal, moved: (chat: number) => void) {
    const deadline = Date.now() + patienceMs;
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      try {
        return await call();
      } catch (error) {
        const trouble = troubleOf(error);
        if (trouble.kind === 'unchanged') return null;
        if (trouble.kind === 'moved') moved(trouble.chat);
        else if (trouble.kind !== 'passing') throw new Undeliverable(trouble.kind);
        else await pause(trouble.afterMs, attempt, signal);
        if (Date.now() > deadline) throw new Undeliverable('late');
      }
    }
  }

  return {
    async send(chat, message, replyTo, signal) {
      let to = chat;
      const sent = await patiently(
        () => {
          // In a group that has moved, the message it answers has another number.
          const answers = replyTo !== null && to === chat;
          return api.sendMessage(to, message.text, {
            ...asOptions(message),
            ...(answers && {
              reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
            }),
          });
        },
        signal,
        (moved) => {
          to = moved;
        },
      );
      if (sent === null) throw new Undeliverable('refused');
      return { chat: to, message: sent.message_id };
    },

    async edit(chat, id, latest, signal) {
      let message = latest();
      await patiently(
        () => {
          message = latest();
          return api.editMessageText(chat, id, message.text, asOptions(message));
        },
        signal,
        () => {
          throw new Undeliverable('lost');
        },
      );
      return message;
    },
  };
}

/** As long as Telegram asks, else longer from time to time. */
async function pause(afterMs: number | null, attempt: number, signal: AbortSignal): Promise<void> {
  const own = Math.min(pauseMsMax, firstPauseMs * 2 ** Math.min(attempt, 10));
  await sleep(afterMs === null ? own : Math.min(afterMs, retryAfterMsMax), undefined, { signal });
}
