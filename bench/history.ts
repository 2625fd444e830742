/**
 * The built cashier bot with a shop whose book has 400 days of 2,000 receipts, as an earlier version left it: /history while the
 * book is being indexed and afterwards, /today, reports of months, an export, and commands of other chats meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { buildApplication } from '../src/app.js';
import { loadConfig } from '../src/config/index.js';
import * as names from '../src/engine/store/key-names.js';
import { createLog } from '../src/log.js';
import { type FakeBot, type Scene, type Shown, startTelegram } from '../test/support/telegram/index.js';
import { playBot, token } from './cashier-bot.js';
import { type BenchEnvironment, serviceEnvironment, startRedis, withEnvironment } from './environment.js';
import { type Book, fillBook, type Landmarks } from './history/book.js';
import { effort } from './quick-mode.js';
import { figure, median, quantile, type Row } from './table.js';

const days = effort(400, 30);
const linesADay = effort(2_000, 200);
const searchesEach = effort(10, 2);
const reports = effort(5, 2);
const cashiers = ['Selam', 'Abel', 'Chaltu', 'Dawit'];
const budgetMs = 200;
/** For another chat's command. */
const othersBudgetMs = 100;
/** Between two commands of a chat: keeps their messages below the bot's rate limit. */
const pauseMs = 100;

/** Times of a phase, ms. */
interface Times {
  /** Of each command, by its name. */
  own: Record<string, number[]>;
  /** Of another chat's command meanwhile. */
  others: number[];
  /** Of a PING to the store meanwhile. */
  store: number[];
}

interface Shop {
  owner: Scene;
  /** Its shop is small. */
  other: Scene;
  marks: Landmarks;
  redis: Redis;
  id: string;
  /** The newest day of its book, `yyyy-MM-dd`. */
  today: string;
}

export async function history(): Promise<Row[]> {
  return await withEnvironment(async (environment) => {
    const shop = await openShop(environment);
    const idle = await meanwhile(shop, () => sleep(effort(3_000, 500)));
    const startedAt = performance.now();
    const building = await meanwhile(shop, (own) => searchUntilIndexed(shop, own));
    const indexedMs = performance.now() - startedAt;
    const indexed = await meanwhile(shop, (own) => searchAll(shop, own));
    const read = await meanwhile(shop, (own) => readWholeMonths(shop, own));
    const reported = await meanwhile(shop, (own) => report(shop, own));
    return [
      searchRow('history.search', 'indexed', indexed),
      othersRow('history.others', 'while /history searches it', indexed, idle),
      {
        ...searchRow('history.old-book', 'left by an earlier version, while it is being indexed', building),
        baseline: [figure(indexedMs / 1_000, 's', 'until it is indexed')],
      },
      othersRow('history.old-book-others', 'while the book is indexed and searched', building, idle),
      reportsRow(reported),
      othersRow('history.reports-others', 'during these reports', reported, idle),
      wholeReadsRow(read),
      othersRow('history.whole-reads-others', 'while whole months are read', read, idle),
    ];
  });
}

const bookText = `${days} days of ${linesADay.toLocaleString('en')} receipts`;

function searchRow(id: string, state: string, { own }: Times): Row {
  const all = Object.values(own).flat();
  const late = quantile(all, 0.95);
  const slowest = Math.max(...Object.values(own).map(median));
  return {
    id,
    name: `/history in a book of ${bookText}, ${state}: reference, amount, payer, cashier, old and new`,
    figures: [
      figure(late, 'ms', '95 % within'),
      figure(slowest, 'ms', 'slowest kind, half within'),
      figure(Math.max(...all), 'ms', 'slowest'),
    ],
    baseline: [],
    budget: `95 % < ${budgetMs} ms`,
    holds: late < budgetMs && slowest < budgetMs,
    rounds: own,
  };
}

function othersRow(id: string, when: string, { others, store }: Times, idle: Times): Row {
  const late = quantile(others, 0.95);
  return {
    id,
    name: `another chat's /today ${when}`,
    figures: [
      figure(late, 'ms', '95 % within'),
      figure(Math.max(...others), 'ms', 'slowest'),
      figure(quantile(store, 0.99), 'ms', 'store, 99 % within'),
      figure(Math.max(...store), 'ms', 'store, slowest'),
    ],
    baseline: [
      figure(quantile(idle.others, 0.95), 'ms', 'otherwise, 95 % within'),
      figure(Math.max(...idle.others), 'ms', 'slowest'),
    ],
    budget: `95 % < ${othersBudgetMs} ms`,
    holds: late < othersBudgetMs,
    rounds: { others },
  };
}

