/**
 * ioredis clients for the hot path: a command is sent once and fails fast, and the client reconnects soon after Redis is
 * back. A script must never run twice, so commands are neither resent nor queued while there is no connection.
 */
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../../../log.js';
import { StoreError } from '../types.js';
import { onErrorReply } from './redis-errors.js';
import type { Address } from './redis-url.js';
import { limitTimeouts, type Timeouts } from './timeout-redis.js';

export type Client = Redis | Cluster;

/** Limits for a Redis server: callers must get a 503 within 2 s, and TCP would notice a dead peer much later. */
export const serverTimeouts: Timeouts = { answerMsMax: 1_500, silenceMsMax: 3_000 };
/** The embedded store lives and dies with its process, and takes seconds for a hundred calls at once on a slow machine. */
export const embeddedTimeouts: Timeouts = { answerMsMax: 10_000, silenceMsMax: 20_000 };
const connectTimeoutMs = 2_000;
/** Connect time-out when another node or Sentinel can be tried: a machine that is down does not answer a connect. */
const connectElsewhereMs = 1_000;
const retryMsMax = 400;
const errorLogIntervalMs = 5_000;
/** Interval of reading the slots of a cluster; they are also read when a node redirects a command. */
const slotsRefreshMs = 5_000;

const commandOptions = {
  lazyConnect: true,
  enableAutoPipelining: false,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: connectTimeoutMs,
  /** A dropped connection may not answer when it is closed either. */
  disconnectTimeout: 100,
  maxLoadingRetryTime: retryMsMax,
  // A user with restricted rights may not send it.
  disableClientInfo: true,
  retryStrategy: retryDelayMs,
  sentinelRetryStrategy: retryDelayMs,
  sentinelCommandTimeout: connectElsewhereMs,
} satisfies RedisOptions;

/** A subscriber waits for the connection instead of failing, and may be silent while there are no messages. */
const subscriberOptions: RedisOptions = {
  ...commandOptions,
  lazyConnect: false,
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
};

/**
 * @param name shown by Redis's CLIENT LIST; on the local Redis it identifies the processes that still use it
 * @param timeouts may be changed while the client is open
 */
export function commandClient(address: Address, name: string, timeouts: Timeouts, log: Logger): Client {
  const client = createClient(address, {
    ...commandOptions,
    connectionName: name,
    reconnectOnError: onErrorReply(log),
  });
  if (client instanceof Cluster) client.on('+node', (node: Redis) => limitTimeouts(node, timeouts));
  else limitTimeouts(client, timeouts);
  return client;
}

/** A connection for subscriptions. It does not detect silence; its user must (see `pubsub.ts`). */
export function subscriberClient(address: Address, name: string): Client {
  return createClient(address, { ...subscriberOptions, connectionName: name });
}

function createClient(address: Address, base: RedisOptions): Client {
  const hasOthers = address.kind === 'cluster' || 'sentinels' in address.options;
  const own = hasOthers ? { ...address.options, connectTimeout: connectElsewhereMs } : address.options;
  if (address.kind === 'single') return new Redis({ ...base, ...own });
  const options: ClusterOptions = {
    lazyConnect: base.lazyConnect ?? false,
    enableOfflineQueue: base.enableOfflineQueue ?? true,
    clusterRetryStrategy: retryDelayMs,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // A key is being moved between nodes: retry for as long as a caller can wait.
    retryDelayOnTryAgain: 100,
    maxRedirections: 8,
    slotsRefreshTimeout: connectElsewhereMs,
    slotsRefreshInterval: slotsRefreshMs,
    redisOptions: { ...base, ...own },
    ...(address.options.tls && { dnsLookup: (host, callback) => callback(null, host) }),
  };
  return new Cluster(address.nodes, options);
}

function retryDelayMs(attempt: number): number {
  return Math.min(25 * 2 ** Math.min(attempt, 10), retryMsMax);
}

