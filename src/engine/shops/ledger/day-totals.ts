/**
 * Stored totals of a shop's days: a report of a month adds up 31 of them instead of reading every receipt. Each change of the
 * book deletes those of its day, in the same script, so that they are never older than the book.
 */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as names from '../../store/key-names.js';
import { orUnavailable, pipelineReplies } from '../../store/scripts.js';
import { addDays } from '../calendar.js';
import type { ShopContext } from '../context.js';
import { type DayTotals, dayTotals } from './counts.js';
import { readDayFacts } from './day-facts.js';
import { bookMs } from './rows.js';

const dayMs = 86_400_000;
/** Counting a day takes less. */
const countingMs = 60_000;
/** Days that are counted before a report asks for them. */
const daysAhead = 31;
/** Shops whose current day is known. */
const shopsMax = 10_000;

export type DatedTotals = DayTotals & { date: string };

export interface DayTotalsStore {
  /** The totals of days, in their order. Those that are not stored are counted, and stored. */
  read(shop: string, dates: readonly string[]): Promise<DatedTotals[]>;
  /** Called for each write to the book of a day: the first one counts the days before in the background. */
  noteDay(shop: string, date: string): void;
}

export function createDayTotals(context: Pick<ShopContext, 'store' | 'scripts' | 'now'>): DayTotalsStore {
  const { store, scripts, now } = context;
  const { client } = store;
  const currentDays = new LRUCache<string, string>({ max: shopsMax });
  /** One shop at a time, so that a new day of all shops leaves the store free for other calls. */
  let counting = Promise.resolve();

  async function read(shop: string, dates: readonly string[]): Promise<DatedTotals[]> {
    if (dates.length === 0) return [];
    const keys = dates.map((date) => names.bookTotals(shop, date));
    const stored = (await orUnavailable(client.mget(keys))).map(parse);
    const mark = `counting ${randomUUID()}`;
    const missing = dates.filter((_, nth) => stored[nth] === null);
    await markAll(shop, missing, mark);
    const days: DatedTotals[] = [];
    for (const [nth, date] of dates.entries()) {
      days.push({ date, ...(stored[nth] ?? (await count(shop, date, mark))) });
    }
    return days;
  }

  /** Before the days are read: what changes one meanwhile deletes its mark. */
  async function markAll(shop: string, dates: readonly string[], mark: string): Promise<void> {
    const pipeline = client.pipeline();
    for (const date of dates) pipeline.set(names.bookTotals(shop, date), mark, 'PX', countingMs);
    await pipelineReplies(pipeline);
  }

  async function count(shop: string, date: string, mark: string): Promise<DayTotals> {
    const totals = dayTotals(await readDayFacts(context, shop, date, new Map()));
    // They expire before the first of the lines.
    const ms = Date.parse(date) - dayMs + bookMs - now();
    if (ms > 0) {
      const args = [mark, JSON.stringify(totals), ms];
      await scripts.run('totals-store', [names.bookTotals(shop, date)], args);
    }
    return totals;
  }

  return {
    read,

    noteDay(shop, date) {
      if (currentDays.get(shop) === date) return;
      currentDays.set(shop, date);
      const before = Array.from({ length: daysAhead }, (_, days) => addDays(date, -1 - days));
      // If it fails, the report counts them.
      counting = counting.then(() => read(shop, before)).then(ignore, ignore);
    },
  };
}

function ignore(): void {}

function parse(text: string | null): DayTotals | null {
  return text?.startsWith('{') ? (JSON.parse(text) as DayTotals) : null;
}
