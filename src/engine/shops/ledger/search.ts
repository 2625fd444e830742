/** Search in a shop's book. */
import { chunks } from '#engine/shared/chunks.js';
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

type SearchContext = Omit<LedgerContext, 'settings' | 'receiving' | 'totals' | 'inDay'>;
type Members = ReadonlyMap<string, string>;

/** @param linesMax lines that a search compares; lower in tests */
export function createSearch(ledger: SearchContext, linesMax = comparedMax): Pick<Shops, 'history'> {
  const { timeZone, now } = ledger;
  return {
    async history(shop, query, limit = 10) {
      const members = await ledger.staff.names(shop);
      const exact = await readRows(ledger, shop, idsOf(ledger, query), members);
      if (exact.length > 0) return { rows: exact, searchedTo: null, more: false, isPartial: false };
      const since = await indexedSince(ledger, shop, timeZone, now);
      const rowsMax = Math.min(Math.max(1, limit), historyMax);
      const found = await searchIndex(ledger, shop, query, members, rowsMax, linesMax);
      return { ...found, searchedTo: found.more ? null : since };
    },
  };
}

async function searchIndex(
  ledger: SearchContext,
  shop: string,
  query: string,
  members: Members,
  rowsMax: number,
  linesMax: number,
): Promise<Omit<SearchResult, 'searchedTo'>> {
  const { client } = ledger.store;
  const wanted = query.slice(0, queryLengthMax).trim().toLowerCase();
  const matchingMembers = [...members].flatMap(([id, name]) =>
    wanted.length >= 2 && name.toLowerCase().includes(wanted) ? [id] : [],
  );
  const matches = matcherOf(query);
  const compared = new Set<string>();
  const found: string[] = [];
  let isPartial = false;
  const lookups = lookupsOf(wanted, matchingMembers);
  for await (const { ids, isCut } of search(client, shop, lookups, ledger.now())) {
    const fresh = ids.filter((id) => !compared.has(id)).slice(0, linesMax - compared.size);
    for (const some of chunks(fresh, readAtOnce)) {
      if (found.length > rowsMax) break;
      const lines = await readCompared(ledger, shop, some, members);
      found.push(...lines.filter(matches).map(({ id }) => id));
    }
    for (const id of fresh) compared.add(id);
    isPartial ||= isCut || compared.size >= linesMax;
    if (found.length > rowsMax || compared.size >= linesMax) break;
  }
  const more = found.length > rowsMax;
  const rows = await readRows(ledger, shop, found.slice(0, rowsMax), members);
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
  const contains = (text: string | null | undefined) => text?.toLowerCase().includes(wanted) ?? false;
  return ({ amount, reference, payer, by }) =>
    (cents !== null && parseBirr(amount) === cents) ||
    (wanted.length >= 4 && contains(reference)) ||
    (wanted.length >= 2 && cents === null && (contains(payer) || by.some(contains)));
}
