/** Calendar days and months of the configured time zone: the windows of caps and reads. */
import { tz, tzOffset } from '@date-fns/tz';
import { addDays, addMonths, format, startOfDay, startOfMonth } from 'date-fns';

export type WindowKind = 'day' | 'month';

export interface Window {
  kind: WindowKind;
  /** Names the window in keys: `2026-11-21` or `2026-11`. */
  name: string;
  /** First millisecond of the window. */
  startsAt: number;
  /** First millisecond after it. */
  endsAt: number;
}

/** The calendar window that `now` (ms) falls into. */
export function windowAt(kind: WindowKind, now: number, timeZone: string): Window {
  const zone = { in: tz(timeZone) };
  const start = kind === 'day' ? startOfDay(now, zone) : startOfMonth(now, zone);
  const end = kind === 'day' ? addDays(start, 1, zone) : addMonths(start, 1, zone);
  return {
    kind,
    name: format(start, kind === 'day' ? 'yyyy-MM-dd' : 'yyyy-MM', zone),
    startsAt: start.getTime(),
    endsAt: end.getTime(),
  };
}

/** Whole seconds until a moment, never less than 1: the value of a Retry-After header. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(1, Math.ceil((moment - now) / 1000));
}

/** What clocks of the zone are ahead of UTC at a moment, in ms. */
export function aheadOfUtcMs(timeZone: string, moment: number): number {
  return tzOffset(timeZone, new Date(moment)) * 60_000;
}
