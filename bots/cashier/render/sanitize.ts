/** Sanitizes names and other text from outside (payers, banks, members) for one line of a message. */

import type { Words } from './i18n.js';
import { clip } from './rich.js';
import type { Setting } from './types.js';

/** Longest name that is shown, in UTF-16 units. */
const maxName = 64;

/** Longest input read; the rest could not be shown anyway. */
const maxRead = 1_000;

/** Letters of right-to-left scripts: among others they would reorder digits. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Invisible characters of any class, including the empty Braille pattern. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Text from outside on one line: without control and invisible characters, signs that look like a verdict, stacked marks,
 * and anything Telegram would turn into a link, mention or command.
 * @returns null if nothing readable is left
 */
export function sanitizeName(text: string | null | undefined, limit = maxName): string | null {
  const line = oneLine(text ?? '');
  if (line === '') return null;
  const short = line.length <= limit ? line : `${clip(line, limit - 1).trimEnd()}…`;
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short;
}

/** Fast path: most names need no cleaning. */
const plainName = /^(?:[A-Za-z0-9]+(?: [A-Za-z0-9]+)*)?$/;

function oneLine(text: string): string {
  if (text.length <= maxName && plainName.test(text)) return text;
  return clip(text, maxRead)
    .normalize('NFC')
    .replace(/\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]|[✓✔✗✘]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(unseen, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/@/g, '＠')
    .replace(/[#$](?=\S)/g, (sign) => (sign === '#' ? '＃' : '＄'))
    .replace(/(^|\s)\/+/g, '$1')
    .replace(/:\/+/g, ': ')
    .replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** A reference or account from outside: visible characters, without blanks. */
export function cleanToken(text: string | null | undefined, limit = maxName): string {
  return clip((text ?? '').replace(/[^\x21-\x7E]/g, ''), limit);
}

/** `…` and the last four characters of an account; null when the bank prints none. */
export function lastFour(account: string | null | undefined): string | null {
  const digits = cleanToken(account?.replace(/\/(BANK|WALLET)$/i, ''), 200).replace(/[^0-9A-Za-z]/g, '');
  return digits === '' ? null : `…${digits.slice(-4)}`;
}

/** A member's name, or a generic word if it was deleted or has no visible characters. */
export function nameOf(words: Words, name: string | null | undefined): string {
  return sanitizeName(name) ?? words.t('nameless');
}

/** Name and last four characters of an account, as far as the bank prints them; null if neither. */
export function party(name: string | null, account: string | null): string | null {
  return [sanitizeName(name), lastFour(account)].filter((part) => part !== null).join(' · ') || null;
}

/** The bank's display name; the key for an unknown bank. */
export function bankName({ banks }: Pick<Setting, 'banks'>, key: string): string {
  return sanitizeName(banks.get(key) ?? key) ?? '?';
}
