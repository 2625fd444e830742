/**
 * Search index of a shop's book: amounts, beginnings and ends of references, words of payers' names, and members. One sorted
 * set of words per month, which expires with its lines. A line missing from the index is only not found by a search.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { chunks } from '#engine/shared/chunks.js';
import { parseBirr } from '#engine/shared/money.js';
import * as names from '../../store/key-names.js';
import { orUnavailable, pipelineReplies } from '../../store/scripts.js';
import type { StoreConnection } from '../../store/types.js';
import { addDays, dateOf } from '../calendar.js';
import type { ShopStore } from '../context.js';
import { bookDays, countDays, readHashes, rowIdsOf } from './rows.js';

type Client = StoreConnection['client'];

/** The indexed data of a line. */
interface Indexed {
  id: string;
  /** ms. */
  at: number;
  amount: string;
  reference: string;
  payer: string | null;
  /** Member ids. */
  members: readonly string[];
}

const dayMs = 86_400_000;
/** Longer than the lines of the month's last day are stored. */
const monthTtlMs = (bookDays + 2) * dayMs;
const wordsMax = 8;
const wordLengthMax = 40;
/** The year 2100, ms: lines are sorted by the time left until then, so newest first. Exact to a thousandth of a ms. */
const endOfTime = 4_102_444_800_000;
/** Lines read per month, of all words together, and at least of each word: the newest, when the whole word matches. */
const perMonth = 4_000;
const perWordMin = 100;
/** Lines of an old book that are indexed at a time, in a few ms. */
const stepLines = 100;
/** Lines of an old book that are indexed before its first search is answered; then the rest of their day. */
const firstLines = 500;
/** Pause between two steps; longer if a step takes longer, so that the store is free at least half of the time. */
const pauseMsMin = 5;
/** Stored when the whole book is indexed; the first indexed day until then. */
const complete = '1';

const monthsStored = 15;

/** The months of a book, newest first, `yyyy-MM` in UTC. */
export function bookMonths(now: number): string[] {
  const date = new Date(now);
  return Array.from({ length: monthsStored }, (_, back) =>
    monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)),
  );
}

const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7);

function endOfMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
}

function searchWords(text: string): string[] {
  const words = text
    .toLowerCase()
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return [...new Set(words.filter((word) => word !== ''))]
    .slice(0, wordsMax)
    .map((word) => word.slice(0, wordLengthMax));
}

const reversed = (text: string) => [...text].reverse().join('');

function indexEntries({ id, at, amount, reference, payer, members }: Indexed): string[] {
  const cents = parseBirr(amount);
  const plain = reference.toLowerCase().slice(0, wordLengthMax);
  const keys = [
    ...(cents === null ? [] : [`a:${cents}`]),
    ...(plain === '' ? [] : [`r:${plain}`, `e:${reversed(plain)}`]),
    ...searchWords(payer ?? '').map((word) => `w:${word}`),
    ...members.map((member) => `m:${member}`),
  ];
  return keys.map((key) => `${key}\u0000${(endOfTime - at).toFixed(3).padStart(17, '0')} ${id}`);
}

let lastMoment = 0;

/** The time in ms, always later than the one returned before, so that lines of one millisecond keep their order. */
export function recordedAt(now: number): number {
  const isSame = now <= lastMoment && lastMoment - now < 1_000;
  lastMoment = isSame ? lastMoment + 0.001 : now;
  return lastMoment;
}

/** Indexes lines. An index entry without a line does no harm. */
export async function indexLines(client: Client, shop: string, lines: readonly Indexed[]): Promise<void> {
  const pipeline = client.pipeline();
  for (const month of new Set(lines.map(({ at }) => monthOf(at)))) {
    const name = names.bookIndex(shop, month);
    const ofMonth = lines.filter(({ at }) => monthOf(at) === month);
    pipeline.zadd(name, ...ofMonth.flatMap(indexEntries).flatMap((entry) => [0, entry]));
    pipeline.pexpireat(name, endOfMonth(month) + monthTtlMs);
  }
  await pipelineReplies(pipeline);
}

/** A lookup of whole words of the index, or of their beginnings. */
interface SearchKey {
  word: string;
  whole: boolean;
}

/** The lookups of a query. @param members ids of members whose name matches */
export function lookupsOf(query: string, members: readonly string[]): SearchKey[] {
  const wanted = query.trim().toLowerCase();
  const cents = parseBirr(wanted.replace(/\s*(birr|etb|ብር)$/u, ''));
  const longest = searchWords(wanted).sort((a, b) => b.length - a.length)[0] ?? '';
  const isReference = wanted.length >= 4 && wanted.length <= wordLengthMax;
  return [
    ...(cents === null ? [] : [{ word: `a:${cents}`, whole: true }]),
    ...(isReference
      ? [
          { word: `r:${wanted}`, whole: false },
          { word: `e:${reversed(wanted)}`, whole: false },
        ]
      : []),
    ...(cents === null && longest.length >= 2
      ? [
          { word: `w:${longest}`, whole: true },
          { word: `w:${longest}`, whole: false },
        ]
      : []),
    ...(cents === null ? members.map((member) => ({ word: `m:${member}`, whole: true })) : []),
  ];
}

