/** Every receipt that was taken in is worked on, whatever became of the answer that it was written down. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAnsweredMessages } from '../../../../bots/cashier/jobs/answered-messages.js';
import type { Delivery } from '../../../../bots/cashier/jobs/deliver.js';
import { newJob } from '../../../../bots/cashier/jobs/job.js';
import { createJobs } from '../../../../bots/cashier/jobs/jobs.js';
import { createLimits } from '../../../../bots/cashier/jobs/limits.js';
import type { Next } from '../../../../bots/cashier/jobs/types.js';
import type { Message } from '../../../../bots/cashier/render/index.js';
import type { Application } from '../../../../src/app.js';
import { type BotStore, Failure } from '../../../../src/engine/index.js';
import { openApplication } from '../../../engine/support.js';
import { testLog } from '../../../support/log.js';
import { openTestStore, type TestStore } from '../../../support/store.js';
import { lateOnce } from '../../late-store.js';

let store: TestStore;
let application: Application;

beforeEach(async () => {
  store = await openTestStore();
  application = await openApplication(store);
});

afterEach(async () => {
  await application.close();
  await store.close();
});

const said: Message = { text: 'said', entities: [], buttons: [] };
const lane = { name: '', countsMs: null };
const delivery: Delivery = {
  send: async (chat) => ({ chat, message: 2 }),
  edit: async (_chat, _id, latest) => latest(),
};

it("a receipt that was stored although the store's reply timed out is started when it is delivered again, once", async () => {
  const botStore = application.engine.botStore('cashier');
  const work = vi.fn(async () => ({ kind: 'done' as const }));
  const jobs = createJobs({
    ...{ botStore: lateOnce(botStore), delivery, runJob: work, log: testLog() },
    ...{ limits: createLimits({ perLane: 1, inAll: 1 }), answeredMessages: createAnsweredMessages(botStore) },
    ...{
      checking: () => said,
      answeredElsewhere: () => said,
      unexpectedError: () => said,
      laneOf: () => lane,
      isDown: () => false,
      ready: () => true,
    },
  });
  const end = new AbortController();
  await jobs.run(end.signal);

  const what = { kind: 'text' as const, request: { reference: 'DKK4A1B2C3' } };
  const who = { person: 'tg:1', shop: 'acc_1', locale: 'en' as const, chat: 1, group: false };
  const job = newJob({ ...who, message: 1, part: '0', what, expected: null }, Date.now());
  await expect(jobs.open(job)).rejects.toMatchObject({ failure: 'unavailable' });
  expect(work).not.toHaveBeenCalled();
  expect(await jobs.open(job)).toBe(false);
  await vi.waitFor(async () => expect(await botStore.all('job')).toEqual([]));
  expect(await jobs.open(job)).toBe(false);
  expect(work).toHaveBeenCalledTimes(1);
  end.abort();
});

it('a store that fails while jobs are resumed makes none run twice', async () => {
  const botStore = application.engine.botStore('cashier');
  const what = { kind: 'text' as const, request: { reference: 'DKK4A1B2C3' } };
  const who = { person: 'tg:1', shop: 'acc_1', locale: 'en' as const, chat: 1, group: false };
  for (const message of [1, 2, 3]) {
    const job = newJob({ ...who, message, part: '0', what, expected: null }, Date.now());
    await botStore.put(`job:${job.id}`, job);
  }
  let writes = 0;
  const blinking: BotStore = {
    ...botStore,
    async put(...args) {
      writes += 1;
      if (writes === 3) throw new Failure('unavailable');
      await botStore.put(...args);
    },
  };
  const end = new AbortController();
  const work = vi.fn(async ({ signal }: { signal: AbortSignal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return { kind: 'done' as const };
  });
  const send = vi.fn(delivery.send);
  const jobs = createJobs({
    ...{ botStore: blinking, delivery: { ...delivery, send }, runJob: work, log: testLog() },
    ...{ limits: createLimits({ perLane: 9, inAll: 9 }), answeredMessages: createAnsweredMessages(botStore) },
    ...{
      checking: () => said,
      answeredElsewhere: () => said,
      unexpectedError: () => said,
      laneOf: () => lane,
    },
    ...{ isDown: () => false, ready: () => true },
  });
  while (
    !(await jobs.run(end.signal).then(
      () => true,
      () => false,
    ))
  );
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  end.abort();
});

it('jobs that wait for a button are looked up and never listed, as are records of an earlier version', async () => {
  const botStore = application.engine.botStore('cashier');
  const what = { kind: 'text' as const, request: { reference: 'DKK4A1B2C3' } };
  const who = { person: 'tg:1', shop: 'acc_1', locale: 'en' as const, chat: 1, group: false };
  const jobOf = (message: number) =>
    newJob({ ...who, message, part: '0', what, expected: null, answer: 90 + message }, Date.now());
  const old = { ...jobOf(1), state: 'asking' as const };
  await botStore.put(`job:${old.id}`, old);
  const remembered = createAnsweredMessages(botStore);
  let next: Next = { kind: 'asking' };
  const work = vi.fn(async () => next);
  const jobs = createJobs({
    ...{ botStore, delivery, runJob: work, log: testLog(), answeredMessages: remembered },
    ...{ limits: createLimits({ perLane: 9, inAll: 9 }), laneOf: () => lane },
    ...{ checking: () => said, answeredElsewhere: () => said, unexpectedError: () => said },
    ...{ isDown: () => false, ready: () => true },
  });
  const end = new AbortController();
  await jobs.run(end.signal);
  const fresh = jobOf(2);
  await jobs.open(fresh);
  await vi.waitFor(async () => expect(await botStore.all('job')).toEqual([]));
  for (const { id } of [old, fresh]) expect(await jobs.find(id)).toMatchObject({ id, state: 'asking' });

  next = { kind: 'done' };
  expect(await jobs.retry(old.id, { expected: '500' })).toBe(true);
  await vi.waitFor(async () => expect(await jobs.find(old.id)).toBeNull());
  expect(work).toHaveBeenCalledTimes(2);
  await jobs.forget('tg:1');
  await remembered.forget('tg:1', async () => undefined);
  expect(await jobs.find(fresh.id)).toBeNull();
  end.abort();
});

it('a receipt that is corrected twice while "Checking…" is being sent gets one message, and is checked as corrected last', async () => {
  const botStore = application.engine.botStore('cashier');
  const what = { kind: 'text' as const, request: { reference: 'DKK4A1B2C3' } };
  const who = { person: 'tg:1', shop: 'acc_1', locale: 'en' as const, chat: 1, group: false };
  const job = newJob({ ...who, message: 1, part: '0', what, expected: null }, Date.now());
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const send = vi.fn(async (chat: number) => {
    await arrived;
    return { chat, message: 2 };
  });
  const asked: (string | null)[] = [];
  const jobs = createJobs({
    ...{
      botStore,
      delivery: { ...delivery, send },
      log: testLog(),
      answeredMessages: createAnsweredMessages(botStore),
    },
    async runJob({ job: { expected }, signal, messageSent: announced }) {
      await announced();
      signal.throwIfAborted();
      asked.push(expected);
      return { kind: 'done' as const };
    },
    ...{ limits: createLimits({ perLane: 9, inAll: 9 }), laneOf: () => lane },
    ...{ checking: () => said, answeredElsewhere: () => said, unexpectedError: () => said },
    ...{ isDown: () => false, ready: () => true },
  });
  const end = new AbortController();
  await jobs.run(end.signal);
  await jobs.open(job);
  await vi.waitFor(() => expect(send).toHaveBeenCalled());
  for (const expected of ['400', '500']) await jobs.replace({ ...job, expected });
  arrive();
  await vi.waitFor(async () => expect(await botStore.all('job')).toEqual([]));
  expect(send).toHaveBeenCalledTimes(1);
  expect(asked).toEqual(['500']);
  end.abort();
});

it('a receipt that is corrected again while the store is slow to write the first correction is answered all the same', async () => {
  const botStore = application.engine.botStore('cashier');
  const what = { kind: 'text' as const, request: { reference: 'DKK4A1B2C3' } };
  const who = { person: 'tg:1', shop: 'acc_1', locale: 'en' as const, chat: 1, group: false };
  const job = newJob({ ...who, message: 1, part: '0', what, expected: null }, Date.now());
  let written = 0;
  let go = () => {};
  const slow = new Promise<void>((resolve) => {
    go = resolve;
  });
  const put: BotStore['put'] = async (id, value, options) => {
    // As it is taken in, and once more when the work before it has ended.
    if (JSON.stringify(value).includes('"expected":"400"') && ++written === 2) await slow;
    await botStore.put(id, value, options);
  };
  const asked: (string | null)[] = [];
  const jobs = createJobs({
    ...{
      botStore: { ...botStore, put },
      delivery,
      log: testLog(),
      answeredMessages: createAnsweredMessages(botStore),
    },
    async runJob({ job: { expected }, signal }) {
      signal.throwIfAborted();
      asked.push(expected);
      return { kind: 'done' as const };
    },
    ...{ limits: createLimits({ perLane: 9, inAll: 9 }), laneOf: () => lane },
    ...{ checking: () => said, answeredElsewhere: () => said, unexpectedError: () => said },
    ...{ isDown: () => false, ready: () => true },
  });
  const end = new AbortController();
  await jobs.run(end.signal);
  await jobs.open(job);
  await vi.waitFor(async () => expect(await botStore.all('job')).toEqual([]));
  await jobs.replace({ ...job, answer: 2, expected: '400' });
  await vi.waitFor(() => expect(written).toBe(2));
  await jobs.replace({ ...job, answer: 2, expected: '500' });
  go();
  await vi.waitFor(async () => expect(await botStore.all('job')).toEqual([]));
  expect(asked).toEqual([null, '500']);
  end.abort();
});
