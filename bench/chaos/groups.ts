/** Redis as a group of servers that replaces a primary it has lost: Sentinels with a trio, a cluster of three shards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import { startTestCluster } from '../../test/support/cluster.js';
import type { TestRedis } from '../../test/support/redis.js';
import { startTestSentinels } from '../../test/support/sentinel.js';
import type { Store } from './redis.js';

export interface Group extends Store {
  /** Kills a primary. Resolves once another server has taken its place. @throws Error when none does in half a minute */
  losePrimary(): Promise<void>;
  /** Starts the lost server again: it follows the new primary. */
  rejoin(): Promise<void>;
}

const takeoverMsMax = 30_000;
/** A server that does not answer for this long counts as lost. */
const silentMsMax = 1_500;

export async function startSentinels(): Promise<Group> {
  const group = await startTestSentinels();
  const [, list = '', name = '', query = ''] =
    /^redis\+sentinel:\/\/(?:[^@/]*@)?([^/]+)\/([^?]+)\??(.*)$/.exec(group.url) ?? [];
  const sentinelPassword = new URLSearchParams(query).get('sentinel_password') ?? '';
  const sentinels = list.split(',').map((one) => {
    const [host = '', port = ''] = one.split(':');
    return { host, port: Number(port) };
  });
  const client = new Redis({
    sentinels,
    name,
    sentinelPassword,
    password: group.password,
    maxRetriesPerRequest: null,
    retryStrategy: () => 100,
  });
  client.on('error', () => {});
  let lost: TestRedis | undefined;
  return {
    url: group.url,
    client,
    keys: (pattern) => client.keys(pattern),
    async losePrimary() {
      lost = await group.primary();
      await lost?.signal('SIGKILL');
      await takeover(async () => ((await group.primary()) ?? lost) !== lost);
    },
    rejoin: async () => lost?.start(),
    async close() {
      client.disconnect();
      await group.close();
    },
  };
}

export async function startCluster(): Promise<Group> {
  const group = await startTestCluster({ replicas: true, nodeTimeoutMs: silentMsMax });
  const startup = group.url.split(',').map((url) => ({ host: '127.0.0.1', port: Number(new URL(url).port) }));
  const client = new Cluster(startup, { clusterRetryStrategy: () => 100 });
  client.on('error', () => {});
  const [lost, heir] = [group.nodes[0], group.replicas[0]];
  if (!lost || !heir) throw new Error('a cluster without nodes');
  const witness = new Redis(heir.path);
  return {
    url: group.url,
    client,
    keys: async (pattern) =>
      (await Promise.all(client.nodes('master').map((node) => node.keys(pattern)))).flat(),
    async losePrimary() {
      await lost.signal('SIGKILL');
      await takeover(async () => (await witness.role())[0] === 'master');
    },
    rejoin: () => lost.start(),
    async close() {
      witness.disconnect();
      client.disconnect();
      await group.close();
    },
  };
}

async function takeover(isOver: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + takeoverMsMax;
  while (!(await isOver())) {
    if (Date.now() > deadline) throw new Error('no server took the place of the primary');
    await sleep(50);
  }
}
