/** Many receipts, at once or over the years: what they cost Telegram, and what the bot reads of them. */
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillBook } from '../../../bench/history/book.js';
import * as names from '../../../src/engine/store/key-names.js';
import { telebirr } from '../../engine/support.js';
import { documentedLimits, type Shown, tooManyRequests } from '../../support/telegram/index.js';
import { type BotEnvironment, openBotEnvironment, type Shopkeeper, verdictOn } from './environment.js';
import { reaction, saying } from './features/support.js';

let environment: BotEnvironment;

beforeEach(async () => {
  environment = await openBotEnvironment();
});

afterEach(() => environment.close());

const shopkeepers = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, nth) => environment.shopkeeper(`Shop ${nth}`)));
/** Jobs in the list that every start reads. */
const listed = () => environment.store.client.hlen(names.notes('cashier', 'job'));

it('a bank that comes back: the answers to 300 waiting receipts cost at most 1.2 calls each under the limits of Telegram', async () => {
  await environment.bankIs('telebirr', 'down');
  await environment.startBot({ ROLES: 'cashier-bot,prober', PROBE_INTERVAL_SECONDS: '1' });
  await expect.poll(() => environment.store.client.hget('{h:sandbox:telebirr}', 'state')).toBe('down');
  const keepers = await shopkeepers(50);
  const waiting = await Promise.all(
    keepers.flatMap(({ chat }) =>
      Array.from({ length: 6 }, async () => {
        const answer = await verdictOn(chat, chat.sends.text(telebirr()));
        await saying(chat, answer, /I'll tell you here/);
        return { chat, answer };
      }),
    ),
  );
  const { bot } = environment;
  const before = bot.calls.length;
  bot.limits(documentedLimits);
  // Telegram refuses all at first, so that the answers of a fast and of a slow machine are due together.
  const until = Date.now() + 10_000;
  const floods = { refusal: tooManyRequests(10), times: Number.POSITIVE_INFINITY };
  bot.fails('editMessageText', { ...floods, when: () => Date.now() < until });
  await environment.bankIs('telebirr', 'up');
  for (const { chat, answer } of waiting)
    await chat.until(() => /^[✅⚠❌]/u.test(answer.text), { timeoutMs: 150_000 });
  const calls = bot.calls.slice(before);
  expect(calls.length).toBeLessThanOrEqual(1.2 * waiting.length);
});

it('answers that wait for a button are in no list that a start or /deleteme would read, and their buttons work after both', async () => {
  const keepers = await shopkeepers(4);
  const [leaving, ...others] = keepers as [Shopkeeper, ...Shopkeeper[]];
  const first = await environment.startBot();
  const asked = keepers.flatMap(({ chat }) =>
    ['A', 'B', 'C', 'D', 'E'].map((last) => verdictOn(chat, chat.sends.text(`FT26140CA1B${last}`))),
  );
  for (const { text } of await Promise.all(asked)) expect(text).toMatch(/^⏳ Which bank is this from\?/);
  await expect.poll(listed).toBe(0);
  await first.end('SIGKILL');
  await environment.startBot();

  leaving.chat.sends.text('/deleteme');
  const question = await leaving.chat.message(/^Delete all your data\?/);
  leaving.chat.sends.press(question, 'Yes, delete my data');
  await saying(leaving.chat, question, /^Deleted\./);
  expect(await environment.store.client.keys(names.remembered('cashier', 'parked:*'))).toHaveLength(15);

  for (const { chat } of others) {
    const [answer] = chat.answers as [Shown];
    chat.sends.press(answer, 'Commercial Bank of Ethiopia');
    await saying(chat, answer, /^⏳ To check this, Commercial Bank of Ethiopia needs/);
  }
  await expect.poll(listed).toBe(0);
});

// Counts what the store itself has read, which the embedded one does not.
it('/history reads a few lines of a book of 12,000, whether it finds something or not', {
  tags: ['needs-redis-server'],
}, async () => {
  const { chat, membership } = await environment.shopkeeper('Almaz');
  const redis = environment.store.client as Redis;
  const { id: shop } = membership.shop;
  const today = await environment.engine.shops.today(shop);
  const book = { shop, today, days: 30, linesADay: 400, members: [membership.member.id] };
  const { amount, payer, oldest } = await fillBook(redis, book);
  const linesRead = async () => {
    const stats = await redis.info('commandstats');
    const calls = stats.matchAll(/^cmdstat_(?:hgetall|hmget|hget):calls=(\d+)/gm);
    return [...calls].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  await environment.startBot();
  // The first search begins to index a book of an earlier version.
  await reaction(chat, () => chat.sends.text('/history 1.11'));
  await expect.poll(() => redis.get(names.bookIndexed(shop))).toBe('1');
  for (const [query, finds] of [
    ['1.11', /^Nothing found/],
    ['nobody at all', /^Nothing found/],
    [amount, /^Found for [^\n]*\n✅ 98,765\.43 birr [^\n]*\n[^\n]*$/],
    [payer, /^Found for [^\n]*\n✅ [^\n]*\n[^\n]*$/],
    [oldest, /^Found for [^\n]*\n✅ [^\n]*\n[^\n]*$/],
  ] as const) {
    const before = await linesRead();
    const answer = await reaction(chat, () => chat.sends.text(`/history ${query}`));
    expect(answer.text).toMatch(finds);
    expect((await linesRead()) - before).toBeLessThan(500);
  }
});
