/**
 * ioredis clients set up for hot use: a command is sent once and fails soon, and the client is back soon after
 * Redis is. A script must never run twice, so nothing is sent again and nothing waits for a connection.
 */
import { isIP } from 'node:net';
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../../log.js';
import { HotRedis } from './hot-redis.js';
import { StoreError } from './types.js';

export type Client = Redis | Cluster;

/** Where Redis is, and how to say so without credentials. */
export type Address =
  | { kind: 'single'; shown: string; options: RedisOptions }
  | { kind: 'cluster'; shown: string; nodes: { host: string; port: number }[]; options: RedisOptions };

/** A caller must have his 503 within 2 s. */
const commandTimeoutMs = 1_500;
/** A server that owes answers and sends nothing is given up, so that a dead peer is noticed before TCP does. */
const silenceTimeoutMs = 3_000;
const connectTimeoutMs = 2_000;
const retryMsMax = 400;
const errorLogIntervalMs = 5_000;

const hot = {
  lazyConnect: true,
  enableAutoPipelining: false,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: commandTimeoutMs,
  socketTimeout: silenceTimeoutMs,
  connectTimeout: connectTimeoutMs,
  retryStrategy: retryDelayMs,
  // After a fail-over the old master is read-only: connect anew, but do not send the command again (that is 2).
  reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 1 : false),
} satisfies RedisOptions;

/** A subscriber waits for the connection instead of failing, and may be silent for as long as nothing happens. */
const patient: RedisOptions = {
  ...hot,
  lazyConnect: false,
  enableOfflineQueue: true,
  maxRetriesPerRequest: null,
  commandTimeout: undefined,
  socketTimeout: undefined,
};

/** @param name shown by Redis's CLIENT LIST; on the local Redis it tells who is still there. */
export function hotClient(address: Address, name: string): Client {
  const options = { ...hot, connectionName: name };
  if (address.kind === 'cluster') return createClient(address, options);
  const { commandTimeout: answerMsMax, socketTimeout: silenceMsMax, ...rest } = options;
  return new HotRedis({ answerMsMax, silenceMsMax }, { ...rest, ...address.options });
}

export function patientClient(address: Address, name: string): Client {
  return createClient(address, { ...patient, connectionName: name });
}

function createClient(address: Address, base: RedisOptions): Client {
  if (address.kind === 'single') return new Redis({ ...base, ...address.options });
  const options: ClusterOptions = {
    lazyConnect: base.lazyConnect ?? false,
    enableOfflineQueue: base.enableOfflineQueue ?? true,
    clusterRetryStrategy: retryDelayMs,
    retryDelayOnFailover: 0,
    slotsRefreshTimeout: commandTimeoutMs,
    redisOptions: { ...base, ...address.options },
    ...(address.options.tls && { dnsLookup: (host, callback) => callback(null, host) }),
  };
  return new Cluster(address.nodes, options);
}

function retryDelayMs(attempt: number): number {
  return Math.min(25 * 2 ** Math.min(attempt, 10), retryMsMax);
}

export function socketAddress(path: string): Address {
  return { kind: 'single', shown: `unix://${path}`, options: { path } };
}

/**
 * Reads REDIS_URL: `redis://`, `rediss://`, `unix://` or a comma list, which means Redis Cluster.
 * @throws StoreError
 */
export function parseRedisUrl(text: string): Address {
  const urls = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [first, ...others] = urls.map(parseOne);
  if (!first) throw new StoreError('REDIS_URL is empty.');
  if (others.length === 0) return { kind: 'single', ...first };
  if ([first, ...others].some(({ options }) => options.db)) {
    throw new StoreError('REDIS_URL: a Redis Cluster has database 0 alone.');
  }
  const { host: _host, port: _port, ...shared } = first.options;
  return {
    kind: 'cluster',
    shown: [first, ...others].map(({ shown }) => shown).join(','),
    nodes: [first, ...others].map(clusterNode),
    options: shared,
  };
}

