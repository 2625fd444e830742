/**
 * The built cashier bot between the fake Bot API of the tests and simulated banks: 200 receipts arrive at once from 50 chats,
 * half of them of a bank that hangs, half of one that answers at once. Measures the time from an update to its final message,
 * as seen in the chat, for the bank that answers, and the time to the first message for all.
 */
import { type Scene, type Shown, startTelegram } from '../test/support/telegram/index.js';
import { afterOutage } from './after-outage.js';
import { openShops, playBot, token } from './cashier-bot.js';
import { type BenchEnvironment, startRedis, withEnvironment } from './environment.js';
import { effort } from './quick-mode.js';
import { figure, quantile, type Row } from './table.js';

const chats = effort(50, 10);
const receiptsEach = 4;
/** At most three: one letter of the references encodes the round. */
const rounds = effort(3, 1);
/** Time-outs longer than a round, so that calls to the hanging bank stay open. */
const timeouts = { ATTEMPT_TIMEOUT_SECONDS: '60', QUEUE_WAIT_SECONDS: '600' };
const budgetMs = 1_000;
const timeoutMs = 60_000;

interface Times {
  first: number[];
  final: number[];
}

export async function bots(): Promise<Row[]> {
  const times: Times = { first: [], final: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const { first, final } = await withEnvironment((environment) => playRound(environment, round));
    times.first.push(...first);
    times.final.push(...final);
  }
  return [row(times), await afterOutage()];
}

/** Each round has its own process and store, because hanging receipts would delay the next round. */
async function playRound(environment: BenchEnvironment, round: number): Promise<Times> {
  const redisUrl = `unix://${await startRedis(environment)}`;
  const telegram = await startTelegram();
  environment.cleanups.push(() => telegram.close());
  const bot = telegram.bot(token, 'deresegn_bench_bot');
  const scenes = await openShops(environment, redisUrl, bot, chats);
  await playBot(environment, redisUrl, telegram.root, bot, timeouts);
  // Warm-up: loading and compiling code is not measured.
  await sendAll(scenes.slice(0, 5), 0, ['answers', 'answers']);
  return await sendAll(scenes, round, ['hangs', 'answers']);
}

function row({ first, final }: Times): Row {
  const late = quantile(final, 0.95);
  return {
    id: 'bots.final-message',
    name: `cashier bot, ${chats * receiptsEach} receipts from ${chats} chats at once, half at a bank that hangs, until the final message of the others`,
    figures: [figure(late, 'ms', '95 % within'), figure(quantile(final, 0.5), 'ms', 'half within')],
    baseline: [figure(quantile(first, 0.95), 'ms', 'first word, 95 % within')],
    budget: '95 % < 1,000 ms',
    holds: late < budgetMs,
    rounds: { first, final },
  };
}

/** Behaviour of the banks, in turns; all receipts are new. */
type Turns = readonly ('answers' | 'hangs')[];

async function sendAll(scenes: readonly Scene[], round: number, turns: Turns): Promise<Times> {
  const sent = scenes.flatMap((chat, shop) =>
    Array.from({ length: receiptsEach }, (_, nth) => {
      const number = `${'ABCD'[round]}${String(shop * receiptsEach + nth).padStart(3, '0')}`;
      const hangs = turns[nth % turns.length] === 'hangs';
      const reference = hangs ? `DKK${number.slice(1)}HANG` : `ZZZWDTS26267${number}`;
      return { chat, hangs, message: chat.sends.text(reference), at: Date.now() };
    }),
  );
  const times: Times = { first: [], final: [] };
  const watched = sent.map(async ({ chat, hangs, message, at }) => {
    const answer = await chat.message((shown) => (hangs ? isFirst : isFinal)(shown, message.id), {
      timeoutMs: timeoutMs,
    });
    times.first.push((answer.versions[0]?.at ?? 0) - at);
    if (!hangs) times.final.push((answer.versions.at(-1)?.at ?? 0) - at);
  });
  await Promise.all(watched);
  return times;
}

function isFirst({ replyTo }: Shown, message: number): boolean {
  return replyTo === message;
}

/**
 * The shops have no saved accounts, so a confirmed payment is shown with a warning.
 * @throws Error if the bank has not confirmed it
 */
function isFinal({ replyTo, text }: Shown, message: number): boolean {
  if (replyTo !== message || !/^[✅⚠❌⏳]/u.test(text)) return false;
  if (!text.includes('Amount:')) throw new Error('a receipt was not confirmed');
  return true;
}
