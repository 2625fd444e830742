/**
 * The local Redis of a data directory: started by the first process that needs it, shared by all, stopped by the last.
 *
 * Redis itself knows which processes use it: each keeps a named connection, which the kernel closes however the process
 * ends. So a process killed with SIGKILL does not count, and no pid can be mistaken for another.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { delimiter, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { StoreError } from '../types.js';

const memberPrefix = 'deresegn:';
const binaries = ['redis-server', 'valkey-server'];
/** Files of this project in a data directory; they distinguish it from a directory with another purpose. */
const ownFiles = /^(redis\.|appendonly|dump\.rdb)/;

const probeMs = 1_500;
const pollMs = 15;
const startMsMax = 10_000;
/** Loading a large append-only file takes long; Redis replies LOADING meanwhile. */
const loadMsMax = 100_000;
const stopMsMax = 8_000;
/** Length of `sun_path` in supported kernels, without the terminating zero. */
const socketPathBytesMax = process.platform === 'darwin' ? 103 : 107;

export function instanceName(member: string): string {
  return memberPrefix + member;
}

/**
 * The socket path of a data directory, as short as possible.
 * @throws StoreError when it is longer than a socket's path may be.
 */
export function socketPath(dataDir: string): string {
  const full = join(resolve(dataDir), 'redis.sock');
  const short = relative(process.cwd(), full);
  const path = Buffer.byteLength(short) < Buffer.byteLength(full) ? short : full;
  if (Buffer.byteLength(path) <= socketPathBytesMax) return path;
  throw new StoreError(`DATA_DIR is too long for a socket in it (${socketPathBytesMax} bytes at most).`);
}

/**
 * Creates the data directory, or checks that other users cannot access it.
 * @throws StoreError when it cannot be created, belongs to another user, or has another purpose and is open to others.
 */
export async function prepareDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const { mode, uid } = await stat(dataDir);
    refuseOtherUsers(dataDir, uid);
    if ((mode & 0o077) === 0) return;
    const foreign = (await readdir(dataDir)).filter((name) => !ownFiles.test(name));
    if (foreign.length === 0) return await chmod(dataDir, 0o700);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const cause = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new StoreError(`DATA_DIR (${dataDir}) cannot be used (${cause}).`, { cause: error });
  }
  throw new StoreError(
    `DATA_DIR (${dataDir}) is open to other users and holds other files: use an empty directory, or chmod 700 it.`,
  );
}

/** Files created there by root would keep the owner's service from starting, and a link in it could make root write elsewhere. */
function refuseOtherUsers(dataDir: string, owner: number): void {
  const user = process.geteuid?.();
  if (user === undefined || user === owner) return;
  throw new StoreError(
    `DATA_DIR (${dataDir}) belongs to the user with id ${owner}: run this as that user, not as ${user} (docs/operations.md).`,
  );
}

/** Full path of a Redis server on PATH, or null. */
export function findServer(path: string = process.env.PATH ?? ''): string | null {
  const directories = path.split(delimiter).filter((directory) => directory !== '');
  const candidates = binaries.flatMap((name) => directories.map((directory) => join(directory, name)));
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

type SocketState = 'ready' | 'loading' | 'silent' | 'dead';

/** Whether a server answers at a socket. `silent`: a server listens but does not answer now. */
export async function probeSocket(path: string): Promise<SocketState> {
  const client = controlClient(path);
  let code: string | undefined;
  client.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code;
  });
  try {
    await client.connect();
    await client.ping();
    return 'ready';
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError') {
      return /^(LOADING|BUSY)/.test(error.message) ? 'loading' : 'ready';
    }
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'dead' : 'silent';
  } finally {
    client.disconnect();
  }
}

/** A connection for one command, without the name of an instance, so that it does not count as one. */
function controlClient(path: string): Redis {
  const client = new Redis({
    path,
    lazyConnect: true,
    retryStrategy: null,
    enableReadyCheck: false,
    disableClientInfo: true,
    maxRetriesPerRequest: 0,
    connectTimeout: probeMs,
    commandTimeout: probeMs,
  });
  return client.on('error', () => {});
}

/**
 * Waits for a Redis that may still be loading.
 * @returns false when no Redis is running
 * @throws StoreError when it is running but does not answer
 */
export async function awaitLive(path: string): Promise<boolean> {
  const deadline = Date.now() + loadMsMax;
  for (;;) {
    const state = await probeSocket(path);
    if (state === 'ready') return true;
    if (state === 'dead') return false;
    if (state === 'silent' || Date.now() > deadline) {
      throw new StoreError(`Redis at unix://${path} does not answer.`);
    }
    await sleep(pollMs);
  }
}

/**
 * Starts a Redis in the data directory and waits until it serves. Call it under the directory's lock, with no listener at
 * the socket.
 * @throws StoreError
 */
export async function startServer(binary: string, dataDir: string, path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
  // Detached: Ctrl-C in a terminal sends SIGINT to the whole process group, and Redis must outlive this process.
  const child = spawnPrivately(binary, dataDir);
  let ended = false;
  child.once('error', () => {
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  child.unref();
  const deadline = Date.now() + startMsMax;
  while ((await probeSocket(path)) === 'dead') {
    if (ended || Date.now() > deadline) throw new StoreError(startFailure(binary, dataDir));
    await sleep(pollMs);
  }
  if (!(await awaitLive(path))) throw new StoreError(startFailure(binary, dataDir));
}

/** Starts Redis with files readable only by their owner, and without the environment, which contains secrets. */
function spawnPrivately(binary: string, dataDir: string): ChildProcess {
  const umask = process.umask(0o077);
  try {
    const env = { PATH: process.env.PATH };
    return spawn(binary, serverArguments(dataDir), { cwd: dataDir, env, detached: true, stdio: 'ignore' });
  } finally {
    process.umask(umask);
  }
}

function startFailure(binary: string, dataDir: string): string {
  return `${binary} could not be started in DATA_DIR; its reasons are in ${join(dataDir, 'redis.log')}.`;
}

/** The socket path is relative to the working directory, whose path length is not limited. */
function serverArguments(dataDir: string): string[] {
  const settings: Record<string, string> = {
    dir: resolve(dataDir),
    port: '0',
    unixsocket: 'redis.sock',
    unixsocketperm: '700',
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
    logfile: 'redis.log',
    loglevel: 'warning',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

/**
 * Stops the Redis when no other process uses it, and waits up to `withinMs` until it has ended; if it takes longer to write
 * its file, it finishes on its own. Call it under the directory's lock.
 * @returns true when it was stopped
 */
export async function stopIfLast(path: string, member: string, withinMs = stopMsMax): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  const client = controlClient(path);
  try {
    await client.connect();
    if (hasOthers(String(await client.client('LIST')), member)) return false;
    await client.shutdown().catch(() => undefined);
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
  while ((await probeSocket(path)) !== 'dead' && performance.now() < deadline) await sleep(pollMs);
  return true;
}

function hasOthers(clientList: string, member: string): boolean {
  const names = [...clientList.matchAll(/ name=(\S*)/g)].map((match) => match[1] ?? '');
  return names.some((name) => name.startsWith(memberPrefix) && name !== instanceName(member));
}

/** True when the server is the embedded store, which keeps nothing on disk. */
export function isEmbedded(serverInfo: string): boolean {
  return serverInfo.includes('os:mocked redis');
}
