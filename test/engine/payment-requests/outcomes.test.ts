/** Each outcome of the table in docs/payment-requests.md comes about as the table says, and leaves the request as it says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import {
  type AttemptOutcome,
  attemptOutcomes,
  type ReviewReason,
  type SubmittedReceipt,
} from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { repository } from '../../support/processes.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { openApplication, telebirr } from '../support.js';
import { bankReceipt, openShop, paidReceipt, runOut, type Shop } from './support.js';

let store: TestStore;
let application: Application;
let shop: Shop;

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store);
  shop = await openShop(application);
});
afterAll(async () => {
  await application.close();
  await store.close();
});

const page = readFileSync(join(repository, 'docs/payment-requests.md'), 'utf8');
const [, table = ''] = page.split('\n## Outcomes\n');
const rows = [...table.matchAll(/^\| `(\w+)` \| `(\w+)` \|(.*)$/gm)].map(
  ([, outcome = '', status = '', rest = '']) => ({
    outcome: outcome as AttemptOutcome,
    status,
    rest,
  }),
);

const handIn = (id: string, reference: string, by: Shop = shop) =>
  application.engine.paymentRequests.submitReceipt(by.principal, id, { reference });

type Scenario = () => Promise<SubmittedReceipt>;
type Input = Parameters<Shop['request']>[0];

/** Hands in one receipt for a new request. */
const once =
  (facts: Parameters<typeof paidReceipt>[1], input: Input = {}): Scenario =>
  async () =>
    handIn((await shop.request(input)).id, await paidReceipt(store, facts));

const unclear = { name: 'Sara Test', account: null };
/** The bank's own receipt of a telebirr transfer, under the bank's number. */
const underTwoNumbers = async () => {
  const paidAt = new Date(Date.now() - 120_000).toISOString();
  const payer = 'Abebe Test Kebede';
  const amount = `5${Math.floor(Math.random() * 1e6)}.00`;
  const first = await paidReceipt(store, { amount, paidAt, payer });
  await handIn((await shop.request({ amount })).id, first);
  const second = await paidReceipt(store, {
    amount,
    paidAt: new Date(Date.parse(paidAt) + 60_000).toISOString(),
    payer,
  });
  return handIn((await shop.request({ amount })).id, second);
};

const scenarios: Record<AttemptOutcome, Scenario[]> = {
  paid: [once({}), once({ amount: '10000.00' }), once({ amount: '501.00' }, { toleranceOver: 1 })],
  partial: [once({ amount: '200.00' }, { partial: true })],
  review: [
    once({ amount: '501.00' }, { toleranceOver: '0.99' }),
    once({ to: unclear }),
    underTwoNumbers,
    once({ paidAt: null }),
    once({ minutesAgo: -60 }),
  ],
  too_little: [once({ amount: '499.99' })],
  wrong_receiver: [once({ to: { name: 'Other Test Person', account: '251911999999' } })],
  wrong_currency: [once({ currency: 'USD' })],
  too_early: [once({ minutesAgo: 31 })],
  too_late: [
    async () => {
      const { reference, input } = await bankReceipt(application, store, shop, 'SLOW');
      const { id } = await shop.request(input);
      const waiting = handIn(id, reference);
      await expect.poll(() => store.client.hlen(names.paymentAttempts(shop.account, id))).toBe(1);
      await runOut(store, shop.account, id, 25 * 60);
      return await waiting;
    },
  ],
  used: [
    async () => {
      const reference = await paidReceipt(store);
      await handIn((await shop.request()).id, reference);
      return await handIn((await shop.request()).id, reference);
    },
  ],
  repeated: [
    async () => {
      const reference = await paidReceipt(store, { amount: '200.00' });
      const { id } = await shop.request({ partial: true });
      await handIn(id, reference);
      return await handIn(id, reference);
    },
  ],
  not_verified: [async () => handIn((await shop.request()).id, telebirr('GONE'))],
  could_not_check: [async () => handIn((await shop.request()).id, telebirr('BADR'))],
  closed: [
    async () => {
      const { id } = await shop.request();
      await handIn(id, await paidReceipt(store));
      return await handIn(id, await paidReceipt(store));
    },
  ],
  too_many: [
    async () => {
      const { id } = await shop.request();
      await store.client.hset(names.paymentRequest(shop.account, id), 'attempts', 250);
      return await handIn(id, await paidReceipt(store));
    },
  ],
};

