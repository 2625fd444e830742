/** Queries of a shop's book: a day, a period, a search, an export. */

import { type DayReport, type SearchResult, ShopError, type Shops } from '../api/shops.js';
import { parseBirr } from '../shared/money.js';
import { addDays, dateOf, periodAround, startOf } from './calendar.js';
import type { ShopContext } from './context.js';
import { dayReport, memberDay, periodReport } from './counts.js';
import { type DayFacts, readDayFacts } from './day-facts.js';
import { indexedSince, lookupsOf, search } from './ledger-index.js';
import { bookDays, type Compared, readCompared, readDay, readRows, rowIdOf } from './ledger-rows.js';
import type { Settings } from './settings.js';
import type { Staff } from './staff.js';

const historyMax = 50;
const queryLengthMax = 128;
const readAtOnce = 200;
/** Lines that a search compares, in about a tenth of a second. */
const comparedMax = 6_000;

export type Reports = Pick<Shops, 'today' | 'day' | 'memberDay' | 'report' | 'history' | 'export'>;

/** @param most lines that a search compares; lower in tests */
export function createReports(
  parts: ShopContext,
  settings: Settings,
  staff: Staff,
  most = comparedMax,
): Reports {
  const { banks, timeZone, now } = parts;
  const { client } = parts.store;

  const today = async (shop: string) => (await settings.dayAt(shop, now())).date;

  return {
    today,

    day: async (shop, named) => dayReport(await factsOf(shop, named), now()),
    memberDay: async (shop, member, named) => memberDay(await factsOf(shop, named), member, now()),

    async report(shop, period, named) {
      const current = await today(shop);
      const date = named ?? current;
      startOf(date, timeZone);
      const { from, to } = periodAround(period, date);
      const members = await staff.names(shop);
      const days: DayReport[] = [];
      for (let day = from; day <= to && day <= current; day = addDays(day, 1)) {
        days.push(dayReport(await readDayFacts(parts, shop, day, members), now()));
      }
      const before = addDays(from, -1);
      const after = addDays(to, 1);
      const beside = {
        earlier: before > addDays(current, -bookDays) ? periodAround(period, before).from : null,
        later: after <= current ? after : null,
      };
      return periodReport({ period, from, to, ...beside }, days);
    },

    async history(shop, query, limit = 10) {
      const members = await staff.names(shop);
      const exact = await readRows(parts, shop, idsOf(query), members);
      if (exact.length > 0) return { rows: exact, searchedTo: null, more: false, isPartial: false };
      const since = await indexedSince(parts, shop, timeZone, now);
      const found = await searchIndex(shop, query, members, Math.min(Math.max(1, limit), historyMax));
      return { ...found, searchedTo: found.more ? null : since };
    },

    export(shop, from, to) {
      const days = daysBetween(from, to);
      return (async function* () {
        const members = await staff.names(shop);
        for (const date of days) {
          for await (const { rows } of readDay(parts, shop, date, members)) yield* rows;
        }
      })();
    },
  };

  /** @throws ShopError `invalid` */
  async function factsOf(shop: string, named?: string): Promise<DayFacts> {
    const date = named ?? (await today(shop));
    startOf(date, timeZone);
    return await readDayFacts(parts, shop, date, await staff.names(shop));
  }

  async function searchIndex(
    shop: string,
    query: string,
    members: ReadonlyMap<string, string>,
    enough: number,
  ): Promise<Omit<SearchResult, 'searchedTo'>> {
    const wanted = query.slice(0, queryLengthMax).trim().toLowerCase();
    const fitting = [...members].flatMap(([id, name]) =>
      wanted.length >= 2 && name.toLowerCase().includes(wanted) ? [id] : [],
    );
    const matches = matcherOf(query);
    const compared = new Set<string>();
    const found: string[] = [];
    let isPartial = false;
    for await (const { ids, isCut } of search(client, shop, lookupsOf(wanted, fitting), now())) {
      const fresh = ids.filter((id) => !compared.has(id)).slice(0, most - compared.size);
      for (let from = 0; from < fresh.length && found.length <= enough; from += readAtOnce) {
        const some = await readCompared(parts, shop, fresh.slice(from, from + readAtOnce), members);
        for (const line of some) if (matches(line)) found.push(line.id);
      }
      for (const id of fresh) compared.add(id);
      isPartial ||= isCut || compared.size >= most;
      if (found.length > enough || compared.size >= most) break;
    }
    const more = found.length > enough;
    const rows = await readRows(parts, shop, found.slice(0, enough), members);
    rows.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
    return { rows, more, isPartial: isPartial && !more };
  }

  /** Ids of the lines that a whole reference would have, for every bank. */
  function idsOf(query: string): string[] {
    const typed = query.slice(0, queryLengthMax).trim();
    return [...new Set([typed, typed.toUpperCase()])].flatMap((reference) =>
      banks.keys.flatMap((bank) => [true, false].map((live) => rowIdOf(live, bank, reference))),
    );
  }

  /** Days of a range, limited to the range of the book. @throws ShopError `invalid` */
  function daysBetween(from: string, to: string): string[] {
    if (startOf(from, timeZone, 'from') > startOf(to, timeZone, 'to')) throw new ShopError('invalid', 'to');
    const last = [to, addDays(dateOf(now(), timeZone), 1)].sort()[0] ?? to;
    const days: string[] = [];
    for (let date = last; date >= from && days.length <= bookDays + 1; date = addDays(date, -1)) {
      days.push(date);
    }
    return days.reverse();
  }
}

/** A reference or part of one (four characters), an amount, or part of the payer's or a cashier's name. */
function matcherOf(query: string): (line: Compared) => boolean {
  const wanted = query.slice(0, queryLengthMax).trim().toLowerCase();
  if (wanted === '') return () => false;
  const cents = parseBirr(wanted.replace(/\s*(birr|etb|ብር)$/u, ''));
  const holds = (text: string | null | undefined) => text?.toLowerCase().includes(wanted) ?? false;
  return ({ amount, reference, payer, by }) =>
    (cents !== null && parseBirr(amount) === cents) ||
    (wanted.length >= 4 && holds(reference)) ||
    (wanted.length >= 2 && cents === null && (holds(payer) || by.some(holds)));
}
