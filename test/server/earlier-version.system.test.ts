/**
 * A data directory of version 0.1.0, whose process was killed in the middle of two lookups, is opened by this version: its API
 * clients, its 202s, its shops and the buttons in its chats go on.
 */
import { dirname } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtService } from '../support/built.js';
import { freePort } from '../support/ports.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { removeDataDirectory, startTestRedis, type TestRedis } from '../support/redis.js';
import { type FakeTelegram, type Scene, type Shown, startTelegram } from '../support/telegram/index.js';
import { botToken, readEarlierVersion, restore, send } from './earlier-version/data.js';

const before = readEarlierVersion('0.1.0');
let redis: TestRedis;
let telegram: FakeTelegram;
let service: TestProcess;
let origin: string;
let owner: Scene;
let cashier: Scene;

// Only a real Redis leaves anything in a data directory.
describe('opened by this version', { tags: ['needs-redis-server'] }, () => {
  beforeAll(async () => {
    const directory = await makeDataDirectory();
    telegram = await startTelegram();
    const bot = telegram.bot(botToken, 'deresegn_test_bot');
    owner = bot.chat(bot.person('Almaz', { id: before.people.owner, language_code: 'en' }));
    cashier = bot.chat(bot.person('Hana', { id: before.people.cashier, language_code: 'en' }));
    bot.restores(before.messages, before.lastUpdate);
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    service = startProcess(builtService, [], {
      env: {
        DATA_DIR: directory,
        PORT: String(port),
        NODE_ENV: 'development',
        CASHIER_BOT_TOKEN: botToken,
        TELEGRAM_API_ROOT: telegram.root,
      },
    });
    await service.until(/Deresegn (plays|serves)/);
  });
  afterAll(async () => {
    await service?.end('SIGTERM');
    await telegram?.close();
    if (redis) await removeDataDirectory(dirname(redis.path));
  });

  it.each(before.calls)('$path with $body is answered as before', async ({ status, answer, ...call }) => {
    const { requestId: _, cached, history, error, receipt, ...same } = answer;
    const now = await send(origin, before.key, call);
    expect(now.status).toBe(status);
    expect(now.answer).toMatchObject(same);
    // The text for people may change, what programs read may not.
    const { message, ...stable } = (error ?? {}) as Record<string, unknown>;
    expect(now.answer.error ?? {}).toMatchObject(stable);
    if (history) expect(now.answer).toMatchObject({ receipt, cached: true, history: { seenBefore: true } });
  });

  it('a call that was answered 202 and was running is finished', async () => {
    const { statusUrl } = before.promised.answer as { statusUrl: string };
    const state = async () => (await send(origin, before.key, { method: 'GET', path: statusUrl })).answer;
    await expect
      .poll(state, { timeout: 60_000, interval: 2_000 })
      .toMatchObject({ processingStatus: 'completed', verdict: 'verified', reference: 'DF7KS1SLOW' });
  });

  it('keys keep their account and plan, and revoked ones stay revoked', async () => {
    const usage = { method: 'GET', path: '/api/usage' };
    expect((await send(origin, before.key, usage)).answer).toMatchObject({ plan: 'shop' });
    expect((await send(origin, before.revokedKey, usage)).status).toBe(401);
  });

  it('"Checking…" of the version before becomes the verdict', async () => {
    const message = posted(cashier, before.answers.unfinished);
    await cashier.until(() => message.text.includes(before.receipts.unfinished));
    expect(message.text).toMatch(/^⚠️/);
  });

  it('a button that the version before has sent still approves the receipt', async () => {
    const message = posted(owner, before.answers.undecided);
    owner.sends.press(message, 'Accept anyway');
    await owner.until(() => /by Almaz/.test(message.text));
  });

  it('a receipt that the shop has accepted is not accepted again', async () => {
    const sent = cashier.sends.text(before.receipts.accepted);
    const answer = await cashier.message(
      ({ replyTo, text }) => replyTo === sent.id && /^[✅⚠❌⏳]/u.test(text),
    );
    expect(answer.text).toMatch(/^⚠️.*\nAlready accepted: .* by Almaz/);
  });

  it('the book has the receipts of both versions', async () => {
    for (const reference of Object.values(before.receipts)) {
      const asked = owner.sends.text(`/history ${reference}`);
      await owner.message(({ id, text }) => id > asked.id && text.includes(reference));
    }
  });
});

/** As the local Redis of the version before has left it. */
async function makeDataDirectory(): Promise<string> {
  redis = await startTestRedis({ appendonly: 'yes' });
  const client = new Redis(redis.path);
  for (const value of before.store) await restore(client, value);
  client.disconnect();
  await redis.signal('SIGTERM');
  return dirname(redis.path);
}

function posted({ messages }: Scene, id: number): Shown {
  const message = messages.find((one) => one.id === id);
  if (!message) throw new Error(`no message ${id}`);
  return message;
}