interface Place {
  shown: string;
  options: RedisOptions;
}

function clusterNode({ shown, options }: Place): { host: string; port: number } {
  if (!options.host || !options.port) {
    throw new StoreError(`REDIS_URL: ${shown} cannot be part of a Redis Cluster.`);
  }
  return { host: options.host, port: options.port };
}

function parseOne(text: string): Place {
  if (text.startsWith('unix://')) return parseUnix(text);
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) {
    throw new StoreError('REDIS_URL is not an address such as redis://host:6379.');
  }
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1';
  const port = Number(url.port || 6379);
  const db = databaseNumber(url.pathname.slice(1) || url.searchParams.get('db'));
  return {
    shown: `${url.protocol}//${url.hostname || '127.0.0.1'}:${port}`,
    options: {
      host,
      port,
      ...credentials(url.username, url.password),
      ...(db !== undefined && { db }),
      ...(url.protocol === 'rediss:' && { tls: isIP(host) ? {} : { servername: host } }),
    },
  };
}

/** `unix:///run/redis.sock`, also with `?db=1&username=…&password=…`. */
function parseUnix(text: string): Place {
  const [path = '', query] = text.slice('unix://'.length).split('?', 2);
  if (!path.startsWith('/')) throw new StoreError('REDIS_URL: unix:// needs a full path.');
  const parameters = new URLSearchParams(query);
  const db = databaseNumber(parameters.get('db'));
  return {
    shown: `unix://${path}`,
    options: {
      path: decode(path),
      ...credentials(parameters.get('username') ?? '', parameters.get('password') ?? ''),
      ...(db !== undefined && { db }),
    },
  };
}

function credentials(username: string, password: string): RedisOptions {
  return {
    ...(username !== '' && { username: decode(username) }),
    ...(password !== '' && { password: decode(password) }),
  };
}

function databaseNumber(text: string | null): number | undefined {
  if (text === null || text === '') return undefined;
  if (!/^\d{1,4}$/.test(text)) throw new StoreError('REDIS_URL: the database must be a number.');
  return Number(text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
      last = causeOf(error);
      if (permanent.test(last)) finish(last);
    };
    const onReady = () => finish(null);
    const finish = (result: string | null) => {
      clearTimeout(timer);
      client.off('error', onError).off('node error', onError).off('ready', onReady);
      resolve(result);
    };
    client.on('error', onError).on('node error', onError).on('ready', onReady);
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

/** Waiting does not help against these. */
const permanent = /^(NOAUTH|WRONGPASS|NOPERM)$/;

/** A short cause that is safe to print: an error code, or the first word of an error reply such as `WRONGPASS`. */
function causeOf(error: Error): string {
  const { code, lastNodeError, message } = error as Error & { code?: unknown; lastNodeError?: Error };
  if (typeof code === 'string') return code;
  if (lastNodeError) return causeOf(lastNodeError);
  return (
    /\b(NOAUTH|WRONGPASS|NOPERM|LOADING|CLUSTERDOWN|ECONNREFUSED|ENOTFOUND)\b/.exec(message)?.[1] ??
    'no answer'
  );
}

/** Says when the store is lost and when it is back; at most one line every few seconds. */
export function watch(client: Client, log: Logger): void {
  let lost = false;
  let quietUntilMs = 0;
  client.on('error', (error: Error) => {
    lost = true;
    if (Date.now() < quietUntilMs) return;
    quietUntilMs = Date.now() + errorLogIntervalMs;
    log.warn({ component: 'store', reason: causeOf(error) }, 'the store cannot be reached');
  });
  client.on('ready', () => {
    if (lost) log.info({ component: 'store' }, 'the store answers again');
    lost = false;
    quietUntilMs = 0;
  });
}

/** Ends a connection: politely while Redis answers, at once when it does not. */
export async function disconnect(client: Client): Promise<void> {
  client.on('error', () => {});
  if (client.status === 'ready') await client.quit().catch(() => undefined);
  client.disconnect();
}
