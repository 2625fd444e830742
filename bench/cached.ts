/**
 * A cached verification over HTTP, compared with bare Fastify sending the same bytes and with Fastify and Express doing one
 * Redis GET. Each runs in its own process; they are loaded in turns, so that a machine that slows down affects all alike.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'undici';
import { type BenchEnvironment, startRedis, startService, withEnvironment } from './environment.js';
import { type Contestant, connections, load } from './load.js';
import { node, start } from './process.js';
import { effort } from './quick-mode.js';
import { joined, measureAnew, mediansOf, type Racer, type Round, race, ratios } from './race.js';
import { type Tap, tap } from './redis-proxy.js';
import { figure, judged, median, type Row, spread } from './table.js';

/** A round is the median of this many turns: single seconds differ too much to decide a budget. */
const turnsPerRound = effort(3, 1);
/** Many short turns: a machine that slows down for seconds then affects all alike. V8 compiles for the first seconds. */
const efforts = { rounds: effort(8, 2) * turnsPerRound, secondsPerRound: 1, warmUpSeconds: effort(10, 1) };
const sequential = { rounds: effort(6, 2), calls: 200, warmUpCalls: effort(1_000, 200) };

/** @returns one row per budget of cached verifications */
export function cached(): Promise<Row[]> {
  return withEnvironment(measure);
}

async function measure(environment: BenchEnvironment): Promise<Row[]> {
  const redis = await startRedis(environment);
  const wire = await tap(join(environment.directory, 'tap.sock'), redis);
  environment.cleanups.push(() => wire.close());
  const counted = await contestant(environment, `unix://${join(environment.directory, 'tap.sock')}`);
  const roundTrips = await countRoundTrips(counted, wire);

  const all = await measureAnew(raceOnce);
  const rounds = joined(all.map((one) => one.rounds));
  const medians = joined(all.map((one) => one.medians));
  const withoutService = joined(all.map((one) => one.withoutService));
  return [...rows(rounds), addedRow(medians, withoutService), roundTripsRow(roundTrips)];
}

async function raceOnce(environment: BenchEnvironment) {
  const redis = await startRedis(environment);
  const { ours, bare } = await startPair(environment, redis);
  const withGet = { ANSWER_FILE: answerFileIn(environment), GET_FROM: redis };
  const get = await startBaseline('bench/servers/bare.ts', withGet, ours, environment);
  const express = await startBaseline('bench/servers/express.ts', withGet, ours, environment);
  const rounds = await race({ ours, bare, get, express }, efforts);
  const medians = await sequentialMedians({ ours, bare, get });
  const withScript = { ...withGet, COMMAND: JSON.stringify(await admissionCommand(ours, redis)) };
  const script = await startBaseline('bench/servers/bare.ts', withScript, ours, environment);
  await load(script, efforts.warmUpSeconds);
  return { rounds, medians, withoutService: await sequentialMedians({ script, bare, get }) };
}

/** What the service sends to Redis for a cached call. */
async function admissionCommand(ours: Contestant, redis: string): Promise<string[]> {
  const client = new Redis(redis);
  const monitor = await client.monitor();
  const command = new Promise<string[]>((resolve) => {
    monitor.on('monitor', (_time, args: string[]) => args[0] === 'evalsha' && resolve(args));
  });
  await ask(ours);
  const sent = await command;
  monitor.disconnect();
  client.disconnect();
  return sent;
}

/** The service, and bare Fastify that sends the same bytes. @param redis path of its socket */
export async function startPair(
  environment: BenchEnvironment,
  redis: string,
): Promise<Record<'ours' | 'bare', Racer>> {
  const ours = await contestant(environment, `unix://${redis}`);
  writeFileSync(answerFileIn(environment), await ask(ours));
  const answer = { ANSWER_FILE: answerFileIn(environment) };
  return { ours, bare: await startBaseline('bench/servers/bare.ts', answer, ours, environment) };
}

const answerFileIn = ({ directory }: BenchEnvironment) => join(directory, 'answer.json');

function rows(rounds: Record<'ours' | 'bare' | 'get' | 'express', Round[]>): Row[] {
  const { ours, bare, get, express } = rounds;
  const of = (all: readonly Round[], what: keyof Round) => median(all.map((round) => round[what]));
  const perSecond = (all: readonly Round[], label: string) =>
    figure(Math.round(of(all, 'perSecond')), '/s', label);
  const comparedWith = (other: readonly Round[], what: keyof Round) => {
    const turns = ratios(ours, other, what);
    return { turns, ratios: mediansOf(turns, turnsPerRound) };
  };
  const [time, rate] = [comparedWith(bare, 'micros'), comparedWith(bare, 'perSecond')];
  const [toGet, toExpress] = [comparedWith(get, 'perSecond'), comparedWith(express, 'perSecond')];
  return [
    {
      id: processorTime,
      name: 'processor time of a cached verification',
      figures: [...spread(time.ratios, 'of bare'), figure(of(ours, 'micros'), 'µs')],
      baseline: [figure(of(bare, 'micros'), 'µs', 'bare Fastify')],
      budget: '<= 1.35 of bare, goal 1.25',
      holds: judged(time.ratios, { most: 1.35 }),
      rounds: time,
    },
    {
      id: 'cached.throughput',
      name: `cached verification, ${connections} connections`,
      figures: [...spread(rate.ratios, 'of bare'), figure(Math.round(of(ours, 'perSecond')), '/s')],
      baseline: [perSecond(bare, 'bare Fastify')],
      budget: '>= 0.75 of bare, goal 0.80',
      holds: judged(rate.ratios, { least: 0.75 }),
      rounds: rate,
    },
    {
      id: 'cached.fastify-get',
      name: 'the same beside Fastify with one plain GET',
      figures: spread(toGet.ratios, 'of it'),
      baseline: [perSecond(get, 'Fastify + GET')],
      budget: '>= 0.85 of it',
      holds: judged(toGet.ratios, { least: 0.85 }),
      rounds: toGet,
    },
    {
      id: 'cached.express-get',
      name: 'the same beside Express with one plain GET',
      figures: spread(toExpress.ratios, 'of it'),
      baseline: [perSecond(express, 'Express + GET')],
      budget: null,
      holds: true,
      rounds: toExpress,
    },
  ];
}

