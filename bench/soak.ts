/**
 * Mixed traffic for a long time at half of what the service can do: does its memory grow, does anything fail, how late
 * are the late ones? `--minutes N` says how long; half an hour is what counts. What it can do is measured first, with
 * the same mix on the same connections: that is the baseline.
 */
import autocannon from 'autocannon';
import { effort, numberOf } from './effort.js';
import { residentBytes } from './linux.js';
import { connections } from './load.js';
import { onStage, type Service, startRedis, startService } from './stage.js';
import { figure, type Row } from './table.js';

const minutesWanted = 30;
const capacitySeconds = effort(15, 3);
const sampleMs = effort(5_000, 1_000);
/** The service takes what it will keep in the first part. */
const warmUpShare = 0.25;
const msPerHour = 3_600_000;
/** Over half an hour, less than what a sample differs from the next. */
const slopeMbMax = 10;

interface Sample {
  /** Hours since the beginning. */
  at: number;
  mb: number;
}

/** @returns three rows; no budget is set: a service that is left alone has to keep still */
export function soak(): Promise<Row[]> {
  return onStage(async (stage) => {
    const redis = `unix://${await startRedis(stage)}`;
    const service = await startService(stage, redis, { ROLES: 'api,prober' });
    const minutes = numberOf('--minutes', effort(minutesWanted, 0.5));
    const capacity = await run(service, { duration: capacitySeconds });
    const perSecond = capacity.requests.total / capacity.duration;
    const samples: Sample[] = [];
    const startedAt = Date.now();
    const timer = setInterval(() => samples.push(sampleOf(service, startedAt)), sampleMs);
    const long = await run(service, {
      duration: minutes * 60,
      overallRate: Math.round(perSecond / 2),
    }).finally(() => clearInterval(timer));
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
  const kept = samples.slice(Math.floor(samples.length * warmUpShare));
  const slope = slopeOf(kept);
  const failed = long.errors + long.timeouts + long.non2xx;
  const traffic = `${minutes} minutes of mixed traffic at half of capacity`;
  const longEnough = minutes >= minutesWanted;
  return [
    {
      id: 'soak.memory',
      name: `${traffic}, growth of memory`,
      figures: [figure(slope, 'MB/h'), figure(kept.at(-1)?.mb ?? Number.NaN, 'MB', 'at the end')],
      baseline: [figure(kept[0]?.mb ?? Number.NaN, 'MB', 'after warm-up')],
      // What a few minutes show is the noise.
      budget: longEnough ? `<= ${slopeMbMax} MB/h` : null,
      holds: !longEnough || slope <= slopeMbMax,
      rounds: { mb: samples.map(({ mb }) => mb) },
    },
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

/** Of every 20 calls: 14 cached receipts, 2 that a bank is asked for, 2 resolved, 1 usage, 1 status. */
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

/** A receipt of telebirr that nobody has asked for. */
function nextReference(): string {
  references += 1;
  return `DKJ${String(references).padStart(7, '0')}`;
}

function sampleOf({ pid }: Service, startedAt: number): Sample {
  return { at: (Date.now() - startedAt) / msPerHour, mb: residentBytes(pid) / 1e6 };
}

/** By least squares, MB an hour. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAt, meanMb] = [mean(samples.map(({ at }) => at)), mean(samples.map(({ mb }) => mb))];
  const spread = samples.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0);
  return samples.reduce((sum, { at, mb }) => sum + (at - meanAt) * (mb - meanMb), 0) / spread;
}
