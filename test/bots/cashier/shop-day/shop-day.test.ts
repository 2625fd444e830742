/**
 * A shop's day, at random: whatever people send, say, edit and delete, whatever the banks do, however updates come, and whenever
 * the bot stops or dies, each receipt is accepted once, each message has its answer, and the book says what the chats say.
 *
 * Days of other seeds, or more of them: `SHOP_DAYS=1000 SHOP_DAYS_SEED=42 npx vitest run test/bots/cashier/shop-day`.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { playDay, receiptsFor } from './day.js';
import { show, steps } from './steps.js';
import { openTown } from './town.js';

const days = Number(process.env.SHOP_DAYS ?? 12);
/** The same on every machine and day: a red run is then the work of the change. */
const seed = Number(process.env.SHOP_DAYS_SEED ?? 20261123);
/** Towns that live through their days side by side. */
const towns = 4;
/** A day that shows a fault is made smaller for so long, ms. */
const smallerMs = 60_000;

async function live(town: number): Promise<string | null> {
  const place = await openTown(town % 2 === 0 ? 'polling' : 'webhook');
  const receipts = receiptsFor(place);
  let foundAt = 0;
  const property = fc.asyncProperty(steps, async (day) => {
    if (foundAt > 0 && Date.now() - foundAt > smallerMs) return;
    const fault = await playDay(place, receipts, day);
    if (fault === null) return;
    foundAt ||= Date.now();
    throw new Error(fault);
  });
  try {
    const result = await fc.check(property, { seed: seed + town, numRuns: Math.ceil(days / towns) });
    const [day] = result.counterexample ?? [];
    if (!result.failed || day === undefined) return null;
    const again = `SHOP_DAYS=${days} SHOP_DAYS_SEED=${seed}`;
    const { errorInstance: error } = result;
    return `${again}\n\n${show(day)}\n\n${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await place.close();
  }
}

it(
  'whatever happens in a day, a receipt is accepted once, every message is answered, and the ledger agrees',
  async () => {
    const faults = await Promise.all(Array.from({ length: towns }, (_, town) => live(town)));
    expect(faults.filter((fault) => fault !== null).join('\n\n')).toBe('');
  },
  Math.max(180_000, days * 5_000),
);
