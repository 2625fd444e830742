/** Real Sentinels for tests: three of them watch over a primary with two replicas, on loopback ports. */
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
  /** What REDIS_URL would be. */
  url: string;
  /** Of the servers. */
  password: string;
  /** The first is the primary, until they decide otherwise. */
  servers: readonly TestRedis[];
  /** Which of the servers calls itself primary; of two, the one that is not the first. */
  primary(): Promise<TestRedis | undefined>;
  /** Asks the Sentinels to make another one the primary. */
  switchOver(): Promise<void>;
  /** From now on they decide nothing: on a busy machine a second of silence is no loss. */
  rest(): Promise<void>;
  /** Starts one more that hears nothing of the others, nor they of it: it goes on naming the first. @returns REDIS_URL of both */
  withDeaf(): Promise<string>;
  close(): Promise<void>;
}

const name = 'receipts';
/** Of Redis and of the Sentinels: each has to be given the right one. */
const password = 'of/redis@1,2';
const sentinelPassword = 'of the sentinels';
const quorum = 2;
/** A primary that does not answer for so long is taken for lost. */
const downAfterMs = 1_000;

/** Ready when it resolves: all know of each other, and the replicas have what the primary has. */
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

/** How many other Sentinels and replicas one knows, or why it cannot be asked. */
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
