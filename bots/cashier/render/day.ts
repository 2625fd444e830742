/** Renders summaries of days, weeks, months, shifts and members, and the history. */
import {
  type BookRow,
  type CashierCounts,
  type DayReport,
  failureKinds,
  type MemberDay,
  type PeriodReport,
  type SearchResult,
  type Shift,
  type Tallies,
  type Tally,
  type UnresolvedRow,
} from '../../../src/engine/index.js';
import { saleLine } from './decisions.js';
import { failureNamed } from './failure.js';
import { clock, day, eventLine, formatDate, moment, money, parseDate, sum, undoEvent } from './format.js';
import type { Words } from './i18n.js';
import { button, message } from './message.js';
import { code, join, link, plain } from './rich.js';
import { bankName, cleanToken, nameOf, sanitizeName } from './sanitize.js';
import { type Message, type Rich, type Setting, signs } from './types.js';
import { noteLine } from './verdict.js';

/** Maximum of lines per section: a message holds 4096 units and 100 entities. */
const maxLines = 20;
/** Days of a month. */
const maxDays = 31;

/**
 * `/today`; the same at closing time.
 * @param closing daily summary at closing time; the first line says so
 * @param staff for an owner: totals and shifts of each member
 */
export function renderDay(
  words: Words,
  report: DayReport,
  setting: Setting,
  { closing = false, staff = true }: { closing?: boolean; staff?: boolean } = {},
): Message {
  const { date, notAccepted, undone, unresolved, shifts } = report;
  return message([
    words.t(closing ? 'day-closing' : `day${whenOf(date, setting)}`, { day: formatDate(date) }),
    ...sums(words, report, setting),
    ...(staff ? cashierLines(words, report) : []),
    ...(staff ? section(words.t('day-shifts'), shifts, (shift) => shiftLine(words, shift, setting)) : []),
    notAccepted === 0 ? '' : words.t('day-not_accepted', { count: notAccepted }),
    undone === 0 ? '' : words.t('day-undone', { count: undone }),
    ...section(words.t('day-unresolved', { count: unresolved.length }), unresolved, (row) =>
      unresolvedLine(words, row, setting),
    ),
  ]);
}

/** `/mytotal`: a member's totals and open shift. */
export function renderMyTotal(words: Words, own: MemberDay, setting: Setting): Message {
  const running = own.shifts.find(({ endedAt }) => endedAt === null);
  return message([
    words.t('mytotal', { day: formatDate(own.date) }),
    ...sums(words, own, setting),
    countsLine(words, own.counts),
    ...(running
      ? [
          words.t('shift-running', { since: clock(running.startedAt, setting.timeZone) }),
          sumLine(words, running),
        ]
      : []),
  ]);
}

/** `/shift`: the open shift, or the last of the day, with a button to end it or to begin another. */
export function renderShift(words: Words, shift: Shift | null, setting: Setting): Message {
  const start = button(words.t('button-start-shift'), { do: 'startShift' });
  if (shift === null) return message([words.t('shift-none')], [[start]]);
  if (shift.endedAt !== null)
    return message(shiftSummary(words, shift, setting, words.t('shift-yours')), [[start]]);
  const { date, startedAt } = shift;
  const ends = { do: 'endShift', date, start: String(Date.parse(startedAt)) } as const;
  return message(
    [
      words.t('shift-running', { since: clock(startedAt, setting.timeZone) }),
      ...sums(words, shift, setting),
      countsLine(words, shift.counts),
    ],
    [[button(words.t('button-end-shift'), ends)]],
  );
}

/** Lines of an ended shift. @param title text before the times */
export function shiftSummary(words: Words, shift: Shift, setting: Setting, title: string): (Rich | string)[] {
  return [
    `${title} ${shiftTimes(words, shift, setting)}`,
    ...sums(words, shift, setting),
    countsLine(words, shift.counts),
  ];
}

/** `/report`: a week or a month, with buttons for the previous and next one and for the export. */
export function renderReport(words: Words, report: PeriodReport, setting: Setting): Message {
  const { period, from, to, byDay, notAccepted, unresolved, anyway, undone, earlier, later } = report;
  const pageButton = (key: string, date: string | null) =>
    date === null ? [] : [button(words.t(key), { do: 'report', period, date })];
  const other = period === 'week' ? 'month' : 'week';
  return message(
    [
      words.t(`report-${period}`, { from: formatDate(from), to: formatDate(to) }),
      ...sums(words, report, setting),
      ...cashierLines(words, report),
      ...section(
        words.t('report-days'),
        byDay,
        (tally) => tallyLine(words, formatDate(tally.date), tally),
        maxDays,
      ),
      anyway.count === 0 ? '' : words.t('report-anyway', { count: anyway.count, total: money(anyway.total) }),
      notAccepted === 0 ? '' : words.t('day-not_accepted', { count: notAccepted }),
      undone === 0 ? '' : words.t('day-undone', { count: undone }),
      unresolved === 0 ? '' : words.t('report-unresolved', { count: unresolved }),
    ],
    [
      [...pageButton('button-page-back', earlier), ...pageButton('button-page-next', later)],
      [button(words.t(`button-report-${other}`), { do: 'report', period: other, date: from })],
      [button(words.t('button-spreadsheet'), { do: 'exportPeriod', period, date: from })],
    ],
  );
}

/** Total, and totals by bank. */
function sums(words: Words, part: Tally & Pick<Tallies, 'byBank'>, setting: Setting): (Rich | string)[] {
  return [
    sumLine(words, part),
    ...section(words.t('day-banks'), part.byBank, (bank) =>
      tallyLine(words, bankName(setting, bank.provider), bank),
    ),
  ];
}

