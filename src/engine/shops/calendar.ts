/** Business days of a shop. Pure. */
import { tz } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { parse } from 'date-fns/parse';
import { startOfDay } from 'date-fns/startOfDay';
import type { Period } from '../api/shop-reports.js';
import { ShopError } from '../api/shops.js';

/** A closing time before this hour ends the previous calendar day. */
const nightEndsHour = 6;

const dateForm = 'yyyy-MM-dd';

/** A business day: from the closing time of the previous day to its own. Identified by its date. */
export interface BusinessDay {
  /** `yyyy-MM-dd` */
  date: string;
  /** Its first millisecond. */
  startsAt: number;
  /** First millisecond after it: when the shop closes, or midnight. */
  endsAt: number;
}

/** The last day by closing time and zone: computing one costs more than a round trip to the store. */
const lastDays = new Map<string, BusinessDay>();

/**
 * The business day of a moment (ms). It ends at closing time, so that sales after the daily report are in the next one;
 * without a closing time it is the calendar day.
 * @param closingTime `HH:MM` on the shop's clock; before six in the morning it ends the calendar day before
 */
export function businessDay(moment: number, closingTime: string | null, timeZone: string): BusinessDay {
  const name = `${closingTime} ${timeZone}`;
  const last = lastDays.get(name);
  if (last && moment >= last.startsAt && moment < last.endsAt) return last;
  const day = makeDay(moment, (date) => endOf(date, closingTime, timeZone), timeZone);
  lastDays.set(name, day);
  return day;
}

function makeDay(moment: number, end: (date: string) => number, timeZone: string): BusinessDay {
  let date = addDays(dateOf(moment, timeZone), -1);
  while (end(date) <= moment) date = addDays(date, 1);
  return { date, startsAt: end(addDays(date, -1)), endsAt: end(date) };
}

/** By local time, not by adding hours: days differ in length where clocks change. */
function endOf(date: string, closingTime: string | null, timeZone: string): number {
  const next = addDays(date, 1);
  if (closingTime === null) return startOf(next, timeZone);
  const isEarly = Number(closingTime.slice(0, 2)) < nightEndsHour;
  return momentOn(isEarly ? next : date, closingTime, timeZone);
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

/** First and last day of the week, from Monday, or month around a `yyyy-MM-dd`. */
export function periodAround(period: Period, date: string): { from: string; to: string } {
  const moment = new Date(Date.parse(date));
  if (period === 'week') {
    const from = addDays(date, -((moment.getUTCDay() + 6) % 7));
    return { from, to: addDays(from, 6) };
  }
  const month = date.slice(0, 7);
  const last = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0));
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}

/** Adds days to a `yyyy-MM-dd`; independent of the time zone. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** NaN when the date is not valid. */
function momentOn(date: string, time: string, timeZone: string): number {
  const moment = parse(`${date} ${time}`, `${dateForm} HH:mm`, new Date(0), { in: tz(timeZone) });
  return isValid(moment) ? moment.getTime() : Number.NaN;
}
