/**
 * Whether a call costs more in a full store: cached and uncached calls with few and many receipts, accounts and waiting callers,
 * and for an account with a long history. Each size is a database of one Redis, swapped in turns with the one that the service uses:
 * two processes of one version differ by more than the budget, so separate services and stores would hide what a size costs.
 * Compares the processor time of a request in the service and in Redis; of pages and lists, the time they take.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../src/engine/store/connection/connect.js';
import * as names from '../src/engine/store/key-names.js';
import { createNotifier } from '../src/engine/store/pubsub.js';
import { loadScripts } from '../src/engine/store/scripts.js';
import { createBankQueue, QueuePlace } from '../src/engine/verification/bank-queue.js';
import { createLog } from '../src/log.js';
import {
  type BenchEnvironment,
  serviceEnvironment,
  startProcess,
  startRedisProcess,
  startService,
  withEnvironment,
} from './environment.js';
import { awaitRewrite, copyDatabase, createDatabaseSwitch } from './growth/databases.js';
import { addAccounts, addReceipts, referenceOf, verifyPattern } from './growth/fill.js';
import { pageTimes } from './growth/pages.js';
import { effort } from './quick-mode.js';
import { mediansOf, type Racer, type Round, raceAnew, ratios } from './race.js';
import { figure, judged, median, type Row, spread } from './table.js';

const efforts = { rounds: effort(24, 2), secondsPerRound: 1, warmUpSeconds: effort(3, 1) };
/** A round is the median of this many turns, because the ratios of single turns differ by more than the budget. */
const turnsPerRound = effort(12, 1);
/** Distinct receipts that are requested, the same number at each size; the newest, except in one row. */
const asked = 1_000;
const [few, many, most] = effort([1_000, 100_000, 1_000_000], [1_000, 2_000, 4_000]);
const accounts = effort(10_000, 200);
const waiting = effort(10_000, 200);
const bank = 'sandbox:dashen';
const pageVisits = effort(9, 2);
const pageMsMax = 200;

/** The database of each size; the service uses database 0. */
const databases = { base: 1, many: 2, most: 3, crowded: 4 };
type Size = keyof typeof databases;

/** @returns a row for each kind of growth */
export function growth(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const redis = await startRedisProcess(environment);
    const filled = await fill(redis, environment);
    const { show, close } = createDatabaseSwitch(redis.socket);
    environment.cleanups.push(close);
    const pagesAt = (size: Size) =>
      withEnvironment(async (own) => {
        await show(databases[size]);
        const { url } = await startProcess(own, serviceEnvironment(own, `unix://${redis.socket}`));
        return await pageTimes({ site: url, headers: filled.headers, socket: redis.socket }, pageVisits);
      });
    const pages = { base: await pagesAt('base'), most: await pagesAt('most') };

    const racer = (size: Size, nextBody = calls(1)) => ({
      nextBody,
      async around<T>(turn: () => Promise<T>): Promise<T> {
        await show(databases[size]);
        return await turn();
      },
    });
    const base = racer('base');
    const queued: typeof base = {
      nextBody: calls(1),
      around: (turn) => base.around(() => whileQueued(redis.socket, turn)),
    };
    const cached = await inPairs(base, filled, {
      many: racer('many'),
      most: racer('most'),
      apart: racer('most', calls(most / asked)),
      crowded: racer('crowded'),
      queued,
    });
    const uncached = await inPairs(racer('base', newReceipts), filled, {
      many: racer('many', newReceipts),
      most: racer('most', newReceipts),
    });
    const receipts = (count: number) =>
      `${count.toLocaleString('en')} receipts, all of one account's history`;
    const queue = { withStore: false };
    return [
      row('cached-many', `cached, with ${receipts(many)}`, cached.many),
      row('cached-most', `cached, with ${receipts(most)}`, cached.most),
      row('cached-apart', 'the same, with receipts from all over the history', cached.apart),
      row('uncached-many', `uncached, with ${receipts(many)}`, uncached.many),
      row('uncached-most', `uncached, with ${receipts(most)}`, uncached.most),
      row('accounts', `cached, with ${accounts.toLocaleString('en')} accounts`, cached.crowded),
      row('waiting', `cached, with ${waiting.toLocaleString('en')} calls in a queue`, cached.queued, queue),
      pagesRow(`pages and lists of an account with ${most.toLocaleString('en')} receipts`, pages),
    ];
  });
}

