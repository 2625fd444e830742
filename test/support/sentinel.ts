/** Real Redis Sentinels for tests: three Sentinels, a primary and two replicas, on loopback ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findServer } from '../../src/engine/store/connection/local-redis.js';
import { freePort } from './ports.js';
import { startTestRedis, type TestRedis, temporaryDirectory } from './redis.js';

export interface TestSentinels {
  /** Value for REDIS_URL. */
  url: string;
  /** Of the servers. */
  password: string;
  /** The first is the primary until a failover. */
  servers: readonly TestRedis[];
  /** The server whose role is primary; if there are two, the one that is not the first. */
  primary(): Promise<TestRedis | undefined>;
  /** Requests a failover from the Sentinels. */
  switchOver(): Promise<void>;
  /** Disables automatic failover, which a busy machine could trigger. */
  rest(): Promise<void>;
  /** Starts an isolated Sentinel that keeps naming the first server as primary. @returns a REDIS_URL with both */
  withDeaf(): Promise<string>;
  close(): Promise<void>;
}

const name = 'receipts';
/** Password of Redis and of the Sentinels; contains characters that must be escaped in a URL. */
const password = 'of/redis@1,2';
const sentinelPassword = 'of the sentinels';
const quorum = 2;
/** Time without a reply after which the primary counts as down. */
const downAfterMs = 1_000;

/** Resolves when all know each other and the replicas are synchronised. */
export async function startTestSentinels(): Promise<TestSentinels> {
  const servers: TestRedis[] = [];
  const sentinels: ChildProcess[] = [];
  const directory = await temporaryDirectory();
  const close = async () => {
    await Promise.all(sentinels.map(end));
    await Promise.all(servers.map((server) => server.close()));
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const ports = [await freePort(), await freePort(), await freePort()];
    for (const port of ports) {
      servers.push(
        await startTestRedis({
          port: String(port),
          bind: '127.0.0.1',
          requirepass: password,
          masterauth: password,
        }),
      );
    }
    const [primary, ...replicas] = servers;
    for (const { path } of replicas) await ask(path, 'REPLICAOF', '127.0.0.1', String(ports[0]));
    const sentinelPorts: number[] = [];
    while (sentinels.length < 3) {
      const port = await freePort();
      sentinelPorts.push(port);
      sentinels.push(await startSentinel(directory, port, ports[0] ?? 0));
    }
    for (const port of sentinelPorts) while ((await peers(port)) !== '2 2') await sleep(50);
    while ((await ask(primary?.path ?? '', 'WAIT', '2', '1000')) !== 2) await sleep(50);
    return {
      url: urlOf(sentinelPorts),
      password,
      servers,
      async primary() {
        const roles = await Promise.all(
          servers.map(async (server) => ({ server, role: await roleOf(server) })),
        );
        return roles.findLast(({ role }) => role === 'master')?.server;
      },
      async switchOver() {
        await askPort(sentinelPorts[0] ?? 0, 'SENTINEL', 'FAILOVER', name);
      },
      async rest() {
        for (const port of sentinelPorts) {
          await askPort(port, 'SENTINEL', 'SET', name, 'down-after-milliseconds', '600000');
        }
      },
      async withDeaf() {
        const rights = ['on', `>${password}`, '+@all', '-subscribe', '-psubscribe', '-publish'];
        for (const { path } of servers) await ask(path, 'ACL', 'SETUSER', 'deaf', ...rights);
        const port = await freePort();
        sentinels.push(
          await startSentinel(directory, port, ports[0] ?? 0, [`sentinel auth-user ${name} deaf`]),
        );
        while (!/^0 \d/.test(await peers(port))) await sleep(50);
        return urlOf([sentinelPorts[0] ?? 0, port]);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function urlOf(ports: readonly number[]): string {
  const places = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const parameters = new URLSearchParams({ sentinel_password: sentinelPassword });
  return `redis+sentinel://:${encodeURIComponent(password)}@${places}/${name}?${parameters}`;
}

async function startSentinel(
  directory: string,
  port: number,
  primaryPort: number,
  more: readonly string[] = [],
): Promise<ChildProcess> {
  const file = join(directory, `sentinel-${port}.conf`);
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${directory}`,
    `sentinel monitor ${name} 127.0.0.1 ${primaryPort} ${quorum}`,
    `requirepass "${sentinelPassword}"`,
    `sentinel sentinel-pass "${sentinelPassword}"`,
    `sentinel auth-pass ${name} "${password}"`,
    `sentinel down-after-milliseconds ${name} ${downAfterMs}`,
    `sentinel failover-timeout ${name} 6000`,
    ...more,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return spawn(findServer() ?? 'redis-server', [file, '--sentinel'], { stdio: 'ignore' });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Number of Sentinels and replicas that a Sentinel knows, or the error of asking it. */
async function peers(port: number): Promise<string> {
  const reply = await askPort(port, 'SENTINEL', 'MASTER', name).catch(() => []);
  const fields = reply as string[];
  const field = (wanted: string) => fields[fields.indexOf(wanted) + 1];
  return `${field('num-other-sentinels')} ${field('num-slaves')}`;
}

async function roleOf({ path }: TestRedis): Promise<string | null> {
  const reply = await ask(path, 'ROLE').catch(() => null);
  return Array.isArray(reply) ? String(reply[0]) : null;
}

const ask = (path: string, command: string, ...args: string[]) => askAt({ path, password }, command, args);
const askPort = (port: number, command: string, ...args: string[]) =>
  askAt({ port, password: sentinelPassword }, command, args);

async function askAt(
  where: { path: string; password: string } | { port: number; password: string },
  command: string,
  args: string[],
) {
  const client = new Redis({
    ...where,
    retryStrategy: null,
    enableReadyCheck: false,
    disableClientInfo: true,
    commandTimeout: 1_500,
  });
  client.on('error', () => {});
  try {
    return await client.call(command, ...args);
  } finally {
    client.disconnect();
  }
}
