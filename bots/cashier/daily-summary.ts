/** Sends owners the summary of the shop's day when it closes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreUnavailable } from '#bots/shared/retry.js';
import { type DailySummary, type Shift, type Shop, ShopError } from '../../src/engine/index.js';
import { type MessengerDeps, sendToEach } from './broadcast.js';
import { renderDay, renderShift, type Words } from './render/index.js';

const pollMs = 5_000;

/** Sends due summaries until `lost` aborts. Never throws. */
export async function runDailySummaries(deps: MessengerDeps, lost: AbortSignal): Promise<void> {
  const { engine, setting, log } = deps;
  const { shops } = engine;
  const botStore = engine.botStore('cashier');
  /** Summaries being sent: one that outlasts the engine's lease is not started again. */
  const sending = new Map<string, Promise<void>>();
  while (!lost.aborted) {
    const due = await shops.claimDailySummaries().catch((error: unknown) => {
      logFailure(error);
      return [];
    });
    for (const summary of due.filter(({ shop }) => !sending.has(shop))) {
      const sent = sendSummary(summary)
        .catch(logFailure)
        .finally(() => sending.delete(summary.shop));
      sending.set(summary.shop, sent);
    }
    await sleep(pollMs, undefined, { signal: lost }).catch(() => undefined);
  }
  await Promise.all(sending.values());

  /** If the store is unreachable, the summary stays due and is retried. */
  function logFailure(error: unknown): void {
    if (!lost.aborted && !isStoreUnavailable(error))
      log.warn({ component: 'cashier-bot', err: error }, 'daily summary could not be sent');
  }

  async function sendSummary(summary: DailySummary): Promise<void> {
    try {
      await sendToOwners(summary);
    } catch (error) {
      if (error instanceof ShopError) return await shops.markDailySummarySent(summary.shop);
      throw error;
    }
  }

  /** Owners who already got it from a process that died do not get it again. */
  async function sendToOwners({ shop: id, date, owners: people }: DailySummary): Promise<void> {
    const shop = await shops.get(id);
    const report = await shops.day(id, date);
    const render = (words: Words) => renderDay(words, report, setting(), { closing: true });
    const record = `closing:${id}:${date}`;
    await sendToEach(deps, { record, people, shop, render }, lost);
    for (const shift of report.shifts.filter(({ leftOpen }) => leftOpen)) await sendToMember(shop, shift);
    await shops.markDailySummarySent(id);
    await botStore.deleteTemporary(record);
  }

  /** Sends a member with an open shift its total. */
  async function sendToMember(shop: Shop, shift: Shift): Promise<void> {
    const person = (await shops.members(shop.id)).find(({ id }) => id === shift.member)?.person;
    if (person === undefined) return;
    const render = (words: Words) => renderShift(words, shift, setting());
    const record = `closing:${shop.id}:${shift.date}:${shift.member}:${Date.parse(shift.startedAt)}`;
    await sendToEach(deps, { record, people: [person], shop, render }, lost);
  }
}
