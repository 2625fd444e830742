/** One account that sends more than a busy bank can take, and those beside it. Two applications on one store stand for two processes. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { CallOptions } from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';

let store: TestStore;
let applications: [Application, Application];
const env = { PROVIDER_CONCURRENCY: '1', QUEUE_WAIT_SECONDS: '60' };
const slots = names.slots('sandbox:telebirr');

beforeAll(async () => {
  store = await openTestStore();
  applications = [await openApplication(store, env), await openApplication(store, env)];
});
afterAll(async () => {
  await Promise.all(applications.map((application) => application.close()));
  await store.close();
});

/** The bank's only slot is taken until it is given back. */
beforeEach(async () => {
  await store.client.zadd(slots, Date.now() + 120_000, 'somebody');
});
afterEach(async () => {
  await giveBack();
  await waiting(0);
});

async function giveBack(): Promise<void> {
  await store.client.zrem(slots, 'somebody');
}

async function waiting(count: number): Promise<void> {
  await expect.poll(() => store.client.zcard(names.waiting('sandbox:telebirr'))).toBe(count);
}

function ask({ key }: Client, reference: string, options: CallOptions = {}, at = applications[0]) {
  return at.engine.verify({ reference }, { kind: 'key', key }, options);
}

/** Calls of both processes that wait. */
async function flood(client: Client, count: number): Promise<Promise<unknown>[]> {
  const calls = Array.from({ length: count }, (_, nth) => ask(client, telebirr(), {}, applications[nth % 2]));
  // If one of them fails, its error is what the test reports.
  await Promise.race([waiting(count), Promise.all(calls)]);
  return calls;
}

const refused = {
  failure: 'too_many_waiting',
  status: 429,
  details: { retryAfterSeconds: expect.any(Number) },
};

describe('an account with as many calls waiting as its plan allows', () => {
  it('is refused one more in every process, and admitted again when they are over', async () => {
    const client = await mintClient(applications[0]);
    const calls = await flood(client, 50);
    await expect(ask(client, telebirr())).rejects.toMatchObject(refused);
    await expect(ask(client, telebirr(), { waitMs: 0 }, applications[1])).rejects.toMatchObject(refused);
    await giveBack();
    await Promise.all(calls);
    await expect(ask(client, telebirr())).resolves.toMatchObject({ verdict: 'verified' });
  });

  it('has those among them that were answered 202, and every one of them ends', async () => {
    const client = await mintClient(applications[0], { plan: 'shop' });
    const promised = await Promise.all(
      Array.from({ length: 50 }, () => ask(client, telebirr(), { waitMs: 0 })),
    );
    await expect(ask(client, telebirr(), { waitMs: 0 })).rejects.toMatchObject(refused);
    await giveBack();
    for (const { requestId } of promised) {
      const state = () => applications[1].engine.request(requestId ?? '', client.key);
      await expect.poll(async () => (await state()).processingStatus).toBe('completed');
    }
  });

  it('still gets what is in the cache', async () => {
    await giveBack();
    const client = await mintClient(applications[0]);
    const known = telebirr();
    await client.verify({ reference: known });
    await store.client.zadd(slots, Date.now() + 120_000, 'somebody');
    const calls = await flood(client, 50);
    await expect(ask(client, known, { idempotencyKey: 'again' })).resolves.toMatchObject({ cached: true });
    await giveBack();
    await Promise.all(calls);
  });

  it('does not block other accounts, and delays the first call of another by one lookup at most', async () => {
    const [many, one] = [await mintClient(applications[0]), await mintClient(applications[0])];
    const order: string[] = [];
    const calls = (await flood(many, 50)).map((call) => call.then(() => order.push('many')));
    const other = ask(one, telebirr(), {}, applications[1]).then(() => order.push('one'));
    await waiting(51);
    await giveBack();
    await Promise.all([...calls, other]);
    expect(order.indexOf('one')).toBeLessThanOrEqual(1);
  });

  it('on Enterprise is bound by its contract', async () => {
    const client = await mintClient(applications[0], { plan: 'enterprise' });
    await applications[0].engine.accounts.set(client.account, { waiting: 2 });
    const calls = await flood(client, 2);
    await expect(ask(client, telebirr())).rejects.toMatchObject(refused);
    await giveBack();
    await Promise.all(calls);
    const free = await mintClient(applications[0]);
    const change = applications[0].engine.accounts.set(free.account, { waiting: 1_000 });
    await expect(change).rejects.toThrow('enterprise');
  });

  it('gets all results of its 202 requests from a process that has stopped, although others of its calls wait', async () => {
    const client = await mintClient(applications[0]);
    const leaving = await openApplication(store, env);
    const promised = await Promise.all(
      Array.from({ length: 30 }, () => ask(client, telebirr(), { waitMs: 0 }, leaving)),
    );
    await leaving.close();
    await waiting(0);
    const calls = await flood(client, 50);
    applications[1].engine.startRecovery();
    await waiting(80);
    await giveBack();
    await Promise.all(calls);
    for (const { requestId } of promised) {
      const state = () => applications[0].engine.request(requestId ?? '', client.key);
      await expect.poll(async () => (await state()).processingStatus).toBe('completed');
    }
  });
});

describe('addresses of the demo', () => {
  const demo = (address: string) =>
    applications[0].engine.verify({ reference: telebirr() }, { kind: 'demo', address });

  it('have five calls waiting at most, and take turns with each other', async () => {
    const order: string[] = [];
    const calls = [1, 2, 3, 4, 5].map((nth) => demo(`2001:db8:7::${nth}`).then(() => order.push('many')));
    await waiting(5);
    await expect(demo('2001:db8:7:1::6')).rejects.toMatchObject(refused);
    calls.push(demo('192.0.2.77').then(() => order.push('one')));
    await waiting(6);
    await giveBack();
    await Promise.all(calls);
    expect(order.indexOf('one')).toBeLessThanOrEqual(1);
  });
});

describe('event streams', () => {
  it('of one key are twenty at most, in all processes together; one that ends frees a place', async () => {
    const client = await mintClient(applications[0]);
    const pending = await ask(client, telebirr(), { waitMs: 0 });
    const id = pending.requestId ?? '';
    const open = async (nth: number, key = client.key) => {
      const stream = (await applications[nth % 2]?.engine.events(id, key))?.[Symbol.asyncIterator]();
      await stream?.next();
      return stream;
    };
    const streams = await Promise.all(Array.from({ length: 20 }, (_, nth) => open(nth)));
    await expect(open(20)).rejects.toMatchObject(refused);
    const second = await applications[0].engine.keys.mint({ account: client.account, mode: 'test' });
    const others = await open(0, second.key);
    await giveBack();
    const end = async (stream: (typeof streams)[number]) => {
      for (let next = await stream?.next(); next && !next.done; next = await stream?.next());
    };
    await Promise.all([...streams, others].map(end));
    await expect.poll(() => open(0).catch(() => null)).not.toBeNull();
  });
});
