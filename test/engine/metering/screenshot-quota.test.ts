import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../../src/engine/access/authenticate.js';
import type { RecordedEvent } from '../../../src/engine/api/events.js';
import { createReservations } from '../../../src/engine/metering/reservations.js';
import {
  createScreenshotQuota,
  type ScreenshotQuota,
} from '../../../src/engine/metering/screenshot-quota.js';
import { createExtractorAlerts } from '../../../src/engine/pictures/extractor-alerts.js';
import { windowAt } from '../../../src/engine/shared/windows.js';
import { createEvents } from '../../../src/engine/store/events.js';
import { createFailureStreaks } from '../../../src/engine/store/failure-streaks.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts, type Scripts } from '../../../src/engine/store/scripts.js';
import { openTestStore, type TestStore } from '../../support/store.js';

const timeZone = 'Africa/Addis_Ababa';
const patient = { deadline: Number.POSITIVE_INFINITY };

let store: TestStore;
let scripts: Scripts;
let account: string;
let calls = 0;

beforeAll(async () => {
  store = await openTestStore();
  scripts = loadScripts(store.client);
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.client.flushdb();
  account = `acc_${++calls}`;
});

const call = () => `call-${++calls}`;
const reader = (dailyBudget: number, now = Date.now): ScreenshotQuota =>
  createScreenshotQuota({
    reservations: createReservations({ store, scripts, timeZone, now }),
    dailyBudget,
    demoPercent: 50,
  });

function entry(reads: number | null, prefix = 'vk_test_AAAAAA'): Principal {
  return {
    account,
    prefix,
    mode: 'test',
    realm: 'sandbox',
    label: '',
    scope: prefix,
    contract: { cap: null, reads },
    rate: { limit: 60, used: 1, resetsInSeconds: 60 },
  };
}

const month = () => windowAt('month', Date.now(), timeZone);
const today = () => windowAt('day', Date.now(), timeZone);

describe('a month of screenshot reads', () => {
  it('counts a spent read once, and releases an unspent one', async () => {
    const reads = reader(100);
    const given = await reads.reserve(entry(1), 'enterprise', call(), patient);
    await given.release();
    const spent = await reads.reserve(entry(1), 'enterprise', call(), patient);
    await spent.commit();
    await spent.commit();
    expect(await reads.month(entry(1), 'enterprise')).toMatchObject({ used: 1, cap: 1 });
    expect((await reads.today()).used).toBe(1);
  });

  it('is a calendar month whatever the window of the plan, and refuses with the seconds to its end', async () => {
    const reads = reader(5_000);
    await store.client.hset(names.reads(account, 'all', month().name), 'used', 999);
    await (await reads.reserve(entry(null), 'shop', call(), patient)).commit();
    const refused = await reads
      .reserve(entry(null), 'shop', call(), patient)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ failure: 'image_cap_reached' });
    const { retryAfterSeconds } = (refused as { details: { retryAfterSeconds: number } }).details;
    expect(Math.abs(retryAfterSeconds - (month().endsAt - Date.now()) / 1000)).toBeLessThanOrEqual(5);
    expect(await reads.month(entry(null), 'shop')).toMatchObject({ used: 1_000, cap: 1_000 });
  });

  it("of an Enterprise key is that key's own", async () => {
    const reads = reader(100);
    await (await reads.reserve(entry(1), 'enterprise', call(), patient)).commit();
    await expect(reads.reserve(entry(1), 'enterprise', call(), patient)).rejects.toMatchObject({
      failure: 'image_cap_reached',
    });
    for (const other of [entry(1, 'vk_test_BBBBBB'), entry(null)]) {
      await (await reads.reserve(other, 'enterprise', call(), patient)).commit();
      expect((await reads.month(other, 'enterprise')).used).toBe(1);
    }
  });

  it('makes a read wait while running ones have reserved the rest, and refuses it when the wait is over', async () => {
    const reads = reader(100);
    const running = await reads.reserve(entry(1), 'enterprise', call(), patient);
    await expect(
      reads.reserve(entry(1), 'enterprise', call(), { deadline: performance.now() }),
    ).rejects.toMatchObject({
      failure: 'unavailable',
    });
    const waiting = reads.reserve(entry(1), 'enterprise', call(), patient);
    await running.release();
    await (await waiting).commit();
    expect((await reads.month(entry(1), 'enterprise')).used).toBe(1);
  });
});

describe("the service's day", () => {
  it('is spent by all accounts together, and a read refused for it leaves the account alone', async () => {
    const reads = reader(1);
    await (await reads.reserve(null, 'free', call(), patient)).commit();
    const refused = await reads
      .reserve(entry(5), 'enterprise', call(), patient)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ failure: 'ocr_daily_cap_reached' });
    const { retryAfterSeconds } = (refused as { details: { retryAfterSeconds: number } }).details;
    expect(Math.abs(retryAfterSeconds - (today().endsAt - Date.now()) / 1000)).toBeLessThanOrEqual(5);
    expect(await reads.month(entry(5), 'enterprise')).toMatchObject({ used: 0 });
    expect(await store.client.zcard(names.readsHeld(account, 'vk_test_AAAAAA', month().name))).toBe(0);
  });

  it("can be used up by the demo only to the demo's share", async () => {
    const reads = reader(4);
    for (let nth = 0; nth < 2; nth += 1) await (await reads.reserve(null, 'free', call(), patient)).commit();
    const refused = await reads.reserve(null, 'free', call(), patient).catch((error: unknown) => error);
    expect(refused).toMatchObject({ failure: 'ocr_daily_cap_reached' });
    expect(await reads.today()).toMatchObject({ used: 2, budget: 4 });
    for (let nth = 0; nth < 2; nth += 1) {
      await (await reads.reserve(entry(5), 'enterprise', call(), patient)).commit();
    }
    expect((await reads.today()).used).toBe(4);
  });

  it('comes second: an account that has spent its month is refused for its month', async () => {
    await expect(reader(0).reserve(entry(0), 'enterprise', call(), patient)).rejects.toMatchObject({
      failure: 'image_cap_reached',
    });
    await expect(reader(0).reserve(entry(1), 'enterprise', call(), patient)).rejects.toMatchObject({
      failure: 'ocr_daily_cap_reached',
    });
  });

  it("is the day of the store's clock, not of the process's", async () => {
    const lastYear = reader(5, () => Date.now() - 400 * 86_400_000);
    await (await lastYear.reserve(entry(5), 'enterprise', call(), patient)).commit();
    expect((await reader(5).today()).used).toBe(1);
    expect((await reader(5).month(entry(5), 'enterprise')).used).toBe(1);
  });
});

