/** Money and moments as they stand in messages: the same figures in every language. */
import { tzOffset } from '@date-fns/tz';
import { type BookEvent, isBirr, parseBirr } from '../../../src/engine/index.js';
import type { Words } from './i18n.js';
import { nameOf, sanitizeName } from './sanitize.js';
import type { Setting } from './types.js';

const dayMs = 86_400_000;
/** Clocks are changed on the quarter of an hour. */
const quarterMs = 900_000;
const quartersMax = 1_000;
/** Longest name of a currency that is shown. */
const maxCurrency = 12;

/** `5,000.00`: thousands and two places, exact to the cent; an amount that cannot be read stays away. */
export function money(amount: string | number): string {
  const text = String(amount).trim();
  const cents = parseBirr(text.replace(/^-/, ''));
  if (cents === null) return '?';
  const digits = cents.toString().padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${text.startsWith('-') && cents > 0n ? '-' : ''}${whole}.${digits.slice(-2)}`;
}

/** What a receipt is of, in its own currency: `5,000.00 birr`, `41.00 USD`. */
export function sum(words: Words, { amount, currency }: { amount: string; currency: string }): string {
  const figure = money(amount);
  return isBirr({ currency })
    ? words.t('birr', { amount: figure })
    : `${figure} ${sanitizeName(currency, maxCurrency) ?? '?'}`;
}

/** `14:02`, on the 24-hour clock banks print. */
export function clock(at: number | string, timeZone: string): string {
  return local(at, timeZone)?.slice(11, 16) ?? '?';
}

const partsOfDay = ['night', 'morning', 'afternoon', 'evening'] as const;

/**
 * A time of day (`20:30`) with the hour people say: `20:30 (8:30 in the evening)`. In Amharic and Afaan Oromo that is
 * the Ethiopian clock's, which begins at six in the morning and at six in the evening.
 */
export function clockWords(words: Words, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const said = (words.locale === 'en' ? hours : hours + 6) % 12 || 12;
  const part = partsOfDay[Math.floor(hours / 6)] ?? 'night';
  return words.t(`clock-${part}`, { time, hour: `${said}:${String(minutes).padStart(2, '0')}` });
}

/**
 * What people mean who write a time of day. `20:30` and `08:30` are plain; `2:30` is shown by a clock of twelve hours, here
 * or elsewhere, four times a day.
 * @returns the times it may be as `HH:mm`, the afternoon's first; none for what is no time
 */
export function clockTyped(text: string): string[] {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d\d)$/.exec(text.trim()) ?? [];
  const hour = Number(hours);
  if (hours === '' || hour > 23 || Number(minutes) > 59) return [];
  const isPlain = hours.startsWith('0') || hour === 0 || hour > 12;
  const later = isPlain ? [0] : [0, 6, 12, 18];
  return later
    .map((more) => `${String((hour + more) % 24).padStart(2, '0')}:${minutes}`)
    .sort((a, b) => (a < '12' ? 1 : 0) - (b < '12' ? 1 : 0) || a.localeCompare(b));
}

/** `20/11/2026`. */
export function day(at: number | string, timeZone: string): string {
  const shown = local(at, timeZone);
  return shown === null ? '?' : dateShown(shown.slice(0, 10));
}

/** A date of the shop's book (`2026-11-20`) as dates are shown: `20/11/2026`. */
export function dateShown(date: string): string {
  return date.split('-').reverse().join('/');
}

/** The other way round, as people type it: `20/11/2026`, `20.11.2026`, `2026-11-20`. Anything else comes back as it is. */
export function dateTyped(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined) return text;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `2026-11-20 10:30:00`, which spreadsheets sort. */
export function sortable(at: number | string, timeZone: string): string {
  return local(at, timeZone)?.slice(0, 19).replace('T', ' ') ?? '?';
}

/** A moment as a cashier says it: `10:30 today`, `10:30 yesterday`, else `20/11/2026 10:30`. */
export function moment(words: Words, at: number | string, { now, timeZone }: Setting): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return '?';
  const time = clock(at, timeZone);
  const daysAgo = (dateAsUtc(now, timeZone) - dateAsUtc(at, timeZone)) / dayMs;
  if (daysAgo === 0) return words.t('moment-today', { time });
  if (daysAgo === 1) return words.t('moment-yesterday', { time });
  return words.t('moment-other', { time, day: day(at, timeZone) });
}

/** Somebody did something, at some time. */
export function eventLine(
  words: Words,
  key: string,
  { by, at }: Pick<BookEvent, 'by' | 'at'>,
  setting: Setting,
): string {
  return words.t(key, { who: nameOf(words, by), when: moment(words, at, setting) });
}

/** Midnight UTC of the date a moment has in the zone: two of these are whole days apart. */
function dateAsUtc(at: number | string, timeZone: string): number {
  return Date.parse(local(at, timeZone)?.slice(0, 10) ?? '');
}

/** What the clock on the wall shows, as ISO 8601 writes it; null for what is no moment. */
function local(at: number | string, timeZone: string): string | null {
  const ms = new Date(at).getTime();
  return Number.isNaN(ms) ? null : new Date(ms + offsetMs(ms, timeZone)).toISOString();
}

/** Of the quarters of an hour last asked for: a spreadsheet has some hundred thousand moments, and few of these. */
const offsets = new Map<string, number>();

function offsetMs(ms: number, timeZone: string): number {
  const quarter = Math.floor(ms / quarterMs);
  const name = `${timeZone} ${quarter}`;
  const known = offsets.get(name);
  if (known !== undefined) return known;
  const offset = tzOffset(timeZone, new Date(quarter * quarterMs)) * 60_000;
  if (offsets.size >= quartersMax) offsets.clear();
  offsets.set(name, offset);
  return offset;
}
