/** What happens to an account reaches its endpoints: at least once, signed, and no receiver holds up another. */
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as names from '../../../src/engine/store/key-names.js';
import { retryPausesMs } from '../../../src/engine/webhooks/deliveries.js';
import { freePort } from '../../support/ports.js';
import { openTestStore } from '../../support/store.js';
import { eventOf, openProcess, startProcess, startReceiver, type WebhookProcess } from './support.js';

const here = await startProcess({ timeoutMs: 2_000 });
const { store } = here;

/** An account with one endpoint. */
async function subscribed(url: string, at: WebhookProcess = here) {
  const account = randomUUID();
  const endpoint = await at.webhooks.create(account, { url, events: ['*'] });
  const last = async () => (await here.webhooks.deliveries(account, endpoint.id))[0];
  const state = () => here.webhooks.get(account, endpoint.id);
  const publish = () => at.deliveries.publish(eventOf(account));
  /** Ends the pause before the next attempt, for the delivery and its endpoint. */
  const due = async () => {
    const pending = names.pendingDeliveries(account, endpoint.id);
    for (const id of await store.client.zrange(pending, 0, -1)) await store.client.zadd(pending, 'XX', 0, id);
    await here.deliveries.wake({ account, endpoint: endpoint.id });
  };
  return { account, id: endpoint.id, secret: endpoint.secret, last, state, publish, due };
}

const failing = (status = 500) => startReceiver((response) => response.writeHead(status).end());

describe('an event', () => {
  it('arrives signed as the Standard Webhooks specification says, and is recorded as delivered', async () => {
    const { url, received } = await startReceiver();
    const { secret, publish, last } = await subscribed(url);
    await publish();
    await expect.poll(last).toMatchObject({ status: 'delivered', attempt: 1, httpStatus: 200, error: null });
    expect(received).toHaveLength(1);
    const [{ headers = {}, body = '' } = {}] = received;
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verified).toEqual({
      type: 'verification.completed',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { id: expect.any(String) },
    });
    expect(headers['content-type']).toBe('application/json');
    expect((await last())?.eventId).toBe(headers['webhook-id']);
  });

  it('is signed with the old secret too for 24 hours after a rotation, then no longer', async () => {
    const { url, received } = await startReceiver();
    const { account, id, secret, publish } = await subscribed(url);
    const rotated = await here.webhooks.rotateSecret(account, id);
    expect(rotated.secret).not.toBe(secret);
    await publish();
    await expect.poll(() => received.length).toBe(1);
    const verify = (key: string, nth: number) =>
      new Webhook(key).verify(received[nth]?.body ?? '', received[nth]?.headers as Record<string, string>);
    for (const key of [secret, rotated.secret]) expect(() => verify(key, 0)).not.toThrow();
    await store.client.hset(names.webhookEndpoint(account, id), 'oldSecretUntil', '1');
    await publish();
    await expect.poll(() => received.length).toBe(2);
    expect(() => verify(rotated.secret, 1)).not.toThrow();
    expect(() => verify(secret, 1)).toThrow();
  });

  it('published again and again, by two processes, is one event with one delivery', async () => {
    const other = openProcess(store);
    const { url, received } = await startReceiver();
    const { account, id } = await subscribed(url);
    const event = eventOf(account);
    await Promise.all([here, other, here, other].map(({ deliveries }) => deliveries.publish(event)));
    await expect.poll(() => received.length).toBe(1);
    await here.deliveries.publish(event);
    expect((await here.webhooks.events(account)).events).toHaveLength(1);
    expect(await here.webhooks.deliveries(account, id)).toHaveLength(1);
  });

  it('does not reach an endpoint of another type, another account, or a disabled one', async () => {
    const { url, received } = await startReceiver();
    const { account, publish } = await subscribed(url);
    const quiet = await startReceiver();
    const paused = await here.webhooks.create(account, { url: quiet.url, events: ['*'] });
    await here.webhooks.update(account, paused.id, { disabled: true });
    const other = await here.webhooks.create(account, { url: quiet.url, events: ['*'] });
    await store.client.hset(names.webhookEndpoint(account, other.id), 'events', 'payment_request.paid');
    await subscribed(quiet.url);
    await publish();
    await expect.poll(() => received.length).toBe(1);
    expect(quiet.received).toHaveLength(0);
  });
});