/**
 * Connects and waits until commands are accepted; retries until the time is up.
 * @throws StoreError naming the address and the last cause, never credentials.
 */
export async function untilReady(client: Client, address: Address, timeoutMs: number): Promise<void> {
  const cause = await new Promise<string | null>((resolve) => {
    let last = 'no answer';
    const timer = setTimeout(() => finish(last), timeoutMs);
    const onError = (error: Error) => {
      last = causeOf(error) ?? last;
      if (permanent.test(last)) finish(last);
    };
    const onReady = () => finish(null);
    const finish = (result: string | null) => {
      clearTimeout(timer);
      for (const event of failures) client.off(event, onError);
      client.off('ready', onReady);
      resolve(result);
    };
    for (const event of failures) client.on(event, onError);
    client.on('ready', onReady);
    if (client.status === 'ready') finish(null);
    else if (client.status === 'wait') client.connect().catch(onError);
  });
  if (cause === null) return openNodes(client);
  client.on('error', () => {});
  client.disconnect();
  throw new StoreError(`Redis at ${address.shown} cannot be reached (${cause}).`);
}

/** Opens all connections of a cluster: ioredis connects to a node at its first command, and rejects the commands right after it. */
async function openNodes(client: Client): Promise<void> {
  if (!(client instanceof Cluster)) return;
  await Promise.allSettled(client.nodes('master').map((node) => node.ping()));
}

/** Error events of any client, of a cluster, and of Sentinels. */
const failures = ['error', 'node error', 'sentinelError'];

/** Error replies that do not go away by waiting. */
const permanent = /^(NOAUTH|WRONGPASS|NOPERM)$/;

/** A short cause that is safe to print: an error code, or the first word of an error reply such as `WRONGPASS`. */
function causeOf(error: Error): string | null {
  const { code, lastNodeError, message } = error as Error & { code?: unknown; lastNodeError?: Error };
  if (typeof code === 'string') return code;
  if (lastNodeError) return causeOf(lastNodeError);
  if (message.endsWith('got an invalid reply: null')) return 'a Sentinel knows no primary of this name';
  const [reply = null] =
    /\b(NOAUTH|WRONGPASS|NOPERM|LOADING|CLUSTERDOWN|ECONNREFUSED|ENOTFOUND)\b/.exec(message) ?? [];
  return reply && message.startsWith('failed to connect to sentinel') ? `Sentinel: ${reply}` : reply;
}

/** Logs when the store or one of its nodes is lost, and when the store is back; at most one line every few seconds. */
export function logOutages(client: Client, log: Logger): void {
  let lost = false;
  let quietUntilMs = 0;
  const warn = (error: Error, message: string) => {
    if (Date.now() < quietUntilMs) return;
    quietUntilMs = Date.now() + errorLogIntervalMs;
    log.warn({ component: 'store', reason: causeOf(error) ?? 'no answer' }, message);
  };
  client.on('error', (error: Error) => {
    lost = true;
    warn(error, 'the store cannot be reached');
  });
  client.on('node error', (error: Error) => warn(error, 'a node of the Redis Cluster cannot be reached'));
  client.on('ready', () => {
    if (lost) log.info({ component: 'store' }, 'the store answers again');
    lost = false;
    quietUntilMs = 0;
  });
}

/** Reconnects a client that ioredis would leave closed, for example after a reconnect during the search for the primary. */
export function keepConnecting(client: Client): { stop(): void } {
  const reconnect = () => void setTimeout(() => client.connect().catch(() => undefined), retryMsMax).unref();
  client.on('end', reconnect);
  return { stop: () => void client.off('end', reconnect) };
}

/** Closes a connection: with QUIT while Redis answers, else at once. */
export async function disconnect(client: Client): Promise<void> {
  client.on('error', () => {});
  if (client.status === 'ready') await client.quit().catch(() => undefined);
  client.disconnect();
}
