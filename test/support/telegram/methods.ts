/** The methods a bot may call, each as Telegram answers it. */
import type { Message, User, UserFromGetMe } from '@grammyjs/types';
import { badRequest, kickedFromGroup } from './api-errors.js';
import type { ChatHistory } from './chat-history.js';
import { readCaption, readKeyboard, readText } from './content.js';
import type { Files } from './files.js';
import type { Args, MethodName, Result, Shown, Upload } from './types.js';
import type { Mailbox } from './update-queue.js';

export interface World {
  me: UserFromGetMe;
  ledger: ChatHistory;
  files: Files;
  mailbox: Mailbox;
  /** Presses that were not answered yet, by their id. */
  presses: Set<string>;
  /** What presses were answered with. */
  answers: Args<'answerCallbackQuery'>[];
  /** Commands the bot has registered, by scope and language. */
  commands: Args<'setMyCommands'>[];
}

type Handler<M extends MethodName> = (args: Args<M>, gone: AbortSignal) => Result<M> | Promise<Result<M>>;
export type Methods = { [M in (typeof methodNames)[number]]: Handler<M> };

const methodNames = [
  'getMe',
  'getUpdates',
  'setWebhook',
  'deleteWebhook',
  'getWebhookInfo',
  'sendMessage',
  'sendPhoto',
  'sendDocument',
  'sendChatAction',
  'editMessageText',
  'editMessageCaption',
  'editMessageReplyMarkup',
  'deleteMessage',
  'answerCallbackQuery',
  'getFile',
  'getChat',
  'setMyCommands',
  'deleteMyCommands',
  'leaveChat',
] as const satisfies readonly MethodName[];

/** What every way of sending has in common. */
interface Sending {
  chat_id: number | string;
  reply_markup?: unknown;
  disable_notification?: boolean;
  reply_parameters?: { message_id?: number; allow_sending_without_reply?: boolean };
}

export function createMethods(world: World): Methods {
  const { me, ledger, files, mailbox } = world;
  const { is_bot, id, first_name, username } = me;
  const self: User = { is_bot, id, first_name, username };

  function replyTo(chat: number, { reply_parameters }: Sending): number | undefined {
    const answered = reply_parameters?.message_id;
    if (answered === undefined || ledger.has(chat, answered)) return answered;
    if (reply_parameters?.allow_sending_without_reply) return undefined;
    throw badRequest('message to be replied not found');
  }

  function send(
    args: Sending,
    content: ReturnType<typeof readText>,
    media: { more: Partial<Message>; file: Upload } | null = null,
  ): Shown {
    const chat = ledger.writable(args.chat_id);
    return ledger.add(chat.id, {
      from: self,
      content,
      keyboard: readKeyboard(args.reply_markup),
      silent: args.disable_notification ?? false,
      replyTo: replyTo(chat.id, args),
      asksReply: (args.reply_markup as { force_reply?: boolean } | undefined)?.force_reply === true,
      ...(media && { more: media.more, file: media.file }),
    });
  }

  function uploaded(file: Upload | string | undefined): Upload {
    if (typeof file === 'object' && Buffer.isBuffer(file.bytes)) return file;
    throw badRequest('there is no file in the request');
  }

  return {
    getMe: () => me,
    getUpdates: (args, gone) => mailbox.poll(args, gone),
    setWebhook(args) {
      mailbox.setWebhook(args);
      return true;
    },
    deleteWebhook(args) {
      mailbox.deleteWebhook(args);
      return true;
    },
    getWebhookInfo: () => mailbox.info(),
    sendMessage(args) {
      return send(args, readText(args)).raw as Result<'sendMessage'>;
    },
    sendPhoto(args) {
      const file = uploaded(args.photo);
      const content = readCaption({ ...args, text: args.caption, entities: args.caption_entities });
      return send(args, content, { more: { photo: files.photo(file) }, file }).raw as Result<'sendPhoto'>;
    },
    sendDocument(args) {
      const file = uploaded(args.document);
      const content = readCaption({ ...args, text: args.caption, entities: args.caption_entities });
      const more = { document: files.document(file) };
      return send(args, content, { more, file }).raw as Result<'sendDocument'>;
    },
    sendChatAction({ chat_id }) {
      ledger.writable(chat_id);
      return true;
    },
    editMessageText(args) {
      const { chat_id, message_id, text, reply_markup } = args;
      const chat = ledger.writable(chat_id);
      const content = readText({ ...args, text: String(text ?? '') });
      return ledger.edit(chat.id, message_id, content, readKeyboard(reply_markup))
        .raw as Result<'editMessageText'>;
    },
    editMessageCaption(args) {
      const { chat_id, message_id, caption, caption_entities, reply_markup } = args;
      const chat = ledger.writable(chat_id);
      const content = readCaption({ text: caption, entities: caption_entities });
      return ledger.edit(chat.id, message_id, content, readKeyboard(reply_markup))
        .raw as Result<'editMessageCaption'>;
    },
    editMessageReplyMarkup({ chat_id, message_id, reply_markup }) {
      const chat = ledger.writable(chat_id);
      const shown = ledger.edit(chat.id, message_id, null, readKeyboard(reply_markup));
      return shown.raw as Result<'editMessageReplyMarkup'>;
    },
    deleteMessage({ chat_id, message_id }) {
      ledger.delete(ledger.writable(chat_id).id, message_id);
      return true;
    },
    answerCallbackQuery(args) {
      if (!world.presses.delete(args.callback_query_id)) {
        throw badRequest('query is too old and response timeout expired or query ID is invalid');
      }
      world.answers.push(args);
      return true;
    },
    getFile: ({ file_id }) => files.info(file_id),
    getChat({ chat_id }) {
      const chat = ledger.writable(chat_id);
      return { ...chat, accent_color_id: 0, max_reaction_count: 11 } as Result<'getChat'>;
    },
    setMyCommands(args) {
      world.commands.push(args);
      return true;
    },
    deleteMyCommands: () => true,
    leaveChat({ chat_id }) {
      const chat = ledger.writable(chat_id);
      if (chat.type === 'private') throw kickedFromGroup();
      ledger.stands(chat.id, 'kicked');
      return true;
    },
  };
}

export function isMethod(methods: Methods, name: string): name is keyof Methods {
  return name in methods;
}
