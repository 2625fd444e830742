/**
 * The dates inside references (docs/providers/README.md#dates-in-references). Written separately for the sandbox, so that it
 * checks how the providers read them.
 */

export interface Day {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

interface Time {
  hour: number;
  minute: number;
  second: number;
}

export const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const dayLetters = '123456789ABCDEFGHIJKLMNOPQRSTUV';

/** Year, month and day letter, as telebirr has them. @param firstYear the year of the letter A */
export function dayOfLetters(reference: string, firstYear: number): Day | null {
  const year = firstYear + letter(reference, 0);
  const month = 1 + letter(reference, 1);
  const day = 1 + dayLetters.indexOf(reference[2] ?? ' ');
  return existing({ year, month, day });
}

/** `YYDDD`: year and day of the year, as FT numbers have it. */
export function dayOfOrdinal(yyddd: string): Day | null {
  const year = 2000 + Number(yyddd.slice(0, 2));
  const ordinal = Number(yyddd.slice(2));
  if (!Number.isInteger(ordinal) || ordinal < 1) return null;
  const date = new Date(Date.UTC(year, 0, ordinal));
  return date.getUTCFullYear() === year ? dayOf(date) : null;
}

/** The `YYDDD` of a day. */
export function ordinalOf({ year, month, day }: Day): string {
  const days = (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 0)) / 86_400_000;
  return `${twoDigits(year % 100)}${String(days).padStart(3, '0')}`;
}

export function daysAfter({ year, month, day }: Day, days: number): Day {
  return dayOf(new Date(Date.UTC(year, month - 1, day + days)));
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** `2026-06-07` */
export function isoDate({ year, month, day }: Day): string {
  return [year, month, day].map(twoDigits).join('-');
}

/** `14:04:20` */
export function clockTime({ hour, minute, second }: Time): string {
  return [hour, minute, second].map(twoDigits).join(':');
}

/** `02:04:20 PM` */
export function twelveHourClock({ hour, minute, second }: Time): string {
  return `${clockTime({ hour: ((hour + 11) % 12) + 1, minute, second })} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The time of a day, local, in the fields of UTC. */
export function timeOf({ year, month, day }: Day, { hour, minute, second }: Time): Date {
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

function letter(text: string, index: number): number {
  return text.charCodeAt(index) - 'A'.charCodeAt(0);
}

/** The day; null when there is no such date. */
export function existing(day: Day): Day | null {
  const date = dayOf(new Date(Date.UTC(day.year, day.month - 1, day.day)));
  return date.month === day.month && date.day === day.day && date.year === day.year ? day : null;
}

function dayOf(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
