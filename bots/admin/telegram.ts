/**
 * The only file that imports Telegraf. Works around its faults: error stacks contain the token, polling stops on a conflict and
 * waits 500 s for a response, replies go into the webhook's response, and the last path segment of the API root is dropped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Telegraf, TelegramError } from 'telegraf';
import type { Update } from 'telegraf/types';
import { pollTimeoutSeconds } from '#bots/shared/long-polling.js';
import { RateLimit } from '#bots/shared/rate-limit.js';
import { classifyError, type Refusal } from '#bots/shared/telegram-errors.js';
import type { Config } from '../../src/config/index.js';
import { personName } from './format.js';
import type { Message } from './render.js';

export type { Update } from 'telegraf/types';

/** Time-out of a call; a poll gets `pollTimeoutSeconds` more. */
const callMs = 15_000;
/** How long a reply to a command is retried. */
const retryForMs = 300_000;
const pauseMs = 1_000;

const kinds = ['message', 'callback_query', 'my_chat_member'] as const;

/** A failed call. Contains nothing of the request, whose URL holds the token. */
class TelegramCallError extends Error {
  override readonly name = 'TelegramCallError';
  constructor(readonly refusal: Refusal) {
    super(refusal.kind);
  }
}

/** Null for any other error. */
export const refusalIn = (error: unknown): Refusal | null =>
  error instanceof TelegramCallError ? error.refusal : null;

/** A message or button press of an administrator. */
interface MessageContext {
  chat: number;
  /** The message itself, or the one with the button. */
  message: number;
  /** Name of the sender. */
  by: string;
}

export interface Command extends MessageContext {
  name: string;
  /** Text after the command, split at white space. */
  args: string[];
}

export interface PressedButton extends MessageContext {
  /** Id of the press. */
  id: string;
  data: string;
  /** Shows a line at the top of the chat. Must be called exactly once. */
  answer(text: string): Promise<void>;
}

export interface Handlers {
  /** Whether to answer this sender. Updates of others are ignored without a reply. */
  isAdmitted(chat: number, from: number): boolean;
  onCommand(command: Command): Promise<void>;
  onPress(press: PressedButton): Promise<void>;
  /** An admitted chat got a new id. */
  onMigrated(from: number, to: number): Promise<void>;
  /** The bot may write to an admitted chat again (`isOpen`), or no longer. */
  onAvailability(chat: number, isOpen: boolean): Promise<void>;
}

export interface Telegram {
  /** @returns the message's id @throws TelegramCallError */
  send(chat: number, message: Message, replyTo: number | null): Promise<number>;
  /** @throws TelegramCallError */
  edit(chat: number, id: number, message: Message): Promise<void>;
  /** `send` and `edit` for a person who waits: they go first and are retried for `retryForMs`. @throws TelegramCallError */
  reply(chat: number, message: Message, replyTo: number | null): Promise<unknown>;
  replace(chat: number, id: number, message: Message): Promise<void>;
  /** Registers the commands, and sets or deletes the webhook. Must succeed before `handle`. @throws TelegramCallError */
  register(
    commands: readonly { command: string; description: string }[],
    webhook: { url: string; secret: string } | null,
  ): Promise<void>;
  /** The next updates; Telegram keeps the call open for `pollTimeoutSeconds` when there are none. @throws TelegramCallError */
  getUpdates(offset: number, signal: AbortSignal): Promise<Update[]>;
  /** Hands an update to the handlers. @throws what they throw; TelegramCallError */
  handle(update: Update): Promise<void>;
}

