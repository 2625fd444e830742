/** What administrators ask and press is answered and done, once, whatever Telegram refuses and whenever the bot stops. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AdminBot, createAdminBot } from '../../../bots/admin/bot.js';
import type { Application } from '../../../src/app.js';
import { loadConfig } from '../../../src/config/index.js';
import { Failure } from '../../../src/engine/index.js';
import { createEvents } from '../../../src/engine/store/events.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { openApplication } from '../../engine/support.js';
import { testLog } from '../../support/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import {
  type FakeBot,
  type FakeTelegram,
  type Scene,
  type Shown,
  startTelegram,
  tooManyRequests,
} from '../../support/telegram/index.js';

const token = '888000:AAHadminTokenThatNobodyMaySee_0123';

let store: TestStore;
let application: Application;
let telegram: FakeTelegram;
let bot: FakeBot;
let chat: Scene;
let others: Scene;
const playing: AdminBot[] = [];

beforeEach(async () => {
  store = await openTestStore();
  application = await openApplication(store);
  telegram = await startTelegram();
  bot = telegram.bot(token);
  chat = bot.chat(bot.person('Selam'));
  others = bot.chat(bot.person('Abebe'));
});

afterEach(async () => {
  await Promise.all(playing.splice(0).map((one) => one.stop()));
  await application.close();
  await telegram.close();
  await store.close();
});

async function play(env: Record<string, string> = {}): Promise<AdminBot> {
  const config = loadConfig(
    {
      ...{
        LOG_LEVEL: 'silent',
        REDIS_URL: store.url,
        ADMIN_BOT_TOKEN: token,
        TELEGRAM_API_ROOT: telegram.root,
      },
      ...{ ADMIN_CHAT_IDS: `${chat.id},${others.id}`, ...env },
    },
    null,
  );
  const playedBefore = bot.callsOf('getMe').length;
  const started = createAdminBot({ engine: application.engine, config, log: testLog() });
  playing.push(started);
  started.start();
  while (bot.callsOf('getMe').length === playedBefore) await sleep(10);
  return started;
}

/** What the bot says in answer to this. */
function asked(text: string): Promise<Shown> {
  const { id } = chat.sends.text(text);
  return chat.message(({ replyTo }) => replyTo === id);
}

it('a command that could not be answered before the bot stopped is answered by the next, once', async () => {
  const first = await play();
  bot.fails('sendMessage', { refusal: tooManyRequests(30), times: 100 });
  const sent = chat.sends.text('/help');
  await bot.mailbox.confirmed(sent.update);
  await chat.until(() => bot.callsOf('sendMessage').length > 0);
  await first.stop();
  bot.heals('sendMessage');
  await play();
  await chat.message(({ replyTo }) => replyTo === sent.id);
  expect((await asked('/help')).text).toContain('/status');
  expect(chat.answers).toHaveLength(2);
});

it('a press that was taken but not answered before the bot stopped is answered by the next, once', async () => {
  const first = await play();
  await asked('/help');
  const events = createEvents(store, loadScripts(store.client));
  await events.emit({ kind: 'layout_changed', realm: 'sandbox', provider: 'telebirr' });
  const alert = await chat.message(/layout changed/);
  bot.fails('sendMessage', { refusal: tooManyRequests(30), times: 100 });
  const before = bot.callsOf('sendMessage').length;
  await bot.mailbox.confirmed(chat.sends.press(alert, 'Details').update);
  await chat.until(() => bot.callsOf('sendMessage').length > before);
  await first.stop();
  bot.heals('sendMessage');
  await play();
  await chat.message(/^Incident \w+, reported/);
  await asked('/help');
  expect(chat.answers.filter(({ text }) => text.startsWith('Incident '))).toHaveLength(1);
});

it.each([
  ['/usage', 'Overage total: 0.00 ETB'],
  ['/key vk_live_nobody', 'No key has the prefix'],
  ['/silence boa 2h', 'Silenced until'],
])('the answer to %s that Telegram refuses for now comes when it may', async (command, says) => {
  await play();
  bot.fails('sendMessage', { refusal: tooManyRequests(1) });
  expect((await asked(command)).text).toContain(says);
});

