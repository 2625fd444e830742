/** Who did what: counts by cashier, shifts, weeks and months of a shop's days. */
import { describe, expect, it } from 'vitest';
import type { MessageRef, VerifiedPayment } from '../../../../src/engine/api/ledger.js';
import { addDays, dateOf, periodAround } from '../../../../src/engine/shops/calendar.js';
import * as names from '../../../../src/engine/store/key-names.js';
import { message, openShop, openShops, paid, redate, shopsOn, timeZone } from '../support.js';

const { store, shops } = await openShops();

async function openCounter() {
  const { shop, owner, cashier } = await openShop(shops);
  const members = { almaz: owner.member.id, selam: cashier.member.id };
  const handIn = (receipt: VerifiedPayment, member = members.selam, where: MessageRef = message()) =>
    shops.submitReceipt({ shop, member, paid: receipt, message: where });
  return { shop, handIn, ...members };
}

const elsewhere = { receiver: { name: null, account: '2519****9999', bank: null } };
const daysAgo = (days: number) => addDays(dateOf(Date.now(), timeZone), -days);

describe('counts by cashier', () => {
  it('give accepted, refused, warned about, not checked and used again for each, each receipt once', async () => {
    const { shop, almaz, selam, handIn } = await openCounter();
    const accepted = paid();
    await handIn(accepted);
    await handIn(paid(elsewhere), almaz);
    await handIn(paid({ paidAt: null }), almaz);
    await shops.recordUnverified({ shop, member: almaz, why: 'bank_timeout', message: message() });
    const denial = { shop, kind: 'denied', of: { provider: 'telebirr', reference: 'DKK9' } } as const;
    await shops.noteCase({ ...denial, member: selam, message: message() });
    await shops.noteCase({ ...denial, member: selam, message: message() });
    const again = await handIn(accepted, almaz);
    const twice = { shop, kind: 'twice', of: { row: again.id }, member: almaz } as const;
    const where = message();
    for (const [at, times] of [
      [where, 1],
      [where, 1],
      [message(), 2],
    ] as const) {
      expect(await shops.noteCase({ ...twice, message: at })).toMatchObject({ times });
    }
    const { cashiers } = await shops.day(shop);
    expect(cashiers).toEqual([
      { member: almaz, name: 'Almaz', accepted: 0, refused: 1, warned: 1, couldNotCheck: 1, usedTwice: 1 },
      { member: selam, name: 'Selam', accepted: 1, refused: 1, warned: 0, couldNotCheck: 0, usedTwice: 0 },
    ]);
    const own = await shops.memberDay(shop, selam);
    expect(own).toMatchObject({ count: 1, total: '500.00', counts: cashiers[1] });
    expect(JSON.stringify(own)).not.toContain('Almaz');
  });

  it('do not call refused what the bank did not know at first and was verified then', async () => {
    const { shop, selam, handIn } = await openCounter();
    const receipt = paid();
    const { reference } = receipt;
    const denied = { shop, kind: 'denied', of: { provider: 'telebirr', reference }, member: selam } as const;
    await shops.noteCase({ ...denied, message: message() });
    expect((await shops.day(shop)).cashiers).toMatchObject([{ refused: 1 }]);
    await handIn(receipt);
    expect((await shops.day(shop)).cashiers).toMatchObject([{ refused: 0, accepted: 1 }]);
  });

  it('count what was accepted and undone once, as undone; accepted again, as accepted', async () => {
    const { shop, selam, handIn } = await openCounter();
    const receipt = paid();
    const { id } = await handIn(receipt);
    await handIn(paid());
    await handIn(paid(elsewhere));
    expect(await shops.undo({ shop, id, member: selam })).toMatchObject({ kind: 'undone' });
    const undone = {
      count: 1,
      undone: 1,
      notAccepted: 1,
      cashiers: [{ accepted: 1, warned: 0, refused: 1 }],
    };
    expect(await shops.day(shop)).toMatchObject(undone);
    expect(await shops.report(shop, 'month')).toMatchObject(undone);
    expect(await handIn(receipt)).toMatchObject({ answer: 'accept' });
    const again = { count: 2, undone: 0, notAccepted: 1, cashiers: [{ accepted: 2, warned: 0, refused: 1 }] };
    expect(await shops.day(shop)).toMatchObject(again);
    expect(await shops.report(shop, 'month')).toMatchObject(again);
  });

  it('find an accepted receipt by its number, whatever bank answered, and no other', async () => {
    const { shop, handIn } = await openCounter();
    const { id } = await handIn(paid({ reference: 'DKKACCEPT1' }));
    await handIn(paid({ reference: 'DKKREFUSE1', ...elsewhere }));
    expect(await shops.accepted(shop, 'telebirr', 'DKKACCEPT1')).toMatchObject({ id });
    expect(await shops.accepted(shop, 'telebirr', 'DKKREFUSE1')).toBeNull();
    expect(await shops.accepted(shop, 'cbe', 'DKKACCEPT1')).toBeNull();
  });
});

