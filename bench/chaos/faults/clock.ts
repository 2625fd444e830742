/**
 * The clock of the service and of its store passes a calendar boundary under traffic, once by itself and once
 * in a step that is longer than most leases. Long moves are made before the traffic: data that is kept for a week
 * expires a week later, and a store cannot distinguish a moved clock from time that has passed.
 */

import { call } from '../call.js';
import { callMsMax } from '../checking-client.js';
import type { Clocks } from '../clock.js';
import type { Client, Environment } from '../environment.js';
import type { Expectations } from '../expectations.js';
import { type Excuse, noExcuse } from '../oracle.js';
import type { Fault } from './types.js';

/** Addis Ababa is three hours ahead of UTC all year: its midnight is 21:00 UTC of the day before. */
const aheadMs = 3 * 3_600_000;
const dayMs = 86_400_000;
/** From the move before the traffic to the boundary. */
const beforeMs = 8_000;
/** Flights and slots are held for 15 s, places under a cap for 30 s, spent views are remembered for 60 s. */
const stepMs = 15_000;

interface Crossing {
  name: string;
  title: string;
  boundary: (now: number) => number;
  step: boolean;
}

interface Usages {
  daily: Usage;
  main: Usage;
}

interface Usage {
  verifications: { used: number; startsAt: string };
}

const crossings: readonly Crossing[] = [
  { name: 'clock-day', title: 'the clock passes midnight', boundary: nextDay, step: false },
  { name: 'clock-month', title: 'the clock passes the end of a month', boundary: nextMonth, step: false },
  { name: 'clock-step', title: 'the clock is set 15 s ahead, over midnight', boundary: nextDay, step: true },
];

/** After the step, followers of a lookup treat its process as dead; the lookup of a view-limited link counts as interrupted. */
const stepped: Excuse = { failures: ['bank_timeout', 'unavailable'], broken: false };

const common = {
  short: false,
  setting: 'clock',
  // The longest time by which the clock has shortened or prolonged a lease.
  healsMsMax: 15_000,
  impossible: ({ clocks }: Environment) =>
    clocks ? null : 'the clock cannot be moved here; that takes Linux and a C compiler (cc)',
} as const;

const calendarFaults: readonly Fault[] = crossings.map(({ name, title, boundary, step }) => {
  let before: Usages | null = null;
  let at = 0;
  return {
    ...common,
    name,
    title,
    leasesEnd: step,
    excuse: step ? stepped : noExcuse,
    lastsMs: step ? 2_000 : beforeMs,
    async prepare({ environment, expectations }) {
      before = await usages(environment);
      at = boundary(clocksOf(environment).service.now());
      moveTo(environment, at - beforeMs);
      // The answers of a 202 are kept for seven days.
      expectations.kept.length = 0;
    },
    async inject({ environment }) {
      if (step) moveTo(environment, clocksOf(environment).service.now() + stepMs);
    },
    async after({ environment, expectations }) {
      const after = await usages(environment);
      if (before) judge(before, after, at, expectations);
      return `used in the new day ${after.daily.verifications.used}, in its month ${after.main.verifications.used}`;
    },
  };
});

/** The clock of Redis alone: leases end all at once, or last longer. The clock is corrected before the next fault. */
const redisFaults: readonly Fault[] = [
  {
    ...common,
    name: 'redis-clock-ahead',
    title: "Redis's clock is set 20 s ahead",
    leasesEnd: true,
    excuse: stepped,
    lastsMs: 3_000,
    inject: async ({ environment }) => moveRedis(environment, 20_000),
  },
  {
    ...common,
    name: 'redis-clock-back',
    title: "Redis's clock is set 40 s back",
    excuse: noExcuse,
    lastsMs: 3_000,
    inject: async ({ environment }) => moveRedis(environment, -40_000),
  },
];

export const clockFaults: readonly Fault[] = [...redisFaults, ...calendarFaults];

function clocksOf({ clocks }: Environment): Clocks {
  if (!clocks) throw new Error('the clocks cannot be moved');
  return clocks;
}

function moveTo(environment: Environment, moment: number): void {
  const { redis, service } = clocksOf(environment);
  redis.moveTo(moment);
  service.moveTo(moment);
}

function moveRedis(environment: Environment, byMs: number): void {
  const { redis } = clocksOf(environment);
  redis.moveTo(redis.now() + byMs);
}

/** Windows follow the calendar, and the counts of a month that has not ended stay. */
function judge(before: Usages, after: Usages, at: number, expectations: Expectations): void {
  const monthBegan = new Date(at + aheadMs).getUTCDate() === 1;
  const starts = ({ verifications }: Usage) => Date.parse(verifications.startsAt);
  if (starts(after.daily) !== at)
    expectations.violate('answer', 'the window of the day did not begin at midnight');
  const isMonth = monthBegan ? starts(after.main) === at : starts(after.main) < at;
  if (!isMonth) expectations.violate('answer', 'the window of the month is not the calendar month');
  const sameMonth = starts(after.main) === starts(before.main);
  if (sameMonth && after.main.verifications.used < before.main.verifications.used) {
    expectations.violate('lost', 'the month forgot what it had counted');
  }
}

async function usages({ apis, daily, main }: Environment): Promise<Usages> {
  const of = async ({ key }: Client) => {
    const reply = await call({ url: `${apis[0].url}/api/usage`, key, msMax: callMsMax });
    if (reply.kind !== 'answer' || reply.status !== 200) throw new Error('the usage could not be asked for');
    return reply.body as unknown as Usage;
  };
  return { daily: await of(daily), main: await of(main) };
}

/** Skips days that begin a month: the other crossing tests those. */
function nextDay(now: number): number {
  const day = Math.floor((now + aheadMs) / dayMs) + 1;
  const isFirst = new Date(day * dayMs).getUTCDate() === 1;
  return (isFirst ? day + 1 : day) * dayMs - aheadMs;
}

function nextMonth(now: number): number {
  const there = new Date(now + aheadMs);
  return Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 1) - aheadMs;
}
