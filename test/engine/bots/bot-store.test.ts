/** What a bot writes down is there for whichever process plays it next, and one plays at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BotStore } from '../../../src/engine/api/bots.js';
import { createBotStore } from '../../../src/engine/bots/bot-store.js';
import { createNotifier, type Notifier } from '../../../src/engine/store/pubsub.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { openTestStore, type TestStore } from '../../support/store.js';

let store: TestStore;
/** Each stands for a process. */
let notifiers: Notifier[];
let ours: BotStore;
let theirs: BotStore;
/** How far the clock of the notebooks is put forward. */
let aheadMs: number;

beforeEach(async () => {
  store = await openTestStore();
  notifiers = [];
  aheadMs = 0;
  ours = open('cashier');
  theirs = open('cashier');
});

afterEach(async () => {
  await Promise.all(notifiers.map((notifier) => notifier.close()));
  await store.close();
});

function open(bot: 'cashier' | 'admin'): BotStore {
  const notifier = createNotifier(store);
  notifiers.push(notifier);
  const now = () => Date.now() + aheadMs;
  return createBotStore({ store, scripts: loadScripts(store.client), notifier, now }, bot);
}

it('of all processes that claim an event, one gets it', async () => {
  const told = [ours, theirs, ours, theirs].map((botStore) => botStore.claimOnce('update:7', 60_000));
  expect((await Promise.all(told)).filter(Boolean)).toHaveLength(1);
  expect(await ours.claimOnce('update:8', 60_000)).toBe(true);
});

it('an event can be claimed again after its time has expired', async () => {
  expect(await ours.claimOnce('message', 60_000)).toBe(true);
  expect(await theirs.claimOnce('message', 60_000)).toBe(false);
  expect(await ours.claimOnce('soon:again', 30)).toBe(true);
  await expect.poll(() => theirs.claimOnce('soon:again', 60_000)).toBe(true);
});

it('a claim stores its record in the same step, once', async () => {
  const note = { id: 'inbox:7', value: { text: 'ሰላም' } };
  expect(await ours.claimOnce('update:7', 60_000, note)).toBe(true);
  expect(await theirs.get('inbox:7')).toEqual({ text: 'ሰላም' });
  await theirs.remove('inbox:7');
  expect(await ours.claimOnce('update:7', 60_000, note)).toBe(false);
  expect(await ours.get('inbox:7')).toBeNull();
});

it('records are listed by section, and only for their own bot', async () => {
  await ours.put('job:1', 1);
  await ours.put('job:2', 'two');
  await ours.put('cursor', '7-0');
  const found = await theirs.all('job');
  expect(found.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: 'job:1', value: 1 },
    { id: 'job:2', value: 'two' },
  ]);
  expect(await theirs.all('cursor')).toEqual([{ id: 'cursor', value: '7-0' }]);
  expect(await open('admin').all('job')).toEqual([]);
});

it('a record with an expiry is deleted afterwards, index entry included', async () => {
  await ours.put('silence:telebirr', true, { keepMs: 60_000 });
  await ours.put('silence:cbe', true, { keepMs: 600_000 });
  expect(await ours.get('silence:telebirr')).toBe(true);
  aheadMs = 60_000;
  expect(await ours.all('silence')).toEqual([{ id: 'silence:cbe', value: true }]);
  expect(await store.client.hlen('{n:cashier}:notes:silence')).toBe(1);
});

it('a temporary record can be read by every process until it expires or is deleted', async () => {
  await ours.setTemporary('answer:1', { receipt: 7 }, 60_000);
  await ours.setTemporary('answer:2', 'soon gone', 30);
  expect(await theirs.getTemporary('answer:1')).toEqual({ receipt: 7 });
  await expect.poll(() => theirs.getTemporary('answer:2')).toBeNull();
  await theirs.deleteTemporary('answer:1');
  expect(await ours.getTemporary('answer:1')).toBeNull();
});

it('an invalid record name is refused before anything is written', async () => {
  await expect(ours.put('a b', 1)).rejects.toThrow(TypeError);
  await expect(ours.claimOnce('', 1)).rejects.toThrow(TypeError);
  await expect(ours.put('long', 'x'.repeat(70_000))).rejects.toThrow(TypeError);
  await expect(ours.setTemporary('long', 'x'.repeat(70_000), 1_000)).rejects.toThrow(TypeError);
  expect(await store.client.keys('{n:*')).toEqual([]);
});

it('a notification wakes a listener in another process', async () => {
  const subscription = theirs.listen();
  const subscribed = async () => Number((await store.client.pubsub('NUMSUB', 'deresegn:everybody'))[1]);
  while ((await subscribed()) < 2) await sleep(10);
  const heard = subscription.wait(60_000);
  await ours.notify();
  await heard;
  subscription.close();
});

/** Plays until told to stop, and says when. */
function player(botStore: BotStore) {
  const signal = new AbortController();
  const state = { playing: false, terms: 0 };
  const ended = botStore.runAsLeader(async (lost) => {
    state.playing = true;
    state.terms += 1;
    if (!lost.aborted)
      await new Promise((resolve) => lost.addEventListener('abort', resolve, { once: true }));
    state.playing = false;
  }, signal.signal);
  return {
    state,
    async stop() {
      signal.abort();
      await ended;
    },
  };
}

it('one process leads; another takes over when it stops', async () => {
  const first = player(ours);
  while (!first.state.playing) await sleep(5);
  const second = player(theirs);
  await sleep(100);
  expect(second.state.playing).toBe(false);
  await first.stop();
  while (!second.state.playing) await sleep(20);
  expect(first.state.playing).toBe(false);
  await second.stop();
  expect(await store.client.exists('{n:cashier}:lead')).toBe(0);
});

it('a leader that lost its lease stops as soon as it learns that another leads, and becomes a follower', async () => {
  const first = player(ours);
  while (!first.state.playing) await sleep(5);
  await store.client.set('{n:cashier}:lead', 'another process', 'PX', 4_500);
  while (first.state.playing) await sleep(20);
  while (!first.state.playing) await sleep(20);
  expect(first.state.terms).toBe(2);
  await first.stop();
});

it('a leader whose task fails gives up leadership and passes the error on', async () => {
  const failing = ours.runAsLeader(async () => {
    throw new RangeError('on purpose');
  }, new AbortController().signal);
  await expect(failing).rejects.toThrow(RangeError);
  expect(await store.client.exists('{n:cashier}:lead')).toBe(0);
});
