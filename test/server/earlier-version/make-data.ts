/**
 * Makes `data-of-VERSION.json`: starts a version on an empty data directory, lets API clients and a shop use it, kills it in the
 * middle of two lookups, and writes down what they were answered and what the directory has then.
 *
 *     npx tsx test/server/earlier-version/make-data.ts CHECKOUT    # a checkout of that version, built
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../support/ports.js';
import { startProcess } from '../../support/processes.js';
import { removeDataDirectory, temporaryDirectory } from '../../support/redis.js';
import { type Scene, type Shown, startTelegram } from '../../support/telegram/index.js';
import { type ApiCall, botToken, type EarlierVersion, type StoredValue, send, stored } from './data.js';

const checkout = resolve(process.argv[2] ?? '');
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
const directory = await temporaryDirectory();
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const telegram = await startTelegram();
const bot = telegram.bot(botToken, 'deresegn_test_bot');
const env = { DATA_DIR: directory, PORT: String(port), NODE_ENV: 'development', LOG_LEVEL: 'warn' };
const service = startProcess(join(checkout, 'dist/main.js'), [], {
  env: { ...env, CASHIER_BOT_TOKEN: botToken, TELEGRAM_API_ROOT: telegram.root },
});
await service.until(/Deresegn (plays|serves)/);

const { key, account } = await mint();
const revoked = await mint();
await cli('keys', 'revoke', revoked.key.slice(0, 14));
const calls: ApiCall[] = [];
for (const body of [
  { reference: 'DF7KS1A1B2', expect: { amount: '23051.57' } },
  { reference: 'DF7KS1A1B2', expect: { amount: 1 } },
  { reference: 'FT26140CA1B2', provider: 'cbe', account: '10000012' },
  { url: 'https://siinqeebank.com/receipt/SQB26K2701A1' },
  { text: 'Dear customer, your transaction number is DKK7S1B2C4.' },
  { reference: 'DF7KS1GONE' },
  { reference: 'DF7KS1PEND' },
  { reference: 'nothing at all' },
]) {
  calls.push(await called('POST', '/api/verify', body));
}
calls.push(
  await called('POST', '/api/resolve', {
    text: 'https://transactioninfo.ethiotelecom.et/receipt/DF7KS1A1B2',
  }),
);

const owner = bot.chat(bot.person('Almaz', { language_code: 'en' }));
const cashier = bot.chat(bot.person('Hana', { language_code: 'en' }));
const welcome = await reaction(owner, () => owner.sends.text('/start'));
await reaction(owner, () => owner.sends.press(welcome, 'Open a shop'));
await reaction(owner, () => owner.sends.text('Buna Bet'));
const invitation = await reaction(owner, () => owner.sends.text('/invite'));
const token = /start=(\S+)/.exec(JSON.stringify(invitation.raw))?.[1]?.replace(/[^\w-].*/, '');
await reaction(cashier, () => cashier.sends.text(`/start ${token}`));
const [accepted, undecided, unfinished] = ['DKK0000C01', 'DKK0000C02', 'DKK00CSLOW'];
const verdict = await tooOld(owner.sends.text(accepted));
owner.sends.press(verdict, 'Accept anyway');
await owner.until(() => verdict.text.includes('Almaz'));
const undecidedVerdict = await tooOld(owner.sends.text(undecided));

const promised = await called('POST', '/api/verify', { reference: 'DF7KS1SLOW', waitMs: 0 });
const last = cashier.sends.text(unfinished);
const checking = await cashier.message(({ replyTo }) => replyTo === last.id);
await bot.mailbox.confirmed(last.update);
await jobKnows(checking.id);
await service.end('SIGKILL');

const data: EarlierVersion = {
  version,
  madeAt: Date.now(),
  key,
  account,
  revokedKey: revoked.key,
  calls,
  promised,
  people: { owner: owner.id, cashier: cashier.id },
  receipts: { accepted, undecided, unfinished },
  answers: { accepted: verdict.id, undecided: undecidedVerdict.id, unfinished: checking.id },
  lastUpdate: last.update,
  messages: [...owner.messages, ...cashier.messages]
    .map(({ id, chat, byBot, text, entities, keyboard, replyTo }) => ({
      id,
      chat,
      byBot,
      text,
      entities,
      keyboard,
      replyTo,
    }))
    .sort((a, b) => a.id - b.id),
  store: await everything(),
};
await writeFile(new URL(`data-of-${version}.json`, import.meta.url), `${JSON.stringify(data, null, 1)}\n`);
await telegram.close();
await removeDataDirectory(directory);

async function cli(...args: string[]): Promise<string> {
  const process = startProcess(join(checkout, 'dist/src/cli/main.js'), args, { env });
  if ((await process.end()) !== 0) throw new Error(process.stderr());
  return process.stdout();
}

async function mint(): Promise<{ key: string; account: string }> {
  return JSON.parse(await cli('keys', 'mint', '--mode', 'test', '--plan', 'shop', '--json'));
}

async function called(method: string, path: string, body: object): Promise<ApiCall> {
  return { method, path, body, ...(await send(origin, key, { method, path, body })) };
}

async function reaction(chat: Scene, act: () => unknown): Promise<Shown> {
  const before = chat.answers.length;
  act();
  await chat.until(() => chat.answers.length > before);
  return chat.answers[before] as Shown;
}

/** The answer to a receipt, with the button to accept it all the same. */
function tooOld({ id }: Shown): Promise<Shown> {
  return owner.message(({ replyTo, keyboard }) => replyTo === id && keyboard.length > 0);
}

/** Resolves once the bot has stored which message becomes the answer. */
async function jobKnows(answer: number): Promise<void> {
  const redis = new Redis(join(directory, 'redis.sock'));
  while (!JSON.stringify(await redis.hvals('{n:cashier}:notes:job')).includes(String(answer)))
    await sleep(10);
  redis.disconnect();
}

async function everything(): Promise<StoredValue[]> {
  const redis = new Redis(join(directory, 'redis.sock'));
  const keys = (await redis.keys('*')).sort();
  const values = await Promise.all(keys.map((name) => stored(redis, name)));
  redis.disconnect();
  return values;
}