/** Lines of a month that may match. */
interface Candidates {
  /** Newest first. */
  ids: string[];
  /** There may be more than were read. */
  isCut: boolean;
}

/** Lines that may match, month by month, newest first. A line may be in several months. */
export async function* search(
  client: Client,
  shop: string,
  lookups: readonly SearchKey[],
  now: number,
): AsyncGenerator<Candidates> {
  if (lookups.length === 0) return;
  const limit = Math.max(perWordMin, Math.floor(perMonth / lookups.length));
  for (const month of bookMonths(now)) {
    const pipeline = client.pipeline();
    for (const { word, whole } of lookups) {
      const from = `[${word}${whole ? '\u0000' : ''}`;
      const to = whole ? `(${word}\u0001` : `(${word}\u{10FFFF}`;
      pipeline.zrangebylex(names.bookIndex(shop, month), from, to, 'LIMIT', 0, limit);
    }
    const found = (await pipelineReplies(pipeline)) as string[][];
    const ages = new Map<string, number>();
    for (const entry of found.flat()) {
      const [age = '', id = ''] = entry.slice(entry.indexOf('\u0000') + 1).split(' ');
      // The earliest of several times: the submission, not the acceptance by an owner.
      ages.set(id, Math.max(Number(age), ages.get(id) ?? 0));
    }
    const ids = [...ages].sort(([, a], [, b]) => a - b).map(([id]) => id);
    yield { ids, isCut: found.some(({ length }) => length >= limit) };
  }
}

/** Books that this process is indexing. */
const building = new Map<string, Promise<string | null>>();

/**
 * How far back a book is indexed. If it is older than the index, indexes it in the background, newest days first, from where
 * this or another process stopped; the newest days are indexed before it resolves.
 * @returns the first day that is indexed, `yyyy-MM-dd`; null if the whole book is
 */
export async function indexedSince(
  store: ShopStore,
  shop: string,
  timeZone: string,
  now: () => number,
): Promise<string | null> {
  const state = await orUnavailable(store.store.client.get(names.bookIndexed(shop)));
  if (state === complete) return null;
  let since = building.get(shop);
  if (since === undefined) {
    const today = dateOf(now(), timeZone);
    since = new Promise((resolve, reject) => {
      build(store, shop, today, resolve)
        .finally(() => building.delete(shop))
        .then(() => resolve(null), reject);
    });
    // After a failure a later search continues the indexing.
    since.catch(() => undefined);
    building.set(shop, since);
  }
  return state ?? (await since);
}

/** @param onIndexed called with the first indexed day, as soon as the newest lines are indexed and after each day */
async function build(
  store: ShopStore,
  shop: string,
  today: string,
  onIndexed: (since: string) => void,
): Promise<void> {
  const { client } = store.store;
  const days = Array.from({ length: bookDays + 2 }, (_, day) => addDays(today, 1 - day));
  const counts = await countDays(client, shop, days);
  const name = names.bookIndexed(shop);
  let lines = 0;
  for (const [day, date] of days.entries()) {
    const count = counts[day] ?? 0;
    if (count === 0) continue;
    const since = await orUnavailable(client.get(name));
    if (since === complete) return;
    if (since !== null && since <= date) continue;
    await indexDay(store, shop, date, since !== null || lines >= firstLines);
    lines += count;
    if (since === null && lines < firstLines) continue;
    await orUnavailable(client.set(name, date));
    onIndexed(date);
  }
  await orUnavailable(client.set(name, complete));
}

/** @param isPaced with pauses, in which the store serves others */
async function indexDay(store: ShopStore, shop: string, date: string, isPaced: boolean): Promise<void> {
  const ids = await rowIdsOf(store, shop, date);
  for (const some of chunks(ids, stepLines)) {
    const startedAt = performance.now();
    const keys = some.map((id) => names.bookRow(shop, id));
    const hashes = await readHashes(store, keys, indexedFields);
    const lines = hashes.flatMap((fields, nth) => indexedOf(some[nth] ?? '', fields));
    await indexLines(store.store.client, shop, lines);
    if (isPaced) await sleep(Math.max(pauseMsMin, performance.now() - startedAt));
  }
}

const indexedFields = ['at', 'amount', 'reference', 'payer', 'member', 'takenBy'];

/** Nothing for a line that has expired. */
function indexedOf(id: string, fields: Record<string, string>): Indexed[] {
  const { at, amount = '', reference = '', payer = '', member = '', takenBy = '' } = fields;
  if (at === undefined) return [];
  const members = new Set([member, takenBy].filter((id) => id !== ''));
  return [{ id, at: Number(at), amount, reference, payer, members: [...members] }];
}
