/** Real Redis servers for tests, each on its own socket file, killed with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findServer, probeSocket, stopIfLast } from '../../src/engine/store/connection/local-redis.js';

export interface TestRedis {
  /** Socket file. */
  path: string;
  /** Value for REDIS_URL. */
  url: string;
  start(): Promise<void>;
  /** SIGSTOP and SIGCONT return at once; other signals wait until the process has ended. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Kills the server and removes its directory. */
  close(): Promise<void>;
}

/** Servers to kill at the end of the process if a test failed halfway. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Removes a data directory and kills the Redis that a killed service has left running in it. */
export async function removeDataDirectory(directory: string): Promise<void> {
  await stopIfLast(join(directory, 'redis.sock'), 'nobody');
  await rm(directory, { recursive: true, force: true });
}

/** A temporary directory with a path short enough for socket files. */
export function temporaryDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'deresegn-test-'));
}

/** @param settings more `redis.conf` settings, for example `{ appendonly: 'yes' }`. */
export async function startTestRedis(settings: Record<string, string> = {}): Promise<TestRedis> {
  const directory = await temporaryDirectory();
  const path = join(directory, 'redis.sock');
  let child: ChildProcess | undefined;
  const redis: TestRedis = {
    path,
    url: `unix://${path}`,
    async start() {
      child = spawnServer(directory, settings);
      while ((await probeSocket(path)) !== 'ready') await sleep(10);
    },
    async signal(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await ended;
    },
    async close() {
      await redis.signal('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}

function spawnServer(directory: string, settings: Record<string, string>): ChildProcess {
  const binary = findServer();
  if (binary === null) throw new Error('this test needs redis-server on PATH');
  const all = { dir: directory, port: '0', unixsocket: 'redis.sock', save: '', ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(binary, args, { cwd: directory, stdio: 'ignore' });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
