/** Chats of one bot and the messages in them, with every state each message had. */
import { EventEmitter } from 'node:events';
import type { Chat, Message, User } from '@grammyjs/types';
import {
  badRequest,
  blockedByUser,
  chatNotFound,
  kickedFromGroup,
  movedTo,
  neverStarted,
  notModified,
} from './api-errors.js';
import type { Formatted } from './content.js';
import type { Button, Shown, Upload, Version } from './types.js';

export type KnownChat = Chat.PrivateChat | Chat.GroupChat | Chat.SupergroupChat;

/** Why a bot may not write to a chat. */
type ChatAccess = 'open' | 'never-started' | 'blocked' | 'kicked' | { movedTo: number };

interface ChatRecord {
  chat: KnownChat;
  access: ChatAccess;
  messages: Entry[];
  numberedFrom: number;
}

interface NewMessage {
  from: User;
  content: Formatted;
  keyboard?: Button[][];
  /** More members of the message as Telegram hands it out. */
  more?: Partial<Message>;
  file?: Upload | null;
  silent?: boolean;
  replyTo?: number | undefined;
  /** `force_reply`: the person's client opens an answer to it. */
  asksReply?: boolean;
}

/** One message through its whole life. */
class Entry implements Shown {
  versions: Version[];
  deleted = false;
  readonly file: Upload | null;
  readonly silent: boolean;
  readonly replyTo: number | null;
  readonly asksReply: boolean;
  private readonly author: User;
  private readonly captioned: boolean;
  private readonly more: Partial<Message>;
  private readonly sentAt = Date.now();
  private editedAt: number | null = null;

  constructor(
    readonly id: number,
    readonly place: ChatRecord,
    {
      from,
      content,
      keyboard = [],
      more = {},
      file = null,
      silent = false,
      replyTo,
      asksReply = false,
    }: NewMessage,
  ) {
    this.author = from;
    this.more = more;
    this.file = file;
    this.silent = silent;
    this.replyTo = replyTo ?? null;
    this.asksReply = asksReply;
    this.captioned = 'photo' in more || 'document' in more;
    this.versions = [{ ...content, keyboard, at: this.sentAt }];
  }

  private get last(): Version {
    const last = this.versions.at(-1);
    if (!last) throw new Error('a message has at least one version');
    return last;
  }
  get chat(): number {
    return this.place.chat.id;
  }
  get byBot(): boolean {
    return this.author.is_bot && this.more.sender_chat === undefined;
  }
  get from(): string {
    return this.byBot ? 'bot' : this.author.first_name;
  }
  get text(): string {
    return this.last.text;
  }
  get entities(): Version['entities'] {
    return this.last.entities;
  }
  get keyboard(): Version['keyboard'] {
    return this.last.keyboard;
  }

  /** @throws Refusal when nothing would change */
  change(content: Formatted, keyboard: Button[][]): void {
    const next = { ...content, keyboard, at: Date.now() };
    const same = ({ text, entities, keyboard: rows }: Version) => JSON.stringify([text, entities, rows]);
    if (same(next) === same(this.last)) throw notModified();
    this.versions.push(next);
    this.editedAt = next.at;
  }

  get raw(): Message {
    const { text, entities, keyboard } = this.last;
    const words = this.captioned
      ? { ...(text && { caption: text }), ...(entities.length > 0 && { caption_entities: [...entities] }) }
      : { ...(text && { text }), ...(entities.length > 0 && { entities: [...entities] }) };
    const answered = this.place.messages.find(({ id }) => id === this.replyTo);
    return {
      message_id: this.id,
      from: this.author,
      chat: this.place.chat,
      date: Math.floor(this.sentAt / 1000),
      ...(this.editedAt !== null && { edit_date: Math.floor(this.editedAt / 1000) }),
      ...this.more,
      ...words,
      ...(keyboard.length > 0 && {
        reply_markup: { inline_keyboard: keyboard.map((row) => row.map(asButton)) },
      }),
      ...(answered && {
        reply_to_message: withoutReply(answered.raw) as NonNullable<Message['reply_to_message']>,
      }),
    };
  }
}

function asButton({ text, data, url }: Button) {
  return data !== null ? { text, callback_data: data } : { text, url: url ?? '' };
}

function withoutReply({ reply_to_message: _, ...message }: Message): Message {
  return message;
}

export class ChatHistory extends EventEmitter<{ change: [] }> {
  readonly #places = new Map<number, ChatRecord>();
  #lastMessage = 100;

  constructor() {
    super();
    this.setMaxListeners(0);
  }

  /** @param numberedFrom id of the first message of a supergroup */
  open(chat: KnownChat, standing: ChatAccess = 'open', numberedFrom = 1): void {
    this.#places.set(chat.id, { chat, access: standing, messages: [], numberedFrom });
  }

  stands(id: number, standing: ChatAccess): void {
    this.#place(id).access = standing;
  }

  chatOf(id: number): KnownChat {
    return this.#place(id).chat;
  }

  messages(id: number): readonly Shown[] {
    return this.#place(id).messages;
  }

  /** The place a bot may write to. @throws Refusal */
  writable(id: unknown): KnownChat {
    const place = this.#places.get(Number(id));
    if (!place) throw chatNotFound();
    const { access: standing, chat } = place;
    if (standing === 'never-started') throw neverStarted();
    if (standing === 'blocked') throw blockedByUser();
    if (standing === 'kicked') throw kickedFromGroup();
    if (standing !== 'open') throw movedTo(standing.movedTo);
    return chat;
  }

  add(chat: number, message: NewMessage): Shown {
    const place = this.#place(chat);
    const entry = new Entry(this.#nextId(place), place, message);
    place.messages.push(entry);
    this.emit('change');
    return entry;
  }

  /** @throws Refusal */
  edit(chat: number, id: unknown, content: Formatted | null, keyboard: Button[][], byBot = true): Shown {
    const entry = this.#place(chat).messages.find((one) => one.id === Number(id) && !one.deleted);
    if (!entry) throw badRequest('message to edit not found');
    if (entry.byBot !== byBot) throw badRequest("message can't be edited");
    entry.change(content ?? { text: entry.text, entities: [...entry.entities] }, keyboard);
    this.emit('change');
    return entry;
  }

  /** @throws Refusal */
  delete(chat: number, id: unknown): void {
    const entry = this.#place(chat).messages.find((one) => one.id === Number(id) && !one.deleted);
    if (!entry) throw badRequest('message to delete not found');
    entry.deleted = true;
    this.emit('change');
  }

  /** Whether there is such a message to answer. */
  has(chat: number, id: number): boolean {
    return this.#place(chat).messages.some((one) => one.id === id && !one.deleted);
  }

  /** A supergroup numbers its messages by itself, all other chats of a bot together. */
  #nextId({ chat, messages, numberedFrom }: ChatRecord): number {
    if (chat.type === 'supergroup') return (messages.at(-1)?.id ?? numberedFrom - 1) + 1;
    this.#lastMessage += 1;
    return this.#lastMessage;
  }

  #place(id: number): ChatRecord {
    const place = this.#places.get(id);
    if (!place) throw new Error(`no chat ${id} in this test`);
    return place;
  }
}
