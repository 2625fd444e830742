/**
 * The only file that knows Telegraf, and its habits: errors whose stacks hold the token, polling that gives up on a
 * conflict and waits 500 s for an answer, replies through the webhook's response, an API root whose path is cut off.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Telegraf, TelegramError } from 'telegraf';
import type { Update } from 'telegraf/types';
import type { Config } from '../../src/config/index.js';
import { holdSeconds } from '../shared/long-polling.js';
import { Gate } from '../shared/rate-limit.js';
import { type Refusal, readRefusal } from '../shared/telegram-errors.js';
import { personName } from './format.js';
import type { Message } from './render.js';

export type { Update } from 'telegraf/types';

/** Nobody waits longer for an answer; polls are held for less. */
const callMs = 15_000;
/** How long an answer to a command is tried. */
const patienceMs = 300_000;
const pauseMs = 1_000;

const kinds = ['message', 'callback_query', 'my_chat_member'] as const;

/** A failed call. Says nothing of the request: that holds the token. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  constructor(readonly refusal: Refusal) {
    super(refusal.kind);
  }
}

/** Something an administrator said or pressed. */
export interface Word {
  chat: number;
  /** The message itself, or the one with the button. */
  message: number;
  from: { id: number; name: string };
}

export interface Command extends Word {
  /** What stands behind the command, split at blanks. */
  args: string[];
}

export interface PressedButton extends Word {
  /** Names this press. */
  id: string;
  data: string;
  /** Shows a line at the top of the chat; must be called once. */
  answer(text: string): Promise<void>;
}

export interface Handlers {
  /** Who is answered at all: nobody else even learns that there is a bot. */
  admits(chat: number, from: number): boolean;
  commands: Readonly<Record<string, (command: Command) => Promise<void>>>;
  /** A command nobody knows. */
  unknown(command: Command): Promise<void>;
  press(press: PressedButton): Promise<void>;
  /** An admitted chat has another id from now on. */
  moved(from: number, to: number): Promise<void>;
  /** The bot may write to an admitted chat again, or no more. */
  standing(chat: number, isOpen: boolean): Promise<void>;
}

export interface Telegram {
  /** @returns the message's id @throws Trouble */
  send(chat: number, message: Message, replyTo: number | null): Promise<number>;
  /** @throws Trouble */
  edit(chat: number, id: number, message: Message): Promise<void>;
  /** The same for what somebody waits for: goes first, and is made again while Telegram asks to wait. @throws Trouble */
  say(chat: number, message: Message, replyTo: number | null): Promise<unknown>;
  replace(chat: number, id: number, message: Message): Promise<void>;
  /** Asks who the bot is: commands of groups name it, and Telegraf would ask at an update and lose it. @throws Trouble */
  meet(): Promise<void>;
  /** Tells Telegram what commands there are. @throws Trouble */
  name(commands: readonly { command: string; description: string }[]): Promise<void>;
  /** @throws Trouble */
  useWebhook(url: string, secret: string): Promise<void>;
  /** @throws Trouble */
  dropWebhook(): Promise<void>;
  /** The next updates; held for a while when there are none. @throws Trouble */
  updates(offset: number, signal: AbortSignal): Promise<Update[]>;
  /** Hands an update to the handlers. @throws what they throw; Trouble */
  handle(update: Update): Promise<void>;
}