function reportsRow({ own }: Times): Row {
  return {
    id: 'history.reports',
    name: `reports of a book of ${bookText}: today, this month, the month before`,
    figures: Object.entries(own).map(([name, times]) => figure(median(times), 'ms', `${name}, half within`)),
    baseline: [],
    budget: `half < ${budgetMs} ms`,
    holds: Object.values(own).every((times) => median(times) < budgetMs),
    rounds: own,
  };
}

/** Of days that nobody has counted, which an earlier version leaves; and the spreadsheet. */
function wholeReadsRow({ own }: Times): Row {
  return {
    id: 'history.whole-reads',
    name: `what reads a whole month of ${linesADay.toLocaleString('en')} receipts a day`,
    figures: Object.entries(own).map(([name, times]) => figure(median(times), 'ms', name)),
    baseline: [],
    budget: null,
    holds: true,
    rounds: own,
  };
}

async function openShop(environment: BenchEnvironment): Promise<Shop> {
  const socket = await startRedis(environment);
  const redisUrl = `unix://${socket}`;
  const telegram = await startTelegram();
  environment.cleanups.push(() => telegram.close());
  const bot = telegram.bot(token, 'deresegn_bench_bot');
  const redis = new Redis(socket);
  environment.cleanups.push(() => redis.disconnect());
  const { owner, other, book } = await openBook(environment, redisUrl, bot);
  // Filling is not measured, nor the disk writes that the store makes for it.
  await redis.config('SET', 'appendonly', 'no');
  const marks = await fillBook(redis, book);
  await redis.config('SET', 'appendonly', 'yes');
  while (/aof_rewrite_(in_progress|scheduled):1/.test(await redis.info('persistence'))) await sleep(100);
  await playBot(environment, redisUrl, telegram.root, bot);
  const shop = { owner, other, marks, redis, id: book.shop, today: book.today };
  // Warm-up: loading and compiling code is not measured.
  for (let nth = 0; nth < 20; nth += 1) await ask(other, nth % 2 === 0 ? '/today' : '/history 500');
  return shop;
}

async function openBook(environment: BenchEnvironment, redisUrl: string, bot: FakeBot) {
  const config = loadConfig({ ...serviceEnvironment(environment, redisUrl), LOG_LEVEL: 'silent' }, null);
  const application = await buildApplication(config, { log: createLog('silent') });
  const { shops } = application.engine;
  const open = async (name: string) => {
    const user = bot.person(name);
    const shop = { name, shopName: `${name}'s shop`, language: 'en' as const };
    const membership = await shops.open({ person: `tg:${user.id}`, ...shop });
    return { membership, scene: bot.chat(user) };
  };
  try {
    const [large, small] = [await open('Almaz'), await open('Bekele')];
    const shop = large.membership.shop.id;
    const members: string[] = [];
    for (const name of cashiers) {
      const { token: invitation } = await shops.invite({ shop, by: large.membership.member.id });
      const joining = await shops.accept(invitation, `tg:${bot.person(name).id}`, name);
      if (joining.kind !== 'joined') throw new Error(`${name} did not join`);
      members.push(joining.membership.member.id);
    }
    const book: Book = { shop, today: await shops.today(shop), members, days, linesADay };
    return { owner: large.scene, other: small.scene, book };
  } finally {
    await application.close();
  }
}

/** Runs a phase while another chat asks and the store is pinged. */
async function meanwhile(
  { other, redis }: Shop,
  phase: (own: Record<string, number[]>) => Promise<unknown>,
): Promise<Times> {
  const times: Times = { own: {}, others: [], store: [] };
  let isOver = false;
  const repeat = async (one: () => Promise<void>, pauseMs: number) => {
    while (!isOver) {
      await one();
      await sleep(pauseMs);
    }
  };
  const background = [
    repeat(async () => void times.others.push((await ask(other, '/today')).ms), pauseMs),
    repeat(async () => {
      const sentAt = performance.now();
      await redis.ping();
      times.store.push(performance.now() - sentAt);
    }, 2),
  ];
  try {
    await phase(times.own);
  } finally {
    isOver = true;
    await Promise.all(background);
  }
  return times;
}

