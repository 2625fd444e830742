/** Administrators are told when webhooks arrive nowhere: several accounts at once, once, and when they arrive again. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createEvents } from '../../../src/engine/store/events.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { createArrivals, createArrivalsTask } from '../../../src/engine/webhooks/arrivals.js';
import { freePort } from '../../support/ports.js';
import { eventOf, startProcess, startReceiver } from './support.js';

const { store, webhooks, deliveries } = await startProcess();
const events = createEvents(store, loadScripts(store.client));
const never = new AbortController().signal;

beforeEach(() => store.client.flushall());

/** What a process of its own would have; the clock is that of the test. */
function openWatch(clock: { now: number }, emit = events.emit) {
  const now = () => clock.now;
  const arrivals = createArrivals(store, now);
  const { run } = createArrivalsTask({ store, events: { emit }, arrivals, now });
  return { record: arrivals.record, look: async () => expect(await run(never)).toBeGreaterThanOrEqual(0) };
}

const told = async () => {
  const all = await events.read('0', 100);
  return all.map(({ event: { at: _, ...event } }) => event).filter(({ kind }) => kind.startsWith('webhooks'));
};
const fail = (watch: ReturnType<typeof openWatch>, ...accounts: string[]) => {
  for (const account of accounts) watch.record(account, 'failed', 'timeout');
};

it('three accounts that nothing reaches are told once by two processes, and again when they are reached', async () => {
  const clock = { now: Date.now() };
  const [one, other] = [openWatch(clock), openWatch(clock)];
  fail(one, 'a', 'b');
  await one.look();
  await one.look();
  expect(await told()).toEqual([]);

  fail(other, 'b', 'c');
  one.record('c', 'failed', 'unreachable');
  for (const watch of [one, other, one, other]) await watch.look();
  const since = new Date(clock.now).toISOString();
  const failing = { kind: 'webhooks_failing', since, accounts: 3, cause: 'timeout' };
  expect(await told()).toEqual([failing]);

  // No attempts for a while: nothing is known, so nothing is over.
  clock.now += 3_600_000;
  await one.look();
  expect(await told()).toEqual([failing]);
  fail(one, 'b', 'c');
  other.record('a', 'delivered', null);
  for (const watch of [other, one]) await watch.look();
  expect(await told()).toEqual([failing, { kind: 'webhooks_arrive', failingSince: since }]);
});

it('shops whose servers fail while others are reached are nobody else’s fault, however many they are', async () => {
  const watch = openWatch({ now: Date.now() });
  fail(watch, ...Array.from({ length: 8 }, (_, nth) => `failing ${nth}`));
  watch.record('reached', 'gone', 'http_status');
  for (let look = 0; look < 3; look += 1) await watch.look();
  expect(await told()).toEqual([]);
});

it('a process that dies between noticing and telling leaves it to the next one', async () => {
  const clock = { now: Date.now() };
  const dying = openWatch(clock, () => Promise.reject(new Error('killed')));
  fail(dying, 'a', 'b', 'c');
  await dying.look();
  await expect(dying.look()).rejects.toThrow('killed');
  const since = new Date(clock.now).toISOString();
  clock.now += 60_000;
  await openWatch(clock).look();
  expect(await told()).toMatchObject([{ kind: 'webhooks_failing', since }]);
});

it('every attempt is noted where it is made: whom it reached, or why it did not', async () => {
  const { url } = await startReceiver();
  const [reached, not] = [randomUUID(), randomUUID()];
  await webhooks.create(reached, { url, events: ['*'] });
  await webhooks.create(not, { url: `http://127.0.0.1:${await freePort()}`, events: ['*'] });
  for (const account of [reached, not]) await deliveries.publish(eventOf(account));
  await expect.poll(() => store.client.zrange(names.arrivedWebhooks(), 0, -1)).toEqual([reached]);
  await expect.poll(() => store.client.zrange(names.failedWebhooks(), 0, -1)).toEqual([`unreachable ${not}`]);
});