export function openTelegram(
  token: string,
  config: Pick<Config, 'TELEGRAM_API_ROOT'>,
  handlers: Handlers,
  /** What waits for its turn, or for Telegram's consent, is given up when it aborts. */
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
      method === 'getUpdates' ? callMs + holdSeconds * 1000 : callMs,
    );
    const both = signal ? AbortSignal.any([timer.signal, signal as AbortSignal]) : timer.signal;
    try {
      return await telegram.callApi(method, payload, { signal: both as NonNullable<typeof signal> });
    } catch (error) {
      throw new Trouble(refusalOf(error));
    } finally {
      clearTimeout(timeout);
    }
  };

  const gate = new Gate();
  const paced = <T>(chat: number, made: () => Promise<T>, urgent = false): Promise<T> =>
    gate.run(
      chat,
      async (refused) => {
        try {
          return await made();
        } catch (error) {
          const refusal = error instanceof Trouble ? error.refusal : null;
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

  listen(bot, handlers, async (id, text) => {
    // A press that is too old to be answered has still been acted on.
    await call('answerCallbackQuery', { callback_query_id: id, text }).catch(() => undefined);
  });
  return {
    send: (chat, message, replyTo) => paced(chat, () => send(chat, message, replyTo)),
    edit: (chat, id, message) => paced(chat, () => edit(chat, id, message)),
    say: (chat, message, replyTo) =>
      patiently(() => paced(chat, () => send(chat, message, replyTo), true), ended),
    replace: (chat, id, message) => patiently(() => paced(chat, () => edit(chat, id, message), true), ended),
    async meet() {
      bot.botInfo = await call('getMe', {});
    },
    async name(commands) {
      await call('setMyCommands', { commands });
    },
    async useWebhook(url, secret) {
      await call('setWebhook', { url, secret_token: secret, allowed_updates: kinds });
    },
    async dropWebhook() {
      await call('deleteWebhook', {});
    },
    updates: (offset, signal) =>
      call(
        'getUpdates',
        { offset, timeout: holdSeconds, allowed_updates: kinds },
        { signal: signal as never },
      ),
    async handle(update) {
      await bot.handleUpdate(update);
    },
  };
}

/** What a poll that has failed waits for. */
export function pauseOf(error: unknown): { conflict: boolean; afterMs: number } {
  const refusal = error instanceof Trouble ? error.refusal : null;
  return {
    conflict: refusal?.kind === 'conflict',
    afterMs: refusal?.kind === 'wait' ? (refusal.afterMs ?? 0) : 0,
  };
}

/** Nobody waits for an answer any longer. */
async function patiently<T>(call: () => Promise<T>, ended: AbortSignal): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Trouble) || Date.now() > deadline) throw error;
      const { refusal } = error;
      if (refusal.kind !== 'wait' && refusal.kind !== 'unsure') throw error;
      // Where Telegram says how long, the gate waits.
      if (refusal.kind === 'unsure' || refusal.afterMs === null) {
        await sleep(pauseMs, undefined, { signal: ended });
      }
    }
  }
}

function listen(
  bot: Telegraf,
  handlers: Handlers,
  answerPress: (id: string, text: string) => Promise<void>,
): void {
  bot.use(async (ctx, next) => {
    const from = ctx.callbackQuery?.from ?? ctx.myChatMember?.from ?? ctx.message?.from;
    if (ctx.chat && from && handlers.admits(ctx.chat.id, from.id)) await next();
  });
  bot.on('my_chat_member', async (ctx) => {
    const { status } = ctx.myChatMember.new_chat_member;
    await handlers.standing(ctx.chat.id, status !== 'kicked' && status !== 'left');
  });
  bot.on('callback_query', async (ctx) => {
    const data = 'data' in ctx.callbackQuery ? ctx.callbackQuery.data : '';
    const { id } = ctx.callbackQuery;
    const answer = (text: string) => answerPress(id, text.slice(0, 200));
    await handlers.press({ ...wordOf(ctx), id, data, answer });
  });
  bot.on('message', async (ctx) => {
    const { message } = ctx;
    if ('migrate_to_chat_id' in message) {
      // Only a group becomes another chat: a person's words must not lead what they are told elsewhere.
      if (ctx.chat.id < 0) await handlers.moved(ctx.chat.id, message.migrate_to_chat_id);
      return;
    }
    const text = 'text' in message ? message.text : '';
    const [, name = '', to, rest = ''] = /^\/(\w{1,32})(?:@(\w+))?(?:\s+([\s\S]*))?$/.exec(text) ?? [];
    if (!name || (to !== undefined && to.toLowerCase() !== bot.botInfo?.username.toLowerCase())) return;
    const args = rest.slice(0, 200).split(/\s+/).filter(Boolean);
    const known = Object.hasOwn(handlers.commands, name) ? handlers.commands[name] : undefined;
    await (known ?? handlers.unknown)({ ...wordOf(ctx), args });
  });
}

function wordOf(ctx: Context): Word {
  const from = ctx.from;
  return {
    chat: ctx.chat?.id ?? 0,
    message: ctx.msgId ?? 0,
    from: { id: from?.id ?? 0, name: personName(from?.first_name ?? '', from?.last_name, from?.username) },
  };
}

function keyboard(buttons: Message['buttons']) {
  return {
    inline_keyboard: buttons.map((row) => row.map(({ text, data }) => ({ text, callback_data: data }))),
  };
}

/** Telegraf resolves methods against the root, and would lose the last part of its path. */
function withSlash(root: string): string {
  return root.endsWith('/') ? root : `${root}/`;
}

const nothingSent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

function refusalOf(error: unknown): Refusal {
  if (error instanceof TelegramError) {
    const { code, description = '', parameters } = error;
    return readRefusal({ code, description, parameters });
  }
  const { code } = error as { code?: unknown };
  return nothingSent.includes(String(code)) ? { kind: 'wait', afterMs: null } : { kind: 'unsure' };
}
