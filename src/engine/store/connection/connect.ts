/** Opens the store, of one of three kinds (docs/architecture.md#stores). */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlessAborted, within } from '../../../deadline.js';
import type { Logger } from '../../../log.js';
import { type StoreConnection, StoreError } from '../types.js';
import {
  type Client,
  commandClient,
  disconnect,
  embeddedTimeouts,
  keepConnecting,
  logOutages,
  serverTimeouts,
  subscriberClient,
  untilReady,
} from './clients.js';
import { withDirectoryLock } from './directory-lock.js';
import { startEmbedded } from './embedded.js';
import {
  awaitLive,
  findServer,
  instanceName,
  isEmbedded,
  prepareDirectory,
  probeSocket,
  socketPath,
  startServer,
  stopIfLast,
} from './local-redis.js';
import { type Address, parseRedisUrl, socketAddress } from './redis-url.js';
import { watchSwitches } from './sentinel.js';
import { describeServers, problemOf, warnOfEviction } from './servers.js';
import type { Timeouts } from './timeout-redis.js';

export interface OpenStoreOptions {
  redisUrl?: string | undefined;
  dataDir: string;
  /** Refuses the embedded store. */
  production: boolean;
  log: Logger;
  /**
   * What to do when there is no Redis: `share` an embedded store on the socket of the data directory, as the service does
   * (default); open a `private` one for this process alone; or `refuse`, because the data must be durable.
   */
  embedded?: 'share' | 'private' | 'refuse' | undefined;
  /** Called with a one-line warning about the limits of a shared embedded store; default: logs it. */
  warn?: ((line: string) => void) | undefined;
}

const readyMsMax = 5_000;
/** Delay before a dead Redis is started again, so that an operator who restarts it comes first. */
const restartDelayMs = 1_000;
const lockMsMax = 3_000;
/** Time to close the connections, get the lock and stop the local Redis, together, unless the caller has less time. */
const closeMsMax = 10_000;

/** Opens the store. If the configured Redis cannot be used, it does not fall back to another store. @throws StoreError */
export async function openStore(options: OpenStoreOptions): Promise<StoreConnection> {
  if (options.redisUrl !== undefined) return openNamed(parseRedisUrl(options.redisUrl), options);
  await prepareDirectory(options.dataDir);
  const path = socketPath(options.dataDir);
  return withDirectoryLock(options.dataDir, () => openLocal(path, options));
}

async function openNamed(address: Address, options: OpenStoreOptions): Promise<StoreConnection> {
  const connections = await connect(address, 'deresegn', options.log);
  await assertDatabase(connections, address);
  const kind = await detectKind(connections, address, options);
  return storeConnection(kind, connections, async () => {});
}

/** Checks the selected database: ioredis continues in database 0, which may hold other data, when the configured one is missing. */
async function assertDatabase({ client, close }: Connections, address: Address): Promise<void> {
  const { db } = address.options;
  if (address.kind === 'cluster' || db === undefined) return;
  const selected = await client.select(db).catch(() => null);
  if (selected !== null) return;
  await close();
  throw new StoreError(`REDIS_URL: Redis at ${address.shown} has no database ${db} for this user.`);
}

/** Runs under the lock of the data directory, so that processes that start at once start one Redis. */
async function openLocal(path: string, options: OpenStoreOptions): Promise<StoreConnection> {
  if (await awaitLive(path)) return joinLocal(path, options);
  const binary = findServer();
  if (binary === null) return openEmbedded(path, options);
  await startServer(binary, options.dataDir, path);
  return joinLocal(path, options);
}

async function joinLocal(path: string, options: OpenStoreOptions): Promise<StoreConnection> {
  const { dataDir, log } = options;
  const member = randomUUID();
  const address = socketAddress(path);
  const connections = await connect(address, instanceName(member), log);
  const kind = await detectKind(connections, address, options).catch(async (error: unknown) => {
    await stopIfLast(path, member);
    throw error;
  });
  if (kind === 'embedded') return storeConnection(kind, connections, async () => {});
  const supervision = superviseServer(connections.client, path, options);
  return storeConnection('redis', connections, async (withinMs) => {
    const deadline = performance.now() + withinMs;
    supervision.stop();
    const stop = () => stopIfLast(path, member, deadline - performance.now());
    await withDirectoryLock(dataDir, stop, Math.min(lockMsMax, withinMs)).catch(() => {
      log.warn({ component: 'store' }, 'the local Redis was left running: its directory is locked or gone');
    });
  });
}

