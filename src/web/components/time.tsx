/** Times in the deployment's time zone, numbers and amounts. */
import type { PageLanguage } from '../i18n/index.js';

export interface Clock {
  language: PageLanguage;
  timeZone: string;
}

/** @param at ISO 8601 */
export function Moment({ clock, at, withDate = true }: { clock: Clock; at: string; withDate?: boolean }) {
  return <time dateTime={at}>{momentText(clock, at, withDate)}</time>;
}

export function momentText(clock: Clock, at: string, withDate = true): string {
  const style = withDate
    ? ({ dateStyle: 'medium', timeStyle: 'short' } as const)
    : ({ timeStyle: 'medium' } as const);
  return formatTime(clock, new Date(at), style);
}

/** By language, time zone and style: making one takes longer than a hundred uses. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function formatTime(
  { language, timeZone }: Clock,
  at: Date,
  style: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>,
): string {
  const key = [language, timeZone, style.dateStyle, style.timeStyle].join();
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...style, timeZone });
  formats.set(key, format);
  return format.format(at);
}

/** @param date `yyyy-MM-dd` */
export function dayText(language: PageLanguage, date: string): string {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** Thousands separators, the same digits in every language. */
export function figure(value: number): string {
  return value.toLocaleString('en');
}

/** `1,600.00 ETB`. @param amount a decimal string */
export function moneyText(amount: string, currency = 'ETB'): string {
  const [whole = '', cents = '00'] = amount.split('.');
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents} ${currency}`;
}
