/** Assembles messages for Telegram. */
import type { InlineKeyboardButton } from 'grammy/types';
import { type Action, encodeAction } from './callbacks.js';
import type { Words } from './i18n.js';
import { bounded, join, plain } from './rich.js';
import { type Answer, type Message, type Rich, signs } from './types.js';

/** Joins lines within Telegram's limits. Strings are plain text. */
export function message(lines: readonly (Rich | string)[], buttons: InlineKeyboardButton[][] = []): Message {
  const pieces = lines.map((line) => (typeof line === 'string' ? plain(line) : line));
  return { ...bounded(join(pieces)), buttons: buttons.filter((row) => row.length > 0) };
}

/** The same with the sign of the answer as its first character. */
export function signed(
  answer: Answer,
  [first, ...rest]: readonly [Rich | string, ...(Rich | string)[]],
  buttons: InlineKeyboardButton[][] = [],
): Message {
  const verdict = typeof first === 'string' ? plain(first) : first;
  return message([join([plain(signs[answer]), verdict], ' '), ...rest], buttons);
}

/** Options that make a message a reply; it is sent even if the other message was deleted. */
export function replyTo(message: number) {
  return { reply_parameters: { message_id: message, allow_sending_without_reply: true } };
}

/** A button that sends a link on to another chat. */
export function shareButton(words: Words, url: string, text: string): InlineKeyboardButton {
  const query = new URLSearchParams({ url, text }).toString().replaceAll('+', '%20');
  return { text: words.t('button-share'), url: `https://t.me/share/url?${query}` };
}

export function button(text: string, action: Action): InlineKeyboardButton {
  return { text, callback_data: encodeAction(action) };
}

/** A row with the button Cancel. */
export function cancelRow(words: Words): InlineKeyboardButton[] {
  return [button(words.t('button-cancel'), { do: 'cancel' })];
}

/** A question to confirm or to cancel. @param yes the button that confirms */
export function confirmation(
  words: Words,
  lines: readonly (Rich | string)[],
  yes: InlineKeyboardButton,
): Message {
  return message(lines, [[yes], cancelRow(words)]);
}

/** Options for `sendMessage` and `editMessageText`: `sendMessage(chat, m.text, asOptions(m))`. */
export function asOptions({ entities, buttons }: Message) {
  return {
    entities,
    reply_markup: { inline_keyboard: buttons },
    link_preview_options: { is_disabled: true },
  };
}
