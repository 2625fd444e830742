/** Owners hear of what only they can mend, whatever becomes of the first attempt to tell them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Delivery, Undeliverable } from '../../../bots/cashier/jobs/deliver.js';
import { loadVocabulary } from '../../../bots/cashier/render/index.js';
import { createOwnerNotices } from '../../../bots/cashier/verification/notify-owners.js';
import type { Application } from '../../../src/app.js';
import { dateOf } from '../../../src/engine/shops/calendar.js';
import * as names from '../../../src/engine/store/key-names.js';
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
  const name = names.noticeTold(shop.id, 'quota', dateOf(Date.now(), 'Africa/Addis_Ababa'));
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
