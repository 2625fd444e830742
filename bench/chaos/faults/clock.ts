/** The clock of the service and of its store moves on to a few seconds before a boundary, and passes it under traffic. */

import type { Book } from '../book.js';
import { call } from '../call.js';
import { callMsMax } from '../desk.js';
import type { Client, House } from '../house.js';
import type { Excuse } from '../rules.js';
import type { Fault } from './types.js';

/** Addis Ababa is three hours ahead of UTC all year: its midnight is 21:00 UTC of the day before. */
const aheadMs = 3 * 3_600_000;
const dayMs = 86_400_000;
/** Traffic on the far side of the jump, before the boundary. */
const beforeMs = 5_000;
const lastsMs = 10_000;

/** A jump ends every lease at once: views under way are closed as interrupted, callers ask again. */
const excuse: Excuse = { failures: ['bank_timeout', 'unavailable'], broken: false };

interface Usage {
  verifications: { used: number; startsAt: string; endsAt: string };
}

export const clockFaults: readonly Fault[] = [
  crossing('clock-day', 'clock moved across a day boundary', nextDay),
  crossing('clock-month', 'clock moved across a month boundary', nextMonth),
];

function crossing(name: string, title: string, boundary: (now: number) => number): Fault {
  let before: { daily: Usage; main: Usage } | null = null;
  let at = 0;
  return {
    name,
    title,
    short: false,
    clock: true,
    excuse,
    lastsMs,
    impossible: ({ clock }) =>
      clock ? null : 'the clock cannot be moved here; that takes Linux and a C compiler (cc)',
    async inject(house) {
      before = await usages(house);
      at = boundary(house.clock?.now() ?? 0);
      house.clock?.moveTo(at - beforeMs);
    },
    async after(house, book) {
      const after = await usages(house);
      if (before) judge(before, after, at, book);
      return `used in the new day ${after.daily.verifications.used}, in the month ${after.main.verifications.used}`;
    },
  };
}

/** The day's window is the new one, and the month's where a month began; nothing of the old one is counted in it. */
function judge(
  before: { daily: Usage; main: Usage },
  after: { daily: Usage; main: Usage },
  at: number,
  book: Book,
) {
  const monthBegan = new Date(at + aheadMs).getUTCDate() === 1;
  const starts = ({ verifications }: Usage) => Date.parse(verifications.startsAt);
  if (starts(after.daily) !== at) book.violate('answer', 'the window of the day did not begin at midnight');
  const month = monthBegan ? at : starts(before.main);
  if (starts(after.main) !== month) book.violate('answer', 'the window of the month is not the calendar’s');
  const kept = after.main.verifications.used >= before.main.verifications.used;
  if (!monthBegan && !kept) book.violate('lost', 'the month forgot what it had counted');
}

async function usages({ apis, daily, main }: House): Promise<{ daily: Usage; main: Usage }> {
  const of = async ({ key }: Client) => {
    const reply = await call({ url: `${apis[0].url}/api/usage`, key, msMax: callMsMax });
    if (reply.kind !== 'answer') throw new Error('the usage could not be asked for');
    return reply.body as unknown as Usage;
  };
  return { daily: await of(daily), main: await of(main) };
}

function nextDay(now: number): number {
  const tomorrow = Math.floor((now + aheadMs) / dayMs) + 1;
  const midnight = tomorrow * dayMs - aheadMs;
  // A day that begins a month is the other fault's.
  return new Date(tomorrow * dayMs).getUTCDate() === 1 ? midnight + dayMs : midnight;
}

function nextMonth(now: number): number {
  const there = new Date(now + aheadMs);
  return Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 1) - aheadMs;
}