export function openTelegram(
  token: string,
  config: Pick<Config, 'TELEGRAM_API_ROOT'>,
  handlers: Handlers,
  /** Calls that wait for the rate limit or a retry fail when it aborts. */
  ended: AbortSignal,
): Telegram {
  const apiRoot = config.TELEGRAM_API_ROOT;
  const options = { webhookReply: false, ...(apiRoot !== undefined && { apiRoot: withSlash(apiRoot) }) };
  const bot = new Telegraf(token, { telegram: options, handlerTimeout: Number.POSITIVE_INFINITY });
  const { telegram } = bot;
  bot.catch((error) => {
    throw error;
  });

  type Call = typeof telegram.callApi;
  const call: Call = async (method, payload, { signal } = {}) => {
    const timer = new AbortController();
    const timeout = setTimeout(
      () => timer.abort(),
      method === 'getUpdates' ? callMs + pollTimeoutSeconds * 1000 : callMs,
    );
    const both = signal ? AbortSignal.any([timer.signal, signal as AbortSignal]) : timer.signal;
    try {
      return await telegram.callApi(method, payload, { signal: both as NonNullable<typeof signal> });
    } catch (error) {
      throw new TelegramCallError(refusalOf(error));
    } finally {
      clearTimeout(timeout);
    }
  };

  const rateLimit = new RateLimit();
  const rateLimited = <T>(chat: number, apiCall: () => Promise<T>, urgent = false): Promise<T> =>
    rateLimit.run(
      chat,
      async (refused) => {
        try {
          return await apiCall();
        } catch (error) {
          const refusal = refusalIn(error);
          if (refusal?.kind === 'wait') refused(refusal.afterMs ?? pauseMs);
          throw error;
        }
      },
      { urgent, signal: ended },
    );
  const send = async (chat: number, { text, buttons, silent }: Message, replyTo: number | null) => {
    const { message_id } = await call('sendMessage', {
      chat_id: chat,
      text,
      disable_notification: silent,
      link_preview_options: { is_disabled: true },
      ...(buttons.length > 0 && { reply_markup: keyboard(buttons) }),
      ...(replyTo !== null && {
        reply_parameters: { message_id: replyTo, allow_sending_without_reply: true },
      }),
    });
    return message_id;
  };
  const edit = async (chat: number, id: number, { text, buttons }: Message) => {
    await call('editMessageText', {
      chat_id: chat,
      message_id: id,
      text,
      link_preview_options: { is_disabled: true },
      reply_markup: keyboard(buttons),
    });
  };

  registerHandlers(bot, handlers, async (id, text) => {
    // Telegram refuses to answer an old press; its action was carried out nevertheless.
    await call('answerCallbackQuery', { callback_query_id: id, text }).catch(() => undefined);
  });
  return {
    send: (chat, message, replyTo) => rateLimited(chat, () => send(chat, message, replyTo)),
    edit: (chat, id, message) => rateLimited(chat, () => edit(chat, id, message)),
    reply: (chat, message, replyTo) =>
      withRetry(() => rateLimited(chat, () => send(chat, message, replyTo), true), ended),
    replace: (chat, id, message) =>
      withRetry(() => rateLimited(chat, () => edit(chat, id, message), true), ended),
    async register(commands, webhook) {
      if (webhook === null) await call('deleteWebhook', {});
      else
        await call('setWebhook', {
          url: webhook.url,
          secret_token: webhook.secret,
          allowed_updates: kinds,
        });
      await call('setMyCommands', { commands });
      // Commands in groups contain the bot's name. Telegraf would fetch it with the first update, which is lost if that fails.
      bot.botInfo = await call('getMe', {});
    },
    getUpdates: (offset, signal) =>
      call(
        'getUpdates',
        { offset, timeout: pollTimeoutSeconds, allowed_updates: kinds },
        { signal: signal as never },
      ),
    async handle(update) {
      await bot.handleUpdate(update);
    },
  };
}

/** Retries a call for `retryForMs` while Telegram asks to wait or it is unknown whether the call was carried out. */
async function withRetry<T>(call: () => Promise<T>, ended: AbortSignal): Promise<T> {
  const deadline = Date.now() + retryForMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const refusal = refusalIn(error);
      if (Date.now() > deadline || (refusal?.kind !== 'wait' && refusal?.kind !== 'unsure')) throw error;
      // If Telegram gave a `retry_after`, the rate limit waits.
      if (refusal.kind === 'unsure' || refusal.afterMs === null) {
        await sleep(pauseMs, undefined, { signal: ended });
      }
    }
  }
}

function registerHandlers(
  bot: Telegraf,
  handlers: Handlers,
  answerPress: (id: string, text: string) => Promise<void>,
): void {
  bot.use(async (ctx, next) => {
    const from = ctx.callbackQuery?.from ?? ctx.myChatMember?.from ?? ctx.message?.from;
    if (ctx.chat && from && handlers.isAdmitted(ctx.chat.id, from.id)) await next();
  });
  bot.on('my_chat_member', async (ctx) => {
    const { status } = ctx.myChatMember.new_chat_member;
    await handlers.onAvailability(ctx.chat.id, status !== 'kicked' && status !== 'left');
  });
  bot.on('callback_query', async (ctx) => {
    const data = 'data' in ctx.callbackQuery ? ctx.callbackQuery.data : '';
    const { id } = ctx.callbackQuery;
    const answer = (text: string) => answerPress(id, text.slice(0, 200));
    await handlers.onPress({ ...messageContextOf(ctx), id, data, answer });
  });
  bot.on('message', async (ctx) => {
    const { message } = ctx;
    if ('migrate_to_chat_id' in message) {
      // Only a group can migrate. In a private chat this would let a person redirect its alerts to another chat.
      if (ctx.chat.id < 0) await handlers.onMigrated(ctx.chat.id, message.migrate_to_chat_id);
      return;
    }
    const text = 'text' in message ? message.text : '';
    const [, name = '', to, rest = ''] = /^\/(\w{1,32})(?:@(\w+))?(?:\s+([\s\S]*))?$/.exec(text) ?? [];
    if (!name || (to !== undefined && to.toLowerCase() !== bot.botInfo?.username.toLowerCase())) return;
    const args = rest.slice(0, 200).split(/\s+/).filter(Boolean);
    await handlers.onCommand({ ...messageContextOf(ctx), name, args });
  });
}

function messageContextOf(ctx: Context): MessageContext {
  const { from, chat, msgId } = ctx;
  const by = personName(from?.first_name ?? '', from?.last_name, from?.username);
  return { chat: chat?.id ?? 0, message: msgId ?? 0, by };
}

function keyboard(buttons: Message['buttons']) {
  return {
    inline_keyboard: buttons.map((row) => row.map(({ text, data }) => ({ text, callback_data: data }))),
  };
}

/** Telegraf resolves method names as URLs relative to the root: without a final slash the last segment is dropped. */
function withSlash(root: string): string {
  return root.endsWith('/') ? root : `${root}/`;
}

const nothingSent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

function refusalOf(error: unknown): Refusal {
  if (error instanceof TelegramError) {
    const { code, description = '', parameters } = error;
    return classifyError({ code, description, parameters });
  }
  const { code } = error as { code?: unknown };
  return nothingSent.includes(String(code)) ? { kind: 'wait', afterMs: null } : { kind: 'unsure' };
}
