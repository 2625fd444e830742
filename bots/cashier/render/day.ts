/** The shop's day: its summary, and what was accepted before. */
import {
  type BookRow,
  type DayReport,
  failureKinds,
  type SearchResult,
  type UnresolvedRow,
} from '../../../src/engine/index.js';
import { bankName, cleanName, cleanToken, nameOf } from './clean.js';
import { failureNamed } from './failure.js';
import { clock, dateShown, dateTyped, day, eventLine, moment, money, sum } from './figures.js';
import { message } from './message.js';
import { code, join, link, plain } from './rich.js';
import { type Message, type Rich, type Setting, signs } from './types.js';
import { noteLine } from './verdict.js';
import type { Words } from './words.js';

/** Most lines of one kind: a message holds 4096 units and 100 entities. */
const maxLines = 20;

/**
 * `/today`; the same at closing time.
 * @param closing pushed to the owners at the end of the day, which its first line says
 */
export function renderDay(
  words: Words,
  report: DayReport,
  setting: Setting,
  { closing = false }: { closing?: boolean } = {},
): Message {
  const { date, count, total, byBank, byCashier, notAccepted, unresolved } = report;
  const tally = (name: string, part: { count: number; total: string }) =>
    `• ${words.t('day-part', { name, count: part.count, total: money(part.total) })}`;
  return message([
    words.t(closing ? 'day-closing' : `day${whenOf(date, setting)}`, { day: dateShown(date) }),
    count === 0 ? words.t('day-nothing') : words.t('day-total', { count, total: money(total) }),
    ...section(words.t('day-banks'), byBank, (part) => tally(bankName(setting, part.provider), part)),
    ...section(words.t('day-cashiers'), byCashier, (part) => tally(nameOf(words, part.name), part)),
    notAccepted === 0 ? '' : words.t('day-not_accepted', { count: notAccepted }),
    ...section(words.t('day-unresolved', { count: unresolved.length }), unresolved, (row) =>
      unresolvedLine(words, row, setting),
    ),
  ]);
}

/** A shop's day ends when it closes: it may be tomorrow's already, or last night's still. */
function whenOf(date: string, { now, timeZone }: Setting): '' | '-next' | '-last' {
  const today = dateTyped(day(now, timeZone));
  if (date === today) return '';
  return date > today ? '-next' : '-last';
}

/** A heading and its lines; neither when there are none, and an ellipsis for those that are too many. */
function section<T>(heading: string, rows: readonly T[], line: (row: T) => Rich | string): (Rich | string)[] {
  if (rows.length === 0) return [];
  return [heading, ...rows.slice(0, maxLines).map(line), rows.length > maxLines ? '…' : ''];
}

/** `⏳ 14:02 telebirr DKK… (bank down)`, the time leading to the message. */
function unresolvedLine(words: Words, row: UnresolvedRow, setting: Setting): Rich {
  const time = clock(row.at, setting.timeZone);
  return join(
    [
      plain(signs.wait),
      row.link === null ? plain(time) : link(time, row.link),
      plain(row.provider === null ? '' : bankName(setting, row.provider)),
      code(cleanToken(row.reference)),
      plain(`(${words.t(`day-why-${whyOf(row.why)}`)})`),
    ],
    ' ',
  );
}

/** The few words that stand for a failure in a list. @param why its code or reason */
function whyOf(why: string): 'bank' | 'unreadable' | 'limit' | 'question' | 'service' {
  const failure = failureNamed(why);
  const { status, fault } = failureKinds[failure];
  if (failure === 'unreadable' || failure === 'detection_failed') return 'unreadable';
  if (fault === 'bank') return 'bank';
  if (status === 429 || status === 401) return 'limit';
  return status === 400 ? 'question' : 'service';
}

/** `/history`: newest first. @param query what was asked for, as typed */
export function renderHistory(
  words: Words,
  { rows, more, searchedTo }: SearchResult,
  query: string,
  setting: Setting,
): Message {
  const asked = cleanName(query) ?? '';
  return message([
    words.t(rows.length === 0 ? 'history-none' : 'history', { query: asked }),
    ...rows.slice(0, maxLines).map((row) => historyLine(words, row, setting)),
    more || rows.length > maxLines ? words.t('history-more') : '',
    searchedTo === null ? '' : words.t('history-searched', { date: dateShown(searchedTo) }),
  ]);
}

/** Two lines: sign, amount, payer; then when, who, bank, reference. Below them what the cashier noted. */
function historyLine(words: Words, row: BookRow, setting: Setting): Rich {
  const when = moment(words, row.at, setting);
  const url = row.acceptance?.link;
  const what = join(
    [plain(signs[row.answer]), plain(sum(words, row)), plain(cleanName(row.payer) ?? '')],
    ' ',
  );
  const where = join(
    [
      url ? link(when, url) : plain(when),
      plain(nameOf(words, row.acceptance?.by ?? row.by)),
      plain(bankName(setting, row.provider)),
      code(cleanToken(row.reference)),
    ],
    ' · ',
  );
  return join([what, where, plain(noteLine(words, row.note)), ...happened(words, row, setting)]);
}

/** What people decided about it, and what paid the rest. */
function happened(
  words: Words,
  { anyway, refusal, events = [], sale, id }: BookRow,
  setting: Setting,
): Rich[] {
  const undone = events.findLast(({ kind }) => kind === 'undone');
  const others = (sale?.parts ?? []).filter((part) => part.id !== id);
  const references = join(
    others.map(({ reference }) => code(cleanToken(reference))),
    ', ',
  );
  return [
    plain(anyway ? eventLine(words, 'verdict-anyway', anyway, setting) : ''),
    plain(refusal ? eventLine(words, 'question-refused', refusal, setting) : ''),
    plain(undone ? eventLine(words, 'verdict-undone', undone, setting) : ''),
    others.length > 0 ? words.rich('history-sale', { references }) : plain(''),
  ];
}
