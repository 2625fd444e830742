/** The shop's day, told to its owners when it closes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Closing, Failure, ShopError } from '../../src/engine/index.js';
import { chatOfPerson } from './access.js';
import { Undeliverable } from './jobs/deliver.js';
import type { Kit } from './kit.js';
import { renderDay } from './render/index.js';

const lookMs = 5_000;
/** Longer than the engine goes on handing out a day that was missed. */
const toldMs = 3 * 86_400_000;

export interface Closings {
  /** Tells whatever is due until `lost` aborts; never fails. */
  play(lost: AbortSignal): Promise<void>;
}

export function createClosings({ engine, delivery, vocabulary, setting, log }: Kit): Closings {
  const { shops } = engine;
  const notebook = engine.notebook('cashier');

  /** Whom a process that died has told already is not told again. */
  async function tellOwners({ shop, date, owners }: Closing, signal: AbortSignal): Promise<void> {
    const note = `closing:${shop}:${date}`;
    const { settings } = await shops.get(shop);
    const report = await shops.day(shop, date);
    const told = z.array(z.string()).safeParse(await notebook.recall(note)).data ?? [];
    for (const owner of owners.filter((person) => !told.includes(person))) {
      const { language } = await shops.ofPerson(owner);
      const words = vocabulary.of(language ?? settings.language);
      await send(owner, renderDay(words, report, setting(), { closing: true }), signal);
      told.push(owner);
      await notebook.remember(note, told, toldMs);
    }
    await shops.closed(shop);
    await notebook.forget(note);
  }

  /** An owner who has blocked the bot does not keep the others from being told. */
  async function send(
    owner: string,
    message: ReturnType<typeof renderDay>,
    signal: AbortSignal,
  ): Promise<void> {
    const chat = chatOfPerson(owner);
    if (chat === null) return;
    try {
      await delivery.send(chat, message, null, signal);
    } catch (error) {
      if (!(error instanceof Undeliverable) || error.failure === 'late') throw error;
    }
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
