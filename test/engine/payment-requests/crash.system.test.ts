/** A process of the service is killed while customers hand receipts in: each order is paid once, and the shop is told of each. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import * as names from '../../../src/engine/store/key-names.js';
import { builtService } from '../../support/built.js';
import { startProcess } from '../../support/processes.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { openApplication } from '../support.js';
import { startReceiver } from '../webhooks/support.js';
import { bankReceipt, openShop, type Shop, takeUp } from './support.js';

const each = 8;
/** Longer than the lease of a delivery, and of the work on an endpoint. */
const patience = { timeout: 120_000, interval: 1_000 };

let store: TestStore;
let here: Application;
let shop: Shop;

interface Order {
  id: string;
  reference: string;
  input: Parameters<Shop['request']>[0];
}

// The embedded store lives in one process and ends with it.
describe('a process killed with receipts in hand', { tags: ['needs-redis-server'] }, () => {
  beforeAll(async () => {
    store = await openTestStore();
    here = await openApplication(store);
    here.engine.startRecovery();
    shop = await openShop(here);
  });
  afterAll(async () => {
    await here?.close();
    await store?.close();
  });

  const attempts = async (orders: readonly Order[]) => {
    const counts = orders.map(({ id }) => store.client.hlen(names.paymentAttempts(shop.account, id)));
    return (await Promise.all(counts)).filter((count) => count > 0).length;
  };
  const paid = async (orders: readonly Order[]) => {
    const all = orders.map(({ id }) => here.engine.paymentRequests.get(shop.account, id));
    return (await Promise.all(all)).filter(({ status }) => status === 'paid').length;
  };
  const makeOrders = () =>
    Promise.all(
      Array.from({ length: each }, async (_, nth): Promise<Order> => {
        const { reference, input } = await bankReceipt(here, store, shop, nth % 2 ? 'SLOW' : '');
        return { id: (await shop.request(input)).id, reference, input };
      }),
    );

  /** Kills a process that has the receipts of these orders, as soon as it is time. */
  async function killWith(orders: readonly Order[], isTime: () => Promise<boolean>): Promise<void> {
    const env = { REDIS_URL: store.url, PORT: '0', NODE_ENV: 'test', LOG_LEVEL: 'warn' };
    const dying = startProcess(builtService, [], { env });
    await dying.until(/serves at .*\n.*Banks/);
    const base = /serves at (\S+)/.exec(dying.stdout())?.[1] ?? '';
    const headers = { 'content-type': 'application/json', 'x-api-key': shop.key };
    for (const { id, reference } of orders) {
      const body = JSON.stringify({ reference });
      fetch(`${base}/api/payment-requests/${id}/receipts`, { method: 'POST', headers, body }).catch(() => {});
    }
    await expect.poll(isTime, { timeout: 60_000, interval: 5 }).toBe(true);
    await dying.end('SIGKILL');
  }

  it('while banks are asked, between an event and its delivery, and during one: no order is paid twice, each webhook arrives', async () => {
    const heard = { this: 0 };
    // The first webhook of a round is never answered: its delivery is under way when the process dies.
    const { url, received } = await startReceiver((response) => {
      heard.this += 1;
      if (heard.this > 1) response.end();
    });
    const { webhooks, paymentRequests } = here.engine;
    const endpoint = await webhooks.create(shop.account, { url, events: ['payment_request.paid'] });
    const orders: Order[] = [];
    for (const isTime of [
      async (round: Order[]) => (await attempts(round)) > 0,
      async (round: Order[]) => (await paid(round)) > 0,
      async () => heard.this > 0,
    ]) {
      const round = await makeOrders();
      heard.this = 0;
      await killWith(round, () => isTime(round));
      orders.push(...round);
    }

    const settled = async () => {
      for (const { id, reference } of orders) {
        const { status, attempts: made } = await paymentRequests.get(shop.account, id);
        if (status === 'paid') continue;
        // As when the lease of a check is over; a receipt that never arrived is handed in again.
        if (made.length > 0) await takeUp(store, shop.account, id);
        else await paymentRequests.submitReceipt(shop.principal, id, { reference });
      }
      return await paid(orders);
    };
    await expect.poll(settled, patience).toBe(orders.length);
    for (const { id, reference, input } of orders) {
      // What the dead process did not tell is told when the request is next looked at.
      await store.client.zadd(names.duePaymentRequests(), 0, `${shop.account}/${id}`);
      const order = await paymentRequests.get(shop.account, id);
      expect(order).toMatchObject({ paid: input?.amount, remaining: '0.00' });
      const other = await shop.request(input);
      const again = await paymentRequests.submitReceipt(shop.principal, other.id, { reference });
      expect(again.attempt.outcome).toBe('used');
    }

    const told = () => new Set(received.map(({ body }) => JSON.parse(body).data.object.id)).size;
    await expect.poll(told, patience).toBe(orders.length);
    // What a dead process had begun to deliver is delivered by another.
    const pending = async () =>
      (await webhooks.deliveries(shop.account, endpoint.id)).filter(({ status }) => status !== 'delivered');
    await expect.poll(pending, patience).toEqual([]);
    const webhook = new Webhook(endpoint.secret);
    const events = new Map<string, Set<string>>();
    for (const { headers, body } of received) {
      const { data } = webhook.verify(body, headers as Record<string, string>) as { data: { object: Order } };
      const ids = events.get(data.object.id) ?? new Set();
      events.set(data.object.id, ids.add(String(headers['webhook-id'])));
    }
    expect([...events.keys()].toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
    expect([...events.values()].map(({ size }) => size)).toEqual(orders.map(() => 1));
  });
});
