/** Updates that Telegram posts: from whoever knows the secret, each acted on once; and the orderly end of a bot. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestProcess } from '../../support/processes.js';
import { closedPort } from '../../support/servers.js';
import { type AdminHouse, bankDown, openAdminHouse } from './environment.js';

const patience = { timeoutMs: 40_000 };
const secret = 'a-secret-for-telegram';

let house: AdminHouse;
let bot: TestProcess;

beforeAll(async () => {
  const port = String(await closedPort());
  house = await openAdminHouse({ PROBE_INTERVAL_SECONDS: '600', PORT: port });
  house.bot.mailbox.behind(`http://127.0.0.1:${port}`);
  bot = await house.playBot({
    ROLES: 'api,admin-bot',
    BOT_MODE: 'webhook',
    BOT_WEBHOOK_SECRET: secret,
    BASE_URL: 'https://deresegn.example',
  });
});

afterAll(() => house.close());

it('a command that is posted is answered once, however often it comes', async () => {
  const sent = house.chat.sends.text('/help');
  const answers = () => house.chat.answers.filter(({ replyTo }) => replyTo === sent.id);
  await house.chat.until(() => answers().length === 1, patience);
  house.bot.mailbox.again(sent.update);
  await house.bot.mailbox.confirmed(sent.update);
  await house.emit(bankDown('telebirr'));
  const alert = await house.chat.message(/^🔴 Telebirr is down/, patience);
  house.chat.sends.press(alert, 'Acknowledge');
  await house.chat.until(() => alert.text.includes('Acknowledged by Selam'), patience);
  expect(answers()).toHaveLength(1);
  expect(house.bot.polls).toBe(0);
  expect(house.bot.callsOf('setWebhook').at(-1)?.payload.url).toBe('https://deresegn.example/telegram/admin');
});

it('whoever does not know the secret is refused, and nothing comes of it', async () => {
  const before = house.chat.answers.length;
  const update = { update_id: 1, message: house.chat.sends.text('hello').raw } as never;
  for (const guess of ['a guess', undefined]) {
    expect(await house.bot.mailbox.post(update, guess)).toBe(401);
  }
  expect(await house.bot.mailbox.post({ update_id: 'one' } as never, secret)).toBe(400);
  expect(house.chat.answers).toHaveLength(before);
});

it('a bot that is asked to end does so in order, and leaves no secret in its log', async () => {
  expect(await bot.end('SIGTERM')).toBe(0);
  expect(bot.stderr()).not.toMatch(/888000:AAH|Selam|a-secret-for-telegram/);
});
