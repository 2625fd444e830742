/** Calendar days and months of the configured time zone: the windows of caps and reads. */
import { tz, tzOffset } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { format } from 'date-fns/format';
import { startOfDay } from 'date-fns/startOfDay';
import { startOfMonth } from 'date-fns/startOfMonth';

export type WindowKind = 'day' | 'month';

export interface Window {
  kind: WindowKind;
  /** Name of the window in keys: `2026-11-21` or `2026-11`. */
  name: string;
  /** First millisecond of the window. */
  startsAt: number;
  /** First millisecond after it. */
  endsAt: number;
}

/** The last window by kind and time zone: computing one costs more than a round trip to the store. */
const lastWindows = new Map<string, Window>();

/** The calendar window of `now` (ms). */
export function windowAt(kind: WindowKind, now: number, timeZone: string): Window {
  const name = `${kind} ${timeZone}`;
  const last = lastWindows.get(name);
  if (last && now >= last.startsAt && now < last.endsAt) return last;
  const window = makeWindow(kind, now, timeZone);
  lastWindows.set(name, window);
  return window;
}

function makeWindow(kind: WindowKind, now: number, timeZone: string): Window {
  const zone = { in: tz(timeZone) };
  const start = kind === 'day' ? startOfDay(now, zone) : startOfMonth(now, zone);
  // A day begins later when clocks skip midnight; the next one does not.
  const end =
    kind === 'day'
      ? startOfDay(addDays(start, 1, zone), zone)
      : startOfMonth(addMonths(start, 1, zone), zone);
  return {
    kind,
    name: format(start, kind === 'day' ? 'yyyy-MM-dd' : 'yyyy-MM', zone),
    startsAt: start.getTime(),
    endsAt: end.getTime(),
  };
}

/** Whole seconds until a moment, never less than 1: the value of a Retry-After header. */
export function secondsUntil(moment: number, now: number): number {
  return retrySeconds(moment - now);
}

/** The same for a duration, ms. */
export function retrySeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** Offset of the time zone from UTC at a moment, ms. */
export function utcOffsetMs(timeZone: string, moment: number): number {
  return tzOffset(timeZone, new Date(moment)) * 60_000;
}
