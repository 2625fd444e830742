/** Reads all entries of a shop's book for one day: receipts, receipts that could not be checked, cases, shifts. */
import type { CaseKind, UnresolvedRow } from '../../api/ledger.js';
import * as names from '../../store/key-names.js';
import { digest } from '../../store/receipt-id.js';
import { orUnavailable, scoredMembers } from '../../store/scripts.js';
import type { StoreConnection } from '../../store/types.js';
import type { ShopStore } from '../context.js';
import { type CountedRow, readCountedDay } from './counted-rows.js';

type Client = StoreConnection['client'];

export interface DayFacts {
  date: string;
  rows: CountedRow[];
  unresolved: UnresolvedRow[];
  cases: CaseFact[];
  shifts: ShiftFact[];
}

interface CaseFact {
  kind: CaseKind;
  /** Id of a line of the book; for `denied` a digest of bank and reference. */
  id: string;
  /** Member id. */
  member: string;
  /** ms. */
  at: number;
}

export interface ShiftFact {
  /** Member id. */
  member: string;
  /** ms. */
  start: number;
  /** ms; null while it runs. */
  end: number | null;
  /** End of the day, ms. */
  dayEnds: number;
}

/** @param members names by ids */
export async function readDayFacts(
  store: ShopStore,
  shop: string,
  date: string,
  members: ReadonlyMap<string, string>,
): Promise<DayFacts> {
  const { client } = store.store;
  const [cases, shifts] = await Promise.all([readCases(client, shop, date), readShifts(client, shop, date)]);
  const facts: DayFacts = { date, rows: [], unresolved: [], cases, shifts };
  for await (const { rows, unresolved } of readCountedDay(store, shop, date, members)) {
    facts.rows.push(...rows);
    facts.unresolved.push(...unresolved);
  }
  return facts;
}

/** Id of a receipt that the bank rejected, which has no line in the book. */
export function deniedId(provider: string, reference: string): string {
  return digest(`denied:${provider}:${reference.toUpperCase()}`);
}

export const caseSubject = (kind: CaseKind, id: string) => `${kind} ${id}`;

async function readCases(client: Client, shop: string, date: string): Promise<CaseFact[]> {
  const reply = await orUnavailable(client.zrange(names.bookCases(shop, date), 0, -1, 'WITHSCORES'));
  return scoredMembers(reply).map(([text, at]) => {
    const [kind = '', id = '', member = ''] = text.split(' ');
    return { kind: kind as CaseKind, id, member, at };
  });
}

/** Shifts of a day in order of their start. */
async function readShifts(client: Client, shop: string, date: string): Promise<ShiftFact[]> {
  const fields = await orUnavailable(client.hgetall(names.shifts(shop, date)));
  const dayEnds = Number(fields.ends);
  const shifts = Object.entries(fields).flatMap(([name, end]) => {
    const [member = '', start] = name.split(' ');
    if (start === undefined) return [];
    return [{ member, start: Number(start), end: end === '' ? null : Number(end), dayEnds }];
  });
  return shifts.sort((a, b) => a.start - b.start);
}
