/** Endpoints of an account: bounded, its own alone, and tried out before anything depends on them. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/engine/index.js';
import { chunks } from '../../../src/engine/shared/chunks.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { createDeliveryStore } from '../../../src/engine/webhooks/delivery-store.js';
import { eventOf, startProcess, startReceiver } from './support.js';

const here = await startProcess();
const { store } = here;

const failureOf = async (call: Promise<unknown>) => {
  const error = await call.catch((reason: unknown) => reason);
  return error instanceof Failure ? error.failure : error;
};

const somewhere = { url: 'https://shop.example/hook', events: ['*'] as const };

describe('an endpoint', () => {
  it('shows its secret when it is made and when it is rotated, and never again', async () => {
    const account = randomUUID();
    const made = await here.webhooks.create(account, { ...somewhere, description: 'Orders' });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _, ...rest } = made;
    expect(await here.webhooks.get(account, made.id)).toEqual(rest);
    expect(await here.webhooks.list(account)).toEqual([rest]);
    const { secret } = await here.webhooks.rotateSecret(account, made.id);
    expect(secret).not.toBe(made.secret);
    expect(JSON.stringify(await here.webhooks.list(account))).not.toContain('whsec_');
  });

  it('of another account does not exist', async () => {
    const { id } = await here.webhooks.create(randomUUID(), somewhere);
    const other = randomUUID();
    const { webhooks } = here;
    for (const call of [
      webhooks.get(other, id),
      webhooks.update(other, id, { description: 'mine' }),
      webhooks.remove(other, id),
      webhooks.rotateSecret(other, id),
      webhooks.test(other, id, 'verification.completed'),
      webhooks.deliveries(other, id),
      webhooks.resend(other, id, 'dlv_1'),
    ]) {
      expect(await failureOf(call)).toBe('not_found');
    }
    expect(await webhooks.list(other)).toEqual([]);
  });

  it('is one of twenty at most', async () => {
    const account = randomUUID();
    for (let nth = 0; nth < 20; nth++) await here.webhooks.create(account, somewhere);
    expect(await failureOf(here.webhooks.create(account, somewhere))).toBe('invalid_request');
  });

  it('cannot be at an address that is not public, nor be moved to one', async () => {
    const account = randomUUID();
    const { id } = await here.webhooks.create(account, somewhere);
    for (const url of [
      'http://shop.example/',
      'https://10.0.0.1/',
      'https://localhost.:x/',
      'http://127.0.0.2/',
    ]) {
      expect(await failureOf(here.webhooks.create(account, { ...somewhere, url }))).toBe('invalid_request');
      expect(await failureOf(here.webhooks.update(account, id, { url }))).toBe('invalid_request');
    }
    expect((await here.webhooks.get(account, id)).url).toBe(somewhere.url);
  });

  it('that is removed gets nothing more and leaves nothing but records that expire', async () => {
    const { url, received } = await startReceiver((response) => response.writeHead(500).end());
    const account = randomUUID();
    const { id } = await here.webhooks.create(account, { url, events: ['*'] });
    await here.deliveries.publish(eventOf(account));
    await expect.poll(() => received.length).toBe(1);
    await here.webhooks.remove(account, id);
    await here.deliveries.publish(eventOf(account));
    expect(await here.webhooks.list(account)).toEqual([]);
    for (const key of await store.client.keys(`{a:${account}}*`)) {
      expect(await store.client.pttl(key), key).toBeGreaterThan(0);
    }
    await expect.poll(() => store.client.zscore(names.dueEndpoints(), `${account}/${id}`)).toBeNull();
  });
});

describe('a test delivery', () => {
  it('arrives signed like any other, and is no event of the account', async () => {
    const { url, received } = await startReceiver();
    const account = randomUUID();
    const { id } = await here.webhooks.create(account, { url, events: ['*'] });
    const delivery = await here.webhooks.test(account, id, 'verification.completed');
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]?.headers['webhook-id']).toBe(delivery.eventId);
    expect(delivery.eventId).toMatch(/^evt_test_/);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ data: { livemode: false } });
    expect((await here.webhooks.events(account)).events).toEqual([]);
  });
});

describe('a delivery sent once more', () => {
  it('has the same id and body, whether the first arrived or not', async () => {
    const { url, received } = await startReceiver((response, nth) =>
      response.writeHead(nth === 1 ? 500 : 200).end(),
    );
    const account = randomUUID();
    const { id } = await here.webhooks.create(account, { url, events: ['*'] });
    await here.deliveries.publish(eventOf(account));
    const log = () => here.webhooks.deliveries(account, id);
    await expect.poll(log).toMatchObject([{ status: 'pending', attempt: 1 }]);
    const [first] = await log();
    // It waits for its second attempt, which comes at once: an event has one pending delivery at an endpoint.
    const again = await here.webhooks.resend(account, id, first?.id ?? '');
    expect(again.id).toBe(first?.id);
    await expect.poll(log).toMatchObject([{ status: 'delivered', attempt: 2 }]);
    const third = await here.webhooks.resend(account, id, first?.id ?? '');
    expect(third.id).not.toBe(first?.id);
    await expect.poll(() => received.length).toBe(3);
    expect(new Set(received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  });

  it('does not start a second attempt while one runs', async () => {
    const { url, received } = await startReceiver(() => undefined);
    const account = randomUUID();
    const { id } = await here.webhooks.create(account, { url, events: ['*'] });
    await here.deliveries.publish(eventOf(account));
    await expect.poll(() => received.length).toBe(1);
    const [first] = await here.webhooks.deliveries(account, id);
    expect((await here.webhooks.resend(account, id, first?.id ?? '')).id).toBe(first?.id);
    expect((await here.deliveryStore.claim({ account, endpoint: id }, 10))?.deliveries).toEqual([]);
    expect(received).toHaveLength(1);
  });
});

describe('the events of an account', () => {
  it('come oldest first, page by page, and none is missed behind a cursor', async () => {
    const account = randomUUID();
    const published = Array.from({ length: 130 }, (_, nth) => eventOf(account, `${nth}`));
    // Ten at a time: without a Redis server all at once can take longer than a command may.
    for (const some of chunks(published, 10)) {
      await Promise.all(some.map((event) => here.deliveries.publish(event)));
    }
    const first = await here.webhooks.events(account);
    expect(first).toMatchObject({ more: true });
    expect(first.events).toHaveLength(100);
    const rest = await here.webhooks.events(account, first.events.at(-1)?.id);
    expect(rest).toMatchObject({ more: false });
    const subjects = [...first.events, ...rest.events].map(({ text }) => Number(JSON.parse(text).data.id));
    expect(subjects.toSorted((a, b) => a - b)).toEqual(published.map((_, nth) => nth));
    const after = await here.webhooks.events(account, rest.events.at(-1)?.id);
    expect(after).toEqual({ events: [], more: false });
    await here.deliveries.publish(eventOf(account, 'later'));
    expect((await here.webhooks.events(account, rest.events.at(-1)?.id)).events).toHaveLength(1);
    expect(await failureOf(here.webhooks.events(account, 'evt_unknown'))).toBe('invalid_request');
  });

  it.each([
    [0, 30],
    [400, 30],
    [10, 10],
    [1, 8],
  ])(
    'are stored no longer than receipts (%i days), but until they are delivered: %i days',
    async (days, kept) => {
      const account = randomUUID();
      const own = createDeliveryStore(store, loadScripts(store.client), days);
      await own.publish(eventOf(account));
      const { events } = (await own.events(account)) ?? {};
      const ttl = await store.client.pttl(names.accountEvent(account, events?.[0]?.id ?? ''));
      expect(Math.round(ttl / 86_400_000)).toBe(kept);
    },
  );

  it('are as many as its plan keeps: the oldest leave', async () => {
    const account = randomUUID();
    const listed = names.accountEvents(account);
    const old = Array.from({ length: 1_000 }, (_, nth) => [Date.now() - 10_000 + nth, `evt_${nth}`]).flat();
    await store.client.zadd(listed, ...(old as [number, string]));
    await store.client.set(names.accountEvent(account, 'evt_0'), '{}');
    await here.deliveries.publish(eventOf(account));
    expect(await store.client.zcard(listed)).toBe(1_000);
    expect(await store.client.exists(names.accountEvent(account, 'evt_0'))).toBe(0);
  });
});
