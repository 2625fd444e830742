/** Parses REDIS_URL into options of ioredis. */
import { isIP } from 'node:net';
import type { RedisOptions, SentinelConnectionOptions } from 'ioredis';
import { StoreError } from '../types.js';

/** The address of Redis, and its form without credentials (`shown`). A primary watched by Sentinels is `single`. */
export type Address =
  | { kind: 'single'; shown: string; options: RedisOptions }
  | { kind: 'cluster'; shown: string; nodes: Node[]; options: RedisOptions };

interface Node {
  host: string;
  port: number;
}

interface ParsedUrl {
  shown: string;
  options: RedisOptions;
}

const redisPort = 6379;
const sentinelPort = 26_379;

export function socketAddress(path: string): Address {
  return { kind: 'single', shown: `unix://${path}`, options: { path } };
}

/**
 * Parses REDIS_URL: `redis://`, `rediss://` (TLS) or `unix://`; a comma-separated list of them for Redis Cluster; or
 * `redis+sentinel://` and `rediss+sentinel://` with the Sentinels and the name of their primary.
 * @throws StoreError
 */
export function parseRedisUrl(text: string): Address {
  if (/^rediss?\+sentinel:/.test(text.trim())) return { kind: 'single', ...parseSentinels(text.trim()) };
  const urls = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const [first, ...others] = urls.map(parseUrl);
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

function clusterNode({ shown, options }: ParsedUrl): Node {
  if (!options.host || !options.port) {
    throw new StoreError(`REDIS_URL: ${shown} cannot be part of a Redis Cluster.`);
  }
  return { host: options.host, port: options.port };
}

function parseUrl(text: string): ParsedUrl {
  if (text.startsWith('unix://')) return parseUnix(text);
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) {
    throw new StoreError('REDIS_URL is not an address such as redis://host:6379.');
  }
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1';
  const port = Number(url.port || redisPort);
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
function parseUnix(text: string): ParsedUrl {
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

/**
 * `redis+sentinel://user:password@host:26379,host:26379/name/0`. User and password are those of Redis; for Sentinels with
 * their own add `?sentinel_username=…&sentinel_password=…`.
 */
function parseSentinels(text: string): ParsedUrl {
  const [scheme = '', rest = ''] = text.split('://', 2);
  const [location = '', query] = rest.split('?', 2);
  const [authority = '', name = '', db = '', ...more] = location.split('/');
  const at = authority.lastIndexOf('@');
  const sentinels = authority
    .slice(at + 1)
    .split(',')
    .map(parseSentinel);
  if (name === '' || more.length > 0) {
    throw new StoreError(
      `REDIS_URL: ${scheme}:// needs Sentinels and a name: ${scheme}://host:26379,host:26379/name.`,
    );
  }
  const [username = '', password = ''] = split(authority.slice(0, Math.max(at, 0)), ':');
  const parameters = new URLSearchParams(query);
  const database = databaseNumber(db);
  const sentinelUsername = parameters.get('sentinel_username');
  const sentinelPassword = parameters.get('sentinel_password');
  return {
    shown: `${scheme}://${sentinels.map(shownNode).join(',')}/${name}`,
    options: {
      sentinels,
      name: decode(name),
      ...credentials(username, password),
      ...(sentinelUsername !== null && { sentinelUsername }),
      ...(sentinelPassword !== null && { sentinelPassword }),
      ...(database !== undefined && { db: database }),
      ...(scheme === 'rediss+sentinel' && sentinelTls),
    } satisfies RedisOptions & SentinelConnectionOptions,
  };
}

/** Certificates must match the addresses that the Sentinels return. */
const sentinelTls = { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } satisfies RedisOptions;

function parseSentinel(text: string): Node {
  const address = `tcp://${text.trim()}`;
  const { hostname = '', port = '' } = URL.canParse(address) ? new URL(address) : {};
  if (hostname === '' || text.includes('@')) {
    throw new StoreError('REDIS_URL: a Sentinel is named as host:26379.');
  }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || sentinelPort) };
}

function shownNode({ host, port }: Node): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
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
