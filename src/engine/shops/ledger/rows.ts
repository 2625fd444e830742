/** Stored lines of a shop's book. */
import { chunks } from '#engine/shared/chunks.js';
import type { BookEvent, BookRow, MessageRef, Sale, ShopAnswer, UnresolvedRow } from '../../api/ledger.js';
import * as names from '../../store/key-names.js';
import { digest, receiptId } from '../../store/receipt-id.js';
import { orUnavailable, pipelineReplies } from '../../store/scripts.js';
import type { StoreConnection } from '../../store/types.js';
import type { ShopStore } from '../context.js';

type Names = ReadonlyMap<string, string>;
type Fields = Record<string, string>;

/** Lines are kept this long after their day. */
export const bookDays = 400;
export const bookMs = bookDays * 86_400_000;

/** Lines read at a time; few, because an export works a few ms on them. */
const linesAtOnce = 50;

/** Fields that are read of a line, and of a receipt that could not be checked. */
const rowFields = [
  ...['provider', 'livemode', 'reference', 'amount', 'currency', 'payer', 'receivedTo', 'paidAt'],
  ...['answer', 'at', 'member', 'day', 'note', 'takenBy', 'takenAt', 'link'],
  ...['anyway', 'anywayBy', 'anywayAt', 'refusedBy', 'refusedAt', 'events', 'sale'],
];
const unresolvedFields = ['provider', 'reference', 'why', 'at', 'member', 'day', 'link'];
/** Separators of `book-lines.lua`. */
const separator = '\u001f';
const absent = '\u001d';

/** Entry of a receipt in the book of a day; entries of receipts that could not be checked begin with `u:`. */
export const bookEntry = (id: string) => `b:${id}`;
export const unresolvedEntry = (id: string) => `u:${id}`;

/** Id of a line: from the number that the bank prints, so that two links to one payment are one line. */
export function rowIdOf(livemode: boolean, providerKey: string, reference: string): string {
  return receiptId(livemode ? 'live' : 'sandbox', providerKey, reference);
}

/**
 * A fingerprint to recognise a message, and its link. The id of a private chat is the person's; the fingerprint is too short
 * to recover it, so that lines of the book do not identify a deleted person.
 */
export function placeOf(shop: string, { chat, message, link }: MessageRef): [string, string] {
  return [digest(`${shop}:${chat}:${message}`).slice(0, 6), link ?? ''];
}

/** Redis key of an entry. */
export function nameOfEntry(shop: string, entry: string): string {
  const id = entry.slice(2);
  return entry.startsWith('u:') ? names.unresolved(shop, id) : names.bookRow(shop, id);
}

export interface DayRows<Row> {
  rows: Row[];
  unresolved: UnresolvedRow[];
}

/** Number of entries of each day. */
export async function countDays(
  client: StoreConnection['client'],
  shop: string,
  dates: readonly string[],
): Promise<number[]> {
  const pipeline = client.pipeline();
  for (const date of dates) pipeline.zcard(names.bookDay(shop, date));
  return (await pipelineReplies(pipeline)).map(Number);
}

/** Ids of the lines of a day, oldest first. */
export async function rowIdsOf({ store }: ShopStore, shop: string, date: string): Promise<string[]> {
  return idsOf(await orUnavailable(store.client.zrange(names.bookDay(shop, date), 0, -1)), 'b:');
}

/** Reads the entries of a day in batches, oldest first. */
export function readDay(
  store: ShopStore,
  shop: string,
  date: string,
  members: Names,
): AsyncGenerator<DayRows<BookRow>> {
  const read = (ids: readonly string[]) => readRows(store, shop, ids, members, date);
  return readBatches(store, shop, date, members, linesAtOnce, read);
}

