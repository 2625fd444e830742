/** What a shop's book says of a day, of a search, of a stretch of days, and when owners are told. */
import { describe, expect, it, vi } from 'vitest';
import { Failure } from '../../../../src/engine/api/errors.js';
import type { BookRow, VerifiedPayment } from '../../../../src/engine/api/ledger.js';
import { addDays, businessDay, dateOf } from '../../../../src/engine/shops/calendar.js';
import type { ShopContext } from '../../../../src/engine/shops/context.js';
import { bookEntry, rowIdOf } from '../../../../src/engine/shops/ledger/rows.js';
import { createSearch } from '../../../../src/engine/shops/ledger/search.js';
import { createStaff } from '../../../../src/engine/shops/staff.js';
import * as names from '../../../../src/engine/store/key-names.js';
import type { Scripts } from '../../../../src/engine/store/scripts.js';
import { message, openShop, openShops, paid, partsOn, redate, shopsOn, timeZone } from '../support.js';

const { store, shops } = await openShops();

async function openCounter() {
  const { shop, owner, cashier } = await openShop(shops);
  await shops.saveAccount(shop, { provider: 'cbe', number: '1000000000012' });
  const members = { almaz: owner.member.id, selam: cashier.member.id };
  const handIn = (receipt: VerifiedPayment, member = members.selam) =>
    shops.submitReceipt({ shop, member, paid: receipt, message: message() });
  return { shop, handIn, ...members };
}

/** A day of this year or the last. */
const daysAgo = (days: number) => addDays(dateOf(Date.now(), timeZone), -days);

const toCbe = { receiver: { name: null, account: '1000000000012', bank: null } };

