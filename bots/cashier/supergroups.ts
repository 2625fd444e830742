/** Follows groups that become supergroups, in whatever order their messages and the migration notices arrive. */
import { Composer, type Context, type MiddlewareFn } from 'grammy';
import type { Update } from 'grammy/types';
import type { BotStore, Shops } from '../../src/engine/index.js';
import { command } from './amount.js';
import { nameOfChat } from './identify.js';

/** Highest message id that may arrive before the migration notice; a supergroup numbers its messages from 1. */
const earlyMessages = 100;
/** How long early messages wait: Telegram redelivers an unconfirmed notice within minutes. */
const waitMs = 15 * 60_000;

/**
 * Assigns the shop of a group to its supergroup. Messages of a supergroup without a shop are handled after the notice, except
 * commands other than `/v`, because one of them may assign it to a shop.
 * @throws Failure `unavailable`
 */
export function followSupergroups(
  shops: Shops,
  botStore: BotStore,
  handle: (update: Update) => Promise<void>,
): MiddlewareFn<Context> {
  const namesOf = (chat: number, message: number) => ({
    sent: `early:${chat}:${message}`,
    edited: `early:${chat}:${message}:edited`,
  });

  async function handleWaiting(chat: number): Promise<void> {
    for (let message = 1; message <= earlyMessages; message += 1) {
      const { sent, edited } = namesOf(chat, message);
      for (const name of [sent, edited]) {
        const update = await botStore.getTemporary(name);
        if (update === null) continue;
        await handle(update as Update);
        await botStore.deleteTemporary(name);
      }
    }
  }

  const composer = new Composer();
  // Both chats get a notice; either may be handled first, and messages of the old group after both.
  composer.on('msg:migrate_to_chat_id', ({ chat, msg }) =>
    shops.migrate(nameOfChat(chat.id), nameOfChat(msg.migrate_to_chat_id)),
  );
  composer.on('msg:migrate_from_chat_id', async ({ chat, msg }) => {
    await shops.migrate(nameOfChat(msg.migrate_from_chat_id), nameOfChat(chat.id));
    await handleWaiting(chat.id);
  });
  composer.chatType('supergroup').on(['message', 'edited_message'], async ({ chat, msg, update }, next) => {
    const mayAssign = msg.text?.startsWith('/') && !command.test(msg.text);
    const mayBeEarly = msg.message_id <= earlyMessages && !mayAssign;
    if (!mayBeEarly || (await shops.shopOfChat(nameOfChat(chat.id))) !== null) return await next();
    const { sent, edited } = namesOf(chat.id, msg.message_id);
    await botStore.setTemporary(update.edited_message ? edited : sent, update, waitMs);
  });
  return composer.middleware();
}
