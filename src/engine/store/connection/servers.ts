/** Checks whether the service can work with the connected Redis. */
import { Cluster, type Redis } from 'ioredis';
import type { Logger } from '../../../log.js';
import type { Client } from './clients.js';
import type { Address } from './redis-url.js';

interface Server {
  node: Redis;
  /** Reply of INFO; empty when the user may not send it. */
  info: string;
}

/** The server, or every primary of a cluster. */
export async function describeServers(client: Client): Promise<Server[]> {
  const nodes = client instanceof Cluster ? client.nodes('master') : [client];
  return Promise.all(nodes.map(async (node) => ({ node, info: await node.info().catch(() => '') })));
}

/** The first version with GETDEL. */
const oldestVersion = [6, 2] as const;

/** Why these servers cannot be used, in one plain line without credentials; null when they can. */
export async function problemOf(servers: readonly Server[], address: Address): Promise<string | null> {
  for (const { node, info } of servers) {
    const [, major, minor] = /^redis_version:(\d{1,4})\.(\d{1,4})/m.exec(info) ?? [];
    if (
      major !== undefined &&
      Number(major) * 1_000 + Number(minor) < oldestVersion[0] * 1_000 + oldestVersion[1]
    ) {
      return `Redis at ${address.shown} is version ${major}.${minor}: ${oldestVersion.join('.')} or newer is needed.`;
    }
    if (address.kind === 'single' && /^redis_mode:cluster/m.test(info)) {
      const list = (await primariesOf(node, address)).join(',');
      return `Redis at ${address.shown} is part of a Redis Cluster: set REDIS_URL to a comma-separated list of its nodes (${list}).`;
    }
  }
  return null;
}

/** Addresses of a cluster's primaries as reported by a node; at least two, because only a list is recognised as a cluster. */
async function primariesOf(node: Redis, { shown }: Address): Promise<string[]> {
  const scheme = shown.startsWith('rediss:') ? 'rediss' : 'redis';
  const text = String(await node.call('CLUSTER', 'NODES').catch(() => ''));
  const primaries = text.split('\n').flatMap((line) => {
    const [, place = '', flags = ''] = line.split(' ');
    const [, host, port] = /^(.+):(\d+)@/.exec(place) ?? [];
    if (!host || !flags.includes('master') || /fail|noaddr|handshake/.test(flags)) return [];
    const name = place.split(',')[1] || host;
    return [`${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`];
  });
  const addresses = primaries.length > 0 ? primaries : [shown];
  return addresses.length > 1 ? addresses : [...addresses, ...addresses];
}

/** Warns about a `maxmemory-policy` that evicts keys: the store would lose counts and receipts. */
export function warnOfEviction(servers: readonly Server[], log: Logger): void {
  for (const { info } of servers) {
    const limit = Number(/^maxmemory:(\d+)/m.exec(info)?.[1] ?? 0);
    const policy = /^maxmemory_policy:([\w-]+)/m.exec(info)?.[1] ?? 'noeviction';
    if (limit === 0 || policy === 'noeviction') continue;
    log.warn({ component: 'store', reason: policy }, evictionWarning);
    return;
  }
}

const evictionWarning =
  'Redis throws keys away when its memory is full: set maxmemory-policy noeviction, or counts and receipts get lost.';
