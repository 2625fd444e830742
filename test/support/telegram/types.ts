/** Shapes the parts of the fake share. Telegram's own come from the types that ship with grammY. */
import type { ApiMethods, Message, MessageEntity, Opts, Update } from '@grammyjs/types';

/** A file as a bot uploads it, or as a person sends it. */
export interface Upload {
  name: string;
  /** MIME type. */
  type: string;
  bytes: Buffer;
}

type Api = ApiMethods<Upload>;
export type MethodName = keyof Api;
export type Args<M extends MethodName> = Opts<Upload>[M];
export type Result<M extends MethodName> = ReturnType<Api[M]>;

export type UpdateKind = Exclude<keyof Update, 'update_id'>;

/** One call of a bot, with what became of it. */
export interface Call {
  method: string;
  payload: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  at: number;
  ok: boolean;
  /** Telegram's code and words, when it refused. */
  error: { code: number; description: string } | null;
}

/** One state of a message, as it stood in the chat. */
export interface Version {
  /** Text or caption. */
  text: string;
  entities: readonly MessageEntity[];
  /** Buttons under it, row by row. */
  keyboard: readonly (readonly Button[])[];
  /** Milliseconds since 1970. */
  at: number;
}

export interface Button {
  text: string;
  /** What a press sends to the bot; null for one that opens a link or copies. */
  data: string | null;
  url: string | null;
}

/** A message of a bot or a person; it goes on being the same object while it is edited. */
export interface Shown {
  readonly id: number;
  readonly chat: number;
  /** `bot`, or the first name of the person. */
  readonly from: string;
  readonly byBot: boolean;
  /** What it says now. */
  readonly text: string;
  readonly entities: readonly MessageEntity[];
  readonly keyboard: readonly (readonly Button[])[];
  /** Every state, first to last; one that was never edited has one. */
  readonly versions: readonly Version[];
  readonly deleted: boolean;
  /** The message it answers. */
  readonly replyTo: number | null;
  /** The client of whoever reads it opens an answer to it: what is typed next answers it. */
  readonly asksReply: boolean;
  /** Sent without a sound. */
  readonly silent: boolean;
  readonly file: Upload | null;
  /** As Telegram hands it to a bot. */
  readonly raw: Message;
}

/** A message of an earlier run as it is written down. */
export type RestoredMessage = Pick<
  Shown,
  'id' | 'chat' | 'byBot' | 'text' | 'entities' | 'keyboard' | 'replyTo'
>;
