/** A bot that keeps within limits it does not know, against a Telegram that enforces them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDelivery } from '../../../bots/cashier/jobs/deliver.js';
import { plainApi } from '../../../bots/cashier/telegram.js';
import { RateLimit } from '../../../bots/shared/rate-limit.js';
import { testLog } from '../../support/log.js';
import { type FakeBot, type FakeTelegram, type Limits, startTelegram } from '../../support/telegram/index.js';

let telegram: FakeTelegram;
let bot: FakeBot;

beforeEach(async () => {
  telegram = await startTelegram();
  bot = telegram.bot('4242:token', 'gate_test_bot');
});

afterEach(() => telegram.close());

/** Telegram's own, ten times as fast, so that a thousand messages take seconds. */
const fast: Limits = {
  bot: { calls: 300, ms: 1_000 },
  privateChat: { calls: 20, ms: 2_000 },
  group: { calls: 20, ms: 6_000 },
};
const tenTimes = { perSecond: 250, privateSpacingMs: 110, groupSpacingMs: 310 };

it('after an outage 1,000 waiting receipts cost at most 1.2 calls each, and no chat loses one', async () => {
  const api = plainApi(bot.token, { TELEGRAM_API_ROOT: telegram.root });
  const delivery = createDelivery(api, new RateLimit(tenTimes), testLog());
  const signal = () => new AbortController().signal;
  const say = (text: string) => ({ text, entities: [], buttons: [] });
  const chats = Array.from({ length: 40 }, (_, nth) => {
    const person = bot.person(`Shop ${nth}`);
    return nth % 5 === 0 ? bot.group(`Group ${nth}`, person) : bot.chat(person);
  });
  const waiting = await Promise.all(
    Array.from({ length: 1_000 }, async (_, nth) => {
      const chat = chats[nth % chats.length] as (typeof chats)[number];
      const { message } = await delivery.send(chat.id, say(`⏳ ${nth}`), null, signal());
      return { chat, message };
    }),
  );
  bot.limits(fast);
  const before = bot.callsOf('editMessageText').length;
  await Promise.all(
    waiting.map(({ chat, message }, nth) =>
      delivery.edit(chat.id, message, () => say(`✅ ${nth}`), signal()),
    ),
  );
  const calls = bot.callsOf('editMessageText').slice(before);
  expect(calls.filter(({ ok }) => ok)).toHaveLength(1_000);
  expect(calls.length).toBeLessThanOrEqual(1_200);
  for (const { answers } of chats) expect(answers.every(({ text }) => text.startsWith('✅'))).toBe(true);
});

it('urgent calls go before others, and a call that was aborted is not made', async () => {
  const limit = new RateLimit();
  const made: string[] = [];
  const call = (name: string) => async () => {
    made.push(name);
    await sleep(5);
  };
  const unwanted = new AbortController();
  const calls = [
    limit.run(1, call('first')),
    limit.run(1, call('due')),
    limit.run(1, call('unwanted'), { signal: unwanted.signal }),
    limit.run(1, call('pressed'), { urgent: true }),
  ];
  unwanted.abort();
  await Promise.allSettled(calls);
  expect(made).toEqual(['first', 'pressed', 'due']);
});

it('a chat that has to wait keeps no other chat waiting', async () => {
  const limit = new RateLimit();
  await limit.run(1, async (refused) => refused(60_000));
  const left = new AbortController();
  const waiting = limit.run(1, async () => 'made', { signal: left.signal });
  expect(await limit.run(2, async () => 'made')).toBe('made');
  left.abort();
  await expect(waiting).rejects.toThrow();
});

it('after a 429, calls that a slow network delays and delivers together are too few for another one', async () => {
  const limit = new RateLimit(tenTimes);
  await limit.run(1, async (refused) => refused(1));
  let inFlight = 0;
  let most = 0;
  const call = async () => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    await sleep(200);
    inFlight -= 1;
  };
  await Promise.all(Array.from({ length: 40 }, (_, nth) => limit.run(2 + nth, call)));
  expect(most).toBe(5);
});