async function searchAll({ owner, marks }: Shop, own: Record<string, number[]>): Promise<void> {
  for (let nth = 0; nth < searchesEach; nth += 1) {
    for (const [kind, { query, finds }] of Object.entries(queriesOf(marks))) {
      const { text, ms } = await ask(owner, `/history ${query}`);
      if (!finds.test(text)) throw new Error(`/history ${query} found ${text}`);
      add(own, kind, ms);
      await sleep(pauseMs);
    }
  }
}

/** Old receipts are not found yet, and the answer reports that. */
async function searchUntilIndexed(
  { owner, marks, redis, id }: Shop,
  own: Record<string, number[]>,
): Promise<void> {
  const isIndexed = async () => (await redis.get(names.bookIndexed(id))) === '1';
  const queries = Object.entries(queriesOf(marks));
  for (let nth = 0; !(await isIndexed()); nth += 1) {
    const [kind, { query, finds }] = queries[nth % queries.length] ?? ['', { query: '', finds: /$/ }];
    const { text, ms } = await ask(owner, `/history ${query}`);
    if (!finds.test(text) && !text.includes('were searched') && !(await isIndexed()))
      throw new Error(`/history ${query} found ${text}`);
    add(own, nth === 0 ? 'the first search' : kind, ms);
    await sleep(effort(pauseMs, 5));
  }
}

async function report(shop: Shop, own: Record<string, number[]>): Promise<void> {
  for (let nth = 0; nth < reports; nth += 1) {
    add(own, '/today', (await ask(shop.owner, '/today')).ms);
    await sleep(pauseMs);
    await reportMonths(shop, own, ['/report month', 'the month before']);
  }
}

async function readWholeMonths(shop: Shop, own: Record<string, number[]>): Promise<void> {
  await reportMonths(shop, own, [
    'the first /report month after an upgrade',
    'the first of the month before',
  ]);
  for (let nth = 0; nth < effort(3, 1); nth += 1) {
    const { message, ms } = await ask(shop.owner, '/export month');
    if (message.file === null) throw new Error(`/export month answered ${message.text}`);
    add(own, '/export month', ms);
    await sleep(pauseMs);
  }
}

/** This month, and the one before by the button. @param kinds names of the two */
async function reportMonths(
  { owner, redis, id, today }: Shop,
  own: Record<string, number[]>,
  [current, before]: [string, string],
): Promise<void> {
  // The shop has had a receipt since the last report: today is counted anew.
  await redis.del(names.bookTotals(id, today));
  const { message, ms } = await ask(owner, '/report month');
  add(own, current, ms);
  await sleep(pauseMs);
  const pressedAt = Date.now();
  owner.sends.press(message, '‹ Back');
  await owner.until(() => message.versions.length > 1);
  if (!message.text.includes('Accepted: ')) throw new Error(`the month before is ${message.text}`);
  add(own, before, (message.versions[1]?.at ?? 0) - pressedAt);
  await sleep(pauseMs);
}

function add(own: Times['own'], kind: string, ms: number): void {
  own[kind] = [...(own[kind] ?? []), ms];
}

function queriesOf({ newest, middle, oldest, amount, payer, common }: Landmarks) {
  const one = (reference: string) => new RegExp(reference);
  return {
    'end of a reference, newest day': { query: newest.slice(-5), finds: one(newest) },
    'end of a reference, middle': { query: middle.slice(-5), finds: one(middle) },
    'end of a reference, oldest day': { query: oldest.slice(-5), finds: one(oldest) },
    'whole reference, oldest day': { query: oldest, finds: one(oldest) },
    'common amount': { query: '500', finds: /There are more/ },
    'amount of the oldest day': { query: amount, finds: /Zewditu/ },
    'beginning of a name': { query: 'al', finds: /There are more/ },
    'given name': { query: common.split(' ')[0] ?? '', finds: /There are more/ },
    'payer of the oldest day': { query: payer, finds: /98,765\.43/ },
    'payer with two common names': { query: common, finds: new RegExp(`birr ${common}`) },
    cashier: { query: cashiers[0] ?? '', finds: /There are more/ },
    nobody: { query: 'Quispe', finds: /Nothing found/ },
  };
}

/** Time until the bot answers. */
async function ask(chat: Scene, text: string): Promise<{ message: Shown; text: string; ms: number }> {
  const sentAt = Date.now();
  const sent = chat.sends.text(text);
  const message = await chat.message(({ id, byBot }) => byBot && id > sent.id);
  return { message, text: message.text, ms: (message.versions[0]?.at ?? 0) - sentAt };
}