describe('neither limit is exceeded', () => {
  it.each([
    ['the month', 12, 1_000, 12],
    ['the day', 1_000, 9, 9],
  ])('when a hundred reads come at once: %s', async (_what, cap, budget, spent) => {
    const processes = [reader(budget), reader(budget)];
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, nth) => {
        try {
          const read = await (processes[nth % 2] as ScreenshotQuota).reserve(
            entry(cap),
            'enterprise',
            call(),
            patient,
          );
          await (nth % 3 === 0 ? read.release() : read.commit());
          return 'read';
        } catch (error) {
          return (error as { failure: string }).failure;
        }
      }),
    );
    const [reads] = processes as [ScreenshotQuota];
    expect((await reads.month(entry(cap), 'enterprise')).used).toBe(spent);
    expect((await reads.today()).used).toBe(spent);
    expect(new Set(outcomes).size).toBe(2);
  });

  it('and the reservations of a process that dies are released', async () => {
    const reads = reader(1);
    const { name, startsAt, endsAt } = today();
    const keys = [names.dailyReads(name), names.dailyReadsHeld(name)];
    await scripts.run('reservation-reserve', keys, ['crashed', 100, 1, '0', startsAt, endsAt]);
    await (await reads.reserve(entry(1), 'enterprise', call(), patient)).commit();
    expect((await reads.today()).used).toBe(1);
  });
});

it('every counter and reservation has a time to live', async () => {
  const reads = reader(10);
  await (await reads.reserve(entry(5), 'enterprise', call(), patient)).commit();
  const running = await reads.reserve(entry(5), 'enterprise', call(), patient);
  const kept = await store.client.keys('*');
  expect(kept).toHaveLength(4);
  for (const key of kept) expect(await store.client.pttl(key), key).toBeGreaterThan(0);
  await running.release();
});

describe('administrators are alerted', () => {
  const watched = (dailyBudget: number) => {
    const events = createEvents(store, scripts);
    const told = createExtractorAlerts(events, createFailureStreaks(store), dailyBudget);
    const reservations = createReservations({ store, scripts, timeZone, now: Date.now });
    const reads = createScreenshotQuota({
      reservations,
      dailyBudget,
      demoPercent: 100,
      onDailyUse: told.onDailyUse,
    });
    return { told, reads, events };
  };

  async function eventually(count: number, { events }: ReturnType<typeof watched>): Promise<RecordedEvent[]> {
    for (;;) {
      const all = await events.read('0', 100);
      if (all.length >= count) return all.map(({ event }) => event);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it("at 80 % and at 100 % of the day's budget, once each", async () => {
    const both = [watched(5), watched(5)] as const;
    for (let nth = 0; nth < 8; nth += 1) {
      const { reads } = nth % 2 ? both[0] : both[1];
      const read = await reads.reserve(null, 'free', call(), patient).catch(() => null);
      await read?.commit();
    }
    const facts = { day: today().name, budget: 5, endsAt: new Date(today().endsAt).toISOString() };
    expect(await eventually(2, both[0])).toMatchObject([
      { kind: 'screenshot_budget_low', used: 4, ...facts },
      { kind: 'screenshot_budget_spent', used: 5, ...facts },
    ]);

    const raised = watched(6);
    const more = await raised.reads.reserve(null, 'free', call(), patient);
    await more.commit();
    expect((await eventually(3, raised))[2]).toMatchObject({ kind: 'screenshot_budget_spent', budget: 6 });
  });

  it('when a part of the extractor fails three times in a row, in any process, and when it works again', async () => {
    const [one, other] = [watched(5), watched(5)];
    const record = createFailureStreaks(store);
    const failures = async (part: 'model' | 'codes') => (await record.read(part))?.failures ?? 0;
    const fail = async (at: typeof one, part: 'model' | 'codes', cause: string) => {
      const before = await failures(part);
      at.told.extractorFailed(part, cause);
      while ((await failures(part)) === before) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await fail(one, 'model', 'timeout');
    await fail(other, 'model', 'timeout');
    await fail(one, 'codes', 'unreachable');
    expect(await one.events.read('0', 100)).toEqual([]);
    await fail(other, 'model', 'server_error');
    const [failing] = await eventually(1, one);
    expect(failing).toMatchObject({
      kind: 'extractor_failing',
      part: 'model',
      cause: 'server_error',
      failures: 3,
    });
    // It may be left alone for weeks before it is mended, as with EXTRACTOR=qr.
    const leftMs = await store.client.pttl(names.extractorFailures('model'));
    expect(leftMs).toBeGreaterThan(60 * 86_400_000);
    one.told.extractorAnswered('model');
    const [, works] = await eventually(2, one);
    expect(works).toMatchObject({ kind: 'extractor_works', part: 'model' });
    expect((works as { failingSince: string }).failingSince).toBe((failing as { since: string }).since);
  });
});
