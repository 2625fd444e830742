/** Opens the store, in one of three ways (docs/architecture.md#stores). */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlessAborted, within } from '../../../deadline.js';
import type { Logger } from '../../../log.js';
import { type StoreConnection, StoreError } from '../types.js';
import {
  type Client,
  disconnect,
  hotClient,
  keepConnecting,
  patientClient,
  untilReady,
  watch,
} from './clients.js';
import { withDirectoryLock } from './directory-lock.js';
import { startEmbedded } from './embedded.js';
import {
  awaitLive,
  findServer,
  isEmbedded,
  memberName,
  prepareDirectory,
  probe,
  socketPath,
  startServer,
  stopIfLast,
} from './local-redis.js';
import { type Address, parseRedisUrl, socketAddress } from './redis-url.js';
import { watchSwitches } from './sentinel.js';
import { describeServers, problemOf, warnOfEviction } from './servers.js';

export interface OpenStoreOptions {
  redisUrl?: string | undefined;
  dataDir: string;
  /** Refuses the embedded store. */
  production: boolean;
  log: Logger;
  /**
   * Where there is no Redis: `share` an embedded store on the socket of the data directory, as the service does
   * (the default); keep a `private` one that nobody else finds; or `refuse`, because what is written must last.
   */
  embedded?: 'share' | 'private' | 'refuse' | undefined;
  /** Told in one plain line what an embedded store on the socket is not; the log is told when absent. */
  warn?: ((line: string) => void) | undefined;
}

const readyMsMax = 5_000;
/** A Redis that died is started again only then, so that whoever restarts it himself comes first. */
const reviveDelayMs = 1_000;
const lockMsMax = 3_000;
/** For the connections, the lock and the end of the local Redis together, unless the caller has less time. */
const leaveMsMax = 10_000;

/** @throws StoreError, one plain line without credentials. A Redis that was named is never replaced by another. */
export async function openStore(options: OpenStoreOptions): Promise<StoreConnection> {
  if (options.redisUrl !== undefined) return openNamed(parseRedisUrl(options.redisUrl), options);
  await prepareDirectory(options.dataDir);
  const path = socketPath(options.dataDir);
  return withDirectoryLock(options.dataDir, () => openLocal(path, options));
}

async function openNamed(address: Address, options: OpenStoreOptions): Promise<StoreConnection> {
  const connections = await connect(address, 'deresegn', options.log);
  await sureOfDatabase(connections, address);
  const kind = await acceptedKind(connections, address, options);
  return storeConnection(kind, connections, async () => {});
}

/** ioredis goes on in database 0 when the one that was named is not there: somebody else's data may be in it. */
async function sureOfDatabase({ client, close }: Connections, address: Address): Promise<void> {
  const { db } = address.options;
  if (address.kind === 'cluster' || db === undefined) return;
  const selected = await client.select(db).catch(() => null);
  if (selected !== null) return;
  await close();
  throw new StoreError(`REDIS_URL: Redis at ${address.shown} has no database ${db} for this user.`);
}

