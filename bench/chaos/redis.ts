/** The Redis under the service: a process that can be killed, frozen, filled, and started again on the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, Redis } from 'ioredis';
import { findServer, probeSocket } from '../../src/engine/store/connection/local-redis.js';

/** The store of the service, one server or several. */
export interface Store {
  /** Value for REDIS_URL. */
  url: string;
  /** The connection of the audit. It waits while Redis cannot be reached. */
  client: Redis | Cluster;
  /** Names of all keys of a pattern. */
  keys(pattern: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface RedisProcess extends Store {
  client: Redis;
  /** Its socket file. */
  path: string;
  start(): Promise<void>;
  /** SIGSTOP and SIGCONT return at once, any other signal when the process has ended. */
  signal(signal: NodeJS.Signals): Promise<void>;
}

interface Options {
  /** Of socket and log. */
  directory: string;
  /** Of the append-only file. */
  data: string;
  env?: NodeJS.ProcessEnv;
}

/** With an append-only file that is synced every second, as the service starts its own Redis. Resolves when it is ready. */
export async function startRedis({ directory, data, env = {} }: Options): Promise<RedisProcess> {
  const binary = findServer();
  if (binary === null) throw new Error('chaos needs redis-server on PATH');
  const path = join(directory, 'redis.sock');
  const settings = {
    port: '0',
    unixsocket: path,
    dir: data,
    save: '',
    appendonly: 'yes',
    appendfsync: 'everysec',
    // Its disk is small, and must be full in one fault only.
    'auto-aof-rewrite-min-size': '8mb',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const log = openSync(join(directory, 'redis.log'), 'a');
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    child = spawn(binary as string, args, { stdio: ['ignore', log, log], env: { ...process.env, ...env } });
    while ((await probeSocket(path)) !== 'ready') {
      if (child.exitCode !== null) throw new Error(`Redis ended at its start: see ${directory}/redis.log`);
      await sleep(20);
    }
  }

  async function signal(name: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(name);
    if (name !== 'SIGSTOP' && name !== 'SIGCONT') await ended;
  }

  await start();
  const client = new Redis(path, { maxRetriesPerRequest: null, retryStrategy: () => 100 });
  client.on('error', () => {});
  return {
    url: `unix://${path}`,
    path,
    client,
    keys: (pattern) => client.keys(pattern),
    start,
    signal,
    async close() {
      client.disconnect();
      await signal('SIGKILL');
    },
  };
}
