/** What Telegram answers when it refuses, in its own words. */
import type { ResponseParameters } from '@grammyjs/types';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    /** Both the HTTP status and `error_code`. */
    readonly code: number,
    readonly description: string,
    readonly parameters?: ResponseParameters,
  ) {
    super(description);
  }
}

export const badRequest = (what: string, parameters?: ResponseParameters) =>
  new Refusal(400, `Bad Request: ${what}`, parameters);

export const unauthorized = () => new Refusal(401, 'Unauthorized');
export const unknownMethod = () => new Refusal(404, 'Not Found');

export const tooManyRequests = (retryAfterSeconds: number) =>
  new Refusal(429, `Too Many Requests: retry after ${retryAfterSeconds}`, {
    retry_after: retryAfterSeconds,
  });

export const blockedByUser = () => new Refusal(403, 'Forbidden: bot was blocked by the user');
export const kickedFromGroup = () => new Refusal(403, 'Forbidden: bot was kicked from the group chat');
export const neverStarted = () => new Refusal(403, "Forbidden: bot can't initiate conversation with a user");
export const chatNotFound = () => badRequest('chat not found');
export const noRightsToSend = () => badRequest('not enough rights to send text messages to the chat');
export const movedTo = (id: number) =>
  badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: id });

export const notModified = () =>
  badRequest(
    'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
  );

export const otherPoller = () =>
  new Refusal(
    409,
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  );

export const webhookIsSet = () =>
  new Refusal(
    409,
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  );

export const badGateway = () => new Refusal(502, 'Bad Gateway');
