/** A real Redis Cluster for tests: three primaries on loopback ports, each with a third of the slots. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './ports.js';
import { startTestRedis, type TestRedis } from './redis.js';

export interface TestCluster {
  /** Value for REDIS_URL: a comma-separated list. */
  url: string;
  /** The primaries. */
  nodes: readonly TestRedis[];
  /** One per primary, in the same order, if requested. */
  replicas: readonly TestRedis[];
  close(): Promise<void>;
}

const slots = 16_384;
const masters = 3;
/** Offset of the cluster bus port from the client port. */
const busDistance = 10_000;

interface Options {
  /** Gives each primary a replica for failover. */
  replicas?: boolean;
  /** Time without a reply after which a node counts as failed. */
  nodeTimeoutMs?: number;
}

/** Starts a cluster; resolves when it accepts commands. Needs no redis-cli. */
export async function startTestCluster({
  replicas: withReplicas = false,
  // Long, because a busy test machine may pause.
  nodeTimeoutMs = 15_000,
}: Options = {}): Promise<TestCluster> {
  const nodes: TestRedis[] = [];
  const replicas: TestRedis[] = [];
  const close = async () => void (await Promise.all([...nodes, ...replicas].map((node) => node.close())));
  const clients: Redis[] = [];
  try {
    const ports: number[] = [];
    while (nodes.length < masters) {
      const port = await freePort(busDistance);
      nodes.push(await startNode(port, nodeTimeoutMs));
      ports.push(port);
    }
    clients.push(...nodes.map(({ path }) => new Redis(path)));
    await join(clients, ports);
    while (withReplicas && replicas.length < masters) {
      const port = await freePort(busDistance);
      const replica = await startNode(port, nodeTimeoutMs);
      const client = new Redis(replica.path);
      clients.push(client);
      await follow(client, clients[replicas.length], ports[0]);
      replicas.push(replica);
    }
    const url = ports.map((port) => `redis://127.0.0.1:${port}`).join(',');
    return { url, nodes, replicas, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    for (const client of clients) client.disconnect();
  }
}

function startNode(port: number, nodeTimeoutMs: number): Promise<TestRedis> {
  return startTestRedis({
    port: String(port),
    bind: '127.0.0.1',
    'cluster-enabled': 'yes',
    'cluster-announce-ip': '127.0.0.1',
    // Keeps the data of a node over a restart.
    appendonly: 'yes',
    'cluster-node-timeout': String(nodeTimeoutMs),
  });
}

/** Does what `redis-cli --cluster create` does: assigns slots and epochs, introduces the nodes to each other. */
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

/** Makes a new node the replica of a primary and waits until it is synchronised. */
async function follow(client: Redis, primary: Redis | undefined, knownPort = 0): Promise<void> {
  const id = String(await primary?.cluster('MYID'));
  await client.cluster('MEET', '127.0.0.1', knownPort);
  while (!(await client.cluster('REPLICATE', id).catch(() => null))) await sleep(20);
  while (!/^master_link_status:up/m.test(await client.info('replication'))) await sleep(20);
}

function isWhole(info: string): boolean {
  const facts = Object.fromEntries(info.split('\r\n').map((line) => line.split(':')));
  return facts.cluster_state === 'ok' && Number(facts.cluster_known_nodes) === masters;
}
