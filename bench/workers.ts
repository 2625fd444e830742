/**
 * One API worker compared with two, answering from the cache. The main figure is the capacity of the workers: responses per
 * second of CPU time, times the number of workers. Responses per second are shown too, but on a machine with few cores the
 * load generator and Redis use the same cores.
 */
import { availableParallelism } from 'node:os';
import { type BenchEnvironment, startRedis, startService, withEnvironment } from './environment.js';
import { childrenOf, cpuSeconds } from './linux.js';
import { type Contestant, connections, load } from './load.js';
import { effort } from './quick-mode.js';
import { figure, median, type Row } from './table.js';

const rounds = effort(5, 2);
const secondsPerRound = effort(5, 1);
const warmUpSeconds = effort(3, 1);
/** Two workers, the caller and Redis each have one. */
const coresWanted = 4;

interface Team extends Contestant {
  /** Process ids of its API workers. */
  workers: readonly number[];
}

interface Round {
  perSecond: number;
  /** Answers for each second of processor time of all workers together. */
  perCpuSecond: number;
}

/** @returns two rows */
export function workers(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const redis = `unix://${await startRedis(environment)}`;
    const teams = [await team(environment, redis, 1), await team(environment, redis, 2)] as const;
    for (const one of teams) await load(one, warmUpSeconds);
    const results: [Round[], Round[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const nth of [0, 1] as const) results[nth].push(await measured(teams[nth]));
    }
    return rows(...results);
  });
}

function rows(one: readonly Round[], two: readonly Round[]): Row[] {
  const of = (all: readonly Round[], what: keyof Round) => median(all.map((round) => round[what]));
  const ratio = of(two, 'perSecond') / of(one, 'perSecond');
  const able = (2 * of(two, 'perCpuSecond')) / of(one, 'perCpuSecond');
  const roundsOf = (what: keyof Round) => ({
    one: one.map((round) => round[what]),
    two: two.map((round) => round[what]),
  });
  const cores = availableParallelism();
  const roomy = cores >= coresWanted;
  return [
    {
      id: 'workers.throughput',
      name: `two API workers, ${connections} connections${roomy ? '' : `, caller and Redis on the same ${cores} cores`}`,
      figures: [figure(ratio, 'times one')],
      baseline: [figure(Math.round(of(one, 'perSecond')), '/s', 'one worker')],
      budget: roomy ? '>= 1.7' : null,
      holds: !roomy || ratio >= 1.7,
      rounds: roundsOf('perSecond'),
    },
    {
      id: 'workers.processor-time',
      name: 'the same by processor time of the workers',
      figures: [figure(able, 'times one')],
      baseline: [figure(Math.round(of(one, 'perCpuSecond')), 'for a second of it', 'one worker')],
      budget: '>= 1.7',
      holds: able >= 1.7,
      rounds: roundsOf('perCpuSecond'),
    },
  ];
}

async function team(environment: BenchEnvironment, redis: string, count: number): Promise<Team> {
  const { url, headers, pid } = await startService(environment, redis, { WORKERS: String(count) });
  return {
    url: `${url}/api/verify`,
    headers,
    body: JSON.stringify({ reference: 'DKK4A1B2C3' }),
    // Whatever else the first process may have started does nothing here, and so counts nothing.
    workers: count === 1 ? [pid] : childrenOf(pid),
  };
}

async function measured(one: Team): Promise<Round> {
  const before = cpuSeconds(one.workers);
  const perSecond = await load(one, secondsPerRound);
  const spent = cpuSeconds(one.workers) - before;
  return { perSecond, perCpuSecond: (perSecond * secondsPerRound) / spent };
}
