/** What an account's calls came to is counted by day, bank and outcome, and the last of them are told. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import { Failure } from '../../../src/engine/api/errors.js';
import type { RecentCall } from '../../../src/engine/index.js';
import { createActivity } from '../../../src/engine/metering/activity.js';
import { ensureTimeInMinute } from '../../support/clock-window.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { mintClient, openApplication, telebirr } from '../support.js';

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

/** It is written down about once a second. */
async function recentOf(account: string, count: number): Promise<RecentCall[]> {
  for (;;) {
    const calls = await application.engine.activity.recent(account);
    if (calls.length >= count) return calls;
    await sleep(50);
  }
}

it('counts each outcome at its bank, today, and shows only the end of a reference', async () => {
  const client = await mintClient(application);
  const [reference, gone, wall] = [telebirr(), telebirr('GONE'), telebirr('WALL')];
  await client.verify({ reference });
  await client.verify({ reference });
  await client.failure({ reference: gone });
  await client.failure({ reference: wall });
  await client.failure({ url: 'https://example.com/nothing' });

  const calls = await recentOf(client.account, 5);
  expect(calls.map(({ outcome, why, lastFour, provider }) => ({ outcome, why, lastFour, provider }))).toEqual(
    [
      { outcome: 'could_not_check', why: 'unsupported_url', lastFour: null, provider: null },
      { outcome: 'could_not_check', why: 'bank_blocked', lastFour: 'WALL', provider: 'telebirr' },
      { outcome: 'not_verified', why: 'not_found', lastFour: 'GONE', provider: 'telebirr' },
      { outcome: 'cached', why: null, lastFour: reference.slice(-4), provider: 'telebirr' },
      { outcome: 'verified', why: null, lastFour: reference.slice(-4), provider: 'telebirr' },
    ],
  );
  expect(new Set(calls.map(({ prefix }) => prefix))).toEqual(new Set([client.prefix]));
  const kept = await store.client.lrange(`{a:${client.account}}:recent`, 0, -1);
  for (const whole of [reference, gone, wall]) expect(kept.join()).not.toContain(whole);

  const days = await application.engine.activity.days(client.account, 30);
  expect(days).toHaveLength(30);
  expect(days.slice(0, 29).every(({ counts }) => counts.length === 0)).toBe(true);
  const today = days.at(-1)?.counts.map(({ provider, outcome, count }) => `${provider} ${outcome} ${count}`);
  expect(today?.sort()).toEqual([
    'null could_not_check 1',
    'telebirr cached 1',
    'telebirr could_not_check 1',
    'telebirr not_verified 1',
    'telebirr verified 1',
  ]);
});

it('shows no calls of other accounts, and none that were refused', async () => {
  const [mine, theirs] = await Promise.all([mintClient(application, { rate: 1 }), mintClient(application)]);
  await theirs.verify({ reference: telebirr() });
  await ensureTimeInMinute();
  await mine.verify({ reference: telebirr() });
  expect(await mine.failure({ reference: telebirr() })).toBe('rate_limited');
  await recentOf(mine.account, 1);
  await recentOf(theirs.account, 1);
  await sleep(1_200);
  expect(await application.engine.activity.recent(mine.account)).toHaveLength(1);
});

it('a 202 request is listed once, when it has ended', async () => {
  const client = await mintClient(application);
  const reference = telebirr('SLOW');
  const caller = { kind: 'key', key: client.key } as const;
  const pending = await application.engine.verify({ reference }, caller, { waitMs: 0 });
  expect(pending.verdict).toBe('pending');
  const calls = await recentOf(client.account, 1);
  expect(calls).toMatchObject([{ outcome: 'verified', lastFour: 'SLOW' }]);
});

it('a member is listed by name until their data is deleted', async () => {
  const { shops } = application.engine;
  const { shop, member } = await shops.open({ person: 'tg:77', name: 'Almaz', shopName: 'Shop' });
  const caller = { kind: 'member', account: shop.id, member: member.id, name: member.name } as const;
  await application.engine.verify({ reference: telebirr() }, caller);
  expect(await recentOf(shop.id, 1)).toMatchObject([{ member: 'Almaz', prefix: null }]);
  expect((await store.client.lrange(`{a:${shop.id}}:recent`, 0, -1)).join()).not.toContain('Almaz');
  await shops.deleteMe('tg:77');
  expect(await application.engine.activity.recent(shop.id)).toMatchObject([{ member: null, prefix: null }]);
});

it('keeps the last 50 in order and every count, however many come between two writes', async () => {
  const activity = createActivity({ store, timeZone: 'UTC', now: Date.now });
  const entry = { account: 'acc_many', prefix: 'vk_test_abcdef' };
  for (let nth = 0; nth < 120; nth += 1) {
    const reference = `DKK${String(nth).padStart(7, '0')}`;
    activity.failed(entry, new Failure('receipt_not_found', { providerKey: 'telebirr', reference }));
  }
  await activity.close();
  const calls = await activity.recent('acc_many');
  expect(calls).toHaveLength(50);
  expect(calls[0]?.lastFour).toBe('0119');
  expect((await activity.days('acc_many', 1))[0]?.counts).toEqual([
    { provider: 'telebirr', outcome: 'not_verified', count: 120 },
  ]);
  const keys = await store.client.keys('{a:acc_many}*');
  for (const key of keys) expect(await store.client.pttl(key)).toBeGreaterThan(0);
});
