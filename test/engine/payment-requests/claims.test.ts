/** One transfer pays one request, and a request is paid once: at one moment, in two processes, with the bot, after crashes. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { SubmittedReceipt } from '../../../src/engine/index.js';
import { addDays } from '../../../src/engine/shops/calendar.js';
import { unresolvedEntry } from '../../../src/engine/shops/ledger/rows.js';
import { unresolvedIds } from '../../../src/engine/shops/ledger/unverified-receipts.js';
import * as names from '../../../src/engine/store/key-names.js';
import { expectDocumented } from '../../support/events.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { redate, redateEntry } from '../shops/support.js';
import { openApplication, telebirr } from '../support.js';
import { startReceiver } from '../webhooks/support.js';
import { bankReceipt, openShop, paidReceipt, receiver, type Shop, takeUp } from './support.js';

let store: TestStore;
let here: Application;
let there: Application;
let shop: Shop;

beforeAll(async () => {
  store = await openTestStore();
  [here, there] = await Promise.all([openApplication(store), openApplication(store)]);
  for (const { engine } of [here, there]) engine.startRecovery();
  shop = await openShop(here);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await store.close();
});

const handIn = (id: string, reference: string, nth = 0, by = shop) =>
  (nth % 2 === 0 ? here : there).engine.paymentRequests.submitReceipt(by.principal, id, { reference });
const get = (id: string) => here.engine.paymentRequests.get(shop.account, id);
const outcomes = (all: SubmittedReceipt[]) => all.map(({ attempt }) => attempt.outcome);
const typesOf = async (id: string, by = shop) => {
  const { events } = await here.engine.webhooks.events(by.account);
  return events
    .map(({ text }) => expectDocumented(JSON.parse(text)))
    .filter(({ data }) => data.object?.id === id)
    .map(({ type }) => type);
};

// The embedded store has one processor together with both processes.
it('of 200 receipts handed in at once by two processes one closes the request, and the others are told', {
  tags: ['needs-redis-server'],
}, async () => {
  const { id } = await shop.request();
  const receipts = await Promise.all(
    Array.from({ length: 200 }, (_, nth) => paidReceipt(store, { minutesAgo: nth % 25 })),
  );
  // On a busy machine the store may be too slow for so many at once: whoever is told so hands in again.
  const patiently = async (reference: string, nth: number): Promise<SubmittedReceipt> => {
    const submitted = await handIn(id, reference, nth).catch((error) => {
      if (error.failure !== 'unavailable') throw error;
      return null;
    });
    const unavailable = submitted === null || submitted.attempt.reason === 'unavailable';
    if (!unavailable) return submitted;
    await setTimeout(200);
    return await patiently(reference, nth);
  };
  const all = await Promise.all(receipts.map(patiently));
  expect(outcomes(all).filter((outcome) => outcome === 'paid')).toHaveLength(1);
  expect(outcomes(all).filter((outcome) => outcome === 'closed')).toHaveLength(199);
  expect(await get(id)).toMatchObject({ status: 'paid', paid: '500.00' });
  expect(await typesOf(id)).toEqual(['payment_request.paid']);
  const claims = await store.client.keys(names.paymentClaim(shop.account, '*'));
  expect(claims).toHaveLength(1);
});

it('one receipt handed in to 50 requests at once by two processes pays one of them', {
  tags: ['needs-redis-server'],
}, async () => {
  const by = await openShop(here);
  const reference = await paidReceipt(store);
  const requests = await Promise.all(Array.from({ length: 50 }, () => by.request()));
  const all = await Promise.all(requests.map(({ id }, nth) => handIn(id, reference, nth, by)));
  expect(outcomes(all).toSorted()).toEqual(['paid', ...Array.from({ length: 49 }, () => 'used')].toSorted());
  expect(
    (await here.engine.paymentRequests.list(by.account, { status: 'paid' })).paymentRequests,
  ).toHaveLength(1);
});

it('a transfer handed in at once under its two numbers pays one request; the other waits for a person', async () => {
  const facts = { amount: '777.00', minutesAgo: 3, payer: 'Abebe Test Kebede' };
  const numbers = [await paidReceipt(store, facts), await paidReceipt(store, facts)];
  const requests = [await shop.request({ amount: 777 }), await shop.request({ amount: 777 })];
  const all = await Promise.all(numbers.map((one, nth) => handIn(requests[nth]?.id ?? '', one, nth)));
  expect(outcomes(all).toSorted()).toEqual(['paid', 'review']);
  const review = all.find(({ attempt }) => attempt.outcome === 'review')?.paymentRequest.review;
  expect(review?.reasons).toEqual(['possible_double']);
});

it('customers who pay the same price in the same minute do not hold each other up', async () => {
  const price = { amount: '650.00', minutesAgo: 3 };
  const [first, other] = [
    await paidReceipt(store, { ...price, payer: 'Abebe Test Kebede' }),
    await paidReceipt(store, { ...price, payer: 'Sara Test Alemu' }),
  ];
  const open = () => shop.request({ amount: 650 });
  expect((await handIn((await open()).id, first)).attempt.outcome).toBe('paid');
  // Others are shown to the shop all the time while the second is handed in.
  const keys = await store.client.keys(names.transfers(shop.account, '*'));
  const key = keys.find((name) => name.includes('650')) ?? '';
  const [, second = ''] = await store.client.zrange(key, 0, 0, 'WITHSCORES');
  const until = Date.now() + 500;
  const noise = (async () => {
    for (let nth = 0; Date.now() < until; nth += 1)
      await store.client.zadd(key, second, `other other:${nth}`);
  })();
  expect((await handIn((await open()).id, other)).attempt.outcome).toBe('paid');
  await noise;
});

it('what a customer and a cashier hand in at one moment is accepted once: in the book, or by the request that is then in it', async () => {
  const { shops, paymentRequests, payerRequests, verify } = here.engine;
  const { shop: place, member } = await shops.open({
    ...{ person: 'tg:77', name: 'Liya', shopName: 'Liya Café', language: 'en' },
  });
  const { provider, account: number, name: holder } = receiver;
  await shops.saveAccount(place.id, { provider, number, holder });
  const caller = { kind: 'member', account: place.id, member: member.id, name: 'Liya' } as const;
  const won = await Promise.all(
    Array.from({ length: 20 }, async (_, nth) => {
      const message = { chat: 'tg:77', message: String(nth), link: null };
      const input = { amount: `${100 + nth}`, description: `order ${nth}`, message };
      const [{ id }, reference] = await Promise.all([
        paymentRequests.createByMember(caller, input),
        paidReceipt(store, { amount: `${100 + nth}.00` }),
      ]);
      const paid = await verify({ reference }, caller);
      const submission = {
        shop: place.id,
        member: member.id,
        paid,
        message: { ...message, message: `r${nth}` },
      };
      const payer = { address: `10.7.0.${nth}`, waitMs: 30_000 };
      const submit = () => there.engine.shops.submitReceipt(submission);
      const pay = () => payerRequests.submitReceipt(id, { reference }, payer);
      // One is first, the other is, or neither.
      const first = [pay, submit][nth % 3];
      await first?.();
      const [{ answer }] = await Promise.all([submit(), pay()]);
      const { status } = await paymentRequests.get(place.id, id);
      expect([answer, status].toSorted()).toEqual(
        answer === 'accept' ? ['accept', 'open'] : ['look', 'paid'],
      );
      return status;
    }),
  );
  const day = await shops.day(place.id);
  expect(day).toMatchObject({ count: 20, notAccepted: 0, total: '2190.00' });
  expect(new Set(won)).toEqual(new Set(['paid', 'open']));
  const rows = (await shops.history(place.id, 'Payer', 50)).rows;
  const noted = rows.filter(({ note }) => note?.startsWith('order'));
  expect(noted).toHaveLength(won.filter((status) => status === 'paid').length);
});

it("a payment is in the shop's reports once the request is paid, and leaves the day on which a cashier handed it in", async () => {
  const { shops, paymentRequests, payerRequests, verify } = here.engine;
  const { shop: book, member } = await openBook('tg:78');
  const caller = { kind: 'member', account: book, member, name: 'Owner' } as const;
  const message = { chat: 'tg:78', message: '1', link: null };
  const reference = await paidReceipt(store, { amount: '250.00' });
  const short = { paid: await verify({ reference }, caller), expected: 300 };
  const { id: line } = await shops.submitReceipt({ shop: book, member, message, ...short });
  const today = await shops.today(book);
  const before = addDays(today, -7);
  await redate(store, book, line, before);
  const unread = {
    shop: book,
    member,
    provider: 'telebirr',
    reference,
    why: 'bank_timeout',
    message,
  } as const;
  await shops.recordUnverified(unread);
  const [, unresolved = ''] = unresolvedIds('telebirr', reference, message);
  const unchecked = addDays(today, -14);
  await redateEntry(store, book, unresolvedEntry(unresolved), unchecked);
  const week = async (date: string) => {
    const { count, notAccepted, unresolved } = await there.engine.shops.report(book, 'week', date);
    return { count, notAccepted, unresolved };
  };
  expect(await Promise.all([unchecked, before, today].map(week))).toEqual([
    { count: 0, notAccepted: 0, unresolved: 1 },
    { count: 0, notAccepted: 1, unresolved: 0 },
    { count: 0, notAccepted: 0, unresolved: 0 },
  ]);
  const { id } = await paymentRequests.createByMember(caller, {
    amount: '250',
    description: 'order',
    message,
  });
  await payerRequests.submitReceipt(id, { reference }, { address: '10.7.1.1', waitMs: 30_000 });
  expect(await paymentRequests.get(book, id)).toMatchObject({ status: 'paid' });
  expect(await Promise.all([unchecked, before, today].map(week))).toEqual([
    { count: 0, notAccepted: 0, unresolved: 0 },
    { count: 0, notAccepted: 0, unresolved: 0 },
    { count: 1, notAccepted: 0, unresolved: 0 },
  ]);
});

it('a check whose process died is made by another, once; what ended before a crash stays as it ended', async () => {
  const { reference, input } = await bankReceipt(here, store, shop);
  const { id } = await shop.request(input);
  const { attempt } = await handIn(id, reference);
  const list = names.paymentAttempts(shop.account, id);
  const ended = await store.client.hget(list, attempt.id ?? '');
  // As if it had died before the end was recorded: the attempt is under work, and its lease is over.
  const target = { provider: 'telebirr', reference, qualifier: '', url: '' };
  const record = {
    ...JSON.parse(ended ?? ''),
    outcome: null,
    work: { dueAt: 0, tries: 0, target, doubtful: false },
  };
  const other = await shop.request(input);
  await store.client.hset(
    names.paymentAttempts(shop.account, other.id),
    attempt.id ?? '',
    JSON.stringify(record),
  );
  await takeUp(store, shop.account, other.id);
  await expect.poll(async () => (await get(other.id)).attempts[0]?.outcome, { timeout: 10_000 }).toBe('used');
  // And after it was recorded: taken up again, it changes nothing.
  await takeUp(store, shop.account, id);
  await expect
    .poll(() => store.client.zscore(names.duePaymentRequests(), `${shop.account}/${id}`), { timeout: 10_000 })
    .toBeNull();
  expect(await store.client.hget(list, attempt.id ?? '')).toBe(ended);
  expect(await typesOf(id)).toEqual(['payment_request.paid']);
});

it('an event whose process died before it was sent is sent by another', async () => {
  const by = await openShop(here);
  const { url, received } = await startReceiver();
  const { id: endpoint } = await here.engine.webhooks.create(by.account, {
    url,
    events: ['payment_request.paid'],
  });
  const { id } = await by.request();
  await handIn(id, await paidReceipt(store), 0, by);
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  const [{ body = '', headers = {} } = {}] = received.splice(0);
  expect(JSON.parse(body)).toMatchObject({
    type: 'payment_request.paid',
    data: { object: { ok: true, id, status: 'paid' } },
  });
  // As if the delivery had been written, but no process told: it is pending, and the endpoint is not due.
  const [delivery] = await here.engine.webhooks.deliveries(by.account, endpoint);
  await store.client.hset(
    names.delivery(by.account, delivery?.id ?? ''),
    'status',
    'pending',
    'attempt',
    '0',
  );
  await store.client.zadd(names.pendingDeliveries(by.account, endpoint), 0, delivery?.id ?? '');
  await store.client.hset(names.paymentRequest(by.account, id), 'unsent:1', endpoint);
  await store.client.zadd(names.duePaymentRequests(), 0, `${by.account}/${id}`);
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  expect(received[0]?.headers['webhook-id']).toBe(headers['webhook-id']);
});

it('what the cashier bot accepted pays no request, and what paid a request the bot does not accept', async () => {
  const { shops } = here.engine;
  const { shop: book, member } = await openBook();
  const submit = async (reference: string) => {
    const entry = { ...shop.principal, account: book, realm: 'sandbox' as const };
    const paid = await here.engine.verify({ reference }, { kind: 'admitted', entry });
    const message = { chat: 'tg:1', message: reference, link: null };
    return await shops.submitReceipt({ shop: book, member, paid, message });
  };
  const principal = { ...shop.principal, account: book };
  const make = () => here.engine.paymentRequests.create(principal, { amount: 500 });
  const pay = async (reference: string) => {
    const { id } = await make();
    return (await here.engine.paymentRequests.submitReceipt(principal, id, { reference })).attempt.outcome;
  };
  const facts = { minutesAgo: 4, payer: 'Abebe Test Kebede' };
  const accepted = await paidReceipt(store, facts);
  expect(await submit(accepted)).toMatchObject({ answer: 'accept' });
  expect(await pay(accepted)).toBe('used');
  expect(await pay(await paidReceipt(store, facts))).toBe('review');

  const later = { minutesAgo: 20, payer: 'Abebe Test Kebede' };
  const used = await paidReceipt(store, later);
  expect(await pay(used)).toBe('paid');
  for (const reference of [used, await paidReceipt(store, later)]) {
    expect(await submit(reference)).toMatchObject({ answer: 'look', remarks: [{ kind: 'paid_request' }] });
  }
});

async function openBook(person = 'tg:7') {
  const { shops } = here.engine;
  const { shop: opened, member } = await shops.open({ person, name: 'Owner', shopName: 'Shop' });
  await shops.saveAccount(opened.id, {
    provider: receiver.provider,
    number: receiver.account,
    holder: receiver.name,
  });
  return { shop: opened.id, member: member.id };
}

it('a receipt of no bank is refused without an attempt, and another account sees nothing', async () => {
  const { id } = await shop.request();
  await expect(handIn(id, 'nonsense!')).rejects.toMatchObject({ failure: 'unsupported_reference' });
  expect((await get(id)).attempts).toEqual([]);
  const other = await openShop(here);
  await expect(handIn(id, telebirr(), 0, other)).rejects.toMatchObject({ failure: 'not_found' });
  await expect(here.engine.paymentRequests.get(other.account, id)).rejects.toMatchObject({
    failure: 'not_found',
  });
});