describe('a delivery that fails', () => {
  it.each([
    ['an error status', { httpStatus: 500, error: 'http_status' }, async () => (await failing()).url],
    ['a redirect', { httpStatus: 302, error: 'redirect' }, async () => (await failing(302)).url],
    [
      'no answer in time',
      { httpStatus: null, error: 'timeout' },
      async () => (await startReceiver(() => undefined)).url,
    ],
    [
      'no connection',
      { httpStatus: null, error: 'unreachable' },
      async () => `http://127.0.0.1:${await freePort()}/`,
    ],
  ])('with %s is repeated, and the log says why', async (_what, expected, url) => {
    const { publish, last } = await subscribed(await url());
    await publish();
    await expect
      .poll(last, { timeout: 10_000 })
      .toMatchObject({ status: 'pending', attempt: 1, ...expected });
    const { nextAttemptAt, attemptedAt } = (await last()) ?? {};
    const pause = Date.parse(nextAttemptAt ?? '') - Date.parse(attemptedAt ?? '');
    expect(pause).toBeGreaterThanOrEqual(5_000);
    expect(pause).toBeLessThanOrEqual(5_500);
  });

  it('is repeated after the pauses of the schedule with the same id and body, and given up after the tenth', async () => {
    const { url, received } = await failing();
    const { publish, last, due } = await subscribed(url);
    await publish();
    for (let attempt = 1; attempt <= 10; attempt++) {
      await expect.poll(last).toMatchObject({ attempt });
      const { nextAttemptAt, attemptedAt, status } = (await last()) ?? {};
      expect(status).toBe(attempt < 10 ? 'pending' : 'failed');
      const pause = Date.parse(nextAttemptAt ?? '') - Date.parse(attemptedAt ?? '');
      const planned = retryPausesMs[attempt - 1];
      if (planned === undefined) expect(nextAttemptAt).toBeNull();
      else expect(pause / planned).toSatisfy((part: number) => part >= 1 && part <= 1.1);
      await due();
    }
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  });

  it('succeeds later, by itself, once the receiver is back', async () => {
    const { url, received } = await startReceiver((response, nth) =>
      response.writeHead(nth === 1 ? 503 : 204).end(),
    );
    const { publish, last, state, due } = await subscribed(url);
    await publish();
    await expect.poll(last).toMatchObject({ status: 'pending', attempt: 1, httpStatus: 503 });
    expect((await state()).failingSince).not.toBeNull();
    await due();
    await expect.poll(last).toMatchObject({ status: 'delivered', attempt: 2, httpStatus: 204 });
    expect((await state()).failingSince).toBeNull();
    expect(received).toHaveLength(2);
  });
});

describe('an endpoint', () => {
  it('that answers 410 is disabled at once', async () => {
    const { url, received } = await failing(410);
    const { publish, last, state } = await subscribed(url);
    await publish();
    await expect.poll(state).toMatchObject({ disabledReason: 'gone' });
    expect(await last()).toMatchObject({ status: 'failed', httpStatus: 410 });
    await publish();
    expect(received).toHaveLength(1);
  });

  it('that has failed for five days is disabled, keeps what is pending, and gets it once it is enabled', async () => {
    let works = false;
    const { url, received } = await startReceiver((response) => response.writeHead(works ? 200 : 500).end());
    const { account, id, publish, last, state, due } = await subscribed(url);
    await publish();
    await expect.poll(last).toMatchObject({ attempt: 1 });
    const ago = (hours: number) => `${Date.now() - hours * 3_600_000}`;
    await store.client.hset(names.webhookEndpoint(account, id), {
      failingSince: ago(121),
      failedAt: ago(20),
    });
    await due();
    await expect.poll(state).toMatchObject({ disabledReason: 'failing', disabledAt: expect.any(String) });
    works = true;
    await due();
    await here.webhooks.update(account, id, { disabled: false });
    await expect.poll(last).toMatchObject({ status: 'delivered', attempt: 3 });
    expect(await state()).toMatchObject({ disabledAt: null, disabledReason: null, failingSince: null });
    expect(received).toHaveLength(3);
  });

  it('that failed once long ago is not disabled by the next failure', async () => {
    const { url } = await failing();
    const { account, id, publish, last, state } = await subscribed(url);
    const ago = (days: number) => `${Date.now() - days * 86_400_000}`;
    await store.client.hset(names.webhookEndpoint(account, id), {
      failingSince: ago(30),
      failedAt: ago(27),
    });
    await publish();
    await expect.poll(last).toMatchObject({ attempt: 1 });
    expect(await state()).toMatchObject({ disabledAt: null });
  });

  it('that hangs delays no other, of the same account or another', async () => {
    const silent = await startReceiver(() => undefined);
    const { url, received } = await startReceiver();
    const { account, publish } = await subscribed(silent.url);
    await here.webhooks.create(account, { url, events: ['*'] });
    const other = await subscribed(url);
    for (let count = 0; count < 30; count++) await publish();
    await other.publish();
    await expect.poll(() => received.length).toBe(31);
    // Only as many as one endpoint may have at a time wait for the one that hangs.
    expect(silent.received.length).toBeLessThanOrEqual(20);
  });
});