it.each(['polling', 'webhook'])('while the store is away /status is answered, by %s', async (mode) => {
  const away = () => Promise.reject(new Failure('unavailable'));
  const { engine } = application;
  const botStore = { ...engine.botStore('admin'), claimOnce: away, put: away };
  application = { ...application, engine: { ...engine, ready: () => false, botStore: () => botStore } };
  const secret = 'a-secret-of-the-webhook-0123456789';
  const hooked = { BOT_MODE: 'webhook', BASE_URL: 'https://example.test', BOT_WEBHOOK_SECRET: secret };
  const { webhook } = await play(mode === 'webhook' ? hooked : {});
  const from = { id: chat.id, is_bot: false, first_name: 'Selam' };
  const message = { message_id: 5, date: 1, chat: { id: chat.id, type: 'private' }, from, text: '/status' };
  if (webhook === null) chat.sends.text('/status');
  // Telegram delivers an update again until the bot, which may still be starting, accepts it.
  else await expect.poll(() => webhook.take({ update_id: 3, message }).catch(() => null)).toBe(200);
  const status = await chat.message(/banks operational/);
  expect(status.text).toMatch(/^🔴 [\s\S]*\n- the store cannot be reached\n/);
});

it('two quick presses of Yes change a key once, and notify the other chats once', async () => {
  await play();
  const { prefix } = await application.engine.keys.mint({ plan: 'shop' });
  const question = await asked(`/key ${prefix} rate 120`);
  for (let nth = 0; nth < 2; nth += 1) chat.sends.press(question, 'Yes');
  await chat.until(() => bot.pressAnswers.length === 2);
  expect(bot.pressAnswers.map(({ text }) => text)).toEqual(['Done.', 'Already answered.']);
  await others.message(/may make 120 requests/);
  await asked('/help');
  expect(others.answers).toHaveLength(1);
});

it('a bank without a probe result is not down', async () => {
  await play();
  const { text } = await asked('/status');
  expect(text).toMatch(/^⚪ 0 of (\d+) banks operational, \1 not probed yet/);
});

it('an incident marked as fixed is not reported as verified, and /incidents names what is silenced', async () => {
  await play();
  await asked('/help');
  const events = createEvents(store, loadScripts(store.client));
  await events.emit({ kind: 'layout_changed', realm: 'sandbox', provider: 'telebirr' });
  const alert = await chat.message(/layout changed/);
  chat.sends.press(alert, 'Silence 1 h');
  await chat.until(() => /Silenced until/.test(alert.text));
  expect((await asked('/incidents')).text).toMatch(/^- Telebirr.* until .*, by Selam$/m);
  chat.sends.press(alert, 'Mark as fixed');
  await chat.until(() => /^⚪ Telebirr.*: marked fixed by Selam, not verified/.test(alert.text));
  const reply = await chat.message(({ replyTo, text }) => replyTo === alert.id && text.startsWith('⚪'));
  expect(reply.text).not.toContain('can be read again');
});

it('a malformed press by webhook is accepted once and has no effect', async () => {
  const secret = 'a-secret-of-the-webhook-0123456789';
  const hooked = { BOT_MODE: 'webhook', BASE_URL: 'https://example.test', BOT_WEBHOOK_SECRET: secret };
  const { webhook: hook } = await play(hooked);
  expect(hook?.isSender({ 'x-telegram-bot-api-secret-token': secret })).toBe(true);
  const from = { id: chat.id, is_bot: false, first_name: 'Selam' };
  for (const callback_query of [
    'x',
    null,
    {},
    { id: 1 },
    { id: 'a' },
    { id: 'a', from: {} },
    { id: 'a', from, message: 1 },
  ]) {
    expect(await hook?.take({ update_id: 1, callback_query })).toBe(200);
  }
  expect(await hook?.take({ update_id: 2, callback_query: { id: 'a', from } })).toBe(200);
  const message = { message_id: 5, date: 1, chat: { id: chat.id, type: 'private' }, from, text: '/help' };
  expect(await hook?.take({ update_id: 3, message })).toBe(200);
  await chat.message(/Alerts about the banks/);
});
