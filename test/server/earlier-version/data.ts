/** What an earlier version has stored and answered, and how to write it into a store. `make-data.ts` makes it. */
import { readFileSync } from 'node:fs';
import type { Cluster, Redis } from 'ioredis';
import type { RestoredMessage } from '../../support/telegram/index.js';

/** Of the cashier bot; looks like a token. */
export const botToken = '777000:AAHtokenThatNobodyMaySee_0123456789';

export interface ApiCall {
  method: string;
  path: string;
  body: object;
  status: number;
  answer: Record<string, unknown>;
}

export interface EarlierVersion {
  version: string;
  /** Milliseconds since 1970. */
  madeAt: number;
  key: string;
  account: string;
  revokedKey: string;
  calls: ApiCall[];
  /** A call answered 202, whose lookup was running when the process was killed. */
  promised: ApiCall;
  people: { owner: number; cashier: number };
  /** References that the two have sent. */
  receipts: Receipts<string>;
  /** Messages of the bot that answer them. */
  answers: Receipts<number>;
  lastUpdate: number;
  messages: RestoredMessage[];
  store: StoredValue[];
}

interface Receipts<T> {
  /** Of the owner, who accepted it although it was too old. */
  accepted: T;
  /** Of the owner, who has not pressed the button to accept it. */
  undecided: T;
  /** Of the cashier; its lookup was running when the process was killed. */
  unfinished: T;
}

export interface StoredValue {
  key: string;
  type: string;
  value: unknown;
  ttlSeconds?: number;
}

export async function send(
  origin: string,
  key: string,
  { method, path, body }: { method: string; path: string; body?: object },
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(origin + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

export async function stored(redis: Redis, key: string): Promise<StoredValue> {
  const type = await redis.type(key);
  const ttlSeconds = await redis.ttl(key);
  return { key, type, value: await readValue(redis, key, type), ...(ttlSeconds > 0 && { ttlSeconds }) };
}

async function readValue(redis: Redis, key: string, type: string): Promise<unknown> {
  switch (type) {
    case 'string':
      return await redis.get(key);
    case 'hash':
      return await redis.hgetall(key);
    case 'set':
      return (await redis.smembers(key)).sort();
    case 'list':
      return await redis.lrange(key, 0, -1);
    case 'zset': {
      const flat = await redis.zrange(key, 0, -1, 'WITHSCORES');
      return flat.flatMap((member, at) => (at % 2 === 0 ? [[member, Number(flat[at + 1])]] : []));
    }
    case 'stream':
      return await redis.xrange(key, '-', '+');
    default:
      throw new TypeError(`cannot store ${type}`);
  }
}

/** The data as if it had just been made: every time in the store is moved, and only they are close to when it was made. */
export function readEarlierVersion(version: string): EarlierVersion {
  const text = readFileSync(new URL(`data-of-${version}.json`, import.meta.url), 'utf8');
  const data = JSON.parse(text) as EarlierVersion;
  const passed = Date.now() - data.madeAt;
  const moved = JSON.stringify(data.store).replace(/(?<!\d)\d{13}(?!\d)/g, (ms) =>
    Math.abs(Number(ms) - data.madeAt) < 3 * 86_400_000 ? String(Number(ms) + passed) : ms,
  );
  return { ...data, store: JSON.parse(moved) as StoredValue[] };
}

export async function restore(
  redis: Redis | Cluster,
  { key, type, value, ttlSeconds }: StoredValue,
): Promise<void> {
  for (const [command, ...args] of commandsFor(key, type, value)) await redis.call(command, ...args);
  if (ttlSeconds !== undefined) await redis.expire(key, ttlSeconds);
}

function commandsFor(key: string, type: string, value: unknown): [command: string, ...args: string[]][] {
  switch (type) {
    case 'string':
      return [['SET', key, String(value)]];
    case 'hash':
      return [['HSET', key, ...Object.entries(value as Record<string, string>).flat()]];
    case 'set':
      return [['SADD', key, ...(value as string[])]];
    case 'list':
      return [['RPUSH', key, ...(value as string[])]];
    case 'zset':
      return (value as [string, number][]).map(([member, score]) => ['ZADD', key, String(score), member]);
    case 'stream':
      return (value as [string, string[]][]).map(([id, fields]) => ['XADD', key, id, ...fields.flat()]);
    default:
      throw new TypeError(`cannot restore ${type}`);
  }
}
