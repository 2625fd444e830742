/** Environment of a benchmark: a directory, Redis, and the built service in its own processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node, type Server, start } from './process.js';

export interface BenchEnvironment {
  directory: string;
  /** Run in reverse order at the end, also after an error. */
  cleanups: (() => unknown)[];
}

export async function withEnvironment<T>(measure: (environment: BenchEnvironment) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'deresegn-bench-'));
  // A Redis that is killed may leave a child that still writes its file.
  const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  const cleanups: BenchEnvironment['cleanups'] = [() => rmSync(directory, removal)];
  try {
    return await measure({ directory, cleanups });
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

/** Starts Redis. @returns the path of its socket */
export async function startRedis(environment: BenchEnvironment): Promise<string> {
  return (await startRedisProcess(environment)).socket;
}

/** Starts Redis with its files in the directory of the environment: one for each environment. */
export async function startRedisProcess({
  directory,
  cleanups,
}: BenchEnvironment): Promise<{ socket: string; pid: number }> {
  const socket = join(directory, 'bench-redis.sock');
  const settings = {
    port: '0',
    unixsocket: socket,
    appendonly: 'yes',
    save: '',
    dir: directory,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const redis = spawn('redis-server', args, { stdio: 'ignore' });
  cleanups.push(() => {
    redis.kill('SIGKILL');
    return once(redis, 'exit');
  });
  await once(redis, 'spawn');
  return { socket, pid: redis.pid ?? 0 };
}

export interface Service extends Server {
  /** Headers with a test key whose rate limit and cap no benchmark reaches. */
  headers: Record<string, string>;
}

let services = 0;

/** @param built the directory of the version to start */
export async function startService(
  environment: BenchEnvironment,
  redisUrl: string,
  settings: Record<string, string> = {},
  built = '.',
): Promise<Service> {
  const env = { ...serviceEnvironment(environment, redisUrl), ...settings };
  const service = await startProcess(environment, env, built);
  const headers = {
    'content-type': 'application/json',
    'x-api-key': await mintKey(env, undefined, undefined, built),
  };
  return { ...service, headers };
}

/** Starts the service without a key. @param built as for `startService` */
export async function startProcess(
  { cleanups }: BenchEnvironment,
  env: NodeJS.ProcessEnv,
  built = '.',
): Promise<Server> {
  const service = await start([...node, join(built, 'dist/main.js')], env);
  cleanups.push(() => service.stop());
  return service;
}

/** Environment variables of a service that only answers calls; without probes, which are not part of a request. */
export function serviceEnvironment({ directory }: BenchEnvironment, redisUrl: string) {
  services += 1;
  return {
    REDIS_URL: redisUrl,
    DATA_DIR: join(directory, `data${services}`),
    PORT: '0',
    LOG_LEVEL: 'warn',
    ROLES: 'api',
  };
}

/** Creates an account and a key. @param plan of the account; @param rate requests a minute; @param built as for the service */
export async function mintKey(
  env: NodeJS.ProcessEnv,
  plan = 'enterprise',
  rate = 1_000_000_000,
  built = '.',
): Promise<string> {
  const args = `keys mint --plan ${plan} --mode test --rate ${rate} --json`.split(' ');
  const child = spawn('node', [join(built, 'dist/src/cli/main.js'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) printed += String(chunk);
  return (JSON.parse(printed) as { key: string }).key;
}
