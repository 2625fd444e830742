/**
 * Whether a call costs more in a full store: cached and uncached calls with few and many receipts, accounts and waiting callers,
 * and for an account with a long history. Each size has its own Redis and services, and they are loaded in turns. Compares the
 * processor time of a request in the service and in Redis; of pages and lists, the time they take.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
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
import { addAccounts, addReceipts, referenceOf } from './growth/fill.js';
import { pageTimes } from './growth/pages.js';
import { effort } from './quick-mode.js';
import { type Racer, type Round, raceAnew, ratios } from './race.js';
import { figure, judged, median, type Row, spread } from './table.js';

/** Six racers, each of which begins a round once in each start. */
const efforts = { rounds: effort(6, 2), secondsPerRound: 1, warmUpSeconds: effort(6, 1) };
/** Distinct receipts that are requested, the same number at each size; the newest, except in one row. */
const asked = 1_000;
const [few, many, most] = effort([1_000, 100_000, 1_000_000], [1_000, 2_000, 4_000]);
const accounts = effort(10_000, 200);
const waiting = effort(10_000, 200);
const pageVisits = effort(9, 2);
const pageMsMax = 200;

interface Size extends Racer {
  /** Of the service, without a path. */
  site: string;
  socket: string;
}

/** @returns a row for each kind of growth */
export function growth(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const start = (receipts: number) => startSize(environment, receipts);
    const base = await start(few);
    const large = { many: await start(many), most: await start(most) };
    const pages = { base: await pageTimes(base, pageVisits), most: await pageTimes(large.most, pageVisits) };
    const crowded = await start(few);
    await addAccounts(crowded.socket, accounts);
    const queued = await start(few);
    environment.cleanups.push(await queueUp(queued.socket));
    const apart = { ...large.most, nextBody: calls(most / asked) };
    const cached = await raceAnew(started({ base, ...large, apart, crowded, queued }), efforts);
    const fresh = (size: Size) => ({ ...size, nextBody: newReceipts() });
    const uncached = await raceAnew(
      started({ base: fresh(base), many: fresh(large.many), most: fresh(large.most) }),
      efforts,
    );
    const receipts = (count: number) =>
      `${count.toLocaleString('en')} receipts, all of one account's history`;
    return [
      row('cached-many', `cached, with ${receipts(many)}`, cached.many, cached.base),
      row('cached-most', `cached, with ${receipts(most)}`, cached.most, cached.base),
      row('cached-apart', 'the same, with receipts from all over the history', cached.apart, cached.base),
      row('uncached-many', `uncached, with ${receipts(many)}`, uncached.many, uncached.base),
      row('uncached-most', `uncached, with ${receipts(most)}`, uncached.most, uncached.base),
      row('accounts', `cached, with ${accounts.toLocaleString('en')} accounts`, cached.crowded, cached.base),
      row(
        'waiting',
        `cached, with ${waiting.toLocaleString('en')} calls in a queue`,
        cached.queued,
        cached.base,
        {
          withStore: false,
        },
      ),
      pagesRow(`pages and lists of an account with ${most.toLocaleString('en')} receipts`, pages),
    ];
  });
}

/** @param withStore whether to count the time of Redis too: it also serves the waiting calls, which is not part of a call */
function row(
  id: string,
  name: string,
  grown: readonly Round[],
  base: readonly Round[],
  { withStore = true } = {},
): Row {
  const spent = ({ micros, storeMicros }: Round) => micros + (withStore ? storeMicros : 0);
  const all = ratios(grown, base, spent);
  return {
    id: `growth.${id}`,
    name: `processor time of a call: ${name}`,
    figures: [...spread(all, 'of it'), figure(median(grown.map(spent)), 'µs')],
    baseline: [figure(median(base.map(spent)), 'µs', `${few.toLocaleString('en')} receipts, one account`)],
    budget: '<= 1.05',
    holds: judged(all, { most: 1.05 }),
    rounds: { ratios: all },
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

let sizes = 0;

async function startSize(environment: BenchEnvironment, receipts: number): Promise<Size> {
  sizes += 1;
  const redis = await startRedisProcess(environment, `growth-${sizes}.sock`);
  const service = await startService(environment, `unix://${redis.socket}`);
  const url = `${service.url}/api/verify`;
  await addReceipts(redis.socket, { url, headers: service.headers, receipts });
  const { headers, pid } = service;
  return {
    url,
    site: service.url,
    headers,
    body: '',
    nextBody: calls(1),
    pids: [pid],
    store: redis.pid,
    socket: redis.socket,
  };
}

/** Starts another service for each store; the stores know the key already. */
function started<N extends string>(sizes: Record<N, Size>) {
  return async (environment: BenchEnvironment): Promise<Record<N, Racer>> => {
    const racers: [string, Racer][] = [];
    for (const [name, size] of Object.entries<Size>(sizes)) {
      const env = serviceEnvironment(environment, `unix://${size.socket}`);
      const { url, pid } = await startProcess(environment, env);
      racers.push([name, { ...size, url: `${url}/api/verify`, pids: [pid] }]);
    }
    return Object.fromEntries(racers) as Record<N, Racer>;
  };
}

/** Bodies of calls for the same receipts in turns. @param step 2 for every other receipt */
function calls(step: number): () => string {
  let nth = 0;
  return () => JSON.stringify({ reference: referenceOf((nth++ % asked) * step) });
}

/** Bodies of calls for receipts that were not requested before. */
function newReceipts(): () => string {
  let nth = 0;
  return () => JSON.stringify({ reference: `DKL${(nth++).toString(36).toUpperCase().padStart(7, '0')}` });
}

/** Makes calls wait for a slot of a bank, as other processes of the service would. @returns a function that ends them */
async function queueUp(socket: string): Promise<() => Promise<void>> {
  const log = createLog('error');
  const store = await openStore({ redisUrl: `unix://${socket}`, dataDir: 'unused', production: false, log });
  const notifier = createNotifier(store);
  const queue = createBankQueue(loadScripts(store.client), notifier);
  const turn = () => ({
    call: notifier.callId(),
    owner: 'bench',
    place: new QueuePlace(),
    priority: 2,
    deadline: Number.POSITIVE_INFINITY,
  });
  await queue.acquire('sandbox:dashen', 1, turn());
  for (let nth = 0; nth < waiting; nth += 1)
    queue.acquire('sandbox:dashen', 1, turn()).catch(() => undefined);
  const redis = new Redis(socket);
  while ((await redis.zcard(names.waiting('sandbox:dashen'))) < waiting) await sleep(50);
  redis.disconnect();
  return async () => {
    await notifier.close();
    await store.close();
  };
}
