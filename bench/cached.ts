/**
 * A cached verification over HTTP beside bare Fastify answering the same bytes, and beside Fastify with one
 * plain Redis GET. The three run as processes of their own and are loaded in turn, round after round, so that
 * a machine that grows slower grows slower for all of them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Client } from 'undici';
import { type Server, start } from './process.js';
import { median, type Row } from './table.js';
import { type Tap, tap } from './wire.js';

const rounds = 5;
const secondsPerRound = 5;
const warmUpSeconds = 3;
const connections = 64;
const sequentialCalls = 4_000;

interface Contestant {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export async function cached(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'deresegn-bench-'));
  const cleanups: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  try {
    return await measure(directory, cleanups);
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

async function measure(directory: string, cleanups: (() => unknown)[]): Promise<Row[]> {
  const redis = await startRedis(directory, cleanups);
  const wire = await tap(join(directory, 'tap.sock'), redis);
  cleanups.push(() => wire.close());

  const counted = await startService(directory, `unix://${join(directory, 'tap.sock')}`, cleanups);
  const roundTrips = await countRoundTrips(counted, wire);
  const ours = await startService(directory, `unix://${redis}`, cleanups);
  const answerFile = join(directory, 'answer.json');
  writeFileSync(answerFile, await ask(ours));
  const bare = await startBaseline({ ANSWER_FILE: answerFile }, ours, cleanups);
  const get = await startBaseline({ ANSWER_FILE: answerFile, GET_FROM: redis }, ours, cleanups);
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

async function load({ url, headers, body }: Contestant, duration: number): Promise<number> {
  const result = await autocannon({ url, method: 'POST', headers, body, connections, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} calls failed`);
  return result.requests.total / result.duration;
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
  // The service asks once a second whether the store is there; that is no part of a request.
  return wire.commands().filter((name) => name !== 'ping').length / calls;
}

async function startRedis(directory: string, cleanups: (() => unknown)[]): Promise<string> {
  const socket = join(directory, 'bench-redis.sock');
  const args = [
    '--port',
    '0',
    '--unixsocket',
    socket,
    '--appendonly',
    'yes',
    '--save',
    '',
    '--dir',
    directory,
  ];
  const redis = spawn('redis-server', args, { stdio: 'ignore' });
  cleanups.push(() => {
    redis.kill('SIGKILL');
    return once(redis, 'exit');
  });
  await once(redis, 'spawn');
  return socket;
}

let services = 0;

async function startService(
  directory: string,
  redisUrl: string,
  cleanups: (() => unknown)[],
): Promise<Contestant> {
  services += 1;
  const env = {
    REDIS_URL: redisUrl,
    DATA_DIR: join(directory, `data${services}`),
    PORT: '0',
    LOG_LEVEL: 'warn',
    // Probes are no part of a request.
    ROLES: 'api',
  };
  const service: Server = await start(['node', 'dist/main.js'], env);
  cleanups.push(() => service.stop());
  const key = await mintKey(env);
  return {
    url: `${service.url}/api/verify`,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ reference: 'DKK4A1B2C3' }),
  };
}

/** An Enterprise key whose rate a benchmark does not reach. */
async function mintKey(env: NodeJS.ProcessEnv): Promise<string> {
  const args = 'keys mint --plan enterprise --mode test --rate 1000000000 --json'.split(' ');
  const child = spawn('node', ['dist/src/cli/main.js', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) printed += String(chunk);
  return (JSON.parse(printed) as { key: string }).key;
}

async function startBaseline(
  env: NodeJS.ProcessEnv,
  like: Contestant,
  cleanups: (() => unknown)[],
): Promise<Contestant> {
  const server = await start(['node', '--import', 'tsx', 'bench/servers/bare.ts'], env);
  cleanups.push(() => server.stop());
  return { ...like, url: `${server.url}/api/verify` };
}
