/** Updates that Telegram posts: from whoever knows the secret, each acted on once; and the orderly end of a bot. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../support/ports.js';
import type { TestProcess } from '../../support/processes.js';
import { type AdminEnvironment, bankDown, openAdminEnvironment } from './environment.js';

const patience = { timeoutMs: 40_000 };
const secret = 'a-secret-for-telegram';

let environment: AdminEnvironment;
let bot: TestProcess;

beforeAll(async () => {
  const port = String(await freePort());
  environment = await openAdminEnvironment({ PROBE_INTERVAL_SECONDS: '600', PORT: port });
  environment.bot.mailbox.behind(`http://127.0.0.1:${port}`);
  bot = await environment.playBot({
    ROLES: 'api,admin-bot',
    BOT_MODE: 'webhook',
    BOT_WEBHOOK_SECRET: secret,
    BASE_URL: 'https://deresegn.example',
  });
});

afterAll(() => environment.close());

it('a command that is posted is answered once, however often it comes', async () => {
  const sent = environment.chat.sends.text('/help');
  const answers = () => environment.chat.answers.filter(({ replyTo }) => replyTo === sent.id);
  await environment.chat.until(() => answers().length === 1, patience);
  environment.bot.mailbox.again(sent.update);
  await environment.bot.mailbox.confirmed(sent.update);
  await environment.emit(bankDown('telebirr'));
  const alert = await environment.chat.message(/^🔴 Telebirr is down/, patience);
  environment.chat.sends.press(alert, 'Acknowledge');
  await environment.chat.until(() => alert.text.includes('Acknowledged by Selam'), patience);
  expect(answers()).toHaveLength(1);
  expect(environment.bot.polls).toBe(0);
  expect(environment.bot.callsOf('setWebhook').at(-1)?.payload.url).toBe(
    'https://deresegn.example/telegram/admin',
  );
});

it('a post without the secret is refused and has no effect', async () => {
  const before = environment.chat.answers.length;
  const update = { update_id: 1, message: environment.chat.sends.text('hello').raw } as never;
  for (const guess of ['a guess', undefined]) {
    expect(await environment.bot.mailbox.post(update, guess)).toBe(401);
  }
  expect(await environment.bot.mailbox.post({ update_id: 'one' } as never, secret)).toBe(400);
  expect(environment.chat.answers).toHaveLength(before);
});

it('a bot shuts down gracefully, and leaves no secret in its log', async () => {
  expect(await bot.end('SIGTERM')).toBe(0);
  expect(bot.stderr()).not.toMatch(/888000:AAH|Selam|a-secret-for-telegram/);
});
