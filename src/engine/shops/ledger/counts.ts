/** Adds up a shop's book: a day, one member's part of it, a shift, several days. Pure. */
import { isBirr, parseBirr } from '#engine/shared/money.js';
import { decimal } from '../../../money.js';
import type { BookRow } from '../../api/ledger.js';
import type {
  CashierCounts,
  DayReport,
  MemberDay,
  PeriodReport,
  Shift,
  Tallies,
  Tally,
} from '../../api/shop-reports.js';
import { deniedId } from './cases.js';
import type { DayFacts, ShiftFact } from './day-facts.js';

export function dayReport(whole: DayFacts, now: number): DayReport {
  const facts = withoutConfirmed(whole);
  const { date, rows, unresolved, shifts } = facts;
  const accepted = rows.filter(({ acceptance }) => acceptance !== null);
  const undone = rows.filter(isUndone).length;
  return {
    date,
    ...tallies(accepted),
    notAccepted: rows.length - accepted.length - undone,
    anyway: tally(accepted.filter(({ anyway }) => anyway !== null)),
    undone,
    unresolved,
    cashiers: countCashiers(facts),
    shifts: shifts.map((shift) => shiftOf(facts, shift, now)),
  };
}

/** Removes rejections of payments that the bank confirmed later on the same day. */
function withoutConfirmed(facts: DayFacts): DayFacts {
  const { rows, cases } = facts;
  if (!cases.some(({ kind }) => kind === 'denied')) return facts;
  const confirmed = new Set(rows.map(({ provider, reference }) => deniedId(provider, reference)));
  return { ...facts, cases: cases.filter(({ kind, id }) => kind !== 'denied' || !confirmed.has(id)) };
}

/** One member's part of a day. */
export function memberDay(whole: DayFacts, member: string, now: number): MemberDay {
  const facts = withoutConfirmed(whole);
  const { date, rows, shifts } = facts;
  return {
    date,
    ...acceptedBy(rows, member),
    counts: countsOf(facts, member),
    shifts: shifts.filter((shift) => shift.member === member).map((shift) => shiftOf(facts, shift, now)),
  };
}

function acceptedBy(rows: readonly BookRow[], member: string): Tally & Pick<Tallies, 'byBank'> {
  const { count, total, byBank } = tallies(rows.filter(({ acceptance }) => acceptance?.member === member));
  return { count, total, byBank };
}

/** A shift that was not ended ends with its day. */
function shiftOf(facts: DayFacts, { member, start, end, dayEnds }: ShiftFact, now: number): Shift {
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
  return {
    member,
    name: facts.members.get(member) ?? null,
    date: facts.date,
    startedAt: new Date(start).toISOString(),
    endedAt: isOver ? new Date(until).toISOString() : null,
    leftOpen: isOver && end === null,
    ...acceptedBy(accepted, member),
    counts: countsOf(part, member, accepted),
  };
}

function countCashiers(facts: DayFacts): CashierCounts[] {
  const { rows, unresolved, cases } = facts;
  const ids = new Set([
    ...rows.flatMap(({ member, acceptance }) => [member, acceptance?.member ?? '']),
    ...[...unresolved, ...cases].map(({ member }) => member),
  ]);
  ids.delete('');
  const all = [...ids].map((member) => countsOf(facts, member));
  return all.filter((counts) => sumOf(counts) > 0).sort((a, b) => sumOf(b) - sumOf(a));
}

const sumOf = ({ accepted, refused, warned, couldNotCheck, usedTwice }: CashierCounts) =>
  accepted + refused + warned + couldNotCheck + usedTwice;

