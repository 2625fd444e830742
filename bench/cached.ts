/**
 * A cached verification over HTTP beside bare Fastify answering the same bytes, and beside Fastify with one
 * plain Redis GET. The three run as processes of their own and are loaded in turn, round after round, so that
 * a machine that grows slower grows slower for all of them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'undici';
import { type Contestant, connections, load } from './load.js';
import { start } from './process.js';
import { onStage, type Stage, startRedis, startService } from './stage.js';
import { median, type Row } from './table.js';
import { type Tap, tap } from './wire.js';

const rounds = 5;
const secondsPerRound = 5;
const warmUpSeconds = 3;
const sequentialCalls = 4_000;

/** @returns a row for each promise of DESIGN.md section 5 about cached verifications */
export function cached(): Promise<Row[]> {
  return onStage(measure);
}

async function measure(stage: Stage): Promise<Row[]> {
  const redis = await startRedis(stage);
  const wire = await tap(join(stage.directory, 'tap.sock'), redis);
  stage.cleanups.push(() => wire.close());

  const counted = await contestant(stage, `unix://${join(stage.directory, 'tap.sock')}`);
  const roundTrips = await countRoundTrips(counted, wire);
  const ours = await contestant(stage, `unix://${redis}`);
  const answerFile = join(stage.directory, 'answer.json');
  writeFileSync(answerFile, await ask(ours));
  const bare = await startBaseline({ ANSWER_FILE: answerFile }, ours, stage);
  const get = await startBaseline({ ANSWER_FILE: answerFile, GET_FROM: redis }, ours, stage);
  const [perSecond, perSecondBare, perSecondGet] = await race([ours, bare, get]);
  const [ms, msBare] = await medians([ours, bare]);
  return rows({ roundTrips, perSecond, perSecondBare, perSecondGet, ms, msBare });
}

type Figures = Record<
  'roundTrips' | 'perSecond' | 'perSecondBare' | 'perSecondGet' | 'ms' | 'msBare',
  number
>;

function rows({ roundTrips, perSecond, perSecondBare, perSecondGet, ms, msBare }: Figures): Row[] {
  const share = perSecond / perSecondBare;
  const added = ms - msBare;
  const rate = (requests: number) => `${Math.round(requests)}/s`;
  return [
    {
      name: `cached verification, ${connections} connections`,
      figure: `${rate(perSecond)} = ${share.toFixed(2)} of bare`,
      baseline: `bare Fastify ${rate(perSecondBare)}`,
      budget: '>= 0.65 of bare',
      holds: share >= 0.65,
    },
    {
      name: 'the same beside one plain GET',
      figure: `${(perSecond / perSecondGet).toFixed(2)} of it`,
      baseline: `Fastify + GET ${rate(perSecondGet)}`,
      budget: '-',
      holds: true,
    },
    {
      name: 'median added at one connection',
      figure: `${added.toFixed(3)} ms`,
      baseline: `bare Fastify ${msBare.toFixed(3)} ms`,
      budget: '< 0.3 ms',
      holds: added < 0.3,
    },
    {
      name: 'Redis round trips a cached request',
      figure: String(roundTrips),
      baseline: 'counted on the wire',
      budget: 'exactly 1',
      holds: roundTrips === 1,
    },
  ];
}

/** Requests a second of each, loaded in turn round after round; the median of its rounds counts. */
async function race<T extends Contestant[]>(contestants: [...T]): Promise<{ [K in keyof T]: number }> {
  const rates = contestants.map((): number[] => []);
  for (const contestant of contestants) await load(contestant, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contestant] of contestants.entries())
      rates[index]?.push(await load(contestant, secondsPerRound));
  }
  return rates.map(median) as { [K in keyof T]: number };
}

/** Median time of one call, one after the other on one connection, the contestants taking turns. */
async function medians<T extends Contestant[]>(contestants: [...T]): Promise<{ [K in keyof T]: number }> {
  const times = contestants.map((): number[] => []);
  const clients = contestants.map(({ url }) => new Client(new URL(url).origin));
  for (let call = 0; call < sequentialCalls; call += 1) {
    for (const [index, { headers, body }] of contestants.entries()) {
      const startedAt = performance.now();
      const answer = await clients[index]?.request({ path: '/api/verify', method: 'POST', headers, body });
      await answer?.body.dump();
      times[index]?.push(performance.now() - startedAt);
    }
  }
  await Promise.all(clients.map((client) => client.close()));
  return times.map(median) as { [K in keyof T]: number };
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
 * Once a second the service asks whether the store is there, and writes down in one transaction what the calls of
 * that second came to: neither is part of a request.
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

async function contestant(stage: Stage, redisUrl: string): Promise<Contestant> {
  const { url, headers } = await startService(stage, redisUrl);
  return { url: `${url}/api/verify`, headers, body: JSON.stringify({ reference: 'DKK4A1B2C3' }) };
}

async function startBaseline(env: NodeJS.ProcessEnv, like: Contestant, stage: Stage): Promise<Contestant> {
  const server = await start(['node', '--import', 'tsx', 'bench/servers/bare.ts'], env);
  stage.cleanups.push(() => server.stop());
  return { ...like, url: `${server.url}/api/verify` };
}
