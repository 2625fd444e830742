/** What is drawn and what comes out of it. Everything here is pure: no network, no clock but the `now` handed in. */
import type { InlineKeyboardButton, MessageEntity } from 'grammy/types';
import type { FailureDetails, FailureName } from '../../../src/engine/index.js';

/** Amharic first: the order in which they are offered. */
export const locales = ['am', 'en', 'om'] as const;
export type Locale = (typeof locales)[number];

/** The four answers, never merged (BOTS.md, "Cashier bot"). */
export type Answer = 'accept' | 'look' | 'refuse' | 'wait';

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

/** What the shop found about a real payment; amounts in birr, decimal strings. */
export type Remark =
  /** Paid to another account than the shop's. */
  | { kind: 'not_ours' }
  /** `difference` is paid less expected, with its sign. */
  | { kind: 'amount'; expected: string; difference: string }
  /** `hours` is null where the bank prints no date. */
  | { kind: 'too_old'; hours: number | null; limitHours: number }
  /** By whom and when (ISO 8601 or ms), and a link to that message where one can be had. */
  | { kind: 'already_accepted'; by: string | null; at: string | number; link: string | null }
  /** The bank prints no receiver, or the shop has saved no account. */
  | { kind: 'receiver_unchecked' };

/** What the shop makes of a verified payment. */
export interface ShopJudgement {
  answer: Exclude<Answer, 'wait'>;
  remarks: readonly Remark[];
}
