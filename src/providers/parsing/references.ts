/** References that carry a date (docs/providers/README.md#dates-in-references), and the account digits that go with them. */
import type { Target } from '../types.js';
import { type CalendarDay, dayNumber, type LocalTime, localYear } from './dates.js';

/** Numbers of a core banking system that several banks use. */
export const ftNumber = /^FT\d{5}[A-Z0-9]{5}$/;

const letterA = 'A'.charCodeAt(0);
const smallA = 'a'.charCodeAt(0);
const smallZ = 'z'.charCodeAt(0);

/**
 * The date in the first three characters of telebirr's and M-PESA's numbers: year letter, month letter A to L,
 * day 1 to 9 then A to V. Null when there is no such date.
 * @param yearOfA the year the letter A stands for.
 */
export function letterDay(reference: string, yearOfA: number): CalendarDay | null {
  const year = reference.charCodeAt(0) - letterA;
  const month = reference.charCodeAt(1) - letterA;
  const day = Number.parseInt(reference.charAt(2), 32);
  return existing({ year: yearOfA + year, month: month + 1, day });
}

/** The date in five digits YYDDD: year of this century and day of the year. Null when there is no such day. */
export function ordinalDay(digits: string): CalendarDay | null {
  if (!/^\d{5}$/.test(digits)) return null;
  const year = 2000 + Number(digits.slice(0, 2));
  const date = new Date(Date.UTC(year, 0, Number(digits.slice(2))));
  const sameYear = date.getUTCFullYear() === year;
  return sameYear ? { year, month: date.getUTCMonth() + 1, day: date.getUTCDate() } : null;
}

/** The date in a number that begins with two letters and YYDDD, such as an FT number. */
export function ftDay(reference: string): CalendarDay | null {
  return ordinalDay(reference.slice(2, 7));
}

/** True for a date from `firstYear` to the end of next year; receipts have no other dates. */
export function plausible(day: CalendarDay | null, now: Date, firstYear = 2015): boolean {
  return day !== null && day.year >= firstYear && day.year <= localYear(now) + 1;
}

/** Maximum days of a reference's date after the printed date. */
interface Drift {
  min: number;
  max: number;
}

/** Booking on the next working day: a YYDDD date may be three days after the printed one. */
export const nextWorkingDay: Drift = { min: 0, max: 3 };

/** False only for a contradiction; true when either date is unknown. */
export function datesAgree(inside: CalendarDay | null, printed: LocalTime | null, drift: Drift): boolean {
  const [booked, paid] = [inside && dayNumber(inside), printed && dayNumber(printed)];
  if (booked === null || paid === null) return true;
  return booked - paid >= drift.min && booked - paid <= drift.max;
}

/** Upper-cases a to z to compare references, but no other letter: `ſ` does not become S, nor `ı` I. */
export function capitals(text: string): string {
  return hasSmall(text) ? text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : text;
}

/** The target of a text that is a reference in capitals or small letters; null for any other text. */
export function targetOf(
  text: string | null | undefined,
  grammar: RegExp,
  target: (reference: string) => Target,
): Target | null {
  const reference = capitals(text ?? '');
  return grammar.test(reference) ? target(reference) : null;
}

/** Without a regular expression, because most banks ask this of each reference, and most references are in capitals. */
function hasSmall(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= smallA && code <= smallZ) return true;
  }
  return false;
}

/** False for a contradiction, and for a printed but unreadable date, which may be one. */
export function printedDateAgrees(
  text: string | null,
  printed: LocalTime | null,
  inside: CalendarDay | null,
  drift: Drift,
): boolean {
  return (text === null || printed !== null) && datesAgree(inside, printed, drift);
}

/** The last digits of the caller's account that the bank needs; null when too short, masked or not a number. */
export function accountTail(account: string | undefined, digits: number): string | null {
  const plain = account?.replace(/[\s-]+/g, '') ?? '';
  return /^\d+$/.test(plain) && plain.length >= digits ? plain.slice(-digits) : null;
}

function existing(day: CalendarDay): CalendarDay | null {
  // Every month has 28 days: most references need no calendar.
  if (day.month >= 1 && day.month <= 12 && day.day >= 1 && day.day <= 28) return day;
  return Number.isInteger(day.day) && dayNumber(day) !== null ? day : null;
}
