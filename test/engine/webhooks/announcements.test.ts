/** Accounts are told of banks, caps and keys: once each, whichever process sees it, and whichever process dies over it. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAccounts } from '../../../src/engine/access/accounts.js';
import { createKeys } from '../../../src/engine/access/api-keys.js';
import type { BankDown } from '../../../src/engine/api/events.js';
import { createReservations } from '../../../src/engine/metering/reservations.js';
import { createScreenshotQuota } from '../../../src/engine/metering/screenshot-quota.js';
import { payerUsageOf } from '../../../src/engine/metering/usage.js';
import { createVerificationQuota, limitOf } from '../../../src/engine/metering/verification-quota.js';
import { windowAt } from '../../../src/engine/shared/windows.js';
import { createEvents } from '../../../src/engine/store/events.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { unknownHealth } from '../../../src/engine/verification/bank-health.js';
import { createAccountEvents } from '../../../src/engine/webhooks/account-events.js';
import { createBackgroundTasks } from '../../../src/engine/webhooks/background-tasks.js';
import { createBankEvents } from '../../../src/engine/webhooks/bank-events.js';
import { createEndpointStore } from '../../../src/engine/webhooks/endpoint-store.js';
import { createEventReaders } from '../../../src/engine/webhooks/event-readers.js';
import { exampleData } from '../../../src/engine/webhooks/examples.js';
import { expectDocumented } from '../../support/events.js';
import { testLog } from '../../support/log.js';
import { startProcess, startReceiver } from './support.js';

const here = await startProcess();
const { store, webhooks, deliveries } = here;
const scripts = loadScripts(store.client);
const events = createEvents(store, scripts);
const timeZone = 'Africa/Addis_Ababa';
const never = new AbortController().signal;

const eventsOf = async (account: string) =>
  (await webhooks.events(account)).events.map(({ id, text }) =>
    expectDocumented({ id, ...JSON.parse(text) }),
  );

const somewhere = 'https://shop.example/hook';

/** What a process of its own would have. `publish` stands for its deliveries. */
function openBanks(publish = deliveries.publish.bind(deliveries)) {
  return createBankEvents({
    ...{ store, events, deliveries: { publish } },
    readers: createEventReaders(store),
    endpoints: createEndpointStore(store),
    providers: [{ key: 'telebirr', name: 'telebirr' }],
    health: unknownHealth(),
  });
}

let minute = 0;
const nextMinute = () => new Date(Date.UTC(2026, 10, 20, 7, minute++)).toISOString();
const isDown = (): BankDown => ({
  kind: 'bank_down',
  realm: 'live',
  provider: 'telebirr',
  since: nextMinute(),
  cause: 'timeout',
  egress: ['main'],
  lastSuccessAt: null,
});

describe('a bank that goes down and up', () => {
  it('is told once to every account with an endpoint for it, and to no other', async () => {
    const [one, other] = [openBanks(), openBanks()];
    await one.run(never);
    const { url, received } = await startReceiver();
    const [all, down, neither] = [randomUUID(), randomUUID(), randomUUID()];
    await webhooks.create(all, { url, events: ['*'] });
    await webhooks.create(down, { url: somewhere, events: ['key.revoked', 'bank.down'] });
    await webhooks.create(neither, { url: somewhere, events: ['verification.completed'] });
    const outage = isDown();
    await events.emit(outage);
    await Promise.all([one.run(never), other.run(never)]);
    await other.run(never);
    const object = { providerKey: 'telebirr', name: 'telebirr', since: outage.since, status: 'down' };
    const told = { type: 'bank.down', timestamp: outage.since, data: { object, lastSuccessAt: null } };
    for (const account of [all, down]) expect(await eventsOf(account)).toMatchObject([told]);
    await expect.poll(() => received.length).toBe(1);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(told);

    const { since: downSince } = outage;
    const bank = { realm: 'live', provider: 'telebirr', since: nextMinute() } as const;
    await events.emit({ kind: 'bank_up', ...bank, downSince, downtimeMs: 60_000 });
    await one.run(never);
    const up = { object: { since: bank.since, status: 'operational' }, downSince, downtimeMs: 60_000 };
    expect(await eventsOf(all)).toMatchObject([told, { type: 'bank.up', data: up }]);
    expect(await eventsOf(down)).toHaveLength(1);
    expect(await eventsOf(neither)).toEqual([]);
  });

  it('is told to all although the process that began dies: the next one goes on', async () => {
    const accounts = Array.from({ length: 45 }, () => randomUUID());
    for (const account of accounts) await webhooks.create(account, { url: somewhere, events: ['bank.down'] });
    const left = { publications: 10 };
    const dying = openBanks(async (event) => {
      if (left.publications-- <= 0) throw new Error('killed');
      await deliveries.publish(event);
    });
    await events.emit(isDown());
    await expect(dying.run(never)).rejects.toThrow('killed');
    const told = async () => (await Promise.all(accounts.map(eventsOf))).map(({ length }) => length);
    expect((await told()).filter((count) => count === 1).length).toBeLessThan(45);
    await openBanks().run(never);
    expect(await told()).toEqual(accounts.map(() => 1));
  });
});

