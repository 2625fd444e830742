/** The webhook: checks the secret of a POST and acknowledges an update after it is stored. */
import * as z from 'zod';
import { createSecretCheck } from '../../src/engine/index.js';
import type { Webhook } from '../../src/http/webhook.js';

const secretHeader = 'x-telegram-bot-api-secret-token';

const named = z.looseObject({ id: z.number() });
const message = z.looseObject({ message_id: z.number(), chat: named, from: named.optional() });
const member = z.looseObject({ status: z.string() });
const numbered = z.looseObject({ update_id: z.number().int() });
/** The members that the bots rely on. */
const update = numbered.extend({
  message: message.optional(),
  edited_message: message.optional(),
  callback_query: z
    .looseObject({
      id: z.string(),
      from: named,
      message: message.optional(),
      data: z.string().optional(),
    })
    .optional(),
  my_chat_member: z
    .looseObject({ chat: named, from: named, old_chat_member: member, new_chat_member: member })
    .optional(),
});

/**
 * The webhook of a bot. An update of an unexpected form is acknowledged and dropped: Telegram would deliver a refused one again
 * and again; after a Failure it delivers the update again.
 * @param path names the bot; contains no secret
 */
export function createWebhook<U>(path: string, secret: string, take: (update: U) => Promise<void>): Webhook {
  const isSecret = createSecretCheck(secret);
  return {
    path,
    isSender: (headers) => isSecret(headers[secretHeader]),
    async take(body) {
      if (!numbered.safeParse(body).success) return 400;
      const read = update.safeParse(body);
      if (read.success) await take(read.data as U);
      return 200;
    },
  };
}
