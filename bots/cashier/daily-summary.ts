/** Sends owners the summary of the shop's day when it closes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type DailySummary, Failure, type Shift, type Shop, ShopError } from '../../src/engine/index.js';
import type { Kit } from './deps.js';
import { renderDay, renderShift, type Words } from './render/index.js';
import { tellEach } from './telling.js';

const lookMs = 5_000;

export interface Closings {
  /** Sends due summaries until `lost` aborts. Never throws. */
  play(lost: AbortSignal): Promise<void>;
}

export function createClosings({ engine, delivery, vocabulary, setting, log }: Kit): Closings {
  const { shops } = engine;
  const notebook = engine.botStore('cashier');

  /** Owners who already got it from a process that died do not get it again. */
  async function tellOwners({ shop, date, owners }: DailySummary, signal: AbortSignal): Promise<void> {
    const named = await shops.get(shop);
    const report = await shops.day(shop, date);
    const draw = (words: Words) => renderDay(words, report, setting(), { closing: true });
    const telling = { note: `closing:${shop}:${date}`, people: owners, shop: named, draw };
    await tellEach({ engine, delivery, vocabulary }, telling, signal);
    for (const shift of report.shifts.filter(({ leftOpen }) => leftOpen))
      await tellMember(named, shift, signal);
    await shops.closed(shop);
    await notebook.deleteTemporary(telling.note);
  }

  /** Sends a member with an open shift its total. */
  async function tellMember(shop: Shop, shift: Shift, signal: AbortSignal): Promise<void> {
    const person = (await shops.members(shop.id)).find(({ id }) => id === shift.member)?.person;
    if (person === undefined) return;
    const draw = (words: Words) => renderShift(words, shift, setting());
    const note = `closing:${shop.id}:${shift.date}:${shift.member}:${Date.parse(shift.startedAt)}`;
    await tellEach({ engine, delivery, vocabulary }, { note, people: [person], shop, draw }, signal);
  }

  async function close(closing: DailySummary, signal: AbortSignal): Promise<void> {
    try {
      await tellOwners(closing, signal);
    } catch (error) {
      if (error instanceof ShopError) return await shops.closed(closing.shop);
      throw error;
    }
  }

  return {
    async play(lost) {
      /** Summaries being sent: one that outlasts the engine's lease is not started again. */
      const telling = new Map<string, Promise<void>>();
      const failed = (error: unknown) => {
        // The store is unreachable: the summary stays due and is retried.
        const passing = error instanceof Failure && error.failure === 'unavailable';
        if (!lost.aborted && !passing)
          log.warn({ component: 'cashier-bot', err: error }, 'daily summary could not be sent');
      };
      while (!lost.aborted) {
        const due = await shops.closings().catch((error: unknown) => {
          failed(error);
          return [];
        });
        for (const closing of due.filter(({ shop }) => !telling.has(shop))) {
          const told = close(closing, lost)
            .catch(failed)
            .finally(() => telling.delete(closing.shop));
          telling.set(closing.shop, told);
        }
        await sleep(lookMs, undefined, { signal: lost }).catch(() => undefined);
      }
      await Promise.all(telling.values());
    },
  };
}