/** Detects the kind of a store. @throws StoreError when it cannot be used */
async function detectKind(
  connections: Connections,
  address: Address,
  { production, log }: OpenStoreOptions,
): Promise<StoreConnection['kind']> {
  const servers = await describeServers(connections.client);
  const embedded = servers.some(({ info }) => isEmbedded(info));
  const problem = embedded ? production && refusedInProduction : await problemOf(servers, address);
  if (problem) {
    await connections.close();
    throw new StoreError(problem);
  }
  if (embedded) Object.assign(connections.timeouts, embeddedTimeouts);
  else warnOfEviction(servers, log);
  return embedded ? 'embedded' : 'redis';
}

const refusedInProduction =
  'The embedded store keeps nothing over a restart and is refused in production: set REDIS_URL, or install redis-server.';
const noRedis =
  'There is no Redis here: set REDIS_URL, install redis-server, or start the service on the same DATA_DIR.';
const embeddedWarning =
  'No Redis found: using the embedded store. Nothing survives a restart and only one process can serve. ' +
  'For a real store install redis-server (for example: apt-get install redis-server) or set REDIS_URL.';

async function openEmbedded(socket: string, options: OpenStoreOptions): Promise<StoreConnection> {
  const { log, embedded = 'share', production } = options;
  if (production) throw new StoreError(refusedInProduction);
  if (embedded === 'refuse') throw new StoreError(noRedis);
  const { warn = (line) => log.warn({ component: 'store' }, line) } = options;
  if (embedded === 'share') warn(embeddedWarning);
  const directory = embedded === 'private' ? await mkdtemp(join(tmpdir(), 'deresegn-')) : null;
  const path = directory === null ? socket : join(directory, 'redis.sock');
  const server = await startEmbedded(path, () => {
    log.error({ component: 'store' }, 'the embedded store has ended and what it kept is gone: restart');
  });
  const connections = await connect(socketAddress(path), instanceName(randomUUID()), log);
  Object.assign(connections.timeouts, embeddedTimeouts);
  return storeConnection('embedded', connections, async () => {
    await server.close();
    if (directory !== null) await rm(directory, { recursive: true, force: true });
  });
}

/** Restarts the local Redis when it dies while in use; its data is in its append-only file. */
function superviseServer(client: Client, path: string, { dataDir, log }: OpenStoreOptions): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const start = async () => {
    const binary = findServer();
    if (stopped || binary === null || (await probeSocket(path)) !== 'dead') return;
    await startServer(binary, dataDir, path);
    log.warn({ component: 'store' }, 'the local Redis had ended and was started again');
  };
  const restart = () => {
    timer = undefined;
    if (stopped || client.status === 'ready') return;
    withDirectoryLock(dataDir, start).catch((error: unknown) => {
      log.error({ component: 'store', err: error }, 'the local Redis could not be started again');
    });
  };
  client.on('close', () => {
    if (!stopped) timer ??= setTimeout(restart, restartDelayMs);
  });
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

interface Connections {
  client: Client;
  cluster: boolean;
  /** Limits of the client's commands, for a server at first. */
  timeouts: Timeouts;
  duplicate(): Client;
  close(): Promise<void>;
}

async function connect(named: Address, name: string, log: Logger): Promise<Connections> {
  const switches = watchSwitches(named);
  const address = { ...named, options: { ...named.options, natMap: switches.natMap } };
  const timeouts = { ...serverTimeouts };
  const client = commandClient(address, name, timeouts, log);
  const open = new Set<Client>([client]);
  await untilReady(client, address, readyMsMax).catch((error: unknown) => {
    switches.close();
    throw error;
  });
  logOutages(client, log);
  const reconnecting = keepConnecting(client);
  switches.onSwitch(() => client.disconnect(true));
  return {
    client,
    cluster: address.kind === 'cluster',
    timeouts,
    duplicate() {
      const another = subscriberClient(address, name);
      // The first connection logs when the store is lost; without a listener the error would end the process.
      another.on('error', () => {});
      another.once('end', () => open.delete(another));
      open.add(another);
      return another;
    },
    async close() {
      reconnecting.stop();
      switches.close();
      await Promise.all([...open].map(disconnect));
    },
  };
}

function storeConnection(
  kind: StoreConnection['kind'],
  connections: Connections,
  onClose: (withinMs: number) => Promise<void>,
): StoreConnection {
  let closed: Promise<void> | undefined;
  return {
    kind,
    client: connections.client,
    cluster: connections.cluster,
    duplicate: connections.duplicate,
    close(withinMs = closeMsMax) {
      const deadline = performance.now() + withinMs;
      const disconnected = () => within(withinMs, [], (over) => unlessAborted(over, connections.close()));
      closed ??= disconnected().finally(() => onClose(Math.max(0, deadline - performance.now())));
      return closed;
    },
  };
}
