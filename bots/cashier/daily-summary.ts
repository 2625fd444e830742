/** The shop's day, told to its owners when it closes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Closing, Failure, type Shift, type Shop, ShopError } from '../../src/engine/index.js';
import type { Kit } from './deps.js';
import { renderDay, renderShift, type Words } from './render/index.js';
import { tellEach } from './telling.js';

const lookMs = 5_000;

export interface Closings {
  /** Tells whatever is due until `lost` aborts; never fails. */
  play(lost: AbortSignal): Promise<void>;
}

export function createClosings({ engine, delivery, vocabulary, setting, log }: Kit): Closings {
  const { shops } = engine;
  const notebook = engine.notebook('cashier');

  /** Whom a process that died has told already is not told again. */
  async function tellOwners({ shop, date, owners }: Closing, signal: AbortSignal): Promise<void> {
    const named = await shops.get(shop);
    const report = await shops.day(shop, date);
    const draw = (words: Words) => renderDay(words, report, setting(), { closing: true });
    const telling = { note: `closing:${shop}:${date}`, people: owners, shop: named, draw };
    await tellEach({ engine, delivery, vocabulary }, telling, signal);
    for (const shift of report.shifts.filter(({ leftOpen }) => leftOpen))
      await tellMember(named, shift, signal);
    await shops.closed(shop);
    await notebook.forget(telling.note);
  }

  /** Whoever has left a shift open hears what it came to. */
  async function tellMember(shop: Shop, shift: Shift, signal: AbortSignal): Promise<void> {
    const person = (await shops.members(shop.id)).find(({ id }) => id === shift.member)?.person;
    if (person === undefined) return;
    const draw = (words: Words) => renderShift(words, shift, setting());
    const note = `closing:${shop.id}:${shift.date}:${shift.member}:${Date.parse(shift.startedAt)}`;
    await tellEach({ engine, delivery, vocabulary }, { note, people: [person], shop, draw }, signal);
  }

  async function close(closing: Closing, signal: AbortSignal): Promise<void> {
    try {
      await tellOwners(closing, signal);
    } catch (error) {
      if (error instanceof ShopError) return await shops.closed(closing.shop);
      throw error;
    }
  }

  return {
    async play(lost) {
      /** A telling that takes longer than the engine's lease is not begun a second time. */
      const telling = new Map<string, Promise<void>>();
      const failed = (error: unknown) => {
        // Without the store nothing is lost: it is looked for again.
        const passing = error instanceof Failure && error.failure === 'unavailable';
        if (!lost.aborted && !passing)
          log.warn({ component: 'cashier-bot', err: error }, 'a closing could not be told');
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
