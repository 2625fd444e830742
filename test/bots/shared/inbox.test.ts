/** Every update is handled, once, whatever became of the answer that it was written down. */
import type { Update } from 'grammy/types';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chatOf, Inbox } from '../../../bots/shared/inbox.js';
import type { Application } from '../../../src/app.js';
import type { BotStore } from '../../../src/engine/index.js';
import { openApplication } from '../../engine/support.js';
import { testLog } from '../../support/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { lateOnce } from '../late-store.js';

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

const common = (botStore: BotStore) => ({
  ...{ botStore, laneOf: chatOf, shared: false, component: 'cashier-bot', log: testLog() },
});
/** A person's message in a chat. */
const said = (update_id: number, chat: number): Update => ({
  update_id,
  message: {
    message_id: update_id,
    date: 1,
    chat: { id: chat, type: 'private', first_name: 'Selam' },
    text: 'x',
  } as never,
});

it("an update that was stored although the store's reply timed out is handled when it is delivered again, once", async () => {
  const botStore = application.engine.botStore('cashier');
  const handled: number[] = [];
  const handle = async ({ update_id }: Update) => void handled.push(update_id);
  const inbox = new Inbox<Update>({ ...common(lateOnce(botStore)), handle });
  const end = new AbortController();
  const playing = inbox.run(end.signal);

  const update: Update = { update_id: 7 };
  await expect(inbox.take(update)).rejects.toMatchObject({ failure: 'unavailable' });
  expect(handled).toEqual([]);
  for (let delivery = 0; delivery < 3; delivery += 1) await inbox.take(update);
  await vi.waitFor(async () => expect(await botStore.all('inbox')).toEqual([]));
  expect(handled).toEqual([7]);
  end.abort();
  await playing;
});

it.each([
  ['polled', false],
  ['posted', true],
])(
  'a malformed update that is %s delays none that follows, in this process or the next',
  async (_, shared) => {
    const botStore = application.engine.botStore('cashier');
    const handled: number[] = [];
    const handle = async ({ update_id, message }: Update) => {
      if (message === undefined) throw new TypeError('damaged');
      handled.push(update_id);
    };
    const damaged = [[0, ''], { message: null }, { from: null }, 'x', 1e308].map(
      (callback_query, nth) => ({ update_id: nth + 1, callback_query }) as unknown as Update,
    );
    for (const first of [damaged, []]) {
      const inbox = new Inbox<Update>({ ...common(botStore), shared, handle });
      const end = new AbortController();
      const playing = inbox.run(end.signal);
      const last = first.length + 6 + handled.length;
      for (const update of [...first, said(last, 5)]) await inbox.take(update);
      await vi.waitFor(() => expect(handled.at(-1)).toBe(last));
      end.abort();
      await playing;
    }
  },
);

it('by webhook, updates of a chat are handled in order, though the later one reaches the leader first', async () => {
  const botStore = application.engine.botStore('cashier');
  const handled: number[] = [];
  const handle = async ({ update_id }: Update) => void handled.push(update_id);
  const leader = new Inbox<Update>({ ...common(botStore), shared: true, handle });
  const other = new Inbox<Update>({ ...common(botStore), shared: true, handle });
  const end = new AbortController();
  const playing = leader.run(end.signal);
  await leader.take(said(1, 5));
  for (let nth = 2; nth < 40; nth += 2) {
    await Promise.all([leader.take(said(nth + 1, 5)), other.take(said(nth, 5))]);
  }
  await vi.waitFor(() => expect(handled).toHaveLength(39));
  expect(handled).toEqual([...handled].sort((a, b) => a - b));
  end.abort();
  await playing;
});

it('an update a process died over is handled again by the next, and one chat that takes long delays no other', async () => {
  const botStore = application.engine.botStore('admin');
  const handled: number[] = [];
  const died = new AbortController();
  let release = () => {};
  const stuck = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = new Inbox<Update>({
    ...common(botStore),
    async handle(update) {
      if (chatOf(update) === 5) await stuck;
      handled.push(update.update_id);
    },
  });
  const playing = first.run(died.signal);
  for (const update of [said(1, 5), said(2, 6)]) await first.take(update);
  await vi.waitFor(() => expect(handled).toEqual([2]));
  // Dead to all others: what it was at is still written down.
  died.abort();
  const again: number[] = [];
  const next = new Inbox<Update>({
    ...common(botStore),
    handle: async ({ update_id }) => void again.push(update_id),
  });
  const end = new AbortController();
  const going = next.run(end.signal);
  await vi.waitFor(() => expect(again).toEqual([1]));
  end.abort();
  release();
  await Promise.all([playing, going]);
});
