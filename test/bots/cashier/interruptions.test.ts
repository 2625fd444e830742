/** What a process that stops, a store that fails and a clock that goes on leave to do: none of it is lost, or done twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CashierBot, createCashierBot } from '../../../bots/cashier/bot.js';
import type { Application } from '../../../src/app.js';
import { loadConfig } from '../../../src/config/index.js';
import { type BotStore, Failure } from '../../../src/engine/index.js';
import { dateOf } from '../../../src/engine/shops/calendar.js';
import * as names from '../../../src/engine/store/key-names.js';
import { openApplication } from '../../engine/support.js';
import { testLog } from '../../support/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import {
  type FakeBot,
  type FakeTelegram,
  startTelegram,
  tooManyRequests,
} from '../../support/telegram/index.js';
import { reaction, wordsOf } from './features/support.js';
import {
  hintOn,
  type People,
  paidTo,
  peopleOf,
  type Shopkeeper,
  verdictOn,
  walletReceipt,
} from './people.js';

const token = '777002:AAHtokenOfInterruptions_0123456789abc';

let store: TestStore;
let application: Application;
let telegram: FakeTelegram;
let bot: FakeBot;
let people: People;
let selam: Shopkeeper;
let playing: CashierBot;
/** Paid to Selam's shop. */
let receipts: string[];

beforeEach(async () => {
  store = await openTestStore();
  application = await openApplication(store);
  telegram = await startTelegram();
  bot = telegram.bot(token);
  people = peopleOf(application, bot);
  selam = await people.shopkeeper('Selam');
  const { shops } = application.engine;
  const shop = selam.membership.shop.id;
  await shops.set(shop, { maxAgeHours: 8760 });
  receipts = Array.from({ length: 3 }, () => walletReceipt());
  for (const reference of receipts)
    await shops.saveAccount(shop, { provider: 'telebirr', ...paidTo(reference) });
  await play();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await playing.stop();
  await application.close();
  await telegram.close();
  await store.close();
});

/** Starts the bot. @param changed its store behaves otherwise in this */
async function play(changed: Partial<BotStore> = {}): Promise<void> {
  const env = { LOG_LEVEL: 'silent', CASHIER_BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.root };
  const config = loadConfig({ REDIS_URL: store.url, ...env }, null);
  const { engine } = application;
  const botStore = { ...engine.botStore('cashier'), ...changed };
  const before = bot.polls;
  playing = createCashierBot({ engine: { ...engine, botStore: () => botStore }, config, log: testLog() });
  playing.start();
  while (bot.polls === before) await sleep(10);
}

it('an owner whose notice was interrupted gets it with the next receipt, and no second one that day', async () => {
  const { engine } = application;
  const shop = selam.membership.shop.id;
  const abel = await people.cashier('Abel', selam.membership);
  vi.spyOn(engine, 'verify').mockRejectedValue(new Failure('quota_exceeded'));
  await playing.stop();
  await play();
  const isOwners = (sent: Readonly<Record<string, unknown>>) => sent.chat_id === selam.chat.id;
  bot.fails('sendMessage', { refusal: tooManyRequests(30), times: 100, when: isOwners });
  await verdictOn(abel.chat, abel.chat.sends.text(receipts[0] ?? ''));
  await abel.chat.until(() => bot.callsOf('sendMessage').some(({ payload }) => isOwners(payload)));
  await playing.stop();
  bot.heals('sendMessage');
  expect(selam.chat.answers).toEqual([]);
  // As if the process that had begun with it were two minutes gone.
  await store.client.del(names.noticeSent(shop, 'quota', dateOf(Date.now(), 'Africa/Addis_Ababa')));
  await play();
  for (const reference of receipts.slice(1)) {
    const answer = await verdictOn(abel.chat, abel.chat.sends.text(reference));
    expect(answer.text).toMatch(/^⏳ Your shop has used all its checks/);
    await selam.chat.message(/has used all its checks/);
  }
  expect(selam.chat.answers).toHaveLength(1);
});