describe('the table of outcomes', () => {
  it('has every outcome once', () => {
    expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual([...attemptOutcomes].toSorted());
  });

  it.each(rows)('$outcome leaves the request $status', async ({ outcome, status }) => {
    for (const play of scenarios[outcome]) {
      const { attempt, paymentRequest } = await play();
      expect(attempt.outcome).toBe(outcome);
      // The sweep that ends a request whose time is over does not run here.
      expect(paymentRequest.status).toBe(status === 'expired' ? 'open' : status);
    }
  });

  it('names every reason of a review, as it came about', async () => {
    const { rest = '' } = rows.find(({ outcome }) => outcome === 'review') ?? {};
    const reasons: ReviewReason[] = [];
    for (const play of scenarios.review)
      reasons.push(...((await play()).paymentRequest.review?.reasons ?? []));
    expect(reasons).toEqual(['over', 'receiver_unclear', 'possible_double', 'time_unclear', 'time_unclear']);
    for (const reason of reasons) expect(rest).toContain(`\`${reason}\``);
  });
});

it('a part of what is due, in doubt and then accepted, is added: the request is paid when the rest has come', async () => {
  const { id } = await shop.request({ partial: true });
  await handIn(id, await paidReceipt(store, { amount: '200.00', to: unclear }));
  const accepted = await application.engine.paymentRequests.accept(shop.account, id, 'seen');
  expect(accepted).toMatchObject({ status: 'open', paid: '200.00', remaining: '300.00', closedAt: null });
  // The payer is told that it counts.
  expect(accepted.attempts.map(({ outcome }) => outcome)).toEqual(['partial']);
  const { paymentRequest } = await handIn(id, await paidReceipt(store, { amount: '300.00' }));
  expect(paymentRequest).toMatchObject({ status: 'paid', paid: '500.00', remaining: '0.00' });
});

it('a payment in review is claimed: it pays nothing else until it is refused, and the request is open again then', async () => {
  const { paymentRequests } = application.engine;
  const reference = await paidReceipt(store, { to: unclear });
  const first = await shop.request();
  expect((await handIn(first.id, reference)).paymentRequest).toMatchObject({
    status: 'review',
    paid: '0.00',
  });
  const second = await shop.request();
  expect((await handIn(second.id, reference)).attempt.outcome).toBe('used');
  const refused = await paymentRequests.refuse(shop.account, first.id, 'not ours');
  expect(refused).toMatchObject({
    status: 'open',
    review: { decision: { kind: 'refused', reason: 'not ours' } },
  });
  expect((await handIn(second.id, reference)).paymentRequest.status).toBe('review');
  const accepted = await paymentRequests.accept(shop.account, second.id, 'seen in the bank app');
  expect(accepted).toMatchObject({
    status: 'paid',
    paid: '500.00',
    remaining: '0.00',
    review: { decision: { kind: 'accepted' } },
  });
  await expect(paymentRequests.cancel(shop.account, second.id)).rejects.toMatchObject({
    failure: 'invalid_request',
  });
  const told = (await application.engine.webhooks.events(shop.account)).events.map(({ text }) =>
    JSON.parse(text),
  );
  const types = (id: string) => told.filter(({ data }) => data.object.id === id).map(({ type }) => type);
  expect(types(first.id)).toEqual(['payment_request.review']);
  expect(types(second.id)).toEqual(['payment_request.review', 'payment_request.paid']);
});