function sumLine(words: Words, { count, total }: Tally): string {
  return count === 0 ? words.t('day-nothing') : words.t('day-total', { count, total: money(total) });
}

function tallyLine(words: Words, name: string, { count, total }: Tally): string {
  return `• ${words.t('day-part', { name, count, total: money(total) })}`;
}

/** Accepted receipts by member, each followed by the other outcomes; members without accepted receipts come last. */
function cashierLines(
  words: Words,
  { byCashier, cashiers }: Pick<DayReport, 'byCashier' | 'cashiers'>,
): (Rich | string)[] {
  const counts = new Map(cashiers.map((cashier) => [cashier.member, cashier]));
  const accepted = new Set(byCashier.map(({ member }) => member));
  const others = cashiers.filter(({ member }) => !accepted.has(member));
  const all = [
    ...byCashier,
    ...others.map(({ member, name }) => ({ member, name, count: 0, total: '0.00' })),
  ];
  return section(words.t('day-cashiers'), all, (cashier) => {
    const rest = countsLine(words, counts.get(cashier.member));
    return tallyLine(words, nameOf(words, cashier.name), cashier) + (rest === '' ? '' : ` · ${rest}`);
  });
}

const countNames = ['refused', 'warned', 'couldNotCheck', 'usedTwice'] as const;

/** Counts of receipts not accepted at once; empty if there are none. */
function countsLine(words: Words, counts: CashierCounts | undefined): string {
  const present = countNames.filter((name) => (counts?.[name] ?? 0) > 0);
  return present.map((name) => words.t(`count-${name}`, { count: counts?.[name] ?? 0 })).join(', ');
}

/** `• Selam 08:00 - 16:30: 1,200.00 birr (3)`. */
function shiftLine(words: Words, shift: Shift, setting: Setting): string {
  return tallyLine(words, `${nameOf(words, shift.name)} ${shiftTimes(words, shift, setting)}`, shift);
}

function shiftTimes(
  words: Words,
  { startedAt, endedAt, leftOpen }: Shift,
  { timeZone }: Pick<Setting, 'timeZone'>,
): string {
  const end = endedAt === null ? '…' : clock(endedAt, timeZone);
  return `${clock(startedAt, timeZone)}–${end}${leftOpen ? ` (${words.t('shift-left_open')})` : ''}`;
}

/** A business day ends at closing time, so it may be tomorrow's already or still yesterday's. */
function whenOf(date: string, { now, timeZone }: Setting): '' | '-next' | '-last' {
  const today = parseDate(day(now, timeZone));
  if (date === today) return '';
  return date > today ? '-next' : '-last';
}

/** A heading and a line per row; empty without rows. An ellipsis replaces the rows beyond `lines`. */
function section<T>(
  heading: string,
  rows: readonly T[],
  line: (row: T) => Rich | string,
  lines = maxLines,
): (Rich | string)[] {
  if (rows.length === 0) return [];
  return [heading, ...rows.slice(0, lines).map(line), rows.length > lines ? '…' : ''];
}

/** `⏳ 14:02 telebirr DKK… (bank down)`; the time links to the message. */
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

/** Category of a failure for lists. @param why its code or reason */
function whyOf(why: string): 'bank' | 'unreadable' | 'limit' | 'question' | 'service' {
  const failure = failureNamed(why);
  const { status, fault } = failureKinds[failure];
  const unread: readonly string[] = ['unreadable', 'detection_failed', 'doubtful_reading'];
  if (unread.includes(failure)) return 'unreadable';
  if (fault === 'bank') return 'bank';
  if (status === 429 || status === 401) return 'limit';
  return status === 400 ? 'question' : 'service';
}

/** `/history`: newest first. @param query the search text as typed */
export function renderHistory(
  words: Words,
  { rows, more, isPartial, searchedTo }: SearchResult,
  query: string,
  setting: Setting,
): Message {
  const asked = sanitizeName(query) ?? '';
  return message([
    words.t(rows.length === 0 ? 'history-none' : 'history', { query: asked }),
    ...rows.slice(0, maxLines).map((row) => historyLine(words, row, setting)),
    more || rows.length > maxLines ? words.t('history-more') : '',
    isPartial ? words.t('history-partly') : '',
    searchedTo === null ? '' : words.t('history-searched', { date: formatDate(searchedTo) }),
  ]);
}

/** Two lines: sign, amount, payer; then time, member, bank, reference. The cashier's note follows. */
function historyLine(words: Words, row: BookRow, setting: Setting): Rich {
  const when = moment(words, row.at, setting);
  const url = row.acceptance?.link;
  const what = join(
    [plain(signs[row.answer]), plain(sum(words, row)), plain(sanitizeName(row.payer) ?? '')],
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
  return join([what, where, plain(noteLine(words, row.note)), ...decisionLines(words, row, setting)]);
}

/** Decisions about the receipt, and the other receipts of its sale. */
function decisionLines(words: Words, row: BookRow, setting: Setting): Rich[] {
  const { anyway, refusal } = row;
  const undone = undoEvent(row);
  return [
    plain(anyway ? eventLine(words, 'verdict-anyway', anyway, setting) : ''),
    plain(refusal ? eventLine(words, 'question-refused', refusal, setting) : ''),
    plain(undone ? eventLine(words, 'verdict-undone', undone, setting) : ''),
    saleLine(words, row),
  ];
}
