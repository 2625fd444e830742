/** An uncached receipt whose caller, bank or process does not do as it should: two applications on one store stand for two processes. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Application } from '../../../src/app.js';
import { windowAt } from '../../../src/engine/shared/windows.js';
import * as names from '../../../src/engine/store/key-names.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';

let store: TestStore;
let application: Application;
let other: Application;
/** Lookups that one bank is given at once. */
const env = { PROVIDER_CONCURRENCY: 'telebirr=1,*=50', QUEUE_WAIT_SECONDS: '60' };

beforeAll(async () => {
  store = await openTestStore();
  [application, other] = await Promise.all([openApplication(store, env), openApplication(store, env)]);
});
afterAll(async () => {
  await Promise.all([application.close(), other.close()]);
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
    if (index === 0) await expect.poll(() => application.engine.sandbox.hits('telebirr', reference)).toBe(1);
    await queued(index);
  }
  return calls;
}

/** Ends the lease of a flight once it is led, as standing still for 15 s does. */
async function loseFlight(reference: string): Promise<void> {
  await expect.poll(() => store.client.del(names.flight(receiptOf(reference)))).toBe(1);
}

describe('a caller who disconnects before the bank was asked', () => {
  it('gets no slot, sends no request, is not charged and is counted as no outcome', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const gone = AbortSignal.abort();
    await expect(client.verify({ reference }, application, gone)).rejects.toMatchObject({
      name: 'CallerGone',
    });
    expect(await application.engine.sandbox.hits('telebirr', reference)).toBe(0);
    expect(await client.used()).toBe(0);
    // Activity is written down in order: once the next call is there, the one before it would be too.
    await client.verify({ reference });
    const recent = () => application.engine.activity.recent(client.account);
    await expect.poll(async () => (await recent()).map(({ outcome }) => outcome)).toEqual(['verified']);
  });
});

describe('a caller of a higher plan who asks for a receipt that an earlier call waits for', () => {
  it('is served with the priority of the higher plan', async () => {
    const [free, scale] = [await mintClient(application), await mintClient(application, { plan: 'scale' })];
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

  it('keeps the position of the first call when that one leaves', async () => {
    const free = await mintClient(application);
    const order: string[] = [];
    const [running, both, last] = [telebirr('SLOW'), telebirr(), telebirr()];
    const calls = await queueUp(free, [running], order);
    const gone = new AbortController();
    const first = free
      .verify({ reference: both }, application, gone.signal)
      .catch((error: Error) => error.name);
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
  it('keeps waiting, and is served in turn', async () => {
    const client = await mintClient(application);
    const [running, waiting] = [telebirr('SLOW'), telebirr()];
    const calls = [client.verify({ reference: running })];
    await expect.poll(() => application.engine.sandbox.hits('telebirr', running)).toBe(1);
    calls.push(client.verify({ reference: waiting }));
    await queued(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const answers = await Promise.all(calls);
    expect(answers.map(({ verdict }) => verdict)).toEqual(['verified', 'verified']);
  });
});

describe('a bank that is declared down', () => {
  it('gets no more requests, and its waiting calls are refused at once', async () => {
    const client = await mintClient(application);
    const [running, ...waiting] = [telebirr('SLOW'), telebirr(), telebirr()];
    const first = client.verify({ reference: running });
    await expect.poll(() => application.engine.sandbox.hits('telebirr', running)).toBe(1);
    const calls = waiting.map((reference, nth) => client.failure({ reference }, nth ? application : other));
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
    for (const reference of waiting)
      expect(await application.engine.sandbox.hits('telebirr', reference)).toBe(0);
    expect(await client.used()).toBe(1);
  });
});

describe('a receipt that two processes fetched because one had lost its lease', () => {
  it('is charged once, and the second process serves it as cached', async () => {
    const client = await mintClient(application);
    const reference = telebirr('SLOW');
    const calls = [client.verify({ reference })];
    await expect.poll(() => application.engine.sandbox.hits('telebirr', reference)).toBe(1);
    await loseFlight(reference);
    calls.push(client.verify({ reference }, other));
    const answers = await Promise.all(calls);
    expect(answers.map(({ cached }) => cached).sort()).toEqual([false, true]);
    expect(await application.engine.sandbox.hits('telebirr', reference)).toBe(2);
    expect(await client.used()).toBe(1);
  });
});

describe('a receipt whose process was suspended for longer than the reservation of the call', () => {
  it('is answered as cached, because nothing was charged for it', async () => {
    const client = await mintClient(application);
    const reference = telebirr('SLOW');
    const answer = client.verify({ reference });
    await expect.poll(() => application.engine.sandbox.hits('telebirr', reference)).toBe(1);
    const { name: month } = windowAt('month', Date.now(), 'Africa/Addis_Ababa');
    await expect.poll(() => store.client.del(names.held(client.account, 'all', month))).toBe(1);
    expect(await answer).toMatchObject({ cached: true });
    expect(await client.used()).toBe(0);
  });
});
