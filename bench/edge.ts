/**
 * Attacks by strangers and by single accounts, directly and through nginx and Caddy as configured in docs/operations. Compares
 * the latency of other callers during an attack with that right before and after.
 * `npx tsx bench/edge.ts` after `npm run build`; `npx tsx bench/edge.ts idle-demo hanging-bank nginx` runs some of them.
 * Exits 1 if others wait twice as long, any caller waits two seconds, or the service uses 400 MB.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCaddy, startNginx } from '../test/server/rolling/balancers.js';
import { freePort } from '../test/support/ports.js';
import type { Order } from './edge/attacker.js';
import { attacks } from './edge/attacks.js';
import { callFor, kinds, type Others, type Waits } from './edge/others.js';
import { slowBank } from './edge/slow-bank.js';
import {
  type BenchEnvironment,
  mintKey,
  serviceEnvironment,
  startRedis,
  withEnvironment,
} from './environment.js';
import { childrenOf, cpuSeconds, proportionalBytes } from './linux.js';
import { node, start } from './process.js';
import { effort } from './quick-mode.js';
import { machineText, thisMachine } from './results.js';
import { draw, figure, quantile, type Row } from './table.js';

const quietMs = effort(10_000, 2_000);
/** Long enough for forty pictures: of fewer, the slowest one alone decides about 95 %. */
const attackMs = effort(30_000, 5_000);
/** Calls of all kinds that a new process gets first, so that it does not compile code while it is measured. */
const warmUpMs = effort(5_000, 1_000);
const sampleMs = 500;
const mebibyte = 1024 * 1024;

const timesMax = 2;
const memoryMbMax = 400;
const lockedMsMax = 2_000;

const ways = { directly: null, nginx: startNginx, Caddy: startCaddy } as const;
type Way = keyof typeof ways;

const slowBankWord = 'slow-bank';
const allWords = [...Object.keys(attacks), slowBankWord, ...Object.keys(ways)];

interface Scene {
  others: Others;
  order: Omit<Order, 'attack'>;
  pids(): number[];
  /** Of the proxy; none without. */
  proxyPids(): number[];
}

/** Screenshots of simulated receipts. */
interface Pictures {
  hanging: string;
  settled: string;
  /** Bodies of calls with receipts of a bank that no attack uses. */
  others: readonly string[];
}

/** Rendered by another service process, so that its memory is not counted. */
async function drawPictures(environment: BenchEnvironment): Promise<Pictures> {
  const redis = `unix://${await startRedis(environment)}`;
  const service = await start([...node, 'dist/main.js'], environmentOf(environment, redis));
  const drawn = async (path: string) => {
    const answer = await fetch(`${service.url}/sandbox/screenshots/${path}.png`);
    if (!answer.ok) throw new Error(`no screenshot ${path}: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const keep = (name: string, content: Buffer | string) => {
    const file = join(environment.directory, name);
    writeFileSync(file, content);
    return file;
  };
  // Encoded before, and read from files, so that the process that measures is not busy with it.
  const others: string[] = [];
  for (let nth = 0; nth < effort(100, 20); nth += 1) {
    const picture = await drawn(`cbe/FT26140CA${String(nth).padStart(3, '0')}`);
    others.push(keep(`others-${nth}.json`, JSON.stringify({ imageBase64: picture.toString('base64') })));
  }
  const hanging = keep('hanging.png', await drawn('telebirr/DKK9E2HANG'));
  const settled = keep('settled.png', await drawn('telebirr/DKK9E00002'));
  await service.stop();
  return { hanging, settled, others };
}

function environmentOf(environment: BenchEnvironment, redis: string, port = '0') {
  const own = { PORT: port, TRUST_PROXY: '127.0.0.1', BANKS: 'sandbox', LOG_LEVEL: 'fatal' };
  return { ...serviceEnvironment(environment, redis), ...own };
}

async function openScene(environment: BenchEnvironment, way: Way, pictures: Pictures): Promise<Scene> {
  const redis = `unix://${await startRedis(environment)}`;
  const port = await freePort();
  const env = environmentOf(environment, redis, String(port));
  const service = await start([...node, 'dist/main.js'], env);
  environment.cleanups.push(() => service.stop());
  const key = await mintKey(env);
  const keys = [await mintKey(env, 'free', 600), await mintKey(env, 'free', 600)];
  const proxy = await ways[way]?.([port, await freePort()]);
  if (proxy) environment.cleanups.push(() => proxy.close());
  const entrance = { host: '127.0.0.1', port: proxy ? Number(new URL(proxy.url).port) : port };
  const { hanging, settled } = pictures;
  const unseen = [...pictures.others];
  const nextPicture = async () => {
    const next = unseen.shift();
    if (!next) throw new Error('all pictures have been sent');
    return readFile(next);
  };
  const others = { ...entrance, key, nextPicture };
  await warmUp(others);
  return {
    others,
    order: { ...entrance, keys, hanging, settled },
    pids: () => family(service.pid),
    proxyPids: () => (proxy?.pid === undefined ? [] : family(proxy.pid)),
  };
}

/** Repeats until every kind of call succeeds and the proxy has found the process. */
async function warmUp(others: Others): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { failed } = await callFor(others, 100);
    if (failed.length === 0) return void (await callFor(others, warmUpMs));
    await sleep(200);
  }
  throw new Error('the service does not serve');
}

