/** Sends owners the summary of the shop's day when it closes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type DailySummary, Failure, type Shift, type Shop, ShopError } from '../../src/engine/index.js';
import { sendToEach } from './broadcast.js';
import type { FeatureDeps } from './deps.js';
import { renderDay, renderShift, type Words } from './render/index.js';

const pollMs = 5_000;

interface DailySummaries {
  /** Sends due summaries until `lost` aborts. Never throws. */
  run(lost: AbortSignal): Promise<void>;
}

export function createDailySummaries({
  engine,
  delivery,
  vocabulary,
  setting,
  log,
}: FeatureDeps): DailySummaries {
  const { shops } = engine;
  const botStore = engine.botStore('cashier');

  /** Owners who already got it from a process that died do not get it again. */
  async function sendToOwners({ shop, date, owners }: DailySummary, signal: AbortSignal): Promise<void> {
    const named = await shops.get(shop);
    const report = await shops.day(shop, date);
    const draw = (words: Words) => renderDay(words, report, setting(), { closing: true });
    const sending = { note: `closing:${shop}:${date}`, people: owners, shop: named, draw };
    await sendToEach({ engine, delivery, vocabulary }, sending, signal);
    for (const shift of report.shifts.filter(({ leftOpen }) => leftOpen))
      await sendToMember(named, shift, signal);
    await shops.closed(shop);
    await botStore.deleteTemporary(sending.note);
  }

  /** Sends a member with an open shift its total. */
  async function sendToMember(shop: Shop, shift: Shift, signal: AbortSignal): Promise<void> {
    const person = (await shops.members(shop.id)).find(({ id }) => id === shift.member)?.person;
    if (person === undefined) return;
    const draw = (words: Words) => renderShift(words, shift, setting());
    const note = `closing:${shop.id}:${shift.date}:${shift.member}:${Date.parse(shift.startedAt)}`;
    await sendToEach({ engine, delivery, vocabulary }, { note, people: [person], shop, draw }, signal);
  }

  async function sendSummary(summary: DailySummary, signal: AbortSignal): Promise<void> {
    try {
      await sendToOwners(summary, signal);
    } catch (error) {
      if (error instanceof ShopError) return await shops.closed(summary.shop);
      throw error;
    }
  }

  return {
    async run(lost) {
      /** Summaries being sent: one that outlasts the engine's lease is not started again. */
      const sending = new Map<string, Promise<void>>();
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
        for (const closing of due.filter(({ shop }) => !sending.has(shop))) {
          const sent = sendSummary(closing, lost)
            .catch(failed)
            .finally(() => sending.delete(closing.shop));
          sending.set(closing.shop, sent);
        }
        await sleep(pollMs, undefined, { signal: lost }).catch(() => undefined);
      }
      await Promise.all(sending.values());
    },
  };
}