/** The row that `check.ts` compares with. */
export const processorTime = 'cached.processor-time';

/**
 * @param medians ms, one for each round
 * @param withoutService those of the service's script, sent by Fastify alone, beside bare Fastify
 */
function addedRow(
  { ours, bare, get }: Record<'ours' | 'bare' | 'get', number[]>,
  withoutService: Record<'script' | 'bare', number[]>,
): Row {
  const added = (times: readonly number[], baseline = bare) =>
    times.map((time, round) => time - (baseline[round] ?? Number.NaN));
  return {
    id: 'cached.added',
    name: 'median added at one connection',
    figures: spread(added(ours), 'ms'),
    baseline: [
      figure(median(bare), 'ms', 'bare Fastify'),
      figure(median(added(get)), 'ms', 'a plain GET adds'),
      figure(median(added(withoutService.script, withoutService.bare)), 'ms', 'the script alone adds'),
    ],
    budget: '< 0.2 ms',
    holds: judged(added(ours), { most: 0.2 }),
    rounds: { added: added(ours) },
  };
}

function roundTripsRow(roundTrips: number): Row {
  return {
    id: 'cached.round-trips',
    name: 'Redis round trips a cached request, counted on the wire',
    figures: [figure(roundTrips, '')],
    baseline: [],
    budget: 'exactly 1',
    holds: roundTrips === 1,
  };
}

type Contestants<N extends string> = Record<N, Contestant>;

/** Median latency of each round in ms: sequential calls on one connection, contestants in turns. */
async function sequentialMedians<N extends string>(
  contestants: Contestants<N>,
): Promise<Record<N, number[]>> {
  const medians = eachOf(contestants);
  const all = (Object.entries<Contestant>(contestants) as [N, Contestant][]).map(([name, contestant]) => ({
    name,
    ...contestant,
    client: new Client(new URL(contestant.url).origin),
  }));
  const times = async (calls: number) => {
    const measured = eachOf(contestants);
    for (let call = 0; call < calls; call += 1) {
      for (const { name, client, headers, body } of all) {
        const startedAt = performance.now();
        const answer = await client.request({ path: '/api/verify', method: 'POST', headers, body });
        await answer.body.dump();
        measured[name].push(performance.now() - startedAt);
      }
    }
    return measured;
  };
  await times(sequential.warmUpCalls);
  for (let round = 0; round < sequential.rounds; round += 1) {
    const measured = await times(sequential.calls);
    for (const { name } of all) medians[name].push(median(measured[name]));
  }
  await Promise.all(all.map(({ client }) => client.close()));
  return medians;
}

function eachOf<N extends string>(contestants: Contestants<N>): Record<N, number[]> {
  return Object.fromEntries(Object.keys(contestants).map((name) => [name, []])) as unknown as Record<
    N,
    number[]
  >;
}

async function ask({ url, headers, body }: Contestant): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`expected a verified receipt, got ${response.status}`);
  return await response.text();
}

/** The median of many calls, because the service sometimes sends commands of its own to Redis. */
async function countRoundTrips(contestant: Contestant, wire: Tap): Promise<number> {
  const calls = 100;
  const counts: number[] = [];
  await ask(contestant);
  await ask(contestant);
  for (let call = 0; call < calls; call += 1) {
    wire.commands();
    await ask(contestant);
    counts.push(wire.commands().length);
  }
  return median(counts);
}

async function contestant(environment: BenchEnvironment, redisUrl: string): Promise<Racer> {
  const { url, headers, pid } = await startService(environment, redisUrl);
  const body = JSON.stringify({ reference: 'DKK4A1B2C3' });
  return { url: `${url}/api/verify`, headers, body, pids: [pid] };
}

async function startBaseline(
  file: string,
  env: NodeJS.ProcessEnv,
  like: Contestant,
  environment: BenchEnvironment,
): Promise<Racer> {
  const server = await start([...node, '--import', 'tsx', file], env);
  environment.cleanups.push(() => server.stop());
  return { ...like, url: `${server.url}/api/verify`, pids: [server.pid] };
}