it('a store that fails while receipts are taken up lets none be checked or answered twice', async () => {
  await people.bankIs('telebirr', 'slow');
  const sent = receipts.map((reference) => selam.chat.sends.text(reference));
  const answersTo = ({ id }: { id: number }) => selam.chat.answers.filter(({ replyTo }) => replyTo === id);
  await selam.chat.until(() => sent.every((one) => answersTo(one).length > 0));
  await playing.stop();
  const botStore = application.engine.botStore('cashier');
  let written = 0;
  const put: BotStore['put'] = async (id, value, options) => {
    written += id.startsWith('job:') ? 1 : 0;
    if (written === 3) {
      written += 1;
      throw new Failure('unavailable');
    }
    await botStore.put(id, value, options);
  };
  await people.bankIs('telebirr', 'up');
  const accepted = vi.spyOn(application.engine.shops, 'submitReceipt');
  await play({ put });
  for (const one of sent) expect((await verdictOn(selam.chat, one)).text).toMatch(/^✅/);
  expect(written).toBeGreaterThan(3);
  expect(sent.map((one) => answersTo(one).length)).toEqual([1, 1, 1]);
  expect(accepted).toHaveBeenCalledTimes(3);
});

it('what is sold after closing time is in the summary of the next day', async () => {
  const { shops } = application.engine;
  const shop = selam.membership.shop.id;
  const timeZone = 'Africa/Addis_Ababa';
  const twoHoursAgo = new Date(Date.now() - 7_200_000).toLocaleTimeString('en-GB', { timeZone });
  await shops.set(shop, { closingTime: twoHoursAgo.slice(0, 5) });
  const date = await shops.today(shop);
  const dayBefore = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
  await verdictOn(selam.chat, selam.chat.sends.text(receipts[0] ?? ''));
  const today = await reaction(selam.chat, () => selam.chat.sends.text('/today'));
  expect(today.text).toMatch(/Accepted: 1 payment/);
  const nextClosing = async () => Number(await store.client.zscore(names.closings(), shop));
  for (const [closed, says] of [
    [dayBefore, /^Summary for [\s\S]*No payment accepted/],
    [date, /^Summary for [\s\S]*Accepted: 1 payment/],
  ] as const) {
    await store.client.hset(names.closingDates(), shop, closed);
    await store.client.zadd(names.closings(), Date.now() - 1_000, shop);
    const [year, month, day] = closed.split('-');
    const summary = await selam.chat.message(({ text }) =>
      text.startsWith(`Summary for ${day}/${month}/${year}`),
    );
    expect(summary.text).toMatch(says);
    while ((await nextClosing()) < Date.now() + 300_000) await sleep(20);
  }
});

it('a photo that nobody here can read offers no second try, and a link of another site gets a hint', async () => {
  const blank = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const answer = await verdictOn(selam.chat, selam.chat.sends.photo(blank));
  expect(answer.text).toMatch(/^⏳ I can only read QR codes/);
  expect(answer.keyboard).toEqual([]);
  const link = selam.chat.sends.text('https://example.com/receipt/12345');
  expect((await hintOn(selam.chat, link)).text).toBe(
    `${wordsOf('en').t('input-nothing_found')}\n${wordsOf('en').t('input-nothing_found.next')}`,
  );
});

it('the open question is read once for each text', async () => {
  const botStore = application.engine.botStore('cashier');
  const read: string[] = [];
  await playing.stop();
  await play({
    async getTemporary(name) {
      read.push(name);
      return await botStore.getTemporary(name);
    },
  });
  for (const text of ['/accounts', receipts[0] ?? '', '500']) {
    read.length = 0;
    await reaction(selam.chat, () => selam.chat.sends.text(text));
    expect(read.filter((name) => name.startsWith('ask:'))).toHaveLength(1);
  }
});
