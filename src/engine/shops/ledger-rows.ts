/** Lines of a shop's book as they stand in the store. */
import { createHash } from 'node:crypto';
import type { BookEvent, BookRow, MessageRef, Sale, ShopAnswer, UnresolvedRow } from '../api/shops.js';
import * as names from '../store/key-names.js';
import { reach } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import type { ShopStore } from './context.js';

type Client = StoreConnection['client'];
type Names = ReadonlyMap<string, string>;
type Fields = Record<string, string>;

/** The book reaches back this far: lines are kept this long past their day. */
export const bookDays = 400;

/** Lines read in one go. */
const readAtOnce = 200;

/** What is read of a line, and of what could not be checked. */
const rowFields = [
  ...['provider', 'livemode', 'reference', 'amount', 'currency', 'payer', 'receivedTo', 'paidAt'],
  ...[
    'answer',
    'at',
    'member',
    'day',
    'note',
    'takenBy',
    'takenAt',
    'link',
    'anyway',
    'anywayBy',
    'anywayAt',
  ],
  ...['refusedBy', 'refusedAt', 'events', 'sale'],
];
const unresolvedFields = ['provider', 'reference', 'why', 'at', 'member', 'day', 'link'];
/** As book-lines.lua writes them. */
const between = '\u001f';
const absent = '\u001d';

/** A receipt among what stands in the book for a day; what could not be checked begins with `u:`. */
export const bookEntry = (id: string) => `b:${id}`;
export const unresolvedEntry = (id: string) => `u:${id}`;

/** One payment is one line, by whichever link it was asked: the number the bank prints names it. */
export function rowIdOf(livemode: boolean, providerKey: string, reference: string): string {
  return digest(names.printed(livemode ? 'live' : 'sandbox', providerKey, reference));
}

/** 128 bits: names a receipt within a shop, and is no secret. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}

/**
 * A message, to be known again, and its link. The name of a private chat is the person's: the print is too short to
 * lead back to it, so that a line of the book says nothing of whoever is forgotten.
 */
export function placeOf(shop: string, { chat, message, link }: MessageRef): [string, string] {
  return [digest(`${shop}:${chat}:${message}`).slice(0, 6), link ?? ''];
}

/** What an entry stands for. */
export function nameOfEntry(shop: string, entry: string): string {
  const id = entry.slice(2);
  return entry.startsWith('u:') ? names.unresolved(shop, id) : names.bookRow(shop, id);
}

export interface DayRows {
  rows: BookRow[];
  unresolved: UnresolvedRow[];
}

/** How many entries stand in the book for each day. */
export async function countDays(client: Client, shop: string, dates: readonly string[]): Promise<number[]> {
  const pipeline = client.pipeline();
  for (const date of dates) pipeline.zcard(names.bookDay(shop, date));
  return (await replies(pipeline)).map(Number);
}

/**
 * What stands in the book for a day, some lines at a time.
 * @param newest only the last so many entries, the newest first; all of them, oldest first, when absent
 */
export async function* readDay(
  store: ShopStore,
  shop: string,
  date: string,
  members: Names,
  newest?: number,
): AsyncGenerator<DayRows> {
  const name = names.bookDay(shop, date);
  const { client } = store.store;
  const entries = await reach(
    newest === undefined ? client.zrange(name, 0, -1) : client.zrevrange(name, 0, newest - 1),
  );
  for (let from = 0; from < entries.length; from += readAtOnce) {
    const some = entries.slice(from, from + readAtOnce);
    const [rows, unresolved] = await Promise.all([
      readRows(store, shop, idsOf(some, 'b:'), members, date),
      readUnresolved(store, shop, idsOf(some, 'u:'), members, date),
    ]);
    yield { rows, unresolved };
  }
}

function idsOf(entries: readonly string[], kind: 'b:' | 'u:'): string[] {
  return entries.filter((entry) => entry.startsWith(kind)).map((entry) => entry.slice(kind.length));
}

/** @param date lines that have moved to another day are left out */
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
    const there = fields.at !== undefined && (date === undefined || fields.day === date);
    return there ? [rowOf(ids[index] ?? '', fields, members)] : [];
  });
}

/** A line with its sale as it is kept. */
export interface BookLine {
  row: BookRow;
  sale: string;
}

/** Null where there is none, and for what is no name of a line. */
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

/** All of one shop, so that they lie in one place; what is gone is empty. */
async function readHashes(
  { store, scripts }: ShopStore,
  keys: readonly string[],
  fields: readonly string[],
): Promise<Fields[]> {
  if (keys.length === 0) return [];
  const lines = await scripts.run('book-lines', keys, fields);
  return await Promise.all(
    lines.map(async (line, nth) => {
      const values = String(line).split(between);
      // A bank has printed the separator itself.
      if (values.length !== fields.length) return await reach(store.client.hgetall(keys[nth] ?? ''));
      const read: Fields = {};
      for (const [at, value] of values.entries()) {
        if (value !== absent) read[fields[at] ?? ''] = value;
      }
      return read;
    }),
  );
}

async function replies(pipeline: ReturnType<Client['pipeline']>): Promise<unknown[]> {
  const all = (await reach(pipeline.exec())) ?? [];
  return await reach(Promise.all(all.map(([error, reply]) => (error ? Promise.reject(error) : reply))));
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

/** @param text as the store keeps it */
export function parseSale(text: string): Sale {
  return JSON.parse(text) as Sale;
}

/** @param text `KIND:MEMBER:MS`, for an undone acceptance with `:MEMBER:MS` of it, each with a blank behind */
function eventsOf(text: string, nameOf: (member: string | undefined) => string | null): BookEvent[] {
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
