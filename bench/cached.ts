/**
 * A cached verification over HTTP, compared with bare Fastify sending the same bytes and with Fastify and Express doing one
 * Redis GET. Each runs in its own process; they are loaded in turns, so that a machine that slows down affects all alike.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'undici';
import { type BenchEnvironment, startRedis, startService, withEnvironment } from './environment.js';
import { type Contestant, connections, load } from './load.js';
import { node, start } from './process.js';
import { effort } from './quick-mode.js';
import { type Tap, tap } from './redis-proxy.js';
import { figure, median, type Row } from './table.js';

const rounds = effort(5, 2);
const secondsPerRound = effort(5, 1);
const warmUpSeconds = effort(3, 1);
const sequentialCalls = effort(4_000, 400);

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
  const ours = await contestant(environment, `unix://${redis}`);
  const answerFile = join(environment.directory, 'answer.json');
  writeFileSync(answerFile, await ask(ours));
  const fastify = 'bench/servers/bare.ts';
  const bare = await startBaseline(fastify, { ANSWER_FILE: answerFile }, ours, environment);
  const withGet = { ANSWER_FILE: answerFile, GET_FROM: redis };
  const get = await startBaseline(fastify, withGet, ours, environment);
  const express = await startBaseline('bench/servers/express.ts', withGet, ours, environment);
  const rates = await race({ ours, bare, get, express });
  const times = await sequentialTimes({ ours, bare });
  return [...rateRows(rates), addedRow(times), roundTripsRow(roundTrips)];
}

function rateRows(rates: Record<'ours' | 'bare' | 'get' | 'express', number[]>): Row[] {
  const [ours, bare] = [median(rates.ours), median(rates.bare)];
  const share = ours / bare;
  const beside = (id: string, name: string, label: string, others: readonly number[]): Row => ({
    id,
    name,
    figures: [figure(ours / median(others), 'of it')],
    baseline: [figure(Math.round(median(others)), '/s', label)],
    budget: null,
    holds: true,
  });
  return [
    {
      id: 'cached.throughput',
      name: `cached verification, ${connections} connections`,
      figures: [figure(Math.round(ours), '/s'), figure(share, 'of bare')],
      baseline: [figure(Math.round(bare), '/s', 'bare Fastify')],
      budget: '>= 0.65 of bare, goal 0.75',
      holds: share >= 0.65,
      rounds: rates,
    },
    beside('cached.fastify-get', 'the same beside Fastify with one plain GET', 'Fastify + GET', rates.get),
    beside(
      'cached.express-get',
      'the same beside Express with one plain GET',
      'Express + GET',
      rates.express,
    ),
  ];
}

function addedRow(times: Record<'ours' | 'bare', number[]>): Row {
  const [ours, bare] = [median(times.ours), median(times.bare)];
  return {
    id: 'cached.added',
    name: 'median added at one connection',
    figures: [figure(ours - bare, 'ms')],
    baseline: [figure(bare, 'ms', 'bare Fastify')],
    budget: '< 0.3 ms',
    holds: ours - bare < 0.3,
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

/** Requests per second of each contestant and round, loaded in turns. */
async function race<N extends string>(contestants: Contestants<N>): Promise<Record<N, number[]>> {
  const rates = eachOf(contestants);
  const all = Object.entries<Contestant>(contestants) as [N, Contestant][];
  for (const [, contestant] of all) await load(contestant, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, contestant] of all) rates[name].push(await load(contestant, secondsPerRound));
  }
  return rates;
}

/** Latency of each call in ms: sequential calls on one connection, contestants in turns. */
async function sequentialTimes<N extends string>(contestants: Contestants<N>): Promise<Record<N, number[]>> {
  const times = eachOf(contestants);
  const all = (Object.entries<Contestant>(contestants) as [N, Contestant][]).map(([name, contestant]) => ({
    name,
    ...contestant,
    client: new Client(new URL(contestant.url).origin),
  }));
  for (let call = 0; call < sequentialCalls; call += 1) {
    for (const { name, client, headers, body } of all) {
      const startedAt = performance.now();
      const answer = await client.request({ path: '/api/verify', method: 'POST', headers, body });
      await answer.body.dump();
      times[name].push(performance.now() - startedAt);
    }
  }
  await Promise.all(all.map(({ client }) => client.close()));
  return times;
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

async function countRoundTrips(contestant: Contestant, wire: Tap): Promise<number> {
  const calls = 100;
  await ask(contestant);
  await ask(contestant);
  wire.commands();
  for (let call = 0; call < calls; call += 1) await ask(contestant);
  return ofRequests(wire.commands()).length / calls;
}

/**
 * Without the commands that run once a second and are not part of a request: the store ping, and the transaction that writes
 * the usage of that second.
 */
function ofRequests(commands: readonly string[]): string[] {
  let aside = false;
  return commands.filter((name) => {
    if (name === 'multi') aside = true;
    const counts = !aside && name !== 'ping';
    if (name === 'exec') aside = false;
    return counts;
  });
}

async function contestant(environment: BenchEnvironment, redisUrl: string): Promise<Contestant> {
  const { url, headers } = await startService(environment, redisUrl);
  return { url: `${url}/api/verify`, headers, body: JSON.stringify({ reference: 'DKK4A1B2C3' }) };
}

async function startBaseline(
  file: string,
  env: NodeJS.ProcessEnv,
  like: Contestant,
  environment: BenchEnvironment,
): Promise<Contestant> {
  const server = await start([...node, '--import', 'tsx', file], env);
  environment.cleanups.push(() => server.stop());
  return { ...like, url: `${server.url}/api/verify` };
}