/** @param read reads lines by their ids, omitting those that have moved to another day */
export async function* readBatches<Row>(
  store: ShopStore,
  shop: string,
  date: string,
  members: Names,
  atOnce: number,
  read: (ids: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<DayRows<Row>> {
  const entries = await orUnavailable(store.store.client.zrange(names.bookDay(shop, date), 0, -1));
  for (const some of chunks(entries, atOnce)) {
    const [rows, unresolved] = await Promise.all([
      read(idsOf(some, 'b:')),
      readUnresolved(store, shop, idsOf(some, 'u:'), members, date),
    ]);
    yield { rows, unresolved };
  }
}

function idsOf(entries: readonly string[], kind: 'b:' | 'u:'): string[] {
  return entries.filter((entry) => entry.startsWith(kind)).map((entry) => entry.slice(kind.length));
}

/** The fields of a line that a search compares. */
export type Compared = Pick<BookRow, 'id' | 'amount' | 'reference' | 'payer'> & {
  /** Names of the members who submitted and accepted it. */
  by: (string | null)[];
};

const comparedFields = ['amount', 'reference', 'payer', 'member', 'takenBy'];

/** Reads the fields that a search compares, in a quarter of the time of whole lines. */
export async function readCompared(
  store: ShopStore,
  shop: string,
  ids: readonly string[],
  members: Names,
): Promise<Compared[]> {
  const keys = ids.map((id) => names.bookRow(shop, id));
  const all = await readHashes(store, keys, comparedFields);
  return all.map((fields, nth) => ({
    id: ids[nth] ?? '',
    amount: fields.amount ?? '',
    reference: fields.reference ?? '',
    payer: fields.payer ?? null,
    by: [fields.member, fields.takenBy].map((member) => members.get(member ?? '') ?? null),
  }));
}

/** @param date lines that have moved to another day are omitted */
export async function readRows(
  store: ShopStore,
  shop: string,
  ids: readonly string[],
  members: Names,
  date?: string,
): Promise<BookRow[]> {
  const keys = ids.map((id) => names.bookRow(shop, id));
  const all = await readHashes(store, keys, rowFields);
  return all.flatMap((fields, index) => {
    const isPresent = fields.at !== undefined && (date === undefined || fields.day === date);
    return isPresent ? [rowOf(ids[index] ?? '', fields, members)] : [];
  });
}

/** A line with its sale in the stored form. */
export interface BookLine {
  row: BookRow;
  sale: string;
}

/** Null when there is no such line, or the id is not valid. */
export async function readLine(
  store: ShopStore,
  shop: string,
  id: string,
  members: Names,
): Promise<BookLine | null> {
  if (!/^[\w-]{22}$/.test(id)) return null;
  const [fields] = await readHashes(store, [names.bookRow(shop, id)], rowFields);
  if (fields?.at === undefined) return null;
  return { row: rowOf(id, fields, members), sale: fields.sale ?? '' };
}

async function readUnresolved(
  store: ShopStore,
  shop: string,
  ids: readonly string[],
  members: Names,
  date: string,
): Promise<UnresolvedRow[]> {
  const keys = ids.map((id) => names.unresolved(shop, id));
  const all = await readHashes(store, keys, unresolvedFields);
  return all.flatMap((fields, index) => {
    return fields.day === date ? [unresolvedOf(ids[index] ?? '', fields, members)] : [];
  });
}

/** Reads fields of hashes of one shop, which are on one node; missing ones are empty. */
export async function readHashes(
  { store, scripts }: ShopStore,
  keys: readonly string[],
  fields: readonly string[],
): Promise<Fields[]> {
  if (keys.length === 0) return [];
  const lines = await scripts.run('book-lines', keys, fields);
  const all = lines.map((line) => splitLine(String(line), fields));
  return await Promise.all(
    all.map((read, nth) => read ?? orUnavailable(store.client.hgetall(keys[nth] ?? ''))),
  );
}

/** Null when a value contains the separator: then the hash has to be read field by field. */
function splitLine(line: string, fields: readonly string[]): Fields | null {
  const values = line.split(separator);
  if (values.length !== fields.length) return null;
  const read: Fields = {};
  for (let at = 0; at < fields.length; at += 1) {
    const value = values[at] ?? absent;
    if (value !== absent) read[fields[at] ?? ''] = value;
  }
  return read;
}

function rowOf(id: string, fields: Fields, members: Names): BookRow {
  const nameOf = (member: string | undefined) => members.get(member ?? '') ?? null;
  return {
    id,
    provider: fields.provider ?? '',
    reference: fields.reference ?? '',
    amount: fields.amount ?? '0.00',
    currency: fields.currency ?? '',
    payer: fields.payer || null,
    receivedTo: fields.receivedTo || null,
    paidAt: fields.paidAt || null,
    livemode: fields.livemode === '1',
    note: fields.note || null,
    answer: fields.answer as ShopAnswer,
    at: iso(fields.at),
    member: fields.member ?? '',
    by: nameOf(fields.member),
    acceptance:
      fields.takenBy === undefined
        ? null
        : {
            member: fields.takenBy,
            by: nameOf(fields.takenBy),
            at: iso(fields.takenAt),
            link: fields.link || null,
            anyway: fields.anyway === '1',
          },
    anyway: fields.anywayBy === undefined ? null : { by: nameOf(fields.anywayBy), at: iso(fields.anywayAt) },
    refusal:
      fields.refusedBy === undefined ? null : { by: nameOf(fields.refusedBy), at: iso(fields.refusedAt) },
    events: eventsOf(fields.events ?? '', nameOf),
    sale: fields.sale ? parseSale(fields.sale) : null,
  };
}

/** @param text the stored form */
export function parseSale(text: string): Sale {
  return JSON.parse(text) as Sale;
}

/** @param text entries `KIND:MEMBER:MS`, each followed by a space; an undone acceptance adds its own `:MEMBER:MS` */
export function eventsOf(text: string, nameOf: (member: string | undefined) => string | null): BookEvent[] {
  return text
    .split(' ')
    .filter((event) => event !== '')
    .map((event) => {
      const [kind, member, ms, before, since] = event.split(':');
      return {
        kind: kind as BookEvent['kind'],
        by: nameOf(member),
        at: iso(ms),
        of: before === undefined ? null : { by: nameOf(before), at: iso(since) },
      };
    });
}

function unresolvedOf(id: string, fields: Fields, members: Names): UnresolvedRow {
  return {
    id,
    provider: fields.provider || null,
    reference: fields.reference || null,
    why: fields.why ?? '',
    at: iso(fields.at),
    member: fields.member ?? '',
    by: members.get(fields.member ?? '') ?? null,
    link: fields.link || null,
  };
}

function iso(ms: string | undefined): string {
  return new Date(Number(ms)).toISOString();
}
