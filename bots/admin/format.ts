/** Formats times, durations, causes and names. */
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { isSameDay } from 'date-fns/isSameDay';
import type { StatusSnapshot } from './types.js';

/** `14:05:09`; with the day instead of seconds when it is not today: `3 Jan 14:05`. */
export function moment(ms: number, { now, timeZone }: { now: number; timeZone: string }): string {
  const [at, today] = [new TZDate(ms, timeZone), new TZDate(now, timeZone)];
  return format(at, isSameDay(at, today) ? 'HH:mm:ss' : 'd MMM HH:mm');
}

/** `2 h 5 min`, `3 min 20 s`, `8 s`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3_600)];
  const [minutes, rest] = [Math.floor((seconds % 3_600) / 60), seconds % 60];
  const parts = [
    days && `${days} d`,
    hours && `${hours} h`,
    minutes && `${minutes} min`,
    rest && `${rest} s`,
  ];
  return parts.filter(Boolean).slice(0, 2).join(' ') || '0 s';
}

const causes: Readonly<Record<string, string>> = {
  timeout: 'timeout, no answer in time',
  unreachable: 'connection refused or broken',
  refused: 'refused',
  certificate: 'the certificate does not verify',
  redirect: 'a redirect instead of an answer',
  block_page: 'a block page instead of an answer',
  unexpected_answer: 'an unexpected answer',
  not_sent: 'nothing could be sent',
  rate_limited: 'rate limited',
  server_error: 'a server error',
  bad_answer: 'invalid answers',
  http_status: 'answers with an error status',
  private_address: 'names that resolve to private addresses',
};

/** A cause code of the engine as text, with the HTTP status if there is one. */
export function causeWords(cause: string, httpStatus: number | null): string {
  const words = causes[cause] ?? cause.replaceAll('_', ' ');
  return httpStatus === null ? words : `${words} (HTTP ${httpStatus})`;
}

export function nameOf({ banks }: StatusSnapshot, provider: string): string {
  return banks[provider]?.name ?? provider;
}

/** Telegram's limit is 4096. */
export const messageLengthMax = 3_800;

export function clip(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  return `${text.slice(0, lengthMax - 2).replace(/[\uD800-\uDBFF]$/, '')} …`;
}

/** A person's display name on one line, at most 40 characters. */
export function personName(first: string, last?: string, username?: string): string {
  const words = `${first} ${last ?? ''}`.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  const name = [...words].slice(0, 40).join('');
  return name || (username ? `@${username}` : 'somebody');
}
