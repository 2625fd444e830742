/** Adds up a shop's book: a day, one member's part of it, a shift, several days. Pure. */
import { parseBirr } from '#engine/shared/money.js';
import { decimal, sumOf } from '../../../money.js';
import type { BookEvent } from '../../api/ledger.js';
import type {
  CashierCounts,
  DayReport,
  MemberDay,
  PeriodReport,
  Shift,
  Tallies,
  Tally,
} from '../../api/shop-reports.js';
import type { CountedRow } from './counted-rows.js';
import { type DayFacts, deniedId, type ShiftFact } from './day-facts.js';

type Unnamed<T> = Omit<T, 'name'>;
type Names = ReadonlyMap<string, string>;

/** What the report of a period adds up of a day. Members have no names: the report has those of its time. */
export interface DayTotals extends Tally, Pick<DayReport, 'byBank' | 'notAccepted' | 'anyway' | 'undone'> {
  byCashier: Unnamed<Tallies['byCashier'][number]>[];
  /** Number of receipts that could not be checked. */
  unresolved: number;
  cashiers: Unnamed<CashierCounts>[];
}

export const dayTotals = (whole: DayFacts): DayTotals => totalsOf(withoutConfirmed(whole));

function totalsOf(facts: DayFacts): DayTotals {
  const { rows, unresolved } = facts;
  const accepted = rows.filter(({ acceptance }) => acceptance !== null);
  const undone = rows.filter(isUndone).length;
  return {
    ...tallies(accepted),
    notAccepted: rows.length - accepted.length - undone,
    anyway: tally(accepted.filter(({ anyway }) => anyway)),
    undone,
    unresolved: unresolved.length,
    cashiers: countCashiers(facts),
  };
}

/** @param members names by ids @param now ms */
export function dayReport(whole: DayFacts, members: Names, now: number): DayReport {
  const facts = withoutConfirmed(whole);
  const totals = totalsOf(facts);
  return {
    date: facts.date,
    ...totals,
    byCashier: named(totals.byCashier, members),
    unresolved: facts.unresolved,
    cashiers: named(totals.cashiers, members),
    shifts: facts.shifts.map((shift) => shiftOf(facts, shift, members, now)),
  };
}

const named = <T extends { member: string }>(parts: readonly T[], members: Names) =>
  parts.map((part) => ({ ...part, name: members.get(part.member) ?? null }));

/** Removes rejections of payments that the bank confirmed later on the same day. */
function withoutConfirmed(facts: DayFacts): DayFacts {
  const { rows, cases } = facts;
  if (!cases.some(({ kind }) => kind === 'denied')) return facts;
  const confirmed = new Set(rows.map(({ provider, reference }) => deniedId(provider, reference)));
  return { ...facts, cases: cases.filter(({ kind, id }) => kind !== 'denied' || !confirmed.has(id)) };
}

/** One member's part of a day. @param members names by ids @param now ms */
export function memberDay(whole: DayFacts, member: string, members: Names, now: number): MemberDay {
  const facts = withoutConfirmed(whole);
  const { date, rows, shifts } = facts;
  return {
    date,
    ...acceptedBy(rows, member),
    counts: { ...countsOf(facts, member), name: members.get(member) ?? null },
    shifts: shifts
      .filter((shift) => shift.member === member)
      .map((shift) => shiftOf(facts, shift, members, now)),
  };
}

function acceptedBy(rows: readonly CountedRow[], member: string): Tally & Pick<Tallies, 'byBank'> {
  const { count, total, byBank } = tallies(rows.filter(({ acceptance }) => acceptance?.member === member));
  return { count, total, byBank };
}

/** A shift that was not ended ends with its day. */
function shiftOf(
  facts: DayFacts,
  { member, start, end, dayEnds }: ShiftFact,
  members: Names,
  now: number,
): Shift {
  const isOver = end !== null || now >= dayEnds;
  const until = end ?? dayEnds;
  const within = (at: number | string | undefined) => {
    const ms = typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN);
    return ms >= start && ms < until;
  };
  const accepted = facts.rows.filter(({ acceptance }) => within(acceptance?.at));
  const part: DayFacts = {
    ...facts,
    rows: facts.rows.filter(({ at }) => within(at)),
    unresolved: facts.unresolved.filter(({ at }) => within(at)),
    cases: facts.cases.filter(({ at }) => within(at)),
  };
  const name = members.get(member) ?? null;
  return {
    member,
    name,
    date: facts.date,
    startedAt: new Date(start).toISOString(),
    endedAt: isOver ? new Date(until).toISOString() : null,
    leftOpen: isOver && end === null,
    ...acceptedBy(accepted, member),
    counts: { ...countsOf(part, member, accepted), name },
  };
}

function countCashiers(facts: DayFacts): DayTotals['cashiers'] {
  const { rows, unresolved, cases } = facts;
  const ids = new Set([...rows, ...unresolved, ...cases].map(({ member }) => member));
  for (const { acceptance } of rows) ids.add(acceptance?.member ?? '');
  ids.delete('');
  const all = [...ids].map((member) => countsOf(facts, member));
  return all.filter((counts) => submissions(counts) > 0).sort((a, b) => submissions(b) - submissions(a));
}

