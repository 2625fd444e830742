/** What may happen while a receipt is checked: each case of the second table in docs/payment-requests.md ends as the table says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { PaymentRequest, SubmittedReceipt } from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { expectDocumented } from '../../support/events.js';
import { repository } from '../../support/processes.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { openApplication } from '../support.js';
import { bankReceipt, openShop, paidReceipt, runOut, type Shop, takeUp } from './support.js';

let store: TestStore;
let here: Application;
let shop: Shop;

beforeAll(async () => {
  store = await openTestStore();
  here = await openApplication(store);
  here.engine.startRecovery();
  shop = await openShop(here);
});
afterAll(async () => {
  await here.close();
  await store.close();
});

const handIn = (id: string, reference: string) =>
  here.engine.paymentRequests.submitReceipt(shop.principal, id, { reference });
const get = (id: string) => here.engine.paymentRequests.get(shop.account, id);
const outcomeOf = ({ attempt }: SubmittedReceipt) => attempt.outcome;
const typesOf = async (id: string) => {
  const { events } = await here.engine.webhooks.events(shop.account);
  return events
    .map(({ text }) => expectDocumented(JSON.parse(text)))
    .filter(({ data }) => data.object?.id === id)
    .map(({ type }) => type);
};
const expired = async (id: string) => {
  await runOut(store, shop.account, id);
  await takeUp(store, shop.account, id);
  await expect.poll(async () => (await get(id)).status, { timeout: 10_000 }).toBe('expired');
};
const begun = (id: string) =>
  expect.poll(() => store.client.hlen(names.paymentAttempts(shop.account, id))).toBe(1);

/** A receipt whose bank is down, and is back after `meanwhile`. */
async function afterOutage(meanwhile: (id: string) => Promise<void> = async () => {}): Promise<Ended> {
  const { reference, input } = await bankReceipt(here, store, shop);
  await here.engine.sandbox.set('telebirr', null, 'down');
  const { id } = await shop.request(input);
  const { attempt } = await handIn(id, reference);
  expect(attempt).toMatchObject({ retrying: true, providerKey: 'telebirr', reference });
  const waiting = () => store.client.zrange(names.waitingPaymentChecks(), 0, -1);
  expect(await waiting()).toEqual([`${shop.account}/${id}/${attempt.id}`]);
  await meanwhile(id);
  await here.engine.sandbox.set('telebirr', null, 'up');
  // Again and again: the check before may still have been running, and has set the next one a minute later.
  const afterCheck = async () => {
    await takeUp(store, shop.account, id);
    return await get(id);
  };
  await expect.poll(afterCheck, { interval: 1_500 }).toMatchObject({ status: 'paid' });
  await expect.poll(waiting).toEqual([]);
  const { attempts } = await get(id);
  return {
    outcomes: [attempt.outcome, ...attempts.map(({ outcome }) => outcome)],
    requests: [await get(id)],
  };
}

interface Ended {
  outcomes: (string | null)[];
  requests: PaymentRequest[];
}

