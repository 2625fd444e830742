/** The fake keeps to what Telegram does, as far as our bots depend on it; told by grammY over real HTTP. */
import { autoRetry } from '@grammyjs/auto-retry';
import { Bot, GrammyError, HttpError, InputFile } from 'grammy';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServer } from '../servers.js';
import {
  badGateway,
  type FakeBot,
  type FakeTelegram,
  type Scene,
  startTelegram,
  tooManyRequests,
} from './index.js';

let telegram: FakeTelegram;
let fake: FakeBot;
let bot: Bot;
let chat: Scene;

beforeEach(async () => {
  telegram = await startTelegram();
  fake = telegram.bot('4242:token', 'deresegn_bot');
  bot = new Bot(fake.token, { client: { apiRoot: telegram.root } });
  await bot.init();
  chat = fake.chat(fake.person('Selam'));
});

afterEach(() => telegram.close());

/** What Telegram answered when it refused. */
async function refusal(call: Promise<unknown>): Promise<GrammyError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof GrammyError) return error;
  throw new Error(`was not refused: ${String(error)}`);
}

it('a poll waits until somebody writes, and an update comes again until it is confirmed', async () => {
  const first = bot.api.getUpdates({ timeout: 30 });
  const { update } = chat.sends.text('DKK4A1B2C3');
  expect(await first).toMatchObject([{ update_id: update, message: { text: 'DKK4A1B2C3' } }]);
  expect(await bot.api.getUpdates()).toHaveLength(1);
  expect(await bot.api.getUpdates({ offset: update + 1 })).toEqual([]);
  await fake.mailbox.confirmed(update);
  fake.mailbox.again(update);
  expect(await bot.api.getUpdates({ offset: update + 1 })).toMatchObject([{ update_id: update }]);
});

it('of two pollers the first gets the conflict; a poll next to a webhook is refused', async () => {
  const first = refusal(bot.api.getUpdates({ timeout: 30 }));
  while (fake.polls < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  const second = bot.api.getUpdates({ timeout: 30 });
  expect((await first).error_code).toBe(409);
  chat.sends.text('for the second');
  expect(await second).toHaveLength(1);
  await bot.api.setWebhook('https://shop.example/telegram');
  expect((await refusal(bot.api.getUpdates())).description).toMatch(/webhook is active/);
});

it('a message keeps every state it was edited through; one that would not change is refused', async () => {
  const { message_id } = await bot.api.sendMessage(chat.id, 'checking…');
  await bot.api.editMessageText(chat.id, message_id, '✅ 500.00', {
    entities: [{ type: 'bold', offset: 2, length: 6 }],
    reply_markup: { inline_keyboard: [[{ text: 'Again', callback_data: 'again' }]] },
  });
  const shown = await chat.message(/✅/);
  expect(shown.versions.map(({ text }) => text)).toEqual(['checking…', '✅ 500.00']);
  expect(chat.transcript()).toBe(`#${message_id} bot:\n  checking…\n  ~ edited to:\n  ✅ 500.00\n  [Again]`);
  const same = bot.api.editMessageText(chat.id, message_id, '✅ 500.00', {
    entities: [{ type: 'bold', offset: 2, length: 6 }],
    reply_markup: { inline_keyboard: [[{ text: 'Again', callback_data: 'again' }]] },
  });
  expect((await refusal(same)).description).toMatch(/message is not modified/);
  await bot.api.editMessageReplyMarkup(chat.id, message_id);
  expect(shown.keyboard).toEqual([]);
});

it('a press reaches the bot and is answered once', async () => {
  await bot.api.sendMessage(chat.id, 'Which?', {
    reply_markup: { inline_keyboard: [[{ text: 'CBE', callback_data: 'bank:cbe' }]] },
  });
  const { press } = chat.sends.press(await chat.message(/Which/), 'CBE');
  expect(await bot.api.getUpdates()).toMatchObject([{ callback_query: { id: press, data: 'bank:cbe' } }]);
  await bot.api.answerCallbackQuery(press, { text: 'Thanks' });
  expect(fake.pressAnswers).toMatchObject([{ text: 'Thanks' }]);
  expect((await refusal(bot.api.answerCallbackQuery(press))).description).toMatch(/query is too old/);
});

it('pictures, albums and files are handed out with their real bytes, and none above 20 MB', async () => {
  chat.sends.album([Buffer.from('one'), Buffer.from('two')], { caption: '500' });
  chat.sends.pdf(Buffer.from('%PDF-1.7'), { size: 21 * 1024 * 1024 });
  const [first, second, pdf] = (await bot.api.getUpdates()).map(({ message }) => message);
  expect(first?.caption).toBe('500');
  expect(first?.media_group_id).toBe(second?.media_group_id);
  const { file_path } = await bot.api.getFile(second?.photo?.at(-1)?.file_id ?? '');
  const link = `${telegram.root}/file/bot${fake.token}/${file_path}`;
  expect(await (await fetch(link)).text()).toBe('two');
  expect(pdf?.document).toMatchObject({ mime_type: 'application/pdf', file_name: 'receipt.pdf' });
  expect((await refusal(bot.api.getFile(pdf?.document?.file_id ?? ''))).description).toMatch(/too big/);
});

it('a document the bot sends arrives byte by byte', async () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0xff]);
  await bot.api.sendDocument(chat.id, new InputFile(bytes, 'today.csv'), { caption: 'Here' });
  const shown = await chat.message(/Here/);
  expect(shown.file).toMatchObject({ name: 'today.csv', bytes });
});