describe('a shift', () => {
  it('adds up what its member accepted while it ran, and one runs at a time', async () => {
    const { shop, almaz, selam, handIn } = await openCounter();
    await handIn(paid({ amount: '1.00' }));
    await tick();
    const begun = await shops.startShift(shop, selam);
    expect(begun.isNew).toBe(true);
    expect(await shops.startShift(shop, selam)).toEqual({ ...begun, isNew: false });
    await handIn(paid({ amount: '2.00' }));
    await handIn(paid({ amount: '4.00' }), almaz);
    await handIn(paid(elsewhere));
    expect((await shops.memberDay(shop, selam)).shifts).toMatchObject([{ count: 1, endedAt: null }]);
    await tick();
    const ended = await shops.endShift(shop, selam, begun);
    await tick();
    await handIn(paid({ amount: '8.00' }));
    // Ended once more, by a message that is handled again.
    expect(await shops.endShift(shop, selam, begun)).toBe(ended);
    const { shifts, cashiers } = await shops.day(shop);
    expect(shifts).toMatchObject([
      { member: selam, count: 1, total: '2.00', leftOpen: false, counts: { accepted: 1, refused: 1 } },
    ]);
    expect(Date.parse(shifts[0]?.endedAt ?? '')).toBe(ended);
    expect(cashiers.find(({ member }) => member === selam)).toMatchObject({ accepted: 3 });
    expect((await shops.memberDay(shop, almaz)).shifts).toEqual([]);
    await expect(shops.endShift(shop, almaz, begun)).rejects.toMatchObject({ kind: 'unknown' });
    expect((await shops.startShift(shop, selam)).isNew).toBe(true);
  });

  it('that is left open ends with the day', async () => {
    const { shop, selam, handIn } = await openCounter();
    const { date, start } = await shops.startShift(shop, selam);
    await handIn(paid());
    const ends = Number(await store.client.hget(names.shifts(shop, date), 'ends'));
    const tomorrow = shopsOn(store, () => ends + 3_600_000);
    const { shifts } = await tomorrow.day(shop, date);
    expect(shifts).toMatchObject([{ count: 1, leftOpen: true, endedAt: new Date(ends).toISOString() }]);
    expect(await store.client.pttl(names.shifts(shop, date))).toBeGreaterThan(399 * 86_400_000);
    // Ended after that, it ended with the day all the same.
    await store.client.hset(names.shifts(shop, date), 'ends', start + 1);
    await tick();
    expect(await shops.endShift(shop, selam, { date, start })).toBe(start + 1);
  });

  /** Receipts of the millisecond in which a shift begins or ends may stand on either side. */
  const tick = () => new Promise((resolve) => setTimeout(resolve, 2));
});

describe('a week and a month', () => {
  it('begin on Monday and on the first', () => {
    expect(periodAround('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(periodAround('week', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-29' });
    expect(periodAround('month', '2028-02-11')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(periodAround('month', '2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  it('add up the days of business in them, and no other', async () => {
    const { shop, almaz, selam, handIn } = await openCounter();
    const { from, to } = periodAround('week', daysAgo(14));
    for (const [date, amount, member] of [
      [addDays(from, -1), '1.00', selam],
      [from, '2.00', selam],
      [from, '4.00', almaz],
      [to, '8.00', selam],
      [addDays(to, 1), '16.00', selam],
    ] as const) {
      await redate(store, shop, (await handIn(paid({ amount }), member)).id, date);
    }
    const { id } = await handIn(paid({ amount: '32.00', ...elsewhere }));
    await shops.acceptOverride(shop, id, almaz, message());
    await redate(store, shop, id, to);
    const week = await shops.report(shop, 'week', addDays(from, 3));
    expect(week).toMatchObject({
      ...{ period: 'week', from, to, count: 4, total: '46.00' },
      byBank: [{ provider: 'telebirr', count: 4, total: '46.00' }],
      byCashier: expect.arrayContaining([
        { member: selam, name: 'Selam', count: 2, total: '10.00' },
        { member: almaz, name: 'Almaz', count: 2, total: '36.00' },
      ]),
      byDay: [
        { date: from, count: 2, total: '6.00' },
        { date: to, count: 2, total: '40.00' },
      ],
      anyway: { count: 1, total: '32.00' },
      earlier: addDays(from, -7),
      later: addDays(from, 7),
    });
    expect(week.cashiers.find(({ member }) => member === selam)).toMatchObject({ accepted: 2, refused: 1 });
    const current = await shops.report(shop, 'week');
    expect(current.later).toBeNull();
    expect((await shops.report(shop, 'month', daysAgo(400))).earlier).toBeNull();
    await expect(shops.report(shop, 'month', '2026-13-01')).rejects.toMatchObject({ kind: 'invalid' });
  });
});

it('a shop that ends leaves no case and no shift', async () => {
  const { shop, owner } = await openShop(shops);
  const { member } = owner;
  await shops.noteCase({ shop, kind: 'twice', of: { row: 'x' }, member: member.id, message: message() });
  await shops.startShift(shop, member.id);
  await shops.deleteMe(member.person);
  expect(await store.client.keys(`{a:${shop}}:cases:*`)).toEqual([]);
  expect(await store.client.keys(`{a:${shop}}:shifts:*`)).toEqual([]);
});
