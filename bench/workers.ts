/**
 * One API worker compared with two, answering from the cache. The main figure is the capacity of the workers: responses per
 * second of CPU time, times the number of workers. Responses per second are shown too, but on a machine with few cores the
 * load generator and Redis use the same cores.
 */
import { availableParallelism } from 'node:os';
import { type BenchEnvironment, startRedis, startService } from './environment.js';
import { childrenOf } from './linux.js';
import { connections } from './load.js';
import { effort } from './quick-mode.js';
import { type Racer, type Round, raceAnew, ratios } from './race.js';
import { figure, judged, median, type Row, spread } from './table.js';

/** Many short rounds: a machine that slows down for seconds then affects all alike. V8 compiles for the first seconds. */
const efforts = { rounds: effort(8, 2), secondsPerRound: 1, warmUpSeconds: effort(10, 1) };
/** Two workers, the caller and Redis each have one. */
const coresWanted = 4;

/** @returns four rows; the last shows what the machine leaves of twice one */
export async function workers(): Promise<Row[]> {
  return rows(await raceAnew(startTeams, efforts));
}

async function startTeams(environment: BenchEnvironment) {
  const redis = `unix://${await startRedis(environment)}`;
  const one = await team(environment, redis, 1);
  const two = await team(environment, redis, 2);
  // The same number of callers per worker, because writes to Redis are batched: a worker with half the callers sends smaller batches.
  const busy = { ...two, connections: 2 * connections };
  const apart = { ...together(one, await team(environment, redis, 1)), connections: 2 * connections };
  return { one, two, busy, apart };
}

/** Two services that know nothing of each other, called with the key of the first. */
function together(one: Racer, other: Racer): Racer {
  return { ...one, moreUrls: [other.url], pids: [...one.pids, ...other.pids] };
}

function rows({ one, two, busy, apart }: Record<'one' | 'two' | 'busy' | 'apart', Round[]>): Row[] {
  const rate = ratios(two, one, 'perSecond');
  // Twice the workers have twice the processor time.
  const ableOf = (workers: readonly Round[]) => ratios(one, workers, 'micros').map((ratio) => 2 * ratio);
  const [able, ableBusy, ableApart] = [ableOf(two), ableOf(busy), ableOf(apart)];
  const of = (all: readonly Round[], what: keyof Round) => median(all.map((round) => round[what]));
  const cores = availableParallelism();
  const roomy = cores >= coresWanted;
  return [
    {
      id: 'workers.throughput',
      name: `two API workers, ${connections} connections${roomy ? '' : `, caller and Redis on the same ${cores} cores`}`,
      figures: spread(rate, 'times one'),
      baseline: [figure(Math.round(of(one, 'perSecond')), '/s', 'one worker')],
      budget: roomy ? '>= 1.75' : null,
      holds: !roomy || judged(rate, { least: 1.75 }),
      rounds: { ratios: rate },
    },
    {
      id: 'workers.processor-time',
      name: 'the same by processor time of the workers',
      figures: [...spread(able, 'times one'), figure(of(two, 'micros'), 'µs a request')],
      baseline: [figure(of(one, 'micros'), 'µs a request', 'one worker')],
      budget: null,
      holds: true,
      rounds: { ratios: able },
    },
    {
      id: 'workers.processor-time-each',
      name: `the same with ${connections} connections for each worker`,
      figures: [...spread(ableBusy, 'times one'), figure(of(busy, 'micros'), 'µs a request')],
      baseline: [figure(of(one, 'micros'), 'µs a request', 'one worker')],
      budget: '>= 1.75',
      holds: judged(ableBusy, { least: 1.75 }),
      rounds: { ratios: ableBusy },
    },
    {
      id: 'workers.apart',
      name: 'two services of one worker, which share only the machine and Redis, in place of two workers',
      figures: [...spread(ableApart, 'times one'), figure(of(apart, 'micros'), 'µs a request')],
      baseline: [figure(of(one, 'micros'), 'µs a request', 'one worker')],
      budget: null,
      holds: true,
      rounds: { ratios: ableApart },
    },
  ];
}

async function team(environment: BenchEnvironment, redis: string, count: number): Promise<Racer> {
  const { url, headers, pid } = await startService(environment, redis, { WORKERS: String(count) });
  return {
    url: `${url}/api/verify`,
    headers,
    body: JSON.stringify({ reference: 'DKK4A1B2C3' }),
    // Other processes that the first one may have started are idle here, so they add nothing.
    pids: count === 1 ? [pid] : childrenOf(pid),
  };
}