/** A process that counts and revokes. @param dies it is killed before it publishes anything */
function openAccounts({ dies = false } = {}) {
  const reservations = createReservations({ store, scripts, timeZone, now: Date.now });
  const book = createAccounts(store, 'http://localhost', Date.now);
  const keys = createKeys(store, book, Date.now);
  const quota = createVerificationQuota(store, reservations);
  const reads = createScreenshotQuota({ reservations, dailyBudget: 10, demoPercent: 10 });
  const usage = { quota, reads, timeZone, now: Date.now };
  const published: Promise<void>[] = [];
  const task = dies
    ? null
    : createAccountEvents({
        ...{ store, deliveries, reservations, quota, keys, log: testLog(), now: Date.now },
        readers: createEventReaders(store),
        disabled: here.disabled,
        usageOf: (payer) => payerUsageOf(usage, payer),
        track: (work) => void published.push(work),
      });

  /** Counts verifications under a cap of 5. */
  async function count(account: string, times: number, cap = 5): Promise<void> {
    const payer = { account, scope: 'vk_test_AAAAAA', contract: { cap, reads: null } };
    const limit = limitOf(payer, { plan: 'enterprise', overage: true });
    for (let nth = 0; nth < times; nth++) {
      const place = await reservations.tryReserve(
        { ...limit, counter: { account, of: 'verifications', scope: 'all' } },
        randomUUID(),
      );
      await place?.commit();
    }
    await Promise.all(published);
  }
  return { book, keys, task, count };
}

const living = openAccounts();
const dying = openAccounts({ dies: true });

describe('the use of a cap', () => {
  it('is told at 80 and at 100 percent, once in the window, and not beyond', async () => {
    const { id } = await living.book.create('enterprise', 'Shop');
    await living.count(id, 3);
    expect(await eventsOf(id)).toEqual([]);
    await living.count(id, 1);
    const [first] = await eventsOf(id);
    expect(first).toMatchObject({
      type: 'usage.threshold',
      data: { counted: 'verifications', threshold: 80, keyPrefix: null, object: { account: id } },
    });
    await living.count(id, 4);
    expect(await eventsOf(id)).toMatchObject([first, { data: { threshold: 100 } }]);
  });

  it('is told both at once when one verification is all there is', async () => {
    const { id } = await living.book.create('enterprise', 'Shop');
    await living.count(id, 1, 1);
    const told = (await eventsOf(id)).map(({ data }) => data.threshold);
    expect(told.toSorted()).toEqual([100, 80]);
  });

  it('is told after all when the process that counted died: by the next count, or by the task', async () => {
    const { id } = await living.book.create('enterprise', 'Shop');
    await dying.count(id, 4);
    expect(await eventsOf(id)).toEqual([]);
    await living.count(id, 1);
    expect((await eventsOf(id)).map(({ data }) => data.threshold).toSorted()).toEqual([100, 80]);
  });
});

describe('a revoked key', () => {
  it('is told with what the account may see of it, and once although it is revoked twice', async () => {
    const { prefix, account, key } = await living.keys.mint({ mode: 'test', label: 'Till 1' });
    await living.keys.revoke(prefix);
    await living.keys.revoke(prefix);
    const told = await eventsOf(account);
    const { revokedAt } = await living.keys.get(prefix);
    expect(told).toMatchObject([
      { type: 'key.revoked', timestamp: revokedAt, data: { object: { prefix, label: 'Till 1', revokedAt } } },
    ]);
    expect(JSON.stringify(told)).not.toContain(key);
    expect(await store.client.zcard(names.revocations(account))).toBe(0);
  });
});

describe('what a process that died has left', () => {
  it('is published by the task of any other, once, and its deliveries are sent', async () => {
    const { url, received } = await startReceiver();
    const { prefix, account } = await dying.keys.mint({ mode: 'test', plan: 'free' });
    await webhooks.create(account, { url, events: ['*'] });
    const free = { account, scope: 'all', contract: { cap: null, reads: null } };
    const limit = limitOf(free, { plan: 'free', overage: false });
    await dying.keys.revoke(prefix);
    const [counts] = limit.keys(windowAt(limit.window, Date.now(), timeZone).name);
    await store.client.hset(counts, { used: 160, at80: `${Date.now()}` });
    expect(await eventsOf(account)).toEqual([]);
    // A publication whose process died before the endpoint was listed as due.
    const at = Date.now();
    const data = JSON.stringify(exampleData['bank.down']);
    await here.deliveryStore.publish({ account, type: 'bank.down', subject: 'left', at, data });
    await living.task?.run(never);
    await living.task?.run(never);
    const types = (await eventsOf(account)).map(({ type }) => type).toSorted();
    expect(types).toEqual(['bank.down', 'key.revoked', 'usage.threshold']);
    await expect.poll(() => received.length).toBe(3);
    const told = received.map(({ body }) => JSON.parse(body).type).toSorted();
    expect(told).toEqual(types);
  });

  it('that was noted and did not happen is not told', async () => {
    const { prefix, account } = await dying.keys.mint({ mode: 'test' });
    await webhooks.create(account, { url: somewhere, events: ['*'] });
    const noted = names.revocations(account);
    await store.client.zadd(noted, Date.now() - 120_000, prefix);
    await living.task?.run(never);
    expect(await eventsOf(account)).toEqual([]);
    expect(await store.client.zcard(noted)).toBe(0);
  });
});

describe('a task', () => {
  it('is done by one process at a time, and by the other ones when that one stops', async () => {
    const done = { first: 0, second: 0, atOnce: 0, most: 0 };
    const work = (who: 'first' | 'second') => ({
      name: 'test',
      async run() {
        done[who]++;
        done.most = Math.max(done.most, ++done.atOnce);
        await new Promise(setImmediate);
        done.atOnce--;
        return 0;
      },
    });
    const open = (who: 'first' | 'second') =>
      createBackgroundTasks({ scripts, newClaim: randomUUID, log: testLog() }, [work(who)]);
    const [first, second] = [open('first'), open('second')];
    first.start();
    second.start();
    await expect.poll(() => done.first + done.second, { timeout: 10_000 }).toBeGreaterThan(1);
    await first.stop();
    const before = done.second;
    await expect.poll(() => done.second, { timeout: 10_000 }).toBeGreaterThan(before);
    await second.stop();
    expect(done.most).toBe(1);
  });
});
