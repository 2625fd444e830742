/** Owners hear of what only they can mend, whatever becomes of the first attempt to tell them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifyDisabledEndpoints } from '../../../bots/cashier/endpoint-notices.js';
import { type Delivery, Undeliverable } from '../../../bots/cashier/jobs/deliver.js';
import { loadVocabulary } from '../../../bots/cashier/render/index.js';
import { createOwnerNotices } from '../../../bots/cashier/verification/notify-owners.js';
import type { Application } from '../../../src/app.js';
import { dateOf } from '../../../src/engine/shops/calendar.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { createDisabledEndpoints } from '../../../src/engine/webhooks/disabled-endpoints.js';
import { createEndpointStore } from '../../../src/engine/webhooks/endpoint-store.js';
import { openApplication } from '../../engine/support.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { setting } from './render/support.js';

let store: TestStore;
let application: Application;

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store);
});
afterAll(async () => {
  await application.close();
  await store.close();
});

it('an owner who could not be notified is notified at the next receipt; the others are not notified again', async () => {
  const { engine } = application;
  const { shop, member } = await engine.shops.open({ person: 'tg:1', name: 'Almaz', shopName: 'Café' });
  const { token } = await engine.shops.invite({ shop: shop.id, by: member.id, role: 'owner' });
  await engine.shops.accept(token, 'tg:2', 'Selam');
  const told: number[] = [];
  let refused = 2;
  const send: Delivery['send'] = async (chat) => {
    if (chat === refused) throw new Undeliverable('late');
    told.push(chat);
    return { chat, message: told.length };
  };
  const log = { warn: () => undefined } as never;
  const delivery = { send } as Delivery;
  const owners = createOwnerNotices({
    engine,
    delivery,
    vocabulary: loadVocabulary(),
    setting: () => setting,
    log,
  });
  const { signal } = new AbortController();

  await owners.notify(shop.id, 'quota_exceeded', signal);
  const name = names.noticeSent(shop.id, 'quota', dateOf(Date.now(), 'Africa/Addis_Ababa'));
  expect(await store.client.pttl(name)).toBeLessThanOrEqual(120_000);
  refused = 0;
  // Two minutes later.
  await store.client.del(name);
  await owners.notify(shop.id, 'quota_exceeded', signal);
  expect(told.toSorted()).toEqual([1, 2]);
  expect(await store.client.pttl(name)).toBeGreaterThan(86_400_000);
  await owners.notify(shop.id, 'quota_exceeded', signal);
  await owners.notify(shop.id, 'receipt_not_found', signal);
  expect(told).toHaveLength(2);
});

it('owners are told once that the service has disabled an endpoint, also if the first attempt fails', async () => {
  const { engine } = application;
  const { shop } = await engine.shops.open({ person: 'tg:5', name: 'Hana', shopName: 'Bakery' });
  const { account: nobodys } = await engine.keys.mint({ mode: 'test' });
  const url = 'https://shop.example/hooks?token=abc';
  const disabled = createDisabledEndpoints({
    store,
    scripts: loadScripts(store.client),
    endpoints: createEndpointStore(store),
  });
  /** As `delivery-record.lua` leaves an endpoint. */
  async function disabledEndpoint(account: string, disabledReason: string): Promise<string> {
    const { id } = await engine.webhooks.create(account, { url, events: ['*'] });
    const fields = { disabledAt: `${Date.now()}`, disabledReason };
    await store.client.hset(names.webhookEndpoint(account, id), fields);
    await disabled.record(account);
    return id;
  }
  await disabledEndpoint(nobodys, 'failing');
  await disabledEndpoint(shop.id, 'owner');
  const failing = await disabledEndpoint(shop.id, 'failing');
  const continued = await disabledEndpoint(shop.id, 'gone');
  await engine.webhooks.update(shop.id, continued, { disabled: false });

  const told: string[] = [];
  let fails = true;
  const send: Delivery['send'] = async (chat, { text }) => {
    if (fails) throw new Undeliverable('late');
    told.push(`${chat} ${text}`);
    return { chat, message: told.length };
  };
  const delivery = { send } as Delivery;
  const deps = { engine, delivery, vocabulary: loadVocabulary() } as never;
  const { signal } = new AbortController();
  await expect(notifyDisabledEndpoints(deps, signal)).rejects.toThrow();
  await notifyDisabledEndpoints(deps, signal);
  expect(told).toEqual([]);
  fails = false;
  // Two minutes later.
  await store.client.zadd(names.disabledEndpoints(), 'XX', 0, `${shop.id}/${failing}`);
  await notifyDisabledEndpoints(deps, signal);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^5 .*shop\.example.*\/dashboard/s);
  expect(told[0]).not.toContain('token');
  await disabled.record(shop.id);
  await notifyDisabledEndpoints(deps, signal);
  expect(told).toHaveLength(1);
  expect(await store.client.zcard(names.disabledEndpoints())).toBe(0);
  // Disabled again after it was enabled: told again.
  await engine.webhooks.update(shop.id, failing, { disabled: false });
  const again = { disabledAt: `${Date.now() + 1}`, disabledReason: 'gone' };
  await store.client.hset(names.webhookEndpoint(shop.id, failing), again);
  await disabled.record(shop.id);
  await notifyDisabledEndpoints(deps, signal);
  expect(told).toHaveLength(2);
});
