/** Dates as banks print them: local, without offset, UTC+3 all year (docs/providers/README.md#dates). */

export interface CalendarDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

export interface LocalTime extends CalendarDay {
  hour: number;
  minute: number;
  second: number;
}

const millisecondsPerDay = 86_400_000;
const offsetHours = 3;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const numbers = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})(?:(?:, ?| )(\d{1,2}:.{2,12}))?$/;
const worded = /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]{0,6}\.? (\d{1,2}),? (\d{4})(?:,? (\d{1,2}:.{2,12}))?$/i;
const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?(?: [AP]M)?)(?:\.\d{1,9})?(?:Z|\+03:?00)?)?$/;
const dayWorded = /^(\d{1,2})[- ]([a-z]{3})[a-z]{0,6}[- ](\d{4})(?:,? (\d{1,2}:.{2,12}))?$/i;
const figures = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([ap])\.?m\.?)?$/i;

/** `07-06-2026 18:37:39`, `15/07/2026, 14:04:20`, `23/01/26 14:04`: the day comes first. */
export function dayFirst(text: string | null): LocalTime | null {
  const [, day, , month, year, time] = match(numbers, text);
  return localTime(year, month, day, time);
}

/** `5/20/2026, 7:29:00 PM`: US order. */
export function monthFirst(text: string | null): LocalTime | null {
  const [, month, , day, year, time] = match(numbers, text);
  return localTime(year, month, day, time);
}

/** `Sat Aug 24 2024`, `Jun 19, 2026, 4:45 PM`. Without a clock time the day begins at midnight. */
export function monthInWords(text: string | null): LocalTime | null {
  const [, name, day, year, time] = match(worded, text);
  const month = months.indexOf(name?.toLowerCase() ?? '') + 1;
  return month === 0 ? null : localTime(year, String(month), day, time);
}

/**
 * `2026-09-04T10:59:00Z`, `2026-05-19 03:05:53 PM`: read as local time, for banks whose Z is wrong
 * (docs/providers/README.md#dates).
 */
export function yearFirst(text: string | null): LocalTime | null {
  const [, year, month, day, time] = match(iso, text);
  return localTime(year, month, day, time);
}

/** `29-Jun-2025`, `29-Jun-2025, 10:55:59 am`. Without a clock time the day begins at midnight. */
export function dayAndMonthInWords(text: string | null): LocalTime | null {
  const [, day, name, year, time] = match(dayWorded, text);
  const month = months.indexOf(name?.toLowerCase() ?? '') + 1;
  return month === 0 ? null : localTime(year, String(month), day, time);
}

/** `2609060908`: yyMMddHHmm. */
export function figuresOnly(text: string | null): LocalTime | null {
  const [, year, month, day, hour, minute] = match(figures, text);
  return localTime(year, month, day, `${hour}:${minute}`);
}

/** ISO 8601 with the offset of Addis Ababa; null stays null. */
export function withOffset(time: LocalTime | null): string | null {
  if (!time) return null;
  const date = [String(time.year).padStart(4, '0'), two(time.month), two(time.day)].join('-');
  return `${date}T${two(time.hour)}:${two(time.minute)}:${two(time.second)}+03:00`;
}

/** Days since 1970; null when there is no such calendar date. */
export function dayNumber({ year, month, day }: CalendarDay): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? Math.floor(date.getTime() / millisecondsPerDay) : null;
}

/** The day of a moment in Addis Ababa, counted as `dayNumber` counts. @param now ms */
export function localDayNumber(now: number): number {
  return Math.floor((now + offsetHours * 3_600_000) / millisecondsPerDay);
}

/** The year of a moment in Addis Ababa. */
export function localYear(now: Date): number {
  return new Date(now.getTime() + offsetHours * 3_600_000).getUTCFullYear();
}

function match(pattern: RegExp, text: string | null): readonly (string | undefined)[] {
  return (text && pattern.exec(text.trim().replace(/\s+/g, ' '))) || [];
}

type Part = string | undefined;

function localTime(year: Part, month: Part, day: Part, time: Part): LocalTime | null {
  if (!year || !month || !day) return null;
  const date = { year: fullYear(year), month: Number(month), day: Number(day) };
  const hours = time === undefined ? { hour: 0, minute: 0, second: 0 } : clockTime(time);
  return hours && dayNumber(date) !== null ? { ...date, ...hours } : null;
}

function fullYear(year: string): number {
  return Number(year) + (year.length === 2 ? 2000 : 0);
}

function clockTime(text: string): Pick<LocalTime, 'hour' | 'minute' | 'second'> | null {
  const [, hours, minutes, seconds = '0', half] = clock.exec(text.trim()) ?? [];
  const hour = half ? twelveHour(Number(hours), half.toLowerCase()) : Number(hours);
  const [minute, second] = [Number(minutes), Number(seconds)];
  return hour <= 23 && minute <= 59 && second <= 59 ? { hour, minute, second } : null;
}

/** NaN for an hour outside the 12-hour clock. */
function twelveHour(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
