/**
 * Soak test: mixed traffic at half of the service's capacity. Measures growth of memory, failures and latency. `--minutes N`,
 * default 30. The capacity is measured first, with the same mix on the same connections, and is the baseline.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Redis } from 'ioredis';
import { type Service, startRedis, startService, withEnvironment } from './environment.js';
import { residentBytes } from './linux.js';
import { connections } from './load.js';
import { effort, numberOf } from './quick-mode.js';
import { figure, type Row } from './table.js';

const minutesWanted = 30;
const capacitySeconds = effort(15, 3);
const sampleMs = effort(5_000, 1_000);
/** The service allocates its permanent memory in this first part. */
const warmUpShare = 0.25;
const msPerHour = 3_600_000;
/** Over half an hour this is less than the difference between two samples. */
const slopeMbMax = 10;

interface Sample {
  /** Hours since the beginning. */
  at: number;
  /** Resident memory of the service. */
  mb: number;
  /** What Redis has allocated, without the receipts and ledger lines that are kept on purpose. */
  redisMb: number;
}

/** @returns four rows */
export function soak(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const redis = `unix://${await startRedis(environment)}`;
    const service = await startService(environment, redis, { ROLES: 'api,prober' });
    const minutes = numberOf('--minutes', effort(minutesWanted, 0.5));
    const capacity = await run(service, { duration: capacitySeconds });
    const perSecond = capacity.requests.total / capacity.duration;
    const samples: Sample[] = [];
    const startedAt = Date.now();
    const client = new Redis(redis.replace('unix://', ''));
    environment.cleanups.push(() => client.disconnect());
    const over = new AbortController();
    const sampling = (async () => {
      while (!over.signal.aborted) {
        samples.push(await sampleOf(service, client, startedAt));
        await sleep(sampleMs, undefined, { signal: over.signal }).catch(() => undefined);
      }
    })();
    const long = await run(service, {
      duration: minutes * 60,
      overallRate: Math.round(perSecond / 2),
    }).finally(() => over.abort());
    await sampling;
    return rows(minutes, perSecond, capacity, long, samples);
  });
}

function rows(
  minutes: number,
  perSecond: number,
  capacity: autocannon.Result,
  long: autocannon.Result,
  samples: readonly Sample[],
): Row[] {
  const failed = long.errors + long.timeouts + long.non2xx;
  const traffic = `${minutes} minutes of mixed traffic at half of capacity`;
  const longEnough = minutes >= minutesWanted;
  return [
    growth('soak.memory', `${traffic}, growth of memory`, 'mb', samples, longEnough),
    growth('soak.redis', `the same of Redis, beside receipts and ledger`, 'redisMb', samples, longEnough),
    {
      id: 'soak.errors',
      name: `${traffic}, calls that failed`,
      figures: [figure(failed, ''), figure(long.requests.total, 'calls', 'of')],
      baseline: [figure(capacity.errors + capacity.timeouts + capacity.non2xx, 'at full load')],
      budget: '0',
      holds: failed === 0,
    },
    {
      id: 'soak.latency',
      name: `${traffic}, one in a hundred takes longer than`,
      figures: [
        figure(long.latency.p99, 'ms'),
        figure(Math.round(long.requests.total / long.duration), '/s'),
      ],
      baseline: [
        figure(capacity.latency.p99, 'ms', 'at full load'),
        figure(Math.round(perSecond), '/s', 'capacity'),
      ],
      budget: null,
      holds: true,
    },
  ];
}

/** A run of a few minutes measures noise only, so it has no budget. */
function growth(
  id: string,
  name: string,
  of: 'mb' | 'redisMb',
  samples: readonly Sample[],
  longEnough: boolean,
): Row {
  const kept = samples.slice(Math.floor(samples.length * warmUpShare));
  const slope = slopeOf(kept.map((sample) => ({ at: sample.at, mb: sample[of] })));
  return {
    id,
    name,
    figures: [figure(slope, 'MB/h'), figure(kept.at(-1)?.[of] ?? Number.NaN, 'MB', 'at the end')],
    baseline: [figure(kept[0]?.[of] ?? Number.NaN, 'MB', 'after warm-up')],
    budget: longEnough ? `<= ${slopeMbMax} MB/h` : null,
    holds: !longEnough || slope <= slopeMbMax,
    rounds: { mb: samples.map((sample) => sample[of]) },
  };
}

/** Of every 20 calls: 14 for cached receipts, 2 that ask a bank, 2 of resolve, 1 of usage, 1 of status. */
async function run(
  { url, headers }: Service,
  pace: { duration: number; overallRate?: number },
): Promise<autocannon.Result> {
  const post = (path: string, reference: string) => ({
    method: 'POST' as const,
    path,
    headers,
    body: JSON.stringify({ reference }),
  });
  const cached = Array.from({ length: 7 }, () => post('/api/verify', 'DKK4A1B2C3'));
  const fresh = {
    ...post('/api/verify', ''),
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      body: JSON.stringify({ reference: nextReference() }),
    }),
  };
  const half = [...cached, fresh, post('/api/resolve', 'DKK4A1B2C3')];
  const requests = [
    ...half,
    { method: 'GET' as const, path: '/api/usage', headers },
    ...half,
    { method: 'GET' as const, path: '/api/status', headers },
  ];
  return await autocannon({ url, connections, requests, ...pace });
}

let references = 0;

/** A receipt of telebirr that was not requested before. */
function nextReference(): string {
  references += 1;
  return `DKJ${String(references).padStart(7, '0')}`;
}

/**
 * Receipts, the receipts shown to an account, call counts of simulated banks and ledger lines are stored permanently: they are deleted
 * before each sample, so that the sample contains only what the traffic needs temporarily.
 */
async function sampleOf({ pid }: Service, redis: Redis, startedAt: number): Promise<Sample> {
  let cursor = '0';
  do {
    const [next, names] = await redis.scan(cursor, 'COUNT', 2_000);
    cursor = next;
    const kept = names.filter((name) => keptForGood.test(name));
    if (kept.length > 0) await redis.unlink(...kept);
    for (const name of names.filter((one) => /:ledger:/.test(one))) await redis.xtrim(name, 'MAXLEN', 1_000);
  } while (cursor !== '0');
  const used = /^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1];
  return {
    at: (Date.now() - startedAt) / msPerHour,
    mb: residentBytes(pid) / 1e6,
    redisMb: Number(used) / 1e6,
  };
}

/** Keys of the receipts that were requested once; the cached one stays. */
const keptForGood = /^\{r:[^}]*:DKJ[^}]*\}$|:seen:.*:DKJ|^\{s:hits:|:transfers:/;

/** By least squares, MB an hour. */
function slopeOf(samples: readonly Pick<Sample, 'at' | 'mb'>[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAt, meanMb] = [mean(samples.map(({ at }) => at)), mean(samples.map(({ mb }) => mb))];
  const spread = samples.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0);
  return samples.reduce((sum, { at, mb }) => sum + (at - meanAt) * (mb - meanMb), 0) / spread;
}