async function all(rows: AsyncIterable<BookRow>): Promise<BookRow[]> {
  const read: BookRow[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

describe('the day', () => {
  it('adds up what was accepted, by bank and by cashier, to the cent', async () => {
    const { shop, almaz, handIn } = await openCounter();
    await handIn(paid({ amount: '0.10' }));
    await handIn(paid({ amount: '0.20' }));
    await handIn(paid({ amount: '1000000.05', ...toCbe }, 'cbe'), almaz);
    await handIn(paid({ receiver: { name: null, account: '2519****9999', bank: null } }));
    expect(await shops.day(shop)).toEqual({
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      count: 3,
      total: '1000000.35',
      byBank: [
        { provider: 'telebirr', count: 2, total: '0.30' },
        { provider: 'cbe', count: 1, total: '1000000.05' },
      ],
      byCashier: [
        { member: expect.any(String), name: 'Selam', count: 2, total: '0.30' },
        { member: almaz, name: 'Almaz', count: 1, total: '1000000.05' },
      ],
      notAccepted: 1,
      anyway: { count: 0, total: '0.00' },
      undone: 0,
      unresolved: [],
      cashiers: [
        expect.objectContaining({ name: 'Selam', accepted: 2, refused: 1 }),
        expect.objectContaining({ name: 'Almaz', accepted: 1, refused: 0 }),
      ],
      shifts: [],
    });
  });

  it('adds birr only: dollars an owner accepted are counted, and are no birr', async () => {
    const { shop, almaz, handIn } = await openCounter();
    await handIn(paid({ amount: '500.00' }));
    const { id } = await handIn(paid({ amount: '41.00', currency: 'USD' }));
    expect(await shops.day(shop)).toMatchObject({ count: 1, total: '500.00', notAccepted: 1 });
    await shops.acceptOverride(shop, id, almaz, message());
    expect(await shops.day(shop)).toMatchObject({
      count: 2,
      total: '500.00',
      byBank: [{ count: 2, total: '500.00' }],
      byCashier: [{ total: '500.00' }, { member: almaz, count: 1, total: '0.00' }],
    });
  });

  it('counts a receipt on the day it was accepted, not on the day it was first seen', async () => {
    const { shop, handIn } = await openCounter();
    const receipt = paid({ paidAt: null });
    const { id } = await handIn(receipt);
    await redate(store, shop, id, daysAgo(3));
    expect(await shops.day(shop, daysAgo(3))).toMatchObject({ count: 0, notAccepted: 1 });
    await handIn({ ...receipt, payment: { ...receipt.payment, paidAt: new Date().toISOString() } });
    expect(await shops.day(shop, daysAgo(3))).toMatchObject({ count: 0, notAccepted: 0 });
    expect(await shops.day(shop)).toMatchObject({ count: 1 });
  });

  it('is refused where it is none', async () => {
    const { shop } = await openCounter();
    for (const date of ['2026-02-30', 'yesterday', '2026-1-1', '']) {
      await expect(shops.day(shop, date)).rejects.toMatchObject({ kind: 'invalid' });
    }
  });
});

describe('the history', () => {
  it('finds by reference, by amount and by name, newest first', async () => {
    const { shop, handIn } = await openCounter();
    const named = (name: string) => ({ payer: { name, account: null } });
    const old = paid({ reference: 'DKK1111111', amount: '700.00', ...named('አበበ ከበደ') });
    await redate(store, shop, (await handIn(old)).id, daysAgo(300));
    await handIn(paid({ reference: 'DKK2222222', amount: '700.00', ...named('Sara Test') }));
    await handIn(paid({ reference: 'DKK3333333', amount: '70.00', ...named('Abebe Kebede') }));
    const found = async (query: string, limit?: number) =>
      (await shops.history(shop, query, limit)).rows.map(({ reference }) => reference);
    expect(await found('dkk2222222')).toEqual(['DKK2222222']);
    expect(await found('700')).toEqual(['DKK2222222', 'DKK1111111']);
    expect(await found('700 birr', 1)).toEqual(['DKK2222222']);
    expect(await found('ከበደ')).toEqual(['DKK1111111']);
    expect(await found('abebe')).toEqual(['DKK3333333']);
    expect(await found('selam')).toEqual(['DKK3333333', 'DKK2222222', 'DKK1111111']);
    expect(await found('  ')).toEqual([]);
    expect(await found('70.01')).toEqual([]);
  });

  it('lists them in order of arrival, however fast they follow each other', async () => {
    const { shop, handIn } = await openCounter();
    const came = Array.from({ length: 40 }, (_, index) => `DKL00000${10 + index}`);
    for (const reference of came) await handIn(paid({ reference }));
    const { date } = await shops.day(shop);
    const exported = (await all(shops.export(shop, date, date))).map(({ reference }) => reference);
    expect(exported).toEqual(came);
    const newest = (await shops.history(shop, 'selam', 40)).rows.map(({ reference }) => reference);
    expect(newest).toEqual(came.toReversed());
  });
});

describe('the history of a ledger that is longer than one search', () => {
  it('finds an amount, a name and parts of a reference however old they are, once the ledger of an earlier version is indexed', async () => {
    const { shop, handIn } = await openCounter();
    const { history } = searchOn(partsOn(store));
    const old = paid({
      reference: 'DKP0000001',
      amount: '123.45',
      payer: { name: 'Tigist Alemu', account: null },
    });
    await redate(store, shop, (await handIn(old)).id, daysAgo(200));
    await fillDay(shop, daysAgo(2), 350, 'DKP7');
    await fillDay(shop, daysAgo(1), 200, 'DKP8');
    await forgetIndex(shop);
    expect(await history(shop, '123.45')).toMatchObject({ searchedTo: daysAgo(2) });
    expect((await history(shop, ' dkp0000001 ')).rows).toMatchObject([{ payer: 'Tigist Alemu' }]);
    await indexed(shop);
    for (const query of ['123.45', 'alemu', 'tigi', 'tigist al', 'DKP000', 'P0000001']) {
      expect(await history(shop, query), query).toMatchObject({
        rows: [{ amount: '123.45' }],
        searchedTo: null,
      });
    }
    expect(await history(shop, '1')).toMatchObject({
      rows: { length: 10 },
      more: true,
      searchedTo: null,
    });
    // What comes in after that is found too, and the newest first.
    await handIn(paid({ reference: 'DKP9999999', amount: '123.45' }));
    const found = await history(shop, '123.45');
    expect(found.rows.map(({ reference }) => reference)).toEqual(['DKP9999999', 'DKP0000001']);
    expect(found.more).toBe(false);
  });

  it('says of which days it knows while it is indexed, and goes on where a process stopped', async () => {
    const { shop } = await openCounter();
    for (const day of [1, 2, 3]) await fillDay(shop, daysAgo(day), 500, `DKQ${day}`);
    const [newest, older] = await Promise.all([1, 2].map((day) => linesOf(shop, daysAgo(day))));
    const died = searchOn(partsReading(new Set(), older));
    expect(await died.history(shop, 'DKQ1')).toMatchObject({ rows: { length: 10 }, more: true });
    expect(await died.history(shop, 'DKQ3')).toMatchObject({ rows: [], searchedTo: daysAgo(1) });
    const read = new Set<string>();
    const { history } = searchOn(partsReading(read));
    await vi.waitFor(async () => {
      expect(await history(shop, 'DKQ3')).toMatchObject({ rows: { length: 10 }, searchedTo: null });
    }, 20_000);
    await indexed(shop);
    expect([...(newest ?? [])].filter((line) => read.has(line))).toEqual([]);
    expect([...(older ?? [])].every((line) => read.has(line))).toBe(true);
  });

  it('finds one of many payers with the same name, and says so where they are too many to compare', async () => {
    const { shop } = await openCounter();
    await fillDay(shop, daysAgo(1), 1, 'DKR1', { payer: 'Abebe Kebede', at: Date.now() - 60_000 });
    await fillDay(shop, daysAgo(1), 300, 'DKR2', { payer: 'Test Kebede' });
    expect(await searchOn(partsOn(store)).history(shop, 'abebe kebede')).toMatchObject({
      rows: [{ payer: 'Abebe Kebede' }],
      more: false,
      isPartial: false,
    });
    expect(await searchOn(partsOn(store), 200).history(shop, 'abebe kebede')).toMatchObject({
      rows: [],
      isPartial: true,
    });
  });

  const searchOn = (parts: ShopContext, most?: number) =>
    createSearch({ ...parts, staff: createStaff(parts) }, most);

  /** Keys of the lines of a day. */
  async function linesOf(shop: string, date: string): Promise<Set<string>> {
    const entries = await store.client.zrange(names.bookDay(shop, date), 0, -1);
    return new Set(entries.map((entry) => names.bookRow(shop, entry.slice(2))));
  }

  /** @param read the keys that were read; @param lost keys at which the store is lost */
  function partsReading(read: Set<string>, lost: ReadonlySet<string> = new Set()): ShopContext {
    const parts = partsOn(store);
    const run: Scripts['run'] = async (name, keys, args) => {
      if (keys.some((key) => lost.has(key))) throw new Failure('unavailable');
      for (const key of keys) read.add(key);
      return await parts.scripts.run(name, keys, args);
    };
    return { ...parts, scripts: { run } };
  }

  /** As an earlier version has left the book. */
  async function forgetIndex(shop: string): Promise<void> {
    await store.client.del(...(await store.client.keys(`{a:${shop}}:found:*`)));
  }

  async function indexed(shop: string): Promise<void> {
    while ((await store.client.get(names.bookIndexed(shop))) !== '1') {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async function fillDay(
    shop: string,
    date: string,
    count: number,
    start: string,
    more: Record<string, string | number> = {},
  ): Promise<void> {
    for (let from = 0; from < count; from += 500) {
      const pipeline = store.client.pipeline();
      for (let nth = from; nth < Math.min(count, from + 500); nth += 1) {
        const reference = `${start}${String(nth).padStart(6, '0')}`;
        const id = rowIdOf(false, 'telebirr', reference);
        const fields = {
          at: Date.now(),
          day: date,
          provider: 'telebirr',
          reference,
          amount: '1.00',
          ...more,
        };
        pipeline.hset(names.bookRow(shop, id), fields);
        pipeline.zadd(names.bookDay(shop, date), nth, bookEntry(id));
      }
      await pipeline.exec();
    }
  }
});

describe('the export', () => {
  it('reads every day from the first to the last, oldest first', async () => {
    const { shop, handIn } = await openCounter();
    for (const date of [7, 9, 8, 10].map(daysAgo)) {
      await redate(store, shop, (await handIn(paid({ reference: date }))).id, date);
    }
    const rows = await all(shops.export(shop, daysAgo(9), daysAgo(7)));
    expect(rows.map(({ reference }) => reference)).toEqual([daysAgo(9), daysAgo(8), daysAgo(7)]);
    expect(rows[0]).toMatchObject({
      amount: '500.00',
      payer: 'Abebe Test Kebede',
      by: 'Selam',
      answer: 'accept',
    });
  });

  it('reads what a bank has printed as it was printed, whatever that is', async () => {
    const { shop, handIn } = await openCounter();
    const printed = ['A\u001fB', 'አበበ\u001d\u001f\u001f', 'x'.repeat(300), '\u001d ', "'; --"];
    for (const name of printed) await handIn(paid({ payer: { name, account: null } }));
    const { date } = await shops.day(shop);
    const rows = await all(shops.export(shop, date, date));
    expect(rows.map(({ payer }) => payer)).toEqual(printed);
    expect(rows.every(({ by, answer, sale }) => by === 'Selam' && answer === 'accept' && sale === null)).toBe(
      true,
    );
  });

  it('reads a long day whole', async () => {
    const { shop, handIn } = await openCounter();
    // The embedded store takes some milliseconds for each.
    for (let group = 0; group < 18; group += 1) {
      await Promise.all(Array.from({ length: 25 }, () => handIn(paid())));
    }
    const { date, count } = await shops.day(shop);
    expect(count).toBe(450);
    expect(await all(shops.export(shop, '1990-01-01', '2999-12-31'))).toHaveLength(450);
    expect(await all(shops.export(shop, date, date))).toHaveLength(450);
  });

  it('is refused backwards', async () => {
    const { shop } = await openCounter();
    expect(() => shops.export(shop, '2026-10-02', '2026-10-01')).toThrow('invalid');
  });
});

describe('owners', () => {
  it('get a notice once a day, whichever process notices', async () => {
    const { shop } = await openCounter();
    const other = shopsOn(store);
    const due = await Promise.all([shops, other, shops].map((one) => one.claimNotice(shop, 'quota')));
    expect(due.filter(Boolean)).toHaveLength(1);
    expect(await shops.claimNotice(shop, 'revoked')).toBe(true);
    // Whoever was to tell them may have died: only what was told is over for the day.
    const name = names.noticeSent(shop, 'quota', dateOf(Date.now(), timeZone));
    expect(await store.client.pttl(name)).toBeLessThanOrEqual(120_000);
    await shops.markNoticeSent(shop, 'quota');
    expect(await store.client.pttl(name)).toBeGreaterThan(86_400_000);
    expect(await shops.claimNotice(shop, 'quota')).toBe(false);
    const tomorrow = shopsOn(store, () => Date.now() + 86_400_000);
    expect(await tomorrow.claimNotice(shop, 'quota')).toBe(true);
  });

  it("get the day's summary at closing time, from one process, until it is sent", async () => {
    const { shop } = await openCounter();
    await shops.set(shop, { closingTime: '20:30' });
    expect(await shops.claimDailySummaries()).toEqual([]);
    await store.client.zadd(names.closings(), Date.now() - 1_000, shop);
    const handed = (
      await Promise.all([shops.claimDailySummaries(), shopsOn(store).claimDailySummaries()])
    ).flat();
    expect(handed).toEqual([{ shop, date: expect.any(String), owners: await shops.owners(shop) }]);
    await store.client.zadd(names.closings(), Date.now() - 1_000, shop);
    expect(await shops.claimDailySummaries()).toHaveLength(1);
    await shops.markDailySummarySent(shop);
    expect(Number(await store.client.zscore(names.closings(), shop))).toBeGreaterThan(Date.now());
    await shops.set(shop, { closingTime: null });
    expect(await store.client.zscore(names.closings(), shop)).toBeNull();
  });
});

describe("a shop's day of business", () => {
  const at = (iso: string) => Date.parse(iso);
  const dayAt = (iso: string, closingTime: string | null, zone = timeZone) => {
    const { date, startsAt, endsAt } = businessDay(at(iso), closingTime, zone);
    expect(at(iso)).toBeGreaterThanOrEqual(startsAt);
    expect(at(iso)).toBeLessThan(endsAt);
    return date;
  };

  it('ends when it closes: what is sold afterwards stands in the next', () => {
    expect(dayAt('2026-11-20T12:00:00+03:00', '20:30')).toBe('2026-11-20');
    expect(dayAt('2026-11-20T20:29:59.999+03:00', '20:30')).toBe('2026-11-20');
    expect(dayAt('2026-11-20T20:30:00+03:00', '20:30')).toBe('2026-11-21');
    expect(businessDay(at('2026-11-20T12:00:00+03:00'), '20:30', timeZone)).toEqual({
      date: '2026-11-20',
      startsAt: at('2026-11-19T20:30:00+03:00'),
      endsAt: at('2026-11-20T20:30:00+03:00'),
    });
  });

  it('that closes after midnight is the evening before', () => {
    expect(dayAt('2026-11-20T23:59:00+03:00', '01:15')).toBe('2026-11-20');
    expect(dayAt('2026-11-21T01:14:00+03:00', '01:15')).toBe('2026-11-20');
    expect(dayAt('2026-11-21T01:15:00+03:00', '01:15')).toBe('2026-11-21');
  });

  it('without a closing time is the calendar day', () => {
    expect(dayAt('2026-11-20T23:59:59+03:00', null)).toBe('2026-11-20');
    expect(dayAt('2026-11-21T00:00:00+03:00', null)).toBe('2026-11-21');
  });

  it('keeps to the clock on the wall where clocks are changed, and leaves no moment out', () => {
    for (const closingTime of ['02:30', '00:30', '23:30', null]) {
      for (const [zone, from] of [
        ['Europe/Berlin', '2026-03-28T12:00:00Z'],
        ['Europe/Berlin', '2026-10-24T12:00:00Z'],
        ['Africa/Cairo', '2026-04-23T12:00:00Z'],
      ] as const) {
        let day = businessDay(at(from), closingTime, zone);
        for (const _ of [1, 2, 3]) {
          const next = businessDay(day.endsAt, closingTime, zone);
          expect([next.date, next.startsAt]).toEqual([addDays(day.date, 1), day.endsAt]);
          expect(businessDay(day.endsAt - 1, closingTime, zone).date).toBe(day.date);
          day = next;
        }
      }
    }
  });

  it('is the one its receipts are written to, and entries written before stay where they are', async () => {
    const { shop, almaz, handIn } = await openCounter();
    const calendar = dateOf(Date.now(), timeZone);
    const { id } = await handIn(paid({ amount: '1.00' }));
    expect(await shops.today(shop)).toBe(calendar);
    // It closes at this very minute, so that tomorrow has begun, or last night has ended.
    const [hours = '', minutes = ''] = new Date().toLocaleTimeString('en-GB', { timeZone }).split(':');
    await shops.set(shop, { closingTime: `${hours}:${minutes}` });
    const { date } = businessDay(Date.now(), `${hours}:${minutes}`, timeZone);
    expect(date).toBe(Number(hours) < 6 ? calendar : addDays(calendar, 1));
    await handIn(paid({ amount: '2.00' }));
    await shops.recordUnverified({ shop, member: almaz, why: 'bank_timeout', message: message() });
    expect(await shops.today(shop)).toBe(date);
    const [before, now] = [await shops.day(shop, calendar), await shops.day(shop)];
    if (date === calendar) expect(now).toMatchObject({ count: 2, total: '3.00' });
    else {
      expect(before).toMatchObject({ count: 1, total: '1.00', unresolved: [] });
      expect(now).toMatchObject({ date, count: 1, total: '2.00', unresolved: [{ why: 'bank_timeout' }] });
    }
    expect((await all(shops.export(shop, calendar, date))).map(({ amount }) => amount)).toEqual([
      '1.00',
      '2.00',
    ]);
    expect((await shops.history(shop, 'sel')).rows).toHaveLength(2);
    expect((await shops.row(shop, id))?.acceptance).not.toBeNull();
  });
});
