/** Every request answered 202 tells its account's endpoints how it ended: once, with what a poll shows, whatever dies meanwhile. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import * as names from '../../../src/engine/store/key-names.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';
import { startReceiver } from './support.js';

let store: TestStore;
let application: Application;

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store);
  application.engine.startRecovery();
});
afterAll(async () => {
  await application.close();
  await store.close();
});

async function subscribed() {
  const client = await mintClient(application);
  const { url, received } = await startReceiver();
  await application.engine.webhooks.create(client.account, { url, events: ['verification.completed'] });
  return { client, received };
}

async function accepted({ key }: Client, reference: string, webhookUrl?: string): Promise<string> {
  const options = { waitMs: 0, webhookUrl };
  const answer = await application.engine.verify({ reference }, { kind: 'key', key }, options);
  if (answer.verdict !== 'pending') throw new Error('expected a 202');
  return answer.requestId;
}

it('a receipt that is real arrives as the poll shows it', async () => {
  const { client, received } = await subscribed();
  const id = await accepted(client, telebirr('SLOW'));
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  const { type, timestamp, data } = JSON.parse(received[0]?.body ?? '');
  expect(type).toBe('verification.completed');
  expect(Date.parse(timestamp)).toBeLessThanOrEqual(Date.now());
  const state = await application.engine.request(id, client.key);
  expect(state).toMatchObject({ processingStatus: 'completed', text: JSON.stringify(data) });
  expect(data).toMatchObject({ verdict: 'verified', requestId: id });
});

it('a failure arrives with its error, and without an amount', async () => {
  const { client, received } = await subscribed();
  const id = await accepted(client, telebirr('GONE'));
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  expect(JSON.parse(received[0]?.body ?? '').data).toMatchObject({
    ...{ ok: false, verdict: 'not_verified', processingStatus: 'failed', requestId: id },
    error: { reason: 'not_found', docs: expect.stringContaining('/docs/errors/receipt_not_found') },
  });
});

it('a call that is answered at once is no event', async () => {
  const { client } = await subscribed();
  await client.verify({ reference: telebirr() });
  expect(await application.engine.webhooks.events(client.account)).toEqual({ events: [], more: false });
});

it('a process that dies between the end and its event leaves it to another, which tells it once', async () => {
  const { client, received } = await subscribed();
  const id = await accepted(client, telebirr('SLOW'));
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  // As if it had died before the event was written: the record is over, its list entry has a dead owner.
  const [first] = received.splice(0);
  const event = String(first?.headers['webhook-id']);
  await store.client.del(names.accountEvent(client.account, event), names.accountEvents(client.account));
  await store.client.hset(names.unfinishedOwners(), id, 'dead');
  await store.client.zadd(names.unfinished(), 0, id);
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  expect(received[0]).toMatchObject({ body: first?.body, headers: { 'webhook-id': event } });
  await expect.poll(() => store.client.zscore(names.unfinished(), id)).toBeNull();
  // And after the event was written, but before the list entry was removed: nothing more.
  await store.client.hset(names.unfinishedOwners(), id, 'dead');
  await store.client.zadd(names.unfinished(), 0, id);
  await expect.poll(() => store.client.zscore(names.unfinished(), id), { timeout: 10_000 }).toBeNull();
  expect((await application.engine.webhooks.events(client.account)).events).toHaveLength(1);
  expect(received).toHaveLength(1);
});

it('the webhookUrl of a call is told too, once, whichever process ends the request and dies over it', async () => {
  const client = await mintClient(application);
  const { url, received } = await startReceiver();
  const id = await accepted(client, telebirr('SLOW'), url);
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  expect(JSON.parse(received[0]?.body ?? '').data).toMatchObject({ requestId: id });
  await expect.poll(() => store.client.zscore(names.unfinished(), id)).toBeNull();
  // A process that died after the event was written, and before its delivery was.
  const [delivery = ''] = await store.client.zrange(names.deliveryLog(client.account, 'calls'), 0, -1);
  await store.client.del(names.delivery(client.account, delivery));
  for (const _ of [1, 2]) {
    await store.client.hset(names.unfinishedOwners(), id, 'dead');
    await store.client.zadd(names.unfinished(), 0, id);
    await expect.poll(() => store.client.zscore(names.unfinished(), id), { timeout: 10_000 }).toBeNull();
    await expect.poll(() => received.length).toBe(2);
  }
  const sent = received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`);
  expect(new Set(sent).size).toBe(1);
  const log = () => application.engine.webhooks.deliveries(client.account, 'calls');
  await expect.poll(log).toMatchObject([{ id: delivery, status: 'delivered', attempt: 1 }]);
});
