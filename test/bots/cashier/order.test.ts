/** Messages that Telegram posts to several processes at once: those of a chat are handled in the order they were written. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CashierBot, createCashierBot } from '../../../bots/cashier/bot.js';
import type { Application } from '../../../src/app.js';
import { loadConfig } from '../../../src/config/index.js';
import { openApplication, telebirr } from '../../engine/support.js';
import { testLog } from '../../support/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type FakeTelegram, type Sent, startTelegram } from '../../support/telegram/index.js';
import { peopleOf, type Shopkeeper, verdictOn } from './people.js';

const token = '777005:AAHtokenOfTheOrder_0123456789abcdefg';

let store: TestStore;
let application: Application;
let telegram: FakeTelegram;
let selam: Shopkeeper;
/** Two processes of one service; the first one leads. */
let leader: CashierBot;
let other: CashierBot;

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store);
  telegram = await startTelegram();
  const bot = telegram.bot(token);
  selam = await peopleOf(application, bot).shopkeeper('Selam');
  const env = {
    ...{ LOG_LEVEL: 'silent', REDIS_URL: store.url, BASE_URL: 'https://example.test' },
    ...{ CASHIER_BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.root },
    ...{ BOT_MODE: 'webhook', BOT_WEBHOOK_SECRET: 'a-secret-of-the-webhook-0123456789' },
  };
  const config = loadConfig(env, null);
  [leader, other] = [1, 2].map(() =>
    createCashierBot({ engine: application.engine, config, log: testLog() }),
  ) as [CashierBot, CashierBot];
  leader.start();
  await post(leader, selam.chat.sends.text('/help'));
  await selam.chat.message(/./);
});

afterAll(async () => {
  await leader.stop();
  await application.close();
  await telegram.close();
  await store.close();
});

async function post({ webhook }: CashierBot, { update, raw }: Sent): Promise<void> {
  expect(await webhook?.take({ update_id: update, message: raw })).toBe(200);
}

it('receipts are answered in their order, though the later one is posted to the process that leads', async () => {
  const { chat } = selam;
  const sent: Sent[] = [];
  for (let pair = 0; pair < 10; pair += 1) {
    const [first, second] = [chat.sends.text(telebirr()), chat.sends.text(telebirr())] as const;
    await Promise.all([post(leader, second), post(other, first)]);
    sent.push(first, second);
  }
  await Promise.all(sent.map((one) => verdictOn(chat, one)));
  const order = chat.answers.flatMap(({ replyTo }) =>
    sent.some(({ id }) => id === replyTo) ? [replyTo] : [],
  );
  expect(order).toEqual(sent.map(({ id }) => id));
});
