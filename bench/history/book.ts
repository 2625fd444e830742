/** A shop's book of an earlier version, without an index: written to Redis as the service stores it, not receipt by receipt. */
import type { Redis } from 'ioredis';
import { addDays } from '../../src/engine/shops/calendar.js';
import { bookDays, bookEntry, rowIdOf } from '../../src/engine/shops/ledger/rows.js';
import * as names from '../../src/engine/store/key-names.js';

interface BookSize {
  days: number;
  linesADay: number;
}

export interface Book extends BookSize {
  shop: string;
  /** The newest day, `yyyy-MM-dd`. */
  today: string;
  /** Member ids. */
  members: readonly string[];
}

/** What searches look for. */
export interface Landmarks {
  /** References of a line of the newest day, of a day in the middle, and of the oldest day. */
  newest: string;
  middle: string;
  oldest: string;
  /** An amount and a payer of one line of the oldest day only. */
  amount: string;
  payer: string;
  /** A payer of one line only, though both names are common. */
  common: string;
}

const dayMs = 86_400_000;
/** Between two receipts. */
const betweenMs = 20_000;
const atOnce = 500;

const syllables = ['Al', 'Be', 'Ch', 'Da', 'Ge', 'Ha', 'Ke', 'Me', 'Ta', 'Ya', 'Wo', 'So'];
const endings = [
  'mu',
  'kele',
  'altu',
  'nachew',
  'tahun',
  'ilu',
  'bede',
  'seret',
  'desse',
  'red',
  'rku',
  'lomon',
];
const givenNames = syllables.flatMap((start) => endings.map((end) => start + end));

/** @returns what to search for */
export async function fillBook(redis: Redis, book: Book): Promise<Landmarks> {
  const [first = '', second = ''] = givenNames;
  const common = `${first} ${second}`;
  const marks = { amount: '98765.43', payer: 'Zewditu Quarshie', common };
  const now = Date.now();
  for (let day = 0; day < book.days; day += 1) {
    for (let from = 0; from < book.linesADay; from += atOnce) {
      const pipeline = redis.pipeline();
      const to = Math.min(book.linesADay, from + atOnce);
      for (let nth = from; nth < to; nth += 1) write(pipeline, book, day, nth, now, marks);
      for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error;
    }
  }
  const referenceAt = (day: number) => referenceOf(day * book.linesADay + 7);
  return {
    ...marks,
    newest: referenceAt(0),
    middle: referenceAt(Math.floor(book.days / 2)),
    oldest: referenceAt(book.days - 1),
  };
}

function write(
  pipeline: ReturnType<Redis['pipeline']>,
  { shop, today, members, days, linesADay }: Book,
  day: number,
  nth: number,
  now: number,
  marks: Pick<Landmarks, 'amount' | 'payer' | 'common'>,
): void {
  const number = day * linesADay + nth;
  const reference = referenceOf(number);
  const id = rowIdOf(true, 'telebirr', reference);
  const date = addDays(today, -day);
  const at = now - day * dayMs - (linesADay - nth) * betweenMs;
  const member = members[nth % members.length] ?? '';
  const isMark = day === days - 1 && nth === 3;
  const isCommon = day === Math.floor(days / 2) && nth === 5;
  const amount = isMark ? marks.amount : `${(scattered(number, 1) % 100) * 50 + 50}.00`;
  const payer = isMark ? marks.payer : isCommon ? marks.common : payerOf(number, marks.common);
  const line = {
    ...{ at, member, provider: 'telebirr', livemode: '1', reference, amount, currency: 'ETB', payer },
    ...{ receivedTo: '2519****3344', paidAt: new Date(at - 60_000).toISOString(), day: date },
    ...{ answer: 'accept', short: '', takenBy: member, takenAt: at, print: id.slice(0, 6), link: '' },
    ...{ anyway: '0', content: '' },
  };
  const expires = Date.parse(date) + (bookDays + 1) * dayMs;
  pipeline.hset(names.bookRow(shop, id), line);
  pipeline.pexpireat(names.bookRow(shop, id), expires);
  pipeline.zadd(names.bookDay(shop, date), at, bookEntry(id));
  if (nth === 0) pipeline.pexpireat(names.bookDay(shop, date), expires);
}

/** Only one line has the common name. */
function payerOf(number: number, common: string): string {
  const [one, two] = [2, 3].map((salt) => givenNames[scattered(number, salt) % givenNames.length]);
  return `${one} ${two}` === common ? `${two} ${one}` : `${one} ${two}`;
}

function referenceOf(number: number): string {
  return `DK${scattered(number, 4).toString(36).padStart(7, '0').slice(-4)}${number.toString(36).padStart(4, '0')}`.toUpperCase();
}

/** The same on every run. */
function scattered(number: number, salt: number): number {
  let mixed = Math.imul(number + 1, 2_654_435_761) ^ Math.imul(salt, 2_246_822_519);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