const submissions = ({ accepted, refused, warned, couldNotCheck, usedTwice }: Unnamed<CashierCounts>) =>
  accepted + refused + warned + couldNotCheck + usedTwice;

/** @param accepted the accepted rows, when they differ from the given rows */
function countsOf(
  { rows, unresolved, cases }: DayFacts,
  member: string,
  accepted: readonly CountedRow[] = rows,
): Unnamed<CashierCounts> {
  const isTheirs = (fact: { member: string }) => fact.member === member;
  const theirs = rows.filter(isTheirs);
  const ofKind = (kind: string) =>
    new Set(cases.flatMap((fact) => (fact.kind === kind && isTheirs(fact) ? [fact.id] : [])));
  return {
    member,
    accepted: accepted.filter(({ acceptance }) => acceptance?.member === member).length,
    refused: theirs.filter(({ answer }) => answer === 'refuse').length + ofKind('denied').size,
    warned: theirs.filter((row) => row.answer === 'look' && !isUndone(row)).length,
    couldNotCheck: unresolved.filter(isTheirs).length,
    usedTwice: ofKind('twice').size,
  };
}

/** Whether the receipt's acceptance was undone, and it was not accepted again. */
export function isUndone({
  acceptance,
  events = [],
}: {
  acceptance: object | null;
  events?: readonly Pick<BookEvent, 'kind'>[];
}): boolean {
  return acceptance === null && events.some(({ kind }) => kind === 'undone');
}

/** Several days as one report. @param members names by ids */
export function periodReport(
  period: Pick<PeriodReport, 'period' | 'from' | 'to' | 'earlier' | 'later'>,
  days: readonly (DayTotals & { date: string })[],
  members: Names,
): PeriodReport {
  const sum = (value: (day: DayTotals) => number) => days.reduce((total, day) => total + value(day), 0);
  const byCashier = mergedBy(
    days.flatMap((day) => day.byCashier),
    ({ member }) => member,
  );
  return {
    ...period,
    ...added(days),
    byBank: mergedBy(
      days.flatMap(({ byBank }) => byBank),
      ({ provider }) => provider,
    ),
    byCashier: named(byCashier, members),
    byDay: days.filter(({ count }) => count > 0).map(({ date, count, total }) => ({ date, count, total })),
    notAccepted: sum(({ notAccepted }) => notAccepted),
    unresolved: sum(({ unresolved }) => unresolved),
    anyway: added(days.map(({ anyway }) => anyway)),
    undone: sum(({ undone }) => undone),
    cashiers: named(mergedCounts(days.flatMap(({ cashiers }) => cashiers)), members),
  };
}

function mergedBy<T extends Tally>(parts: readonly T[], by: (part: T) => string): T[] {
  return grouped(parts, by)
    .flatMap(([, group]) => (group[0] ? [{ ...group[0], ...added(group) }] : []))
    .sort((a, b) => b.count - a.count);
}

function mergedCounts(parts: DayTotals['cashiers']): DayTotals['cashiers'] {
  const merged = grouped(parts, ({ member }) => member).map(([, group]) => group.reduce(plus));
  return merged.sort((a, b) => submissions(b) - submissions(a));
}

function plus(a: Unnamed<CashierCounts>, b: Unnamed<CashierCounts>): Unnamed<CashierCounts> {
  return {
    ...a,
    accepted: a.accepted + b.accepted,
    refused: a.refused + b.refused,
    warned: a.warned + b.warned,
    couldNotCheck: a.couldNotCheck + b.couldNotCheck,
    usedTwice: a.usedTwice + b.usedTwice,
  };
}

function tallies(
  accepted: readonly CountedRow[],
): Pick<DayTotals, 'count' | 'total' | 'byBank' | 'byCashier'> {
  return {
    ...tally(accepted),
    byBank: grouped(accepted, ({ provider }) => provider).map(([provider, rows]) => ({
      provider,
      ...tally(rows),
    })),
    byCashier: grouped(accepted, ({ acceptance }) => acceptance?.member ?? '').map(([member, rows]) => ({
      member,
      ...tally(rows),
    })),
  };
}

/** Counts all payments, but adds only those in birr: amounts in other currencies cannot be added. */
function tally(rows: readonly CountedRow[]): Tally {
  return { count: rows.length, total: decimal(sumOf(rows.map(({ cents }) => cents))) };
}

function added(parts: readonly Tally[]): Tally {
  const cents = parts.map(({ total }) => parseBirr(total) ?? 0n);
  return { count: parts.reduce((sum, { count }) => sum + count, 0), total: decimal(sumOf(cents)) };
}

/** The largest group first. */
function grouped<T>(parts: readonly T[], by: (part: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const part of parts) {
    const group = groups.get(by(part));
    if (group) group.push(part);
    else groups.set(by(part), [part]);
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
}
