/**
 * The cashier bot as the process it is, between the fake Bot API of the tests and simulated banks that answer at once:
 * 200 receipts arrive from 50 chats together. Measured is the time from an update to its final message, as the chat
 * sees it; beside it stands the time to the first word, which is what Telegram and the bot alone take.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from '../src/assemble.js';
import { loadConfig } from '../src/config.js';
import { createLog } from '../src/log.js';
import { type FakeBot, type Scene, type Shown, startTelegram } from '../test/support/telegram/index.js';
import { effort } from './effort.js';
import { node, start } from './process.js';
import { onStage, type Stage, serviceEnvironment, startRedis } from './stage.js';
import { figure, quantile, type Row } from './table.js';

const chats = effort(50, 10);
const receiptsEach = 4;
/** At most three: a letter of the references names the round. */
const rounds = effort(3, 1);
const budgetMs = 1_000;
const patienceMs = 60_000;

const token = '777000:AAHtokenOfTheBenchmark_0123456789';

interface Times {
  first: number[];
  final: number[];
}

/** @returns one row (DESIGN.md names no budget; the bot's own promise is a second) */
export function bots(): Promise<Row[]> {
  return onStage(async (stage) => {
    const redisUrl = `unix://${await startRedis(stage)}`;
    const telegram = await startTelegram();
    stage.cleanups.push(() => telegram.close());
    const bot = telegram.bot(token, 'deresegn_bench_bot');
    const scenes = await openShops(stage, redisUrl, bot);
    await play(stage, redisUrl, telegram.root, bot);
    // What is loaded and compiled once is no part of a receipt.
    await sendAll(scenes.slice(0, 5), 0);
    const times: Times = { first: [], final: [] };
    for (let round = 1; round <= rounds; round += 1) {
      const { first, final } = await sendAll(scenes, round);
      times.first.push(...first);
      times.final.push(...final);
    }
    return [row(times)];
  });
}

function row({ first, final }: Times): Row {
  const late = quantile(final, 0.95);
  return {
    id: 'bots.final-message',
    name: `cashier bot, ${chats * receiptsEach} receipts from ${chats} chats at once, until the final message`,
    figures: [figure(late, 'ms', '95 % within'), figure(quantile(final, 0.5), 'ms', 'half within')],
    baseline: [figure(quantile(first, 0.95), 'ms', 'first word, 95 % within')],
    budget: '95 % < 1,000 ms',
    holds: late < budgetMs,
    rounds: { first, final },
  };
}

/** A shop for every chat, and no words of welcome on the way. */
async function openShops(stage: Stage, redisUrl: string, bot: FakeBot): Promise<Scene[]> {
  const config = loadConfig({ ...serviceEnvironment(stage, redisUrl), LOG_LEVEL: 'silent' }, null);
  const house = await assemble(config, { log: createLog('silent') });
  try {
    return await Promise.all(
      Array.from({ length: chats }, async (_, nth) => {
        const user = bot.person(`Cashier ${nth}`);
        const shop = { name: `Cashier ${nth}`, shopName: `Shop ${nth}`, language: 'en' as const };
        await house.engine.shops.open({ person: `tg:${user.id}`, ...shop });
        return bot.chat(user);
      }),
    );
  } finally {
    await house.close();
  }
}

async function play(stage: Stage, redisUrl: string, root: string, bot: FakeBot): Promise<void> {
  const env = {
    ...serviceEnvironment(stage, redisUrl),
    ROLES: 'api,cashier-bot',
    CASHIER_BOT_TOKEN: token,
    TELEGRAM_API_ROOT: root,
  };
  const service = await start([...node, 'dist/main.js'], env);
  stage.cleanups.push(() => service.stop());
  while (bot.polls === 0) await sleep(10);
}

/** Receipts of two banks by turns, none of which anybody has asked for. */
async function sendAll(scenes: readonly Scene[], round: number): Promise<Times> {
  const sent = scenes.flatMap((chat, shop) =>
    Array.from({ length: receiptsEach }, (_, nth) => {
      const number = `${'ABCD'[round]}${String(shop * receiptsEach + nth).padStart(3, '0')}`;
      const reference = nth % 2 === 0 ? `DKK000${number}` : `ZZZWDTS26267${number}`;
      return { chat, message: chat.sends.text(reference), at: Date.now() };
    }),
  );
  const finals = sent.map(async ({ chat, message, at }) => {
    const answer = await chat.message((shown) => isFinal(shown, message.id), { timeoutMs: patienceMs });
    return { first: (answer.versions[0]?.at ?? 0) - at, final: (answer.versions.at(-1)?.at ?? 0) - at };
  });
  const times = await Promise.all(finals);
  return { first: times.map(({ first }) => first), final: times.map(({ final }) => final) };
}

/**
 * The shops have saved no account, so what the bank has confirmed is shown with a warning beside it.
 * @throws Error when there is nothing the bank has confirmed
 */
function isFinal({ replyTo, text }: Shown, message: number): boolean {
  if (replyTo !== message || !/^[✅⚠❌⏳]/u.test(text)) return false;
  if (!text.includes('Amount:')) throw new Error('a receipt was not confirmed');
  return true;
}
