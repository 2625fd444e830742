/** When a shop's day is over, and which day that is. Pure. */
import { tz } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import { startOfDay } from 'date-fns/startOfDay';
import { subDays } from 'date-fns/subDays';
import { ShopError } from './types.js';

/** A shop that closes after midnight, before this hour, means the day that has just ended. */
const nightEndsHour = 6;

const dateForm = 'yyyy-MM-dd';

/** The first moment after `now` (ms) at which the clock shows `closingTime` (`HH:MM`), and the day that is meant. */
export function nextClosing(
  closingTime: string,
  now: number,
  timeZone: string,
): { at: number; date: string } {
  const today = momentOn(dateOf(now, timeZone), closingTime, timeZone);
  const zone = { in: tz(timeZone) };
  const at =
    today > now ? today : momentOn(format(addDays(now, 1, zone), dateForm, zone), closingTime, timeZone);
  const early = Number(closingTime.slice(0, 2)) < nightEndsHour;
  return { at, date: early ? format(subDays(at, 1, zone), dateForm, zone) : dateOf(at, timeZone) };
}

/** The calendar day of a moment (ms), `yyyy-MM-dd`. */
export function dateOf(moment: number, timeZone: string): string {
  return format(moment, dateForm, { in: tz(timeZone) });
}

/** The first millisecond of a day. @throws ShopError `invalid` */
export function startOf(date: string, timeZone: string, field = 'date'): number {
  const parsed = /^\d{4}-\d\d-\d\d$/.test(date) ? momentOn(date, '00:00', timeZone) : Number.NaN;
  if (Number.isNaN(parsed)) throw new ShopError('invalid', field);
  return startOfDay(parsed, { in: tz(timeZone) }).getTime();
}

/** The day so many days before or after a `yyyy-MM-dd`: the calendar is the same in every time zone. */
export function dayBeside(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** NaN for what is no day. */
function momentOn(date: string, time: string, timeZone: string): number {
  const moment = parse(`${date} ${time}`, `${dateForm} HH:mm`, new Date(0), { in: tz(timeZone) });
  return isValid(moment) ? moment.getTime() : Number.NaN;
}
