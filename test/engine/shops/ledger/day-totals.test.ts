/** Reports of a month add up stored totals of its days, which are never older than the book. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageRef, VerifiedPayment } from '../../../../src/engine/api/ledger.js';
import type { DayReport } from '../../../../src/engine/api/shop-reports.js';
import type { Shops } from '../../../../src/engine/api/shops.js';
import { addDays } from '../../../../src/engine/shops/calendar.js';
import { createShops } from '../../../../src/engine/shops/index.js';
import { bookEntry, unresolvedEntry } from '../../../../src/engine/shops/ledger/rows.js';
import { unresolvedIds } from '../../../../src/engine/shops/ledger/unverified-receipts.js';
import * as names from '../../../../src/engine/store/key-names.js';
import type { Scripts } from '../../../../src/engine/store/scripts.js';
import { message, openCounter, openShops, paid, partsOn, redate, redateEntry, shopsOn } from '../support.js';

const { store, shops, others } = await openShops();

const elsewhere = { receiver: { name: null, account: '2519****9999', bank: null } };
const undated = { paidAt: null };

/** Another process, and the keys of the lines that it reads. @param onRead called with the keys after each read */
function processReading(onRead: (keys: readonly string[]) => Promise<void> = async () => {}) {
  const parts = partsOn(store);
  const read: string[] = [];
  const run: Scripts['run'] = async (name, keys, args) => {
    if (name === 'book-lines') read.push(...keys);
    const reply = await parts.scripts.run(name, keys, args);
    if (name === 'book-lines') await onRead(keys);
    return reply;
  };
  return { read, shops: createShops({ ...parts, scripts: { run } }) };
}

/** A receipt of two days ago and one of today. */
async function openMonth() {
  const counter = await openCounter(shops);
  const { shop, handIn } = counter;
  const today = await shops.today(shop);
  const date = addDays(today, -2);
  const where = message();
  const old = await handIn({ message: where });
  await redate(store, shop, old.id, date);
  await store.client.zrem(names.bookDay(shop, today), bookEntry(old.id));
  await handIn();
  const counts = async (at: Shops = shops) => {
    const reports = await Promise.all(
      [...new Set([date, today].map((day) => day.slice(0, 7)))].map((month) =>
        at.report(shop, 'month', `${month}-01`),
      ),
    );
    return reports.reduce((sum, { count }) => sum + count, 0);
  };
  return { ...counter, date, today, old: old.id, where, counts };
}

describe('a report of a month', () => {
  it('does not read the receipts of days that a process has counted before', async () => {
    const { shop, old, counts } = await openMonth();
    expect(await counts()).toBe(2);
    const { read, shops: restarted } = processReading();
    expect(await counts(restarted)).toBe(2);
    expect(read).toEqual([]);
    await store.client.del(names.bookTotals(shop, await shops.today(shop)));
    expect(await counts(restarted)).toBe(2);
    expect(read).toHaveLength(1);
    expect(read).not.toContain(names.bookRow(shop, old));
  });

  it('finds the days before counted when the day has its first receipt', async () => {
    const { shop, old, date, handIn, counts } = await openMonth();
    await store.client.del(names.bookTotals(shop, date));
    await handIn({}, shopsOn(store));
    const stored = () => store.client.get(names.bookTotals(shop, date));
    await expect.poll(stored).toContain('"count":1');
    const { read, shops: restarted } = processReading();
    expect(await counts(restarted)).toBe(3);
    expect(read).not.toContain(names.bookRow(shop, old));
  });

  it('has what changed while the day was being counted', async () => {
    const { shop, date, old, where, counts } = await openMonth();
    let changed = false;
    const counting = processReading(async (keys) => {
      if (changed || !keys.includes(names.bookRow(shop, old))) return;
      changed = true;
      await others.withdraw(shop, old, where);
    });
    expect(await counts(counting.shops)).toBe(2);
    expect(changed).toBe(true);
    expect(await counts(counting.shops)).toBe(1);
    expect(await counts(others)).toBe(1);
    expect((await shops.day(shop, date)).count).toBe(0);
  });

  it.each([
    ['by its message', {}],
    ['by its number', { provider: 'telebirr', reference: 'DKKVERIFY1' }],
  ])('has no unchecked receipt that was verified later, recognised %s', async (_, known) => {
    const { shop, selam: member, handIn } = await openCounter(shops);
    const where = message();
    await shops.recordUnverified({ shop, member, why: 'bank_timeout', message: where, ...known });
    const week = addDays(await shops.today(shop), -7);
    for (const id of unresolvedIds('telebirr', 'DKKVERIFY1', where))
      await redateEntry(store, shop, unresolvedEntry(id), week);
    const unresolved = async () => (await others.report(shop, 'week', week)).unresolved;
    expect(await unresolved()).toBe(1);
    await handIn({ paid: paid({ reference: 'DKKVERIFY1' }), message: where });
    expect(await unresolved()).toBe(0);
  });

  it('has the new answer to a receipt of a past day that was submitted again', async () => {
    const { shop, handIn } = await openCounter(shops);
    const { id } = await handIn({ paid: paid({ reference: 'DKKAGAIN01', ...undated }) });
    const week = addDays(await shops.today(shop), -7);
    await redate(store, shop, id, week);
    const cashiers = async () => (await others.report(shop, 'week', week)).cashiers;
    expect(await cashiers()).toMatchObject([{ warned: 1, refused: 0 }]);
    await handIn({ paid: paid({ reference: 'DKKAGAIN01', ...elsewhere }) });
    expect(await cashiers()).toMatchObject([{ warned: 0, refused: 1 }]);
  });

  it('names members as they are called now', async () => {
    const { shop, today, selam } = await openMonth();
    const named = async () => (await others.report(shop, 'month', today)).byCashier.map(({ name }) => name);
    expect(await named()).toEqual(['Selam']);
    await shops.renameMember(shop, selam, 'Selamawit');
    expect(await named()).toEqual(['Selamawit']);
  });

  it('keeps totals as long as the book, and not longer than the receipts that they count', async () => {
    const { shop, today, old, date, counts } = await openMonth();
    const [first, tooOld] = [addDays(today, -390), addDays(today, -500)];
    await redate(store, shop, old, first);
    await counts();
    for (const day of [first, tooOld]) await shops.report(shop, 'month', day);
    const days = async (day: string) => (await store.client.pttl(names.bookTotals(shop, day))) / 86_400_000;
    expect(await days(date)).toBeGreaterThan(395);
    expect(await days(date)).toBeLessThan(399);
    expect(await days(first)).toBeGreaterThan(7);
    expect(await days(first)).toBeLessThan(10);
    expect(await days(tooOld)).toBeLessThan(1);
  });
});

