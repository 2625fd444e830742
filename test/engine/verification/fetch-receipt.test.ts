/** An uncached receipt whose caller, bank or process does not do as it should: two houses on one store stand for two processes. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Application } from '../../../src/app.js';
import * as names from '../../../src/engine/store/key-names.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openHouse, telebirr } from '../support.js';

let store: TestStore;
let house: Application;
let other: Application;
/** Lookups that one bank is given at once. */
const env = { PROVIDER_CONCURRENCY: 'telebirr=1,*=50', QUEUE_WAIT_SECONDS: '60' };

beforeAll(async () => {
  store = await openTestStore();
  [house, other] = await Promise.all([openHouse(store, env), openHouse(store, env)]);
});
afterAll(async () => {
  await Promise.all([house.close(), other.close()]);
  await store.close();
});

const receiptOf = (reference: string) => names.receipt('sandbox', 'telebirr', reference, '');

/** Resolves when so many calls stand in the queue. */
async function queued(count: number): Promise<void> {
  await expect.poll(() => store.client.zcard(names.waiting('sandbox:telebirr'))).toBe(count);
}

/** Calls of one account, each at the end of the queue, and the order in which all of them are answered. */
async function queueUp(client: Client, references: string[], order: string[]): Promise<Promise<unknown>[]> {
  const calls: Promise<unknown>[] = [];
  for (const [index, reference] of references.entries()) {
    calls.push(client.verify({ reference }).then(() => order.push(reference)));
    if (index === 0) await expect.poll(() => house.engine.sandbox.hits('telebirr', reference)).toBe(1);
    await queued(index);
  }
  return calls;
}

/** Ends the lease of a flight once it is led, as standing still for 15 s does. */
async function loseFlight(reference: string): Promise<void> {
  await expect.poll(() => store.client.del(names.flight(receiptOf(reference)))).toBe(1);
}

describe('a caller who disconnects before the bank was asked', () => {
  it('is given no slot, sent to no bank, charged nothing and counted as no outcome', async () => {
    const client = await mintClient(house);
    const reference = telebirr();
    const gone = AbortSignal.abort();
    await expect(client.verify({ reference }, house, gone)).rejects.toMatchObject({ name: 'CallerGone' });
    expect(await house.engine.sandbox.hits('telebirr', reference)).toBe(0);
    expect(await client.used()).toBe(0);
    // Activity is written down in order: once the next call is there, the one before it would be too.
    await client.verify({ reference });
    const recent = () => house.engine.activity.recent(client.account);
    await expect.poll(async () => (await recent()).map(({ outcome }) => outcome)).toEqual(['verified']);
  });
});

describe('a caller of a higher plan who asks for what somebody before him waits for', () => {
  it('is served as the higher plan is, and not in the place of the other', async () => {
    const [free, scale] = [await mintClient(house), await mintClient(house, { plan: 'scale' })];
    const order: string[] = [];
    const references = [telebirr('SLOW'), telebirr(), telebirr(), telebirr()];
    const last = references.at(-1) ?? '';
    const calls = await queueUp(free, references, order);
    const hurried = scale.verify({ reference: last }, other);
    await hurried;
    await Promise.all(calls);
    expect(order[0]).toBe(references[0]);
    expect(order.indexOf(last)).toBe(1);
    expect(await scale.used()).toBe(0);
    expect(await free.used()).toBe(4);
  });

  it('waits where the first one stood when that one leaves, and not at the end', async () => {
    const free = await mintClient(house);
    const order: string[] = [];
    const [running, both, last] = [telebirr('SLOW'), telebirr(), telebirr()];
    const calls = await queueUp(free, [running], order);
    const gone = new AbortController();
    const first = free.verify({ reference: both }, house, gone.signal).catch((error: Error) => error.name);
    await queued(1);
    calls.push(free.verify({ reference: last }).then(() => order.push(last)));
    await queued(2);
    const arrival = () => store.client.hget(names.arrivals('sandbox:telebirr'), 'ms');
    const before = await arrival();
    calls.push(free.verify({ reference: both }, other).then(() => order.push(both)));
    // It follows, and knows where it would stand by itself.
    await expect.poll(arrival).not.toBe(before);
    gone.abort();
    expect(await first).toBe('CallerGone');
    await Promise.all(calls);
    expect(order).toEqual([running, both, last]);
  });
});

describe('a caller who waits while the clock of the machine is set forward', () => {
  it('goes on waiting, and is served in turn', async () => {
    const client = await mintClient(house);
    const [running, waiting] = [telebirr('SLOW'), telebirr()];
    const calls = [client.verify({ reference: running })];
    await expect.poll(() => house.engine.sandbox.hits('telebirr', running)).toBe(1);
    calls.push(client.verify({ reference: waiting }));
    await queued(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const answers = await Promise.all(calls);
    expect(answers.map(({ verdict }) => verdict)).toEqual(['verified', 'verified']);
  });
});

describe('a bank that is declared down', () => {
  it('is sent nothing more, and who waits for it is told at once', async () => {
    const client = await mintClient(house);
    const [running, ...waiting] = [telebirr('SLOW'), telebirr(), telebirr()];
    const first = client.verify({ reference: running });
    await expect.poll(() => house.engine.sandbox.hits('telebirr', running)).toBe(1);
    const calls = waiting.map((reference, nth) => client.failure({ reference }, nth ? house : other));
    const follower = client.failure({ reference: waiting[0] ?? '' });
    await queued(2);
    const now = Date.now();
    const record = { state: 'down', since: now, round: 1, at: now, lastGood: now, blocked: '', rows: '[]' };
    await store.client.hset(names.health('sandbox', 'telebirr'), record);
    await store.client.publish(names.everybodyChannel(), 'health');
    let isOver = false;
    void first.then(() => {
      isOver = true;
    });
    expect(await Promise.all([...calls, follower])).toEqual(Array(3).fill('provider_down'));
    expect(isOver).toBe(false);
    await first;
    await store.client.del(names.health('sandbox', 'telebirr'));
    await store.client.publish(names.everybodyChannel(), 'health');
    for (const reference of waiting) expect(await house.engine.sandbox.hits('telebirr', reference)).toBe(0);
    expect(await client.used()).toBe(1);
  });
});

describe('a receipt that two processes fetched, because one had lost its flight', () => {
  it('is charged once, and whoever comes second with it is served as cached', async () => {
    const client = await mintClient(house);
    const reference = telebirr('SLOW');
    const calls = [client.verify({ reference })];
    await expect.poll(() => house.engine.sandbox.hits('telebirr', reference)).toBe(1);
    await loseFlight(reference);
    calls.push(client.verify({ reference }, other));
    const answers = await Promise.all(calls);
    expect(answers.map(({ cached }) => cached).sort()).toEqual([false, true]);
    expect(await house.engine.sandbox.hits('telebirr', reference)).toBe(2);
    expect(await client.used()).toBe(1);
  });
});