/** @param withStore whether to count the time of Redis too: it also serves the waiting calls, which is not part of a call */
function row(id: string, name: string, { base, grown }: Pair, { withStore = true } = {}): Row {
  const spent = ({ micros, storeMicros }: Round) => micros + (withStore ? storeMicros : 0);
  const turns = ratios(grown, base, spent);
  const all = mediansOf(turns, turnsPerRound);
  return {
    id: `growth.${id}`,
    name: `processor time of a call: ${name}`,
    figures: [...spread(all, 'of it'), figure(median(grown.map(spent)), 'µs')],
    baseline: [figure(median(base.map(spent)), 'µs', `${few.toLocaleString('en')} receipts, one account`)],
    budget: '<= 1.05',
    holds: judged(all, { most: 1.05 }),
    rounds: { ratios: all, turns },
  };
}

function pagesRow(name: string, { base, most }: Record<'base' | 'most', Record<string, number[]>>): Row {
  const figures = (times: Record<string, number[]>) =>
    Object.entries(times).map(([page, ms]) => figure(median(ms), 'ms', page));
  const holds = Object.values(most).every((ms) => median(ms) < pageMsMax);
  const budget = `each < ${pageMsMax} ms`;
  return {
    id: 'growth.pages',
    name,
    figures: figures(most),
    baseline: figures(base),
    budget,
    holds,
    rounds: most,
  };
}

/** The Redis whose databases are filled, and headers with the key that each of them has. */
interface Filled {
  redis: { socket: string; pid: number };
  headers: Record<string, string>;
}

/** Fills the databases with the same account, whose newest receipts are the same in all; its service ends. */
async function fill(redis: Filled['redis'], environment: BenchEnvironment): Promise<Filled> {
  const { url, headers, stop } = await startService(environment, `unix://${redis.socket}`);
  await verifyPattern(`${url}/api/verify`, headers);
  await stop();
  const receipts = { base: few, many, most, crowded: few };
  for (const [size, count] of Object.entries(receipts) as [Size, number][]) {
    await copyDatabase(redis.socket, databases[size]);
    await addReceipts({ path: redis.socket, db: databases[size] }, count);
  }
  await addAccounts({ path: redis.socket, db: databases.crowded }, accounts);
  await awaitRewrite(redis.socket);
  return { redis, headers };
}

type Calls = Pick<Racer, 'nextBody' | 'around'>;

/** Turns of the base, and those that followed each of them. */
interface Pair {
  base: Round[];
  grown: Round[];
}

/** Starts one service, which each racer is in its turns, right after one of the base: the host is slower for seconds at a time. */
async function inPairs<N extends string>(
  base: Calls,
  { redis, headers }: Filled,
  racers: Record<N, Calls>,
): Promise<Record<N, Pair>> {
  const sizes = Object.keys(racers) as N[];
  const baseOf = (name: N) => `base of ${name}`;
  const rounds = await raceAnew(
    async (environment: BenchEnvironment): Promise<Record<string, Racer>> => {
      const env = serviceEnvironment(environment, `unix://${redis.socket}`);
      const { url, pid } = await startProcess(environment, env);
      const one = { url: `${url}/api/verify`, headers, body: '', pids: [pid], store: redis.pid };
      const pairs = sizes.flatMap((name) => [
        [baseOf(name), { ...one, ...base }],
        [name, { ...one, ...racers[name] }],
      ]);
      return Object.fromEntries(pairs) as Record<string, Racer>;
    },
    { ...efforts, together: 2 },
  );
  const pairs = sizes.map((name) => [name, { base: rounds[baseOf(name)], grown: rounds[name] }]);
  return Object.fromEntries(pairs) as Record<N, Pair>;
}

/** Bodies of calls for the same receipts in turns. @param step 2 for every other receipt */
function calls(step: number): () => string {
  let nth = 0;
  return () => JSON.stringify({ reference: referenceOf((nth++ % asked) * step) });
}

/** Bodies of calls for receipts that were not requested before. */
const newReceipts = (() => {
  let nth = 0;
  return () => JSON.stringify({ reference: `DKL${(nth++).toString(36).toUpperCase().padStart(7, '0')}` });
})();

/** Makes calls wait for a slot of a bank while `turn` runs, as other processes of the service would. */
async function whileQueued<T>(socket: string, turn: () => Promise<T>): Promise<T> {
  const log = createLog('error');
  const store = await openStore({ redisUrl: `unix://${socket}`, dataDir: 'unused', production: false, log });
  const notifier = createNotifier(store);
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  const queue = createBankQueue(loadScripts(store.client), notifier);
  const acquire = () =>
    queue.acquire(bank, 1, {
      call: notifier.callId(),
      owner: 'bench',
      place: new QueuePlace(),
      priority: 2,
      deadline: Number.POSITIVE_INFINITY,
      signal: leaving.signal,
    });
  const slot = await acquire();
  const calls = Array.from({ length: waiting }, () => acquire().catch(() => undefined));
  try {
    while ((await store.client.zcard(names.waiting(bank))) < waiting) await sleep(50);
    return await turn();
  } finally {
    leaving.abort();
    await Promise.all(calls);
    await slot.release();
    await notifier.close();
    await store.close();
  }
}