/** Under the lock of the data directory, so that two who start at once do not start two. */
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
  const connections = await connect(address, memberName(member), log);
  const kind = await acceptedKind(connections, address, options).catch(async (error: unknown) => {
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

/** Which kind is behind a connection; a service that runs on the embedded store is joined at its socket. */
async function acceptedKind(
  connections: Connections,
  address: Address,
  { production, log }: OpenStoreOptions,
): Promise<StoreConnection['kind']> {
  const servers = await describeServers(connections.client);
  const embedded = servers.some(({ info }) => isEmbedded(info));
  const problem =
    embedded && production ? refusedInProduction : embedded ? null : await problemOf(servers, address);
  if (problem !== null) {
    await connections.close();
    throw new StoreError(problem);
  }
  if (!embedded) warnOfEviction(servers, log);
  return embedded ? 'embedded' : 'redis';
}

const refusedInProduction =
  'The embedded store keeps nothing over a restart and is refused in production: set REDIS_URL, or install redis-server.';
const refusedHere =
  'There is no Redis here: set REDIS_URL, install redis-server, or start the service on the same DATA_DIR.';
const embeddedWarning =
  'No Redis found: using the embedded store. Nothing survives a restart and only one process can serve. ' +
  'For a real store install redis-server (for example: apt-get install redis-server) or set REDIS_URL.';

async function openEmbedded(socket: string, options: OpenStoreOptions): Promise<StoreConnection> {
  const { log, embedded = 'share', production } = options;
  if (production) throw new StoreError(refusedInProduction);
  if (embedded === 'refuse') throw new StoreError(refusedHere);
  const { warn = (line) => log.warn({ component: 'store' }, line) } = options;
  if (embedded === 'share') warn(embeddedWarning);
  const directory = embedded === 'private' ? await mkdtemp(join(tmpdir(), 'deresegn-')) : null;
  const path = directory === null ? socket : join(directory, 'redis.sock');
  const server = await startEmbedded(path, () => {
    log.error({ component: 'store' }, 'the embedded store has ended and what it kept is gone: restart');
  });
  const connections = await connect(socketAddress(path), memberName(randomUUID()), log);
  return storeConnection('embedded', connections, async () => {
    await server.close();
    if (directory !== null) await rm(directory, { recursive: true, force: true });
  });
}

/** Starts the local Redis again when it dies under its services; what it kept is in its append-only file. */
function superviseServer(client: Client, path: string, { dataDir, log }: OpenStoreOptions): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const start = async () => {
    const binary = findServer();
    if (stopped || binary === null || (await probe(path)) !== 'dead') return;
    await startServer(binary, dataDir, path);
    log.warn({ component: 'store' }, 'the local Redis had ended and was started again');
  };
  const revive = () => {
    timer = undefined;
    if (stopped || client.status === 'ready') return;
    withDirectoryLock(dataDir, start).catch((error: unknown) => {
      log.error({ component: 'store', err: error }, 'the local Redis could not be started again');
    });
  };
  client.on('close', () => {
    if (!stopped) timer ??= setTimeout(revive, reviveDelayMs);
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
  duplicate(): Client;
  close(): Promise<void>;
}

async function connect(named: Address, name: string, log: Logger): Promise<Connections> {
  const switches = watchSwitches(named);
  const address = { ...named, options: { ...named.options, natMap: switches.natMap } };
  const client = hotClient(address, name, log);
  const open = new Set<Client>([client]);
  await untilReady(client, address, readyMsMax).catch((error: unknown) => {
    switches.close();
    throw error;
  });
  watch(client, log);
  const connecting = keepConnecting(client);
  switches.onSwitch(() => client.disconnect(true));
  return {
    client,
    cluster: address.kind === 'cluster',
    duplicate() {
      const another = patientClient(address, name);
      // The first connection says it when the store is lost; an error nobody listens to would end the process.
      another.on('error', () => {});
      another.once('end', () => open.delete(another));
      open.add(another);
      return another;
    },
    async close() {
      connecting.stop();
      switches.close();
      await Promise.all([...open].map(disconnect));
    },
  };
}

function storeConnection(
  kind: StoreConnection['kind'],
  connections: Connections,
  leave: (withinMs: number) => Promise<void>,
): StoreConnection {
  let closed: Promise<void> | undefined;
  return {
    kind,
    client: connections.client,
    cluster: connections.cluster,
    duplicate: connections.duplicate,
    close(withinMs = leaveMsMax) {
      const deadline = performance.now() + withinMs;
      const disconnected = () => within(withinMs, [], (over) => unlessAborted(over, connections.close()));
      closed ??= disconnected().finally(() => leave(Math.max(0, deadline - performance.now())));
      return closed;
    },
  };
}
