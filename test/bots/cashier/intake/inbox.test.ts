/** Every update is handled, once, whatever became of the answer that it was written down. */
import type { Update } from 'grammy/types';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInbox } from '../../../../bots/cashier/intake/inbox.js';
import type { House } from '../../../../src/assemble.js';
import { openHouse } from '../../../engine/support.js';
import { testLog } from '../../../support/log.js';
import { openTestStore, type TestStore } from '../../../support/store.js';
import { lateOnce } from '../late-store.js';

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

it('what was written down without an answer in time is handled when it is delivered again, once', async () => {
  const notebook = house.engine.notebook('cashier');
  const handled: number[] = [];
  const handle = async ({ update_id }: Update) => void handled.push(update_id);
  const inbox = createInbox({ notebook: lateOnce(notebook), handle, shared: false, log: testLog() });
  const end = new AbortController();
  const playing = inbox.play(end.signal);

  const update: Update = { update_id: 7 };
  await expect(inbox.take(update)).rejects.toMatchObject({ failure: 'unavailable' });
  expect(handled).toEqual([]);
  for (let delivery = 0; delivery < 3; delivery += 1) await inbox.take(update);
  await vi.waitFor(async () => expect(await notebook.all('inbox')).toEqual([]));
  expect(handled).toEqual([7]);
  end.abort();
  await playing;
});
