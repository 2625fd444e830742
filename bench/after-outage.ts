/**
 * The built cashier bot after an outage: 1,000 receipts of 50 chats wait for a bank that is down. When it is back, all are
 * answered, while the fake Bot API enforces the limits that Telegram documents. Counts the calls that this takes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import * as names from '../src/engine/store/key-names.js';
import { createSandboxState } from '../src/engine/store/sandbox-state.js';
import { documentedLimits, startTelegram } from '../test/support/telegram/index.js';
import { openShops, playBot, token } from './cashier-bot.js';
import { type BenchEnvironment, startRedis, withEnvironment } from './environment.js';
import { effort } from './quick-mode.js';
import { figure, type Row } from './table.js';

const chats = effort(50, 5);
const receiptsEach = 20;
const budget = 1.2;
const timeoutMs = 600_000;
const bank = 'telebirr';

export async function afterOutage(): Promise<Row> {
  const { calls, refused, seconds } = await withEnvironment(play);
  const receipts = chats * receiptsEach;
  return {
    id: 'bots.after-outage',
    name: `cashier bot, ${receipts.toLocaleString('en')} receipts that waited for a bank, edited when it is back, under Telegram's documented limits`,
    figures: [
      figure(calls / receipts, 'calls a receipt'),
      figure(refused, 'calls refused'),
      figure(seconds, 's', 'until the last is answered'),
    ],
    baseline: [
      figure(
        receipts / (documentedLimits.bot.calls / (documentedLimits.bot.ms / 1_000)),
        's',
        'at the limit',
      ),
    ],
    budget: `< ${budget} calls a receipt`,
    holds: calls / receipts <= budget,
  };
}

async function play(
  environment: BenchEnvironment,
): Promise<{ calls: number; refused: number; seconds: number }> {
  const socket = await startRedis(environment);
  const redis = new Redis(socket);
  environment.cleanups.push(() => redis.disconnect());
  const telegram = await startTelegram();
  environment.cleanups.push(() => telegram.close());
  const bot = telegram.bot(token, 'deresegn_bench_bot');
  const scenes = await openShops(environment, `unix://${socket}`, bot, chats);
  const becomes = async (state: 'up' | 'down') => {
    await createSandboxState({ client: redis }).set(bank, null, state);
    const known = state === 'up' ? 'operational' : 'down';
    while ((await redis.hget(names.health('sandbox', bank), 'state')) !== known) await sleep(20);
  };
  const probes = { ROLES: 'api,cashier-bot,prober', PROBE_INTERVAL_SECONDS: '1' };
  await playBot(environment, `unix://${socket}`, telegram.root, bot, probes);
  await becomes('down');
  const allSay = async (words: RegExp) => {
    for (const scene of scenes) {
      const allAnswered = () => scene.answers.filter(({ text }) => words.test(text)).length === receiptsEach;
      await scene.until(allAnswered, { timeoutMs: timeoutMs });
    }
  };
  for (const [shop, { sends }] of scenes.entries()) {
    for (let nth = 0; nth < receiptsEach; nth += 1) {
      sends.text(`DKK${String(shop * receiptsEach + nth).padStart(7, '0')}`);
    }
  }
  await allSay(/^⏳ Telebirr is not answering now/);
  bot.limits(documentedLimits);
  const before = bot.calls.length;
  const startedAt = performance.now();
  await becomes('up');
  await allSay(/Amount:/);
  const seconds = (performance.now() - startedAt) / 1_000;
  const calls = bot.calls.slice(before);
  return { calls: calls.length, refused: calls.filter(({ ok }) => !ok).length, seconds };
}
