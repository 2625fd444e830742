/** Redis dies, is paused, or rejects writes: the service must report failures and invent no results. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../environment.js';
import type { Excuse } from '../oracle.js';
import type { Fault } from './types.js';

/** 503, and nothing else: without the store, keys, caps and receipts are unknown. */
const unavailable: Excuse = { failures: ['unavailable'], broken: false };

/** The service recovers within this time after an outage of its store. */
const healsMsMax = 5_000;

const ballast = ({ disk }: Environment) => join(disk.directory, 'ballast');

export const storeFaults: readonly Fault[] = [
  {
    name: 'redis-killed',
    title: 'Redis killed and restarted',
    short: true,
    excuse: unavailable,
    lastsMs: 2_000,
    healsMsMax,
    inject: ({ environment: { redis } }) => redis.signal('SIGKILL'),
    heal: ({ environment: { redis } }) => redis.start(),
  },
  {
    name: 'redis-frozen',
    title: 'Redis frozen for 10 s',
    short: true,
    excuse: unavailable,
    lastsMs: 10_000,
    healsMsMax,
    inject: ({ environment: { redis } }) => redis.signal('SIGSTOP'),
    heal: ({ environment: { redis } }) => redis.signal('SIGCONT'),
  },
  {
    name: 'redis-full',
    title: 'Redis out of memory',
    short: true,
    excuse: unavailable,
    lastsMs: 6_000,
    healsMsMax,
    inject: async ({ environment: { redis } }) => void (await redis.client.config('SET', 'maxmemory', '1mb')),
    heal: async ({ environment: { redis } }) => void (await redis.client.config('SET', 'maxmemory', '0')),
  },
  {
    name: 'disk-full',
    title: 'disk of the append-only file full',
    short: false,
    excuse: unavailable,
    lastsMs: 6_000,
    healsMsMax,
    impossible: ({ disk }) =>
      disk.small ? null : 'a small disk could not be mounted for the append-only file; that takes root',
    async inject({ environment }) {
      fillDisk(ballast(environment));
      await untilRefused(environment);
    },
    heal: async ({ environment }) => rmSync(ballast(environment)),
  },
];

/** Bytes, until the disk is full. */
function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  const piece = randomBytes(64 * 1024);
  try {
    for (let length = piece.byteLength; length > 0; ) {
      try {
        writeSync(file, piece, 0, length);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        length = Math.floor(length / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Redis notices the full disk at its next write, and then refuses all writes until there is space again. */
async function untilRefused({ redis }: Environment): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const info = await redis.client.info('persistence');
    if (info.includes('aof_last_write_status:err')) return;
    await redis.client.set('{chaos}', String(tries)).catch(() => undefined);
    await sleep(50);
  }
  throw new Error('the disk is full and Redis does not mind');
}
