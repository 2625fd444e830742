/**
 * Cost of 10,000 callers waiting for one bank, each with its own connection: memory of the process and Redis commands. Baseline:
 * bare Fastify with as many callers that it never answers, so that the difference is the cost of the queue.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import * as names from '../src/engine/store/key-names.js';
import {
  type BenchEnvironment,
  type Service,
  startRedis,
  startService,
  withEnvironment,
} from './environment.js';
import { residentBytes } from './linux.js';
import { node, start } from './process.js';
import { effort } from './quick-mode.js';
import { type Figure, figure, type Row } from './table.js';

const callers = effort(10_000, 500);
const atOnce = 200;
const settleMs = effort(10_000, 2_000);
const watchMs = effort(20_000, 5_000);

const bank = 'sandbox:telebirr';

/** @returns two rows */
export function waiters(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const bareBytes = await costOfBare(environment);
    const path = await startRedis(environment);
    const service = await startPatient(environment, path);
    const redis = new Redis(path);
    environment.cleanups.push(() => redis.disconnect());
    const accounts = await redis.zrange(names.accountIndex(), 0, -1);
    // An Enterprise contract may allow this.
    for (const id of accounts) await redis.hset(names.account(id), 'waiting', 2 * callers);
    await warmUp(service);
    await occupy(environment, service, redis);
    const waiting = () => redis.zcard(names.waiting(bank));
    const bytes = await costOf(service.pid, async () => {
      const inLine = async (count: number) => {
        while ((await waiting()) < count) await sleep(20);
      };
      environment.cleanups.push(hangUp(await callAll(service.url, service.headers, inLine)));
    });
    const before = await commands(redis);
    await sleep(watchMs);
    const after = await commands(redis);
    if ((await waiting()) !== callers) throw new Error('somebody did not wait');
    const rate = (name: keyof typeof after) => (after[name] - before[name]) / (watchMs / 1000) / callers;
    return rows(bytes, bareBytes, rate('sent'), rate('run'));
  });
}

async function costOfBare(environment: BenchEnvironment): Promise<number> {
  const bare = await start([...node, '--import', 'tsx', 'bench/servers/silent-server.ts'], {});
  environment.cleanups.push(() => bare.stop());
  let sockets: Socket[] = [];
  const bytes = await costOf(bare.pid, async () => {
    sockets = await callAll(bare.url, {}, async () => undefined);
  });
  // Closed first, because this process may not open twice as many connections.
  hangUp(sockets)();
  return bytes;
}

function rows(bytes: number, bareBytes: number, sent: number, run: number): Row[] {
  const waiting = `${callers.toLocaleString('en')} waiting callers`;
  return [
    {
      id: 'waiters.memory',
      name: `memory of ${waiting}, beyond what their bare connections cost`,
      figures: [megabytes(bytes - bareBytes), megabytes(bytes, 'with connections')],
      baseline: [megabytes(bareBytes, 'bare Fastify')],
      budget: '< 100 MB',
      holds: bytes - bareBytes < 100e6,
    },
    {
      id: 'waiters.commands',
      name: `Redis commands of ${waiting}`,
      figures: [figure(sent, '/s each')],
      baseline: [figure(run, '/s', 'with those inside scripts')],
      budget: '<= 2/s each',
      holds: sent <= 2,
    },
  ];
}

/** One slot, and a bank that keeps it for as long as this takes. */
function startPatient(environment: BenchEnvironment, redis: string): Promise<Service> {
  return startService(environment, `unix://${redis}`, {
    PROVIDER_CONCURRENCY: '1',
    QUEUE_WAIT_SECONDS: '3600',
    ATTEMPT_TIMEOUT_SECONDS: '3600',
  });
}

/** Memory that a process allocates once is not a cost of a caller. */
async function warmUp({ url, headers }: Service): Promise<void> {
  for (let nth = 0; nth < 1_000; nth += 1) {
    const body = JSON.stringify({ reference: `DKJ${String(nth).padStart(7, '0')}` });
    await (await fetch(`${url}/api/verify`, { method: 'POST', headers, body })).arrayBuffer();
  }
}

async function occupy(
  { cleanups }: BenchEnvironment,
  { url, headers }: Service,
  redis: Redis,
): Promise<void> {
  cleanups.push(hangUp([await call(new URL(url), headers, 'DKK000HANG')]));
  while ((await redis.zcard(names.slots(bank))) < 1) await sleep(20);
}

/** Memory that a process uses in addition while the callers wait: its peak after the callers have settled. */
async function costOf(pid: number, bring: () => Promise<void>): Promise<number> {
  await sleep(settleMs);
  const before = residentBytes(pid);
  await bring();
  await sleep(settleMs);
  return residentBytes(pid) - before;
}

/** @param arrived awaited after each small group, because waiting callers are measured, not simultaneous arrivals */
async function callAll(
  url: string,
  headers: Record<string, string>,
  arrived: (count: number) => Promise<void>,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < callers) {
    const some = Array.from({ length: Math.min(atOnce, callers - sockets.length) }, (_, index) =>
      call(new URL(url), headers, `DKK${String(sockets.length + index).padStart(7, '0')}`),
    );
    sockets.push(...(await Promise.all(some)));
    await arrived(sockets.length);
  }
  return sockets;
}

/** Sends a call and does not wait for its answer. Written by hand: 10,000 callers cost this process memory too. */
async function call(
  { hostname, port, host }: URL,
  headers: Record<string, string>,
  reference: string,
): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket
    .on('error', () => undefined)
    .on('data', (answer) => {
      throw new Error(`expected to wait, was answered ${answer.toString('latin1').slice(0, 12)}`);
    });
  const body = JSON.stringify({ reference });
  const all = { host, 'content-type': 'application/json', 'content-length': body.length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/verify HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return socket;
}

function hangUp(sockets: readonly Socket[]): () => void {
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Commands that only a client sends. Scripts send all others, and a waiting call sends only scripts. */
const sentByClients = new Set(['evalsha', 'eval', 'publish', 'ping']);

async function commands(redis: Redis): Promise<{ sent: number; run: number }> {
  const stats = [...(await redis.info('commandstats')).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)];
  const sum = (of: typeof stats) => of.reduce((total, [, , calls]) => total + Number(calls), 0);
  return { sent: sum(stats.filter(([, name = '']) => sentByClients.has(name))), run: sum(stats) };
}

function megabytes(bytes: number, label?: string): Figure {
  return figure(bytes / 1e6, 'MB', label);
}
