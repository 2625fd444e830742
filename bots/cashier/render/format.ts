/** Formats amounts and times in messages: the same figures in every language. */
import { tzOffset } from '@date-fns/tz';
import { type BookEvent, type BookRow, isBirr, parseBirr } from '../../../src/engine/index.js';
import { groupThousands } from '../../../src/money.js';
import type { Words } from './i18n.js';
import { nameOf, sanitizeName } from './sanitize.js';
import type { Setting } from './types.js';

const dayMs = 86_400_000;
/** UTC offsets change at a quarter of an hour only. */
const quarterMs = 900_000;
const quartersMax = 1_000;
/** Maximum length of a currency's name. */
const maxCurrency = 12;

/** `5,000.00`: thousands separators and two decimals, exact; `?` for an unreadable amount. */
export function money(amount: string | number): string {
  const text = String(amount).trim();
  const cents = parseBirr(text.replace(/^-/, ''));
  if (cents === null) return '?';
  return groupThousands(text.startsWith('-') ? -cents : cents);
}

/** The amount of a receipt, in its own currency: `5,000.00 birr`, `41.00 USD`. */
export function sum(words: Words, { amount, currency }: { amount: string; currency: string }): string {
  const figure = money(amount);
  return isBirr({ currency })
    ? words.t('birr', { amount: figure })
    : `${figure} ${sanitizeName(currency, maxCurrency) ?? '?'}`;
}

/** `14:02`, 24-hour clock, as banks print it. */
export function clock(at: number | string, timeZone: string): string {
  return local(at, timeZone)?.slice(11, 16) ?? '?';
}

const partsOfDay = ['night', 'morning', 'afternoon', 'evening'] as const;

/**
 * A time of day (`20:30`) with the spoken hour: `20:30 (8:30 in the evening)`. In Amharic and Afaan Oromo that is
 * the Ethiopian clock's, which begins at six in the morning and at six in the evening.
 */
export function clockText(words: Words, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const hour = (words.locale === 'en' ? hours : hours + 6) % 12 || 12;
  const part = partsOfDay[Math.floor(hours / 6)] ?? 'night';
  return words.t(`clock-${part}`, { time, hour: `${hour}:${String(minutes).padStart(2, '0')}` });
}

/**
 * Parses a typed time of day. `20:30` and `08:30` are unambiguous; `2:30` may be any of four times, on the Ethiopian or the
 * 12-hour clock.
 * @returns the possible times as `HH:mm`, afternoon first; empty if it is no time
 */
export function parseClock(text: string): string[] {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d\d)$/.exec(text.trim()) ?? [];
  const hour = Number(hours);
  if (hours === '' || hour > 23 || Number(minutes) > 59) return [];
  const isUnambiguous = hours.startsWith('0') || hour === 0 || hour > 12;
  const offsetHours = isUnambiguous ? [0] : [0, 6, 12, 18];
  return offsetHours
    .map((offset) => `${String((hour + offset) % 24).padStart(2, '0')}:${minutes}`)
    .sort((a, b) => (a < '12' ? 1 : 0) - (b < '12' ? 1 : 0) || a.localeCompare(b));
}

/** `20/11/2026`. */
export function day(at: number | string, timeZone: string): string {
  const shown = local(at, timeZone);
  return shown === null ? '?' : formatDate(shown.slice(0, 10));
}

/** Formats a date of the ledger (`2026-11-20`) as `20/11/2026`. */
export function formatDate(date: string): string {
  return date.split('-').reverse().join('/');
}

/** Parses a typed date: `20/11/2026`, `20.11.2026`, `2026-11-20`. Returns anything else unchanged. */
export function parseDate(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined) return text;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `2026-11-20 10:30:00`, sortable in spreadsheets. */
export function sortable(at: number | string, timeZone: string): string {
  return local(at, timeZone)?.slice(0, 19).replace('T', ' ') ?? '?';
}

/** A time relative to today: `10:30 today`, `10:30 yesterday`, else `20/11/2026 10:30`. */
export function moment(words: Words, at: number | string, { now, timeZone }: Setting): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return '?';
  const time = clock(at, timeZone);
  const daysAgo = (dateAsUtc(now, timeZone) - dateAsUtc(at, timeZone)) / dayMs;
  if (daysAgo === 0) return words.t('moment-today', { time });
  if (daysAgo === 1) return words.t('moment-yesterday', { time });
  return words.t('moment-other', { time, day: day(at, timeZone) });
}

/** A text with the member and the time of an event. */
export function eventLine(
  words: Words,
  key: string,
  { by, at }: Pick<BookEvent, 'by' | 'at'>,
  setting: Setting,
): string {
  return words.t(key, { who: nameOf(words, by), when: moment(words, at, setting) });
}

/** The last undoing of an acceptance; undefined if there was none. */
export function undoEvent({ events = [] }: Pick<BookRow, 'events'>): BookEvent | undefined {
  return events.findLast(({ kind }) => kind === 'undone');
}

/** Midnight UTC of the local date; the difference of two is a whole number of days. */
function dateAsUtc(at: number | string, timeZone: string): number {
  return Date.parse(local(at, timeZone)?.slice(0, 10) ?? '');
}

/** Local time in ISO 8601 form; null for an invalid time. */
function local(at: number | string, timeZone: string): string | null {
  const ms = new Date(at).getTime();
  return Number.isNaN(ms) ? null : new Date(ms + offsetMs(ms, timeZone)).toISOString();
}

/** Cache of offsets by quarter of an hour: an export has many times, but few quarters. */
const offsets = new Map<string, number>();

function offsetMs(ms: number, timeZone: string): number {
  const quarter = Math.floor(ms / quarterMs);
  const name = `${timeZone} ${quarter}`;
  const cached = offsets.get(name);
  if (cached !== undefined) return cached;
  const offset = tzOffset(timeZone, new Date(quarter * quarterMs)) * 60_000;
  if (offsets.size >= quartersMax) offsets.clear();
  offsets.set(name, offset);
  return offset;
}
