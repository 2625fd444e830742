/** Search in a shop's book. */

import { parseBirr } from '#engine/shared/money.js';
import type { SearchResult } from '../../api/ledger.js';
import type { Shops } from '../../api/shops.js';
import type { LedgerContext } from './context.js';
import { type Compared, readCompared, readRows, rowIdOf } from './rows.js';
import { indexedSince, lookupsOf, search } from './search-index.js';

const historyMax = 50;
const queryLengthMax = 128;
const readAtOnce = 200;
/** Lines that a search compares, in about a tenth of a second. */
const comparedMax = 6_000;

type SearchContext = Omit<LedgerContext, 'settings' | 'receiving' | 'inDay'>;
type Members = ReadonlyMap<string, string>;

/** @param most lines that a search compares; lower in tests */
export function createSearch(ledger: SearchContext, most = comparedMax): Pick<Shops, 'history'> {
  const { timeZone, now } = ledger;
  return {
    async history(shop, query, limit = 10) {
      const members = await ledger.staff.names(shop);
      const exact = await readRows(ledger, shop, idsOf(ledger, query), members);
      if (exact.length > 0) return { rows: exact, searchedTo: null, more: false, isPartial: false };
      const since = await indexedSince(ledger, shop, timeZone, now);
      const enough = Math.min(Math.max(1, limit), historyMax);
      const found = await searchIndex(ledger, shop, query, members, enough, most);
      return { ...found, searchedTo: found.more ? null : since };
    },
  };
}

async function searchIndex(
  ledger: SearchContext,
  shop: string,
  query: string,
  members: Members,
  enough: number,
  most: number,
): Promise<Omit<SearchResult, 'searchedTo'>> {
  const { client } = ledger.store;
  const wanted = query.slice(0, queryLengthMax).trim().toLowerCase();
  const fitting = [...members].flatMap(([id, name]) =>
    wanted.length >= 2 && name.toLowerCase().includes(wanted) ? [id] : [],
  );
  const matches = matcherOf(query);
  const compared = new Set<string>();
  const found: string[] = [];
  let isPartial = false;
  for await (const { ids, isCut } of search(client, shop, lookupsOf(wanted, fitting), ledger.now())) {
    const fresh = ids.filter((id) => !compared.has(id)).slice(0, most - compared.size);
    for (let from = 0; from < fresh.length && found.length <= enough; from += readAtOnce) {
      const some = await readCompared(ledger, shop, fresh.slice(from, from + readAtOnce), members);
      for (const line of some) if (matches(line)) found.push(line.id);
    }
    for (const id of fresh) compared.add(id);
    isPartial ||= isCut || compared.size >= most;
    if (found.length > enough || compared.size >= most) break;
  }
  const more = found.length > enough;
  const rows = await readRows(ledger, shop, found.slice(0, enough), members);
  rows.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return { rows, more, isPartial: isPartial && !more };
}

/** Ids of the lines that a whole reference would have, for every bank. */
function idsOf({ banks }: SearchContext, query: string): string[] {
  const typed = query.slice(0, queryLengthMax).trim();
  return [...new Set([typed, typed.toUpperCase()])].flatMap((reference) =>
    banks.keys.flatMap((bank) => [true, false].map((live) => rowIdOf(live, bank, reference))),
  );
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
