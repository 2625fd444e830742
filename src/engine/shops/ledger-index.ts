/**
 * Search index of a shop's book: amounts, beginnings and ends of references, words of payers' names, and members. One sorted
 * set of words per month, which expires with its lines. A line missing from the index is only not found by a search.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BookRow } from '../api/shops.js';
import { parseBirr } from '../shared/money.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { addDays, dateOf } from './calendar.js';
import type { ShopStore } from './context.js';
import { bookDays, countDays, readDay } from './ledger-rows.js';

type Client = StoreConnection['client'];

/** The indexed data of a line. */
export interface Indexed {
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
/** Longer than the lines of the month's last day are kept. */
const monthKeptMs = (bookDays + 2) * dayMs;
const wordsMax = 8;
const wordLengthMax = 40;
/** The year 2100, ms: lines are sorted by the time left until then, so newest first. Exact to a thousandth of a ms. */
const endOfTime = 4_102_444_800_000;
/** Lines read per word and month: the newest, when the whole word matches. */
const perMonth = 100;
/** Lines of an old book that are indexed at a time. */
const buildAtOnce = 500;
const pauseMs = 5;
const firstPauseMs = 500;

export const monthsKept = 15;

/** The months of a book, newest first, `yyyy-MM` in UTC. */
export function bookMonths(now: number): string[] {
  const date = new Date(now);
  return Array.from({ length: monthsKept }, (_, back) =>
    monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)),
  );
}

const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7);

function endOfMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
}

export function searchWords(text: string): string[] {
  const words = text
    .toLowerCase()
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return [...new Set(words.filter((word) => word !== ''))]
    .slice(0, wordsMax)
    .map((word) => word.slice(0, wordLengthMax));
}

const reversed = (text: string) => [...text].reverse().join('');

function membersOf({ id, at, amount, reference, payer, members }: Indexed): string[] {
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
    const some = lines.filter(({ at }) => monthOf(at) === month);
    pipeline.zadd(name, ...some.flatMap(membersOf).flatMap((member) => [0, member]));
    pipeline.pexpireat(name, endOfMonth(month) + monthKeptMs);
  }
  await orUnavailable(pipeline.exec());
}

/** A lookup of whole words of the index, or of their beginnings. */
export interface SearchKey {
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

/** Ids of lines that may match, newest first. @returns `full` when there may be more than were read */
export async function search(
  client: Client,
  shop: string,
  lookups: readonly SearchKey[],
  now: number,
): Promise<{ ids: string[]; full: boolean }> {
  const pipeline = client.pipeline();
  for (const month of bookMonths(now)) {
    for (const { word, whole } of lookups) {
      const from = `[${word}${whole ? '\u0000' : ''}`;
      const to = whole ? `(${word}\u0001` : `(${word}\u{10FFFF}`;
      pipeline.zrangebylex(names.bookIndex(shop, month), from, to, 'LIMIT', 0, perMonth);
    }
  }
  const found = ((await orUnavailable(pipeline.exec())) ?? []).map(([error, members]) => {
    if (error) throw error;
    return members as string[];
  });
  const ages = new Map<string, number>();
  for (const member of found.flat()) {
    const [age = '', id = ''] = member.slice(member.indexOf('\u0000') + 1).split(' ');
    // The earliest of several times: the submission, not the acceptance by an owner.
    ages.set(id, Math.max(Number(age), ages.get(id) ?? 0));
  }
  const ids = [...ages].sort(([, a], [, b]) => a - b).map(([id]) => id);
  return { ids, full: found.some(({ length }) => length >= perMonth) };
}

function indexedOf({ id, at, amount, reference, payer, member, acceptance }: BookRow): Indexed {
  const members = [member, acceptance?.member ?? ''].filter((one) => one !== '');
  return { id, at: Date.parse(at), amount, reference, payer, members: [...new Set(members)] };
}

/** Books that this process is indexing. */
const building = new Map<string, Promise<void>>();

/** Whether a book is completely indexed. If it is older than the index, indexes it in the background. */
export async function isIndexed(
  store: ShopStore,
  shop: string,
  timeZone: string,
  now: () => number,
): Promise<boolean> {
  const { client } = store.store;
  if ((await orUnavailable(client.exists(names.bookIndexed(shop)))) === 1) return true;
  const days = Array.from({ length: bookDays + 2 }, (_, day) => addDays(dateOf(now(), timeZone), 1 - day));
  const counts = await countDays(client, shop, days);
  const filled = days.filter((_, day) => (counts[day] ?? 0) > 0);
  // A short book is indexed at once.
  const isShort = counts.reduce((sum, count) => sum + count, 0) <= buildAtOnce;
  const built =
    building.get(shop) ?? build(store, shop, filled, isShort).finally(() => building.delete(shop));
  building.set(shop, built);
  if (isShort) await built;
  else built.catch(() => undefined);
  return isShort;
}

async function build(
  store: ShopStore,
  shop: string,
  days: readonly string[],
  isShort: boolean,
): Promise<void> {
  const { client } = store.store;
  // Lets the caller get its answer first.
  if (!isShort) await sleep(firstPauseMs);
  for (const date of days) {
    for await (const { rows } of readDay(store, shop, date, new Map())) {
      if (rows.length > 0) await indexLines(client, shop, rows.map(indexedOf));
      // Lets other calls run between two batches.
      await sleep(pauseMs);
    }
  }
  await orUnavailable(client.set(names.bookIndexed(shop), '1'));
}