type Counter = Awaited<ReturnType<typeof openCounter>>;

interface Submitted {
  id: string;
  paid: VerifiedPayment;
  message: MessageRef;
}

/** A book that two processes change. */
class Book {
  readonly dates = new Set<string>();
  private readonly submitted: Submitted[] = [];
  /** Receipts that pay too little. */
  private readonly halves: Submitted[] = [];
  private readonly unverified: Omit<Submitted, 'id'>[] = [];

  constructor(private readonly counter: Counter) {}

  async change(change: Change): Promise<void> {
    const at = change.by === 0 ? shops : others;
    this.dates.add(await at.today(this.counter.shop));
    await this.changes[change.kind](at, change);
  }

  private readonly changes: Record<Kind, (at: Shops, change: Change) => Promise<unknown>> = {
    submit: (at, { which }) => this.submit(at, paid([{}, elsewhere, undated][which % 3])),
    again: (at, { which }) => {
      const { paid: before } = this.one(which);
      const change = [{ paidAt: new Date().toISOString() }, elsewhere, undated][which % 3];
      return this.submit(at, { ...before, payment: { ...before.payment, ...change } });
    },
    half: async (at) => {
      const half = { paid: paid(), message: message() };
      const { id } = await this.counter.handIn({ ...half, expected: 900 }, at);
      this.submitted.push({ id, ...half });
      this.halves.push({ id, ...half });
    },
    rest: async (at, { which }) => {
      const half = this.halves[which % this.halves.length];
      if (half === undefined) return;
      const rest = { paid: paid({ amount: '400.00' }), message: message() };
      const { id } = await this.counter.handIn({ ...rest, expected: 900, parts: [half] }, at);
      this.submitted.push({ id, ...rest });
    },
    age: async (_, { which }) => redate(store, this.counter.shop, this.one(which).id, await this.day(which)),
    withdraw: (at, { which }) => at.withdraw(this.counter.shop, this.one(which).id, this.one(which).message),
    override: (at, { which }) =>
      at.acceptOverride(this.counter.shop, this.one(which).id, this.counter.owner, message()),
    undo: (at, { which }) =>
      at.undo({ shop: this.counter.shop, id: this.one(which).id, member: this.counter.owner }),
    decide: async (at, { which }) => {
      const asked = { shop: this.counter.shop, id: this.one(which).id, question: message().message };
      await at.askOwners({ ...asked, member: this.counter.selam });
      const answer = { member: this.counter.owner, approved: which % 2 === 0, message: message() };
      await at.decide({ ...asked, ...answer });
    },
    unverified: async (at, { which }) => {
      const receipt = { paid: paid(), message: message() };
      this.unverified.push(receipt);
      const known = { provider: 'telebirr', reference: receipt.paid.reference };
      const { shop, dawit: member } = this.counter;
      const record = { shop, member, why: 'bank_timeout' as const, message: receipt.message };
      await at.recordUnverified({ ...record, ...(which % 2 === 0 ? known : {}) });
    },
    ageUnverified: async (_, { which }) => {
      const { paid: unread, message: where } = this.unverified[which % this.unverified.length] ?? {};
      if (!unread || !where) return;
      const date = await this.day(which);
      for (const id of unresolvedIds('telebirr', unread.reference, where)) {
        await redateEntry(store, this.counter.shop, unresolvedEntry(id), date);
      }
    },
    verified: async (at, { which }) => {
      const receipt = this.unverified[which % this.unverified.length];
      if (receipt) this.submitted.push({ id: (await this.counter.handIn(receipt, at)).id, ...receipt });
    },
    clear: async (at, { which }) => {
      const receipt = this.unverified[which % this.unverified.length];
      if (receipt === undefined) return;
      const known = { provider: 'telebirr', reference: receipt.paid.reference };
      await at.clearUnverified({ shop: this.counter.shop, ...known, message: receipt.message });
    },
    deny: (at, { which }) => {
      const of = { provider: 'telebirr', reference: this.one(which).paid.reference };
      const { shop, dawit: member } = this.counter;
      return at.noteCase({ shop, kind: 'denied', of, member, message: message() });
    },
  };

