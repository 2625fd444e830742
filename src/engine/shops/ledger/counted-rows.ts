/** What reports count of the lines of a shop's book: half of the fields. */
import { isBirr, parseBirr } from '#engine/shared/money.js';
import type { BookEvent, BookRow, ShopAnswer } from '../../api/ledger.js';
import * as names from '../../store/key-names.js';
import type { ShopStore } from '../context.js';
import { type DayRows, eventsOf, readBatches, readHashes } from './rows.js';

const countedAtOnce = 200;

const countedFields = [
  ...['day', 'at', 'member', 'provider', 'reference', 'amount', 'currency', 'answer'],
  ...['takenBy', 'takenAt', 'anywayBy', 'events'],
];

/** What reports count of a line. */
export interface CountedRow extends Pick<BookRow, 'provider' | 'reference' | 'answer'> {
  /** The amount; 0 when it is not in birr. */
  cents: bigint;
  /** Id of the member who submitted it. */
  member: string;
  /** ms. */
  at: number;
  /** Member id; ms. */
  acceptance: { member: string; at: number } | null;
  /** An owner accepted it despite its answer. */
  anyway: boolean;
  events: Pick<BookEvent, 'kind'>[];
}

/** Reads the entries of a day in batches, oldest first. */
export function readCountedDay(
  store: ShopStore,
  shop: string,
  date: string,
  members: ReadonlyMap<string, string>,
): AsyncGenerator<DayRows<CountedRow>> {
  const read = (ids: readonly string[]) => readCounted(store, shop, ids, date);
  return readBatches(store, shop, date, members, countedAtOnce, read);
}

async function readCounted(
  store: ShopStore,
  shop: string,
  ids: readonly string[],
  date: string,
): Promise<CountedRow[]> {
  const keys = ids.map((id) => names.bookRow(shop, id));
  const all = await readHashes(store, keys, countedFields);
  return all.flatMap((fields) => (fields.day === date ? [countedOf(fields)] : []));
}

function countedOf(fields: Readonly<Record<string, string>>): CountedRow {
  const { takenBy } = fields;
  return {
    provider: fields.provider ?? '',
    reference: fields.reference ?? '',
    cents: (isBirr({ currency: fields.currency ?? '' }) && parseBirr(fields.amount ?? '')) || 0n,
    answer: fields.answer as ShopAnswer,
    member: fields.member ?? '',
    at: Number(fields.at),
    acceptance: takenBy === undefined ? null : { member: takenBy, at: Number(fields.takenAt) },
    anyway: fields.anywayBy !== undefined,
    events: eventsOf(fields.events ?? '', () => null),
  };
}
