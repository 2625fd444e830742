/**
 * The local Redis of a data directory: started by the first who needs it, shared by all, stopped by the last.
 *
 * Who is there is told by Redis itself: every member keeps a connection with a name, which the kernel closes
 * however the member dies. So a service killed with SIGKILL never counts, and no pid can be mistaken.
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
/** Files this project leaves in a data directory; they tell it apart from a directory that serves something else. */
const ownFiles = /^(redis\.|appendonly|dump\.rdb)/;

const probeMs = 1_500;
const pollMs = 15;
const startMsMax = 10_000;
/** A large append-only file takes long to load; Redis says so while it does. */
const loadMsMax = 100_000;
const stopMsMax = 8_000;
/** `sun_path` of the kernels in use, less its closing zero. */
const socketPathBytesMax = process.platform === 'darwin' ? 103 : 107;

export function memberName(member: string): string {
  return memberPrefix + member;
}

/**
 * The socket of a data directory, as short as it can be written.
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
 * Makes sure of a data directory that nobody else can look into.
 * @throws StoreError when it cannot be made, belongs to another user, or is in use for something else and open to others.
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

/** Files that root makes there would keep the owner's service from starting, and a link in it would lead root elsewhere. */
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

export type SocketState = 'ready' | 'loading' | 'silent' | 'dead';

/** Whether somebody answers at a socket. `silent`: there is a listener, but it does not answer now. */
export async function probe(path: string): Promise<SocketState> {
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

/** A connection for one question; without a member's name, so that it does not count as one. */
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
 * @returns false when there is none.
 * @throws StoreError when it is there and does not answer.
 */
export async function awaitLive(path: string): Promise<boolean> {
  const deadline = Date.now() + loadMsMax;
  for (;;) {
    const state = await probe(path);
    if (state === 'ready') return true;
    if (state === 'dead') return false;
    if (state === 'silent' || Date.now() > deadline) {
      throw new StoreError(`Redis at unix://${path} does not answer.`);
    }
    await sleep(pollMs);
  }
}

/**
 * Starts a Redis in the data directory and waits until it serves. To be called under the directory's lock, with
 * nobody listening at the socket.
 * @throws StoreError
 */
export async function startServer(binary: string, dataDir: string, path: string): Promise<void> {
  await unlink(path).catch(() => undefined);
  // Detached: a SIGINT typed in a terminal goes to the whole process group, and Redis must outlive us.
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
  while ((await probe(path)) === 'dead') {
    if (ended || Date.now() > deadline) throw new StoreError(startFailure(binary, dataDir));
    await sleep(pollMs);
  }
  if (!(await awaitLive(path))) throw new StoreError(startFailure(binary, dataDir));
}

/** What it writes is its owner's alone, and it learns no secret of the configuration. */
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

/** The socket is named relative to the working directory, which has no limit of length. */
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
 * Stops the Redis when no other member is left, and waits up to `withinMs` until it has ended; one that takes longer to
 * write its file goes on by itself. To be called under the directory's lock.
 * @returns true when it was stopped.
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
  while ((await probe(path)) !== 'dead' && performance.now() < deadline) await sleep(pollMs);
  return true;
}

function hasOthers(clientList: string, member: string): boolean {
  const names = [...clientList.matchAll(/ name=(\S*)/g)].map((match) => match[1] ?? '');
  return names.some((name) => name.startsWith(memberPrefix) && name !== memberName(member));
}

/** True when the server at this connection is the embedded one, which keeps nothing. */
export function isEmbedded(serverInfo: string): boolean {
  return serverInfo.includes('os:mocked redis');
}