/** @param accepted the accepted rows, when they differ from the given rows */
function countsOf(
  { rows, unresolved, cases, members }: DayFacts,
  member: string,
  accepted: readonly BookRow[] = rows,
): CashierCounts {
  const isTheirs = (fact: { member: string }) => fact.member === member;
  const theirs = rows.filter(isTheirs);
  const ofKind = (kind: string) =>
    new Set(cases.flatMap((fact) => (fact.kind === kind && isTheirs(fact) ? [fact.id] : [])));
  return {
    member,
    name: members.get(member) ?? null,
    accepted: accepted.filter(({ acceptance }) => acceptance?.member === member).length,
    refused: theirs.filter(({ answer }) => answer === 'refuse').length + ofKind('denied').size,
    warned: theirs.filter((row) => row.answer === 'look' && !isUndone(row)).length,
    couldNotCheck: unresolved.filter(isTheirs).length,
    usedTwice: ofKind('twice').size,
  };
}

/** Whether the receipt's acceptance was undone, and it was not accepted again. */
export function isUndone({ acceptance, events = [] }: BookRow): boolean {
  return acceptance === null && events.some(({ kind }) => kind === 'undone');
}

/** Several days as one report. */
export function periodReport(
  period: Pick<PeriodReport, 'period' | 'from' | 'to' | 'earlier' | 'later'>,
  days: readonly DayReport[],
): PeriodReport {
  const sum = (value: (day: DayReport) => number) => days.reduce((total, day) => total + value(day), 0);
  return {
    ...period,
    ...added(days),
    byBank: mergedBy(
      days.flatMap(({ byBank }) => byBank),
      ({ provider }) => provider,
    ),
    byCashier: mergedBy(
      days.flatMap(({ byCashier }) => byCashier),
      ({ member }) => member,
    ),
    byDay: days.filter(({ count }) => count > 0).map(({ date, count, total }) => ({ date, count, total })),
    notAccepted: sum(({ notAccepted }) => notAccepted),
    unresolved: sum(({ unresolved }) => unresolved.length),
    anyway: added(days.map(({ anyway }) => anyway)),
    undone: sum(({ undone }) => undone),
    cashiers: mergedCounts(days.flatMap(({ cashiers }) => cashiers)),
  };
}

function mergedBy<T extends Tally>(parts: readonly T[], by: (part: T) => string): T[] {
  return grouped(parts, by)
    .flatMap(([, group]) => (group[0] ? [{ ...group[0], ...added(group) }] : []))
    .sort((a, b) => b.count - a.count);
}

function mergedCounts(parts: readonly CashierCounts[]): CashierCounts[] {
  const merged = grouped(parts, ({ member }) => member).map(([, group]) => group.reduce(plus));
  return merged.sort((a, b) => sumOf(b) - sumOf(a));
}

function plus(a: CashierCounts, b: CashierCounts): CashierCounts {
  return {
    ...a,
    accepted: a.accepted + b.accepted,
    refused: a.refused + b.refused,
    warned: a.warned + b.warned,
    couldNotCheck: a.couldNotCheck + b.couldNotCheck,
    usedTwice: a.usedTwice + b.usedTwice,
  };
}

function tallies(accepted: readonly BookRow[]): Tallies {
  return {
    ...tally(accepted),
    byBank: grouped(accepted, ({ provider }) => provider).map(([provider, rows]) => ({
      provider,
      ...tally(rows),
    })),
    byCashier: grouped(accepted, ({ acceptance }) => acceptance?.member ?? '').map(([member, rows]) => ({
      member,
      name: rows[0]?.acceptance?.by ?? null,
      ...tally(rows),
    })),
  };
}

/** Counts all payments, but adds only those in birr: amounts in other currencies cannot be added. */
function tally(rows: readonly BookRow[]): Tally {
  const cents = rows.filter(isBirr).reduce((sum, { amount }) => sum + (parseBirr(amount) ?? 0n), 0n);
  return { count: rows.length, total: decimal(cents) };
}

function added(parts: readonly Tally[]): Tally {
  const cents = parts.reduce((sum, { total }) => sum + (parseBirr(total) ?? 0n), 0n);
  return { count: parts.reduce((sum, { count }) => sum + count, 0), total: decimal(cents) };
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