async function suffer({ others, order, pids, proxyPids }: Scene, way: Way, attack: string): Promise<Row> {
  const idle = sampleMemory(pids);
  const before = await callFor(others, quietMs);
  idle.stop();
  const attacker = fork('bench/edge/attacker.ts', { execArgv: ['--import', 'tsx'], stdio: 'inherit' });
  await once(attacker, 'message');
  attacker.send({ attack, ...order } satisfies Order);
  const attacked = sampleMemory(pids);
  const spent = countCpu({ service: pids, proxy: proxyPids, attacker: () => [attacker.pid ?? 0] });
  const during = await callFor(others, attackMs);
  const cpu = spent();
  attacked.stop();
  const ended = once(attacker, 'exit');
  attacker.send('stop');
  await ended;
  await sleep(1_000);
  const recovered = sampleMemory(pids);
  const after = await callFor(others, quietMs);
  recovered.stop();
  const { mostMb, mostOfReadersMb } = attacked;
  const memory = { idleMb: idle.mostMb, mostMb, mostOfReadersMb };
  return rowOf(way, attack, { before, during, after }, memory, cpu);
}

/** Processor time that each of these and their children spend until the returned function is called, in seconds per second. */
function countCpu(groups: Record<string, () => number[]>): () => Record<string, number> {
  const startedAt = performance.now();
  const spent = () => Object.entries(groups).map(([name, pids]) => [name, cpuSeconds(pids())] as const);
  const before = new Map(spent());
  return () => {
    const seconds = (performance.now() - startedAt) / 1_000;
    return Object.fromEntries(
      spent().map(([name, now]) => [name, Math.max(0, now - (before.get(name) ?? 0)) / seconds]),
    );
  };
}

/** Samples the peak memory of a process and its children until stopped. */
function sampleMemory(pids: () => number[]) {
  const most = { mostMb: 0, mostOfReadersMb: 0, stop: () => clearInterval(sampling) };
  // Sampling slows down both processes, so it runs in the quiet phases too.
  const sampling = setInterval(() => {
    const [service = 0, ...readers] = pids();
    const readersMb = memoryMb(readers);
    most.mostOfReadersMb = Math.max(most.mostOfReadersMb, readersMb);
    most.mostMb = Math.max(most.mostMb, memoryMb([service]) + readersMb);
  }, sampleMs);
  return most;
}

function rowOf(
  way: Way,
  attack: string,
  { before, during, after }: Record<'before' | 'during' | 'after', Waits>,
  { idleMb, mostMb, mostOfReadersMb }: Record<'idleMb' | 'mostMb' | 'mostOfReadersMb', number>,
  cpu: Readonly<Record<string, number>>,
): Row {
  const quiet = kinds.map((kind) => quantile([...before.ms[kind], ...after.ms[kind]], 0.95));
  const attacked = kinds.map((kind) => quantile(during.ms[kind], 0.95));
  const times = Math.max(...attacked.map((ms, index) => ms / (quiet[index] ?? 1)));
  const longest = Math.max(...kinds.flatMap((kind) => during.ms[kind]));
  return {
    id: `edge.${attack}.${way.toLowerCase()}`,
    name: `${attack.replaceAll('-', ' ')}, ${way === 'directly' ? way : `through ${way}`}`,
    figures: [
      figure(times, 'x', 'others wait'),
      ...kinds.map((kind, index) => figure(attacked[index] ?? 0, 'ms', kind)),
      figure(longest, 'ms', 'longest'),
      figure(during.failed.length, 'failed'),
      figure(mostMb, 'MB'),
      figure(mostOfReadersMb, 'MB', 'readers'),
      ...Object.entries(cpu).map(([name, cores]) => figure(cores, 'cores', name)),
    ],
    baseline: [
      ...kinds.map((kind, index) => figure(quiet[index] ?? 0, 'ms', kind)),
      figure(Math.max(...kinds.flatMap((kind) => [...before.ms[kind], ...after.ms[kind]])), 'ms', 'longest'),
      figure(idleMb, 'MB'),
    ],
    budget: `< ${timesMax} x, < ${memoryMbMax} MB, none waits ${lockedMsMax / 1_000} s`,
    holds: times < timesMax && mostMb < memoryMbMax && longest < lockedMsMax && during.failed.length === 0,
    rounds: Object.fromEntries(
      kinds.map((kind) => [kind, [before, during, after].map(({ ms }) => quantile(ms[kind], 0.95))]),
    ),
  };
}

/** Ids of a process and all its descendants. */
function family(pid: number): number[] {
  try {
    return [pid, ...childrenOf(pid).flatMap(family)];
  } catch {
    return [];
  }
}

function memoryMb(pids: readonly number[]): number {
  const bytes = pids.map((pid) => {
    try {
      return proportionalBytes(pid);
    } catch {
      return 0;
    }
  });
  return bytes.reduce((sum, one) => sum + (one || 0), 0) / mebibyte;
}

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = words.filter((word) => !allWords.includes(word));
if (unknown.length > 0) {
  console.error(`No such attack: ${unknown.join(', ')}. There are: ${allWords.join(', ')}.`);
  process.exit(2);
}
const named = <T extends string>(all: T[]) => {
  const some = all.filter((name) => words.includes(name));
  return some.length > 0 ? some : all;
};
const rows: Row[] = [];
if (words.length === 0 || words.includes(slowBankWord)) rows.push(await slowBank());
if (words.length === 0 || words.some((word) => word !== slowBankWord)) await withEnvironment(attackAll);
console.log(`${machineText(thisMachine())}\n\n${draw(rows)}`);
process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;

async function attackAll(drawing: BenchEnvironment): Promise<void> {
  const pictures = await drawPictures(drawing);
  for (const way of named(Object.keys(ways) as Way[])) {
    for (const attack of named(Object.keys(attacks))) {
      // A new service for each attack, so that they do not affect each other.
      const row = await withEnvironment(
        async (environment) => await suffer(await openScene(environment, way, pictures), way, attack),
      );
      console.error(draw([row]).split('\n')[1]);
      rows.push(row);
    }
  }
}