const scenarios: Record<string, () => Promise<Ended>> = {
  'the bank is down, and answers again later': async () => {
    const ended = await afterOutage();
    expect(await typesOf(ended.requests[0]?.id ?? '')).toEqual(['payment_request.paid']);
    return ended;
  },

  'the bank is down, and answers again after the request expired; the payment was made in time': async () => {
    const ended = await afterOutage(expired);
    const types = ['payment_request.expired', 'payment_request.paid'];
    expect(await typesOf(ended.requests[0]?.id ?? '')).toEqual(types);
    return ended;
  },

  'the request expires while a payment made in time is being checked': async () => {
    const { reference, input } = await bankReceipt(here, store, shop, 'SLOW');
    const { id } = await shop.request(input);
    const waiting = handIn(id, reference);
    await begun(id);
    await runOut(store, shop.account, id);
    await store.client.zadd(names.duePaymentRequests(), 0, `${shop.account}/${id}`);
    await expect.poll(async () => (await get(id)).status, { timeout: 10_000 }).toBe('expired');
    const handed = await waiting;
    expect(await typesOf(id)).toEqual(['payment_request.expired', 'payment_request.paid']);
    // A new receipt is refused: its time is over.
    const { id: over } = await shop.request();
    await runOut(store, shop.account, over);
    expect(outcomeOf(await handIn(over, await paidReceipt(store)))).toBe('closed');
    return { outcomes: [outcomeOf(handed)], requests: [handed.paymentRequest] };
  },

  'you cancel the request while a receipt is being checked': async () => {
    const { reference, input } = await bankReceipt(here, store, shop, 'SLOW');
    const { id } = await shop.request(input);
    const waiting = handIn(id, reference);
    await begun(id);
    await here.engine.paymentRequests.cancel(shop.account, id);
    const handed = await waiting;
    expect(await typesOf(id)).toEqual(['payment_request.canceled']);
    // The receipt is free to pay another.
    expect(outcomeOf(await handIn((await shop.request(input)).id, reference))).toBe('paid');
    return { outcomes: [outcomeOf(handed)], requests: [handed.paymentRequest] };
  },

  'two receipts each pay a part, with `partial: true`': async () => {
    const { id } = await shop.request({ partial: true });
    const first = await handIn(id, await paidReceipt(store, { amount: '200.00' }));
    expect(first.paymentRequest).toMatchObject({ status: 'open', paid: '200.00', remaining: '300.00' });
    const second = await handIn(id, await paidReceipt(store, { amount: '300.00' }));
    expect(second.paymentRequest).toMatchObject({ paid: '500.00', remaining: '0.00' });
    return { outcomes: [first, second].map(outcomeOf), requests: [second.paymentRequest] };
  },

  'two receipts that each pay it come at the same moment': async () => {
    const { id } = await shop.request();
    const both = [await paidReceipt(store), await paidReceipt(store, { minutesAgo: 9 })];
    const all = await Promise.all(both.map((reference) => handIn(id, reference)));
    return { outcomes: all.map(outcomeOf).toSorted().toReversed(), requests: [await get(id)] };
  },

  'one receipt comes for two requests at the same moment': async () => {
    const both = [await shop.request(), await shop.request()];
    const reference = await paidReceipt(store);
    const all = await Promise.all(both.map(({ id }) => handIn(id, reference)));
    const requests = await Promise.all(both.map(({ id }) => get(id)));
    return {
      outcomes: all.map(outcomeOf).toSorted(),
      requests: requests.toSorted((a, b) => b.status.localeCompare(a.status)),
    };
  },

  'a link that can be opened only a few times could not be checked, and its bank is back': async () => {
    const { id } = await shop.request();
    const url = 'https://siinqeebank.com/receipt/AAAAAAAAWALL';
    const { paymentRequests, sandbox } = here.engine;
    const { attempt } = await paymentRequests.submitReceipt(shop.principal, id, { url });
    expect(attempt.retrying).toBe(false);
    const hits = await sandbox.hits('siinqee', attempt.reference ?? '');
    await takeUp(store, shop.account, id);
    const due = () => store.client.zscore(names.duePaymentRequests(), `${shop.account}/${id}`);
    await expect.poll(due).not.toBe('0');
    expect(await sandbox.hits('siinqee', attempt.reference ?? '')).toBe(hits);
    const after = await get(id);
    return { outcomes: after.attempts.map(({ outcome }) => outcome), requests: [after] };
  },
};

const page = readFileSync(join(repository, 'docs/payment-requests.md'), 'utf8');
const [, rest = ''] = page.split('### When something happens meanwhile\n');
const [table = ''] = rest.split('\n## ');
const rows = [...table.matchAll(/^\| (?!Case|-)(.+?) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, name = '', outcomes = '', status = '']) => ({ name, outcomes, status }),
);
const codes = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code);

it('every case of the table is played', () => {
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(scenarios).toSorted());
});

it.each(rows.map((row) => [row.name, row] as const))('%s', async (name, { outcomes, status }) => {
  const ended = await scenarios[name]?.();
  expect(ended?.outcomes).toEqual(codes(outcomes));
  const late = ended?.requests.some((request) => request.late) ? ['late'] : [];
  expect([...(ended?.requests ?? []).map((request) => request.status), ...late]).toEqual(codes(status));
});
