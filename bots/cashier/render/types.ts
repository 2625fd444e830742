/** What is drawn and what comes out of it. Everything here is pure: no network, no clock but the `now` handed in. */
import type { InlineKeyboardButton, MessageEntity } from 'grammy/types';
import type { FailureDetails, FailureName, Language, ShopAnswer } from '../../../src/engine/index.js';

/** Amharic first: the order in which they are offered. */
export const locales = ['am', 'en', 'om'] as const satisfies readonly Language[];
export type Locale = Language;

/** What a shop says of a payment, and the fourth answer, which is a failure's: could not check. */
export type Answer = ShopAnswer | 'wait';

/** The four signs, never merged (docs/cashier-bot.md). */
export const signs: Readonly<Record<Answer, string>> = {
  accept: '✅',
  look: '⚠️',
  refuse: '❌',
  wait: '⏳',
};

/** Text with entities whose offsets count UTF-16 units, as Telegram wants them. */
export interface Rich {
  text: string;
  entities: MessageEntity[];
}

/** A message ready to be sent or edited: at most 4096 UTF-16 units, at most 100 entities. */
export interface Message extends Rich {
  /** Rows of inline buttons; none: an edit takes the old ones away. */
  buttons: InlineKeyboardButton[][];
}

/** What is drawn of a failure; an engine `Failure` fits as it is. Its message is never read. */
export interface FailureLike {
  failure: FailureName;
  details?: FailureDetails;
}

/** Where and for whom a message is drawn. */
export interface Setting {
  /** The shop's time zone, an IANA name. */
  timeZone: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Names of the banks by their keys, as `Engine.providers()` has them. */
  banks: ReadonlyMap<string, string>;
}
