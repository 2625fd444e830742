/** Every receipt that was taken in is worked on, whatever became of the answer that it was written down. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Delivery } from '../../../../bots/cashier/jobs/deliver.js';
import { newJob } from '../../../../bots/cashier/jobs/job.js';
import { createJobs } from '../../../../bots/cashier/jobs/jobs.js';
import { createLimits } from '../../../../bots/cashier/jobs/limits.js';
import { createSaid } from '../../../../bots/cashier/jobs/said.js';
import type { Message } from '../../../../bots/cashier/render/index.js';
import type { House } from '../../../../src/assemble.js';
import { Failure, type Notebook } from '../../../../src/engine/index.js';
import { openHouse } from '../../../engine/support.js';
import { testLog } from '../../../support/log.js';
import { openTestStore, type TestStore } from '../../../support/store.js';
import { lateOnce } from '../../late-store.js';

let store: TestStore;
let house: House;

beforeEach(async () => {
  store = await openTestStore();
  house = await openHouse(store);
});

afterEach(async () => {
  await house.close();
  await store.close();
});

const said: Message = { text: 'said', entities: [], buttons: [] };
const lane = { name: '', countsMs: null };
const delivery: Delivery = {
  send: async (chat) => ({ chat, message: 2 }),
  edit: async (_chat, _id, latest) => latest(),
};

it('a receipt that was written down without an answer in time is begun with when it is taken in again, once', async () => {
  const notebook = house.engine.notebook('cashier');
  const work = vi.fn(async () => ({ kind: 'done' as const }));
  const jobs = createJobs({
    ...{ notebook: lateOnce(notebook), delivery, work, log: testLog() },
    ...{ limits: createLimits({ perLane: 1, inAll: 1 }), said: createSaid(notebook) },
    ...{
      checking: () => said,
      answered: () => said,
      broken: () => said,
      laneOf: () => lane,
      isDown: () => false,
      ready: () => true,
    },
  });
  const end = new AbortController();
  await jobs.play(end.signal);

  const what = { kind: 'text' as const, request: { reference: 'DKK4A1B2C3' } };
  const who = { person: 'tg:1', shop: 'acc_1', locale: 'en' as const, chat: 1, group: false };
  const job = newJob({ ...who, message: 1, part: '0', what, expected: null }, Date.now());
  await expect(jobs.open(job)).rejects.toMatchObject({ failure: 'unavailable' });
  expect(work).not.toHaveBeenCalled();
  expect(await jobs.open(job)).toBe(false);
  await vi.waitFor(async () => expect(await notebook.all('job')).toEqual([]));
  expect(await jobs.open(job)).toBe(false);
  expect(work).toHaveBeenCalledTimes(1);
  end.abort();
});

it('a store that fails while what was left is taken up makes nothing run twice', async () => {
  const notebook = house.engine.notebook('cashier');
  const what = { kind: 'text' as const, request: { reference: 'DKK4A1B2C3' } };
  const who = { person: 'tg:1', shop: 'acc_1', locale: 'en' as const, chat: 1, group: false };
  for (const message of [1, 2, 3]) {
    const job = newJob({ ...who, message, part: '0', what, expected: null }, Date.now());
    await notebook.put(`job:${job.id}`, job);
  }
  let writes = 0;
  const blinking: Notebook = {
    ...notebook,
    async put(...args) {
      writes += 1;
      if (writes === 3) throw new Failure('unavailable');
      await notebook.put(...args);
    },
  };
  const end = new AbortController();
  const work = vi.fn(async ({ signal }: { signal: AbortSignal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return { kind: 'done' as const };
  });
  const send = vi.fn(delivery.send);
  const jobs = createJobs({
    ...{ notebook: blinking, delivery: { ...delivery, send }, work, log: testLog() },
    ...{ limits: createLimits({ perLane: 9, inAll: 9 }), said: createSaid(notebook) },
    ...{ checking: () => said, answered: () => said, broken: () => said, laneOf: () => lane },
    ...{ isDown: () => false, ready: () => true },
  });
  while (
    !(await jobs.play(end.signal).then(
      () => true,
      () => false,
    ))
  );
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  end.abort();
});
