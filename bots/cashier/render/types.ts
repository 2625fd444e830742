/** Inputs and outputs of the renderers, which are pure: no network, no clock except `now`. */
import type { InlineKeyboardButton, MessageEntity } from 'grammy/types';
import type { FailureDetails, FailureName, Language, ShopAnswer } from '../../../src/engine/index.js';

/** Amharic first: the order in which they are offered. */
export const locales = ['am', 'en', 'om'] as const satisfies readonly Language[];
export type Locale = Language;

/** The shop's three answers, and a fourth for failures: could not check. */
export type Answer = ShopAnswer | 'wait';

/** The four signs, never merged (docs/cashier-bot.md). */
export const signs: Readonly<Record<Answer, string>> = {
  accept: '✅',
  look: '⚠️',
  refuse: '❌',
  wait: '⏳',
};

/** Text with entities; offsets in UTF-16 units, as in Telegram's API. */
export interface Rich {
  text: string;
  entities: MessageEntity[];
}

/** A message ready to be sent or edited: at most 4096 UTF-16 units, at most 100 entities. */
export interface Message extends Rich {
  /** Rows of inline buttons; an edit without any removes the old ones. */
  buttons: InlineKeyboardButton[][];
  /** A PNG above the text, which is then at most 1024 units long; only for messages that are sent. */
  picture?: Uint8Array | undefined;
}

/** The rendered part of a failure; an engine `Failure` fits. Its message is never read. */
export interface FailureLike {
  failure: FailureName;
  details?: FailureDetails;
}

/** Render settings. */
export interface Setting {
  /** The shop's time zone, an IANA name. */
  timeZone: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Names of the banks by their keys, as `Engine.providers()` has them. */
  banks: ReadonlyMap<string, string>;
}
