/**
 * ioredis clients set up for hot use: a command is sent once and fails soon, and the client is back soon after
 * Redis is. A script must never run twice, so nothing is sent again and nothing waits for a connection.
 */
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../../../log.js';
import { StoreError } from '../types.js';
import { onErrorReply } from './redis-errors.js';
import type { Address } from './redis-url.js';
import { limitWaiting, type Patience } from './timeout-redis.js';

export type Client = Redis | Cluster;

const patience: Patience = {
  /** A caller must have his 503 within 2 s. */
  answerMsMax: 1_500,
  /** A server that owes answers and sends nothing is given up, so that a dead peer is noticed before TCP does. */
  silenceMsMax: 3_000,
};
const connectTimeoutMs = 2_000;
/** Where another node or Sentinel can be asked: a machine that is gone answers no connect at all. */
const connectElsewhereMs = 1_000;
const retryMsMax = 400;
const errorLogIntervalMs = 5_000;
/** How often a cluster is asked which node has which keys, beside when a command is sent on by a node. */
const slotsRefreshMs = 5_000;

const hot = {
  lazyConnect: true,
  enableAutoPipelining: false,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: connectTimeoutMs,
  /** A connection that is given up may not answer the closing of it either. */
  disconnectTimeout: 100,
  maxLoadingRetryTime: retryMsMax,
  // A user with few rights may not send it.
  disableClientInfo: true,
  retryStrategy: retryDelayMs,
  sentinelRetryStrategy: retryDelayMs,
  sentinelCommandTimeout: connectElsewhereMs,
} satisfies RedisOptions;

/** A subscriber waits for the connection instead of failing, and may be silent for as long as nothing happens. */
const patient: RedisOptions = {
  ...hot,
  lazyConnect: false,
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
};

/** @param name shown by Redis's CLIENT LIST; on the local Redis it tells who is still there. */
export function hotClient(address: Address, name: string, log: Logger): Client {
  const client = createClient(address, {
    ...hot,
    connectionName: name,
    reconnectOnError: onErrorReply(log),
  });
  if (client instanceof Cluster) client.on('+node', (node: Redis) => limitWaiting(node, patience));
  else limitWaiting(client, patience);
  return client;
}

/** A connection for subscriptions. Nothing tells when it goes silent: whoever has it must find out (see bus.ts). */
export function patientClient(address: Address, name: string): Client {
  return createClient(address, { ...patient, connectionName: name });
}

function createClient(address: Address, base: RedisOptions): Client {
  const elsewhere = address.kind === 'cluster' || 'sentinels' in address.options;
  const own = elsewhere ? { ...address.options, connectTimeout: connectElsewhereMs } : address.options;
  if (address.kind === 'single') return new Redis({ ...base, ...own });
  const options: ClusterOptions = {
    lazyConnect: base.lazyConnect ?? false,
    enableOfflineQueue: base.enableOfflineQueue ?? true,
    clusterRetryStrategy: retryDelayMs,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // A key under way from one node to another: asked for again, for as long as a caller can wait.
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
 * Connects and waits until commands are taken; tries again until the time is up.
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

/** A cluster connects to a node when a command first needs it, and refuses the commands that come right behind it. */
async function openNodes(client: Client): Promise<void> {
  if (!(client instanceof Cluster)) return;
  await Promise.allSettled(client.nodes('master').map((node) => node.ping()));
}

/** Of any client, of a cluster, of Sentinels. */
const failures = ['error', 'node error', 'sentinelError'];

/** Waiting does not help against these. */
const permanent = /^(NOAUTH|WRONGPASS|NOPERM)$/;

/** A short cause that is safe to print: an error code, or the first word of an error reply such as `WRONGPASS`. */
function causeOf(error: Error): string | null {
  const { code, lastNodeError, message } = error as Error & { code?: unknown; lastNodeError?: Error };
  if (typeof code === 'string') return code;
  if (lastNodeError) return causeOf(lastNodeError);
  if (message.endsWith('got an invalid reply: null')) return 'a Sentinel knows no primary of this name';
  const word = /\b(NOAUTH|WRONGPASS|NOPERM|LOADING|CLUSTERDOWN|ECONNREFUSED|ENOTFOUND)\b/.exec(message);
  if (word && message.startsWith('failed to connect to sentinel')) return `Sentinel: ${word[1]}`;
  return word?.[1] ?? null;
}

/** Says when the store, or a node of it, is lost and when the store is back; at most one line every few seconds. */
export function watch(client: Client, log: Logger): void {
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

/** Keeps a client that ioredis would leave ended, as when it is told to connect anew while it looks for the primary. */
export function keepConnecting(client: Client): { stop(): void } {
  const again = () => void setTimeout(() => client.connect().catch(() => undefined), retryMsMax).unref();
  client.on('end', again);
  return { stop: () => void client.off('end', again) };
}

/** Ends a connection: politely while Redis answers, at once when it does not. */
export async function disconnect(client: Client): Promise<void> {
  client.on('error', () => {});
  if (client.status === 'ready') await client.quit().catch(() => undefined);
  client.disconnect();
}
