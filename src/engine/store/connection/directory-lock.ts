/** Lets one process at a time start or stop the Redis of a data directory. */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../types.js';

/** The owner touches its lock regularly; a lock not touched for this long is stale. */
const staleMs = 20_000;
const touchMs = 5_000;
const waitMsMax = 120_000;
const pollMs = 25;

/** @throws StoreError when another process holds the lock for longer than a start can take. */
export async function withDirectoryLock<T>(
  directory: string,
  work: () => Promise<T>,
  waitMs: number = waitMsMax,
): Promise<T> {
  const path = join(directory, 'redis.lock');
  await acquire(path, waitMs);
  const touch = setInterval(() => utimes(path, new Date(), new Date()).catch(() => undefined), touchMs);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    await unlink(path).catch(() => undefined);
  }
}

async function acquire(path: string, waitMs: number): Promise<void> {
  const owner = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() });
  const deadline = Date.now() + waitMs;
  while (!(await tryCreate(path, owner))) {
    const stale = await staleOwner(path);
    if (stale !== null) await takeAway(path, stale);
    else if (Date.now() > deadline) throw new StoreError(`${path} is held by another process.`);
    else await sleep(pollMs);
  }
}

async function tryCreate(path: string, owner: string): Promise<boolean> {
  try {
    await writeFile(path, owner, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new StoreError(`DATA_DIR cannot be used: ${path} cannot be written (${code}).`, { cause: error });
  }
}

/** Content of the lock file if its owner is gone, else null. */
async function staleOwner(path: string): Promise<string | null> {
  try {
    const [content, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    if (Date.now() - mtimeMs > staleMs) return content;
    // An empty file is being written right now.
    return content !== '' && isDead(content, mtimeMs) ? content : null;
  } catch {
    return null;
  }
}

function isDead(owner: string, touchedMs: number): boolean {
  try {
    const { pid, host } = JSON.parse(owner) as { pid: number; host: string };
    if (host !== hostname()) return false;
    // In a container the previous process had the same pid.
    if (pid === process.pid) return touchedMs < performance.timeOrigin;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Removes a stale lock. Two processes may find the same lock stale; one that removes a fresh lock by mistake puts it back. */
async function takeAway(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path);
  } catch {
    // Another process was faster; the next attempt checks again.
  } finally {
    await unlink(aside).catch(() => undefined);
  }
}