  private one(which: number): Submitted {
    const found = this.submitted[which % this.submitted.length];
    if (found === undefined) throw new Error('nothing was submitted');
    return found;
  }

  private async day(which: number): Promise<string> {
    const date = addDays(await shops.today(this.counter.shop), -1 - (which % 3));
    this.dates.add(date);
    return date;
  }

  async submit(at: Shops, receipt: VerifiedPayment): Promise<void> {
    const where = message();
    const { id } = await this.counter.handIn({ paid: receipt, message: where }, at);
    this.submitted.push({ id, paid: receipt, message: where });
  }
}

const kinds = [
  ...(['submit', 'again', 'half', 'rest', 'age', 'withdraw', 'override', 'undo', 'decide'] as const),
  ...(['unverified', 'ageUnverified', 'verified', 'clear', 'deny'] as const),
];
type Kind = (typeof kinds)[number];

interface Change {
  kind: Kind;
  which: number;
  by: number;
}

/** What a month's report says, added up from days that are read anew. */
function addedUp(days: readonly DayReport[]) {
  const sum = (value: (day: DayReport) => number) => days.reduce((total, day) => total + value(day), 0);
  return {
    count: sum(({ count }) => count),
    total: sum(({ total }) => Number(total)).toFixed(2),
    notAccepted: sum(({ notAccepted }) => notAccepted),
    undone: sum(({ undone }) => undone),
    unresolved: sum(({ unresolved }) => unresolved.length),
    anyway: sum(({ anyway }) => anyway.count),
    refused: sum(({ cashiers }) => cashiers.reduce((all, { refused }) => all + refused, 0)),
    warned: sum(({ cashiers }) => cashiers.reduce((all, { warned }) => all + warned, 0)),
  };
}

it('whatever two processes change in whatever order, each finds it in its next report of the month', async () => {
  const change = fc.record({
    kind: fc.constantFrom(...kinds),
    which: fc.nat(5),
    by: fc.nat(1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 40 }), async (changes) => {
      const counter = await openCounter(shops);
      const { shop } = counter;
      const book = new Book(counter);
      await book.submit(shops, paid());
      for (const next of changes) {
        await book.change(next);
        const dates = [...book.dates].sort();
        for (const month of new Set(dates.map((date) => date.slice(0, 7)))) {
          const days = dates.filter((date) => date.startsWith(month)).map((date) => shops.day(shop, date));
          const expected = addedUp(await Promise.all(days));
          for (const at of [shops, others]) {
            const report = await at.report(shop, 'month', `${month}-01`);
            const { count, total, notAccepted, undone, unresolved, anyway, cashiers } = report;
            const refused = cashiers.reduce((all, counts) => all + counts.refused, 0);
            const warned = cashiers.reduce((all, counts) => all + counts.warned, 0);
            const said = { count, total, notAccepted, undone, unresolved, anyway: anyway.count };
            expect({ ...said, refused, warned }).toEqual(expected);
          }
        }
      }
    }),
    { numRuns: 20 },
  );
});
