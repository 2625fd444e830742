/** A real Redis Cluster for tests: three masters on loopback ports, each with a third of the slots. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startTestRedis, type TestRedis } from './redis.js';

export interface TestCluster {
  /** What REDIS_URL would be: a comma list. */
  url: string;
  nodes: readonly TestRedis[];
  close(): Promise<void>;
}

const slots = 16_384;
const masters = 3;
/** Nodes talk to each other on a port of their own, this much above the one for clients. */
const busDistance = 10_000;

/** Ready to take commands when it resolves. Needs no redis-cli. */
export async function startTestCluster(): Promise<TestCluster> {
  const nodes: TestRedis[] = [];
  const close = async () => void (await Promise.all(nodes.map((node) => node.close())));
  const clients: Redis[] = [];
  try {
    const ports: number[] = [];
    while (nodes.length < masters) {
      const port = await freePortPair();
      nodes.push(await startNode(port));
      ports.push(port);
    }
    clients.push(...nodes.map(({ path }) => new Redis(path)));
    await join(clients, ports);
    return { url: ports.map((port) => `redis://127.0.0.1:${port}`).join(','), nodes, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    for (const client of clients) client.disconnect();
  }
}

function startNode(port: number): Promise<TestRedis> {
  return startTestRedis({
    port: String(port),
    bind: '127.0.0.1',
    'cluster-enabled': 'yes',
    'cluster-announce-ip': '127.0.0.1',
    // What a node was told is there again when it is.
    appendonly: 'yes',
    // A machine that stands still for a moment has not lost a node.
    'cluster-node-timeout': '15000',
  });
}

/** What `redis-cli --cluster create` does: slots dealt out, epochs set apart, nodes introduced to each other. */
async function join(clients: readonly Redis[], ports: readonly number[]): Promise<void> {
  for (const [index, client] of clients.entries()) {
    const first = Math.ceil((index * slots) / clients.length);
    const end = Math.ceil(((index + 1) * slots) / clients.length);
    await client.cluster('ADDSLOTS', ...Array.from({ length: end - first }, (_, slot) => first + slot));
    await client.cluster('SET-CONFIG-EPOCH', index + 1);
  }
  for (const port of ports.slice(1)) await clients[0]?.cluster('MEET', '127.0.0.1', port);
  for (const client of clients) while (!isWhole(await client.cluster('INFO'))) await sleep(20);
}

function isWhole(info: string): boolean {
  const facts = Object.fromEntries(info.split('\r\n').map((line) => line.split(':')));
  return facts.cluster_state === 'ok' && Number(facts.cluster_known_nodes) === masters;
}

/** A port that is free together with the one of the cluster bus; below the range that systems hand out by themselves. */
async function freePortPair(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 22_000);
    if ((await isFree(port)) && (await isFree(port + busDistance))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const opened = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).once('listening', () => resolve(true));
  });
  server.listen(port, '127.0.0.1');
  if (!(await opened)) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}
