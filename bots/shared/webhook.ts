/** The webhook: checks the secret of a POST and acknowledges an update after it is stored. */
import * as z from 'zod';
import { createSecretCheck } from '../../src/engine/index.js';
import type { Webhook } from '../../src/http/webhook.js';

const secretHeader = 'x-telegram-bot-api-secret-token';

const withId = z.looseObject({ id: z.number() });
const message = z.looseObject({ message_id: z.number(), chat: withId, from: withId.optional() });
const member = z.looseObject({ status: z.string() });
const anyUpdate = z.looseObject({ update_id: z.number().int() });
/** The members that the bots rely on. */
const update = anyUpdate.extend({
  message: message.optional(),
  edited_message: message.optional(),
  callback_query: z
    .looseObject({
      id: z.string(),
      from: withId,
      message: message.optional(),
      data: z.string().optional(),
    })
    .optional(),
  my_chat_member: z
    .looseObject({ chat: withId, from: withId, old_chat_member: member, new_chat_member: member })
    .optional(),
});

/**
 * The webhook of a bot. An update of an unexpected form is acknowledged and dropped, because Telegram keeps redelivering a
 * rejected one. After a Failure, Telegram delivers the update again.
 * @param path names the bot; contains no secret
 */
export function createWebhook<U>(path: string, secret: string, take: (update: U) => Promise<void>): Webhook {
  const isValidSecret = createSecretCheck(secret);
  return {
    path,
    isSender: (headers) => isValidSecret(headers[secretHeader]),
    async take(body) {
      if (!anyUpdate.safeParse(body).success) return 400;
      const parsed = update.safeParse(body);
      if (parsed.success) await take(parsed.data as U);
      return 200;
    },
  };
}