it('refuses what Telegram refuses', async () => {
  const say = (text: string, more = {}) => refusal(bot.api.sendMessage(chat.id, text, more));
  const description = async (call: Promise<GrammyError>) => (await call).description;
  expect(await description(say('x'.repeat(4097)))).toMatch(/message is too long/);
  expect(await description(say(' '))).toMatch(/message text is empty/);
  const entities = [{ type: 'bold', offset: 3, length: 9 }];
  expect(await description(say('short', { entities }))).toMatch(/can't parse entities/);
  expect(await description(say('a < b', { parse_mode: 'MarkdownV2' }))).toMatch(/parse_mode/);
  expect(await description(say('<b>open', { parse_mode: 'HTML' }))).toMatch(/end tag of "b"/);
  const inline_keyboard = [[{ text: 'x', callback_data: 'x'.repeat(65) }]];
  expect(await description(say('x', { reply_markup: { inline_keyboard } }))).toMatch(/BUTTON_DATA_INVALID/);
  expect(await description(refusal(bot.api.sendMessage(1, 'who?')))).toMatch(/chat not found/);
  const stranger = new Bot('1:other', { client: { apiRoot: telegram.root } });
  expect((await refusal(stranger.api.getMe())).error_code).toBe(401);
});

it('a chat that blocks the bot stays blocked; a group that migrates says where to', async () => {
  chat.shutsOut();
  expect((await refusal(bot.api.sendMessage(chat.id, 'hello?'))).error_code).toBe(403);
  const group = fake.group('The till', fake.person('Abel'));
  const moved = group.migrates();
  expect((await refusal(bot.api.sendMessage(group.id, 'hello?'))).parameters.migrate_to_chat_id).toBe(
    moved.id,
  );
  await bot.api.sendMessage(moved.id, 'here');
  expect(moved.answers).toHaveLength(1);
});

it('sends what nobody asked for: edits without a change, roots of topics, an album in parts, a group as the sender', async () => {
  const group = fake.group('Operations', fake.person('Abebe'));
  const written = chat.sends.text('DKK4A1B2C3');
  chat.sends.touched(written);
  group.sends.text('12', { topic: 77 });
  group.sends.text('/start', { anonymous: true });
  const [one, other] = ['one', 'other'].map((text) => Buffer.from(text));
  for (const bytes of [one, other]) chat.sends.photo(bytes ?? Buffer.of(), { album: 'late' });
  const updates = await bot.api.getUpdates();
  expect(updates).toMatchObject([
    { message: { text: 'DKK4A1B2C3' } },
    { edited_message: { message_id: written.id, text: 'DKK4A1B2C3' } },
    { message: { message_thread_id: 77, reply_to_message: { message_id: 77, forum_topic_created: {} } } },
    { message: { from: { username: 'GroupAnonymousBot' }, sender_chat: { id: group.id } } },
    { message: { media_group_id: 'late' } },
    { message: { media_group_id: 'late' } },
  ]);
});

it('whoever goes on calling against a limit has to wait longer and longer', async () => {
  const span = { calls: 2, ms: 20_000 };
  fake.limits({ bot: { calls: 1_000, ms: 1_000 }, privateChat: span, group: span });
  for (let nth = 0; nth < 2; nth += 1) await bot.api.sendMessage(chat.id, `${nth}`);
  const asked: number[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const { error_code, parameters } = await refusal(bot.api.sendMessage(chat.id, 'more'));
    expect(error_code).toBe(429);
    asked.push(Date.now() + (parameters.retry_after ?? 0) * 1_000);
  }
  expect((asked.at(-1) ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
  expect(chat.answers).toHaveLength(2);
});

it('scripted faults are met once each, and are in the log of calls', async () => {
  fake.fails('sendMessage', { refusal: tooManyRequests(3) });
  fake.fails('sendMessage', { refusal: badGateway() });
  fake.fails('sendMessage', { drop: 'after' });
  const limited = await refusal(bot.api.sendMessage(chat.id, 'one'));
  expect(limited.parameters.retry_after).toBe(3);
  expect((await refusal(bot.api.sendMessage(chat.id, 'two'))).error_code).toBe(502);
  await expect(bot.api.sendMessage(chat.id, 'three')).rejects.toBeInstanceOf(HttpError);
  fake.fails('sendMessage', { refusal: tooManyRequests(0) });
  bot.api.config.use(autoRetry({ maxRetryAttempts: 1 }));
  await bot.api.sendMessage(chat.id, 'four');
  expect(chat.answers.map(({ text }) => text)).toEqual(['three', 'four']);
  expect(fake.callsOf('sendMessage').map(({ error }) => error?.code ?? null)).toEqual([
    429,
    502,
    null,
    429,
    null,
  ]);
});

it('a webhook gets each update with the secret until it takes it', async () => {
  const answers = [500, 200];
  const hook = await startServer((_, response) => response.writeHead(answers.shift() ?? 200).end());
  fake.mailbox.behind(`http://127.0.0.1:${hook.port}`);
  await bot.api.setWebhook('https://shop.example/telegram/cashier', { secret_token: 'hush' });
  const { update } = chat.sends.text('DKK4A1B2C3');
  await fake.mailbox.confirmed(update);
  expect(hook.requests.map(({ path }) => path)).toEqual(['/telegram/cashier', '/telegram/cashier']);
  expect(hook.requests[0]?.headers['x-telegram-bot-api-secret-token']).toBe('hush');
  expect((await bot.api.getWebhookInfo()).last_error_message).toMatch(/500/);
  expect(await fake.mailbox.post({ update_id: 1 }, 'wrong')).toBe(200);
  expect(hook.requests.at(-1)?.headers['x-telegram-bot-api-secret-token']).toBe('wrong');
  await hook.close();
});