it('an account whose calls name more receivers that hang than a process works on delays no other account', async () => {
  const own = await openTestStore();
  const busy = openProcess(own, { timeoutMs: 600_000, endpointsMax: 10 });
  onTestFinished(async () => {
    await busy.deliveries.stop();
    await own.close();
  });
  const silent = await startReceiver(() => undefined);
  const flooder = randomUUID();
  busy.deliveries.start();
  for (let call = 0; call < 30; call += 1) {
    await busy.deliveries.publish({ ...eventOf(flooder), url: `${silent.url}?call=${call}` });
  }
  await expect.poll(() => silent.received.length).toBe(5);
  for (let account = 0; account < 3; account += 1) {
    const { url, received } = await startReceiver();
    const other = randomUUID();
    await busy.webhooks.create(other, { url, events: ['*'] });
    await busy.deliveries.publish(eventOf(other));
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  }
  expect(silent.received).toHaveLength(5);
});

it('an account with more receivers than places reaches all of them', async () => {
  const own = await openTestStore();
  const busy = openProcess(own, { endpointsMax: 10 });
  onTestFinished(async () => {
    await busy.deliveries.stop();
    await own.close();
  });
  const { url, received } = await startReceiver((response) => void setTimeout(() => response.end(), 200));
  const account = randomUUID();
  const calls = Array.from({ length: 30 }, (_, call) => `/hook?call=${call}`);
  for (const call of calls)
    await busy.deliveries.publish({ ...eventOf(account), url: new URL(call, url).href });
  busy.deliveries.start();
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(calls.length);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(calls.length);
});

describe('a process that dies', () => {
  /** Another one, with the same store. */
  function second() {
    const other = openProcess(store);
    onTestFinished(() => other.deliveries.stop());
    return other;
  }

  it('between event and delivery leaves it to the others', async () => {
    const { url, received } = await startReceiver();
    // It never starts to deliver.
    const { publish, last } = await subscribed(url, openProcess(store));
    await publish();
    await expect.poll(last, { timeout: 5_000 }).toMatchObject({ status: 'delivered' });
    expect(received).toHaveLength(1);
  });

  it('during a delivery: it arrives again with the same id, once the lease is over', async () => {
    const { url, received } = await startReceiver();
    const dead = openProcess(store);
    const { account, id, last, due } = await subscribed(url, dead);
    await dead.deliveryStore.publish(eventOf(account));
    const ref = { account, endpoint: id };
    // As the process leaves it: the lease taken, nothing recorded.
    const [claimed] = (await dead.deliveryStore.claim(ref, 10))?.deliveries ?? [];
    await here.deliveries.wake(ref);
    expect((await here.deliveryStore.claim(ref, 10))?.deliveries).toEqual([]);
    expect(received).toHaveLength(0);
    await due();
    await expect.poll(last).toMatchObject({ status: 'delivered', attempt: 1 });
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([claimed?.event]);
    expect((await last())?.id).toBe(claimed?.id);
  });

  it('or stops in order hands its running attempts over at once', async () => {
    const own = await openTestStore();
    const [stopping, next] = [openProcess(own), openProcess(own)];
    onTestFinished(async () => {
      await next.deliveries.stop();
      await own.close();
    });
    const { url, received } = await startReceiver((response, nth) => void (nth > 1 && response.end()));
    const account = randomUUID();
    const { id } = await stopping.webhooks.create(account, { url, events: ['*'] });
    stopping.deliveries.start();
    await stopping.deliveries.publish(eventOf(account));
    await expect.poll(() => received.length).toBe(1);
    await stopping.deliveries.stop();
    next.deliveries.start();
    const last = async () => (await next.webhooks.deliveries(account, id))[0];
    // Its attempt is not one of the ten.
    await expect.poll(last, { timeout: 5_000 }).toMatchObject({ status: 'delivered', attempt: 1 });
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill((await last())?.eventId),
    );
  });

  it('one attempt at a delivery runs at a time, in all processes together', async () => {
    let running = 0;
    let most = 0;
    const { url, received } = await startReceiver((response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        response.end();
      }, 100);
    });
    const { account, id, publish, last, due } = await subscribed(url);
    const others = [second(), second()];
    for (const { deliveries } of others) deliveries.start();
    await publish();
    for (const { deliveries } of others) await deliveries.wake({ account, endpoint: id });
    await expect.poll(() => received.length).toBe(1);
    await expect.poll(last).toMatchObject({ status: 'delivered' });
    await due();
    expect(most).toBe(1);
    expect(received).toHaveLength(1);
  });
});
