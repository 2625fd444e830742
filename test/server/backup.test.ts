/** A store that is lost comes back from a snapshot, or from a copy of its append-only file: what is in it, and what is not. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app.js';
import { type Client, mintClient, openApplication } from '../engine/support.js';
import { repository } from '../support/processes.js';
import { startTestRedis, type TestRedis, temporaryDirectory } from '../support/redis.js';

const run = promisify(execFile);
const script = (name: string) => join(repository, 'docs/operations', name);
const known = 'DKK9B0A1A1';
const viewLimited = { url: 'https://siinqeebank.com/receipt/SQB26K50A1B2' };

let directory: string;
let redis: TestRedis;
let application: Application;
/** Who was there before the snapshot. */
let shop: Client;
let revoked: Client;
let revokedTooLate: Client;
let promised: string;

// There is nothing to restore where nothing is kept.
describe('a backup', { tags: ['needs-redis-server'] }, () => {
  let snapshot: string;
  let restored: TestRedis | undefined;
  let again: Application | undefined;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    snapshot = join(directory, 'deresegn.rdb');
    redis = await startTestRedis({ appendonly: 'yes' });
    application = await openApplication(redis);
    await live();
  });
  afterAll(async () => {
    await application?.close();
    await redis?.close();
    if (directory) await rm(directory, { recursive: true, force: true });
  });
  afterEach(async () => {
    await again?.close();
    await restored?.close();
    again = undefined;
    restored = undefined;
  });

  it('made while the service works, brings back keys, usage, receipts and promises', async () => {
    await run('sh', [script('backup.sh'), snapshot, '-s', redis.path]);
    await afterTheSnapshot();

    restored = await emptyRedis();
    await run('sh', [script('restore.sh'), snapshot, dirname(restored.path)]);
    await restored.start();
    again = await openApplication(restored);
    await expectEverything(again);

    // What came after it is gone, and the runbook says so.
    expect(await used(again)).toBe(3);
    expect(await shop.verify({ reference: 'DKK9B0A1A9' }, again)).toMatchObject({ cached: false });
    await expect(revokedTooLate.verify({ reference: known }, again)).resolves.toMatchObject({ cached: true });
  });

  it('that is restored and interrupted leaves nothing that looks whole, and its directory was never open', async () => {
    await run('sh', [script('backup.sh'), snapshot, '-s', redis.path]);
    const [bin, target] = [join(directory, 'bin'), join(directory, 'interrupted')];
    await mkdir(bin);
    // Redis never says that it is ready.
    await writeFile(join(bin, 'redis-cli'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const restoring = spawn('sh', [script('restore.sh'), snapshot, target], { env, stdio: 'ignore' });
    await expect.poll(() => readdir(target).catch(() => [])).toContain('dump.rdb');
    expect((await stat(target)).mode & 0o077).toBe(0);
    restoring.kill('SIGTERM');
    expect(await once(restoring, 'exit')).toEqual([1, null]);
    expect(await readdir(target)).toEqual([]);
  });

  it('as a copy of the append-only file does the same, with everything that was written until then', async () => {
    restored = await emptyRedis();
    await run('redis-cli', ['-s', redis.path, 'config', 'set', 'auto-aof-rewrite-percentage', '0']);
    await cp(append(redis), append(restored), { recursive: true });
    await restored.start();
    again = await openApplication(restored);
    await expectEverything(again);
    expect(await used(again)).toBe(4);
    expect(await revokedTooLate.failure({ reference: known }, again)).toBe('revoked_key');
  });

  it('only put beside a Redis that keeps an append-only file is not read: restore.sh is needed', async () => {
    restored = await emptyRedis();
    await cp(snapshot, join(dirname(restored.path), 'dump.rdb'));
    await restored.start();
    const { stdout } = await run('redis-cli', ['-s', restored.path, 'dbsize']);
    expect(Number(stdout)).toBe(0);
  });

  it('is not restored over data that are there', async () => {
    const restoring = run('sh', [script('restore.sh'), snapshot, dirname(redis.path)]);
    await expect(restoring).rejects.toThrow('is not empty');
  });

  /** Stopped, with an empty data directory. */
  async function emptyRedis(): Promise<TestRedis> {
    const server = await startTestRedis({ appendonly: 'yes' });
    await server.signal('SIGKILL');
    for (const left of ['appendonlydir', 'redis.sock', 'dump.rdb']) {
      await rm(join(dirname(server.path), left), { recursive: true, force: true });
    }
    return server;
  }
});

const append = ({ path }: TestRedis) => join(dirname(path), 'appendonlydir');
const used = async (at: Application) => (await at.engine.usage(shop.key)).verifications.used;

/** A shop's ordinary day. */
async function live(): Promise<void> {
  shop = await mintClient(application, { plan: 'developer' });
  revoked = await mintClient(application);
  revokedTooLate = await mintClient(application);
  await shop.verify({ reference: known });
  await shop.verify(viewLimited);
  const { key } = shop;
  const outcome = await application.engine.verify(
    { reference: 'DKK9B0A1A2' },
    { kind: 'key', key },
    { waitMs: 0 },
  );
  promised = (outcome as { requestId: string }).requestId;
  while ((await used(application)) < 3) await sleep(20);
  await application.engine.keys.revoke(revoked.prefix);
}

async function afterTheSnapshot(): Promise<void> {
  await shop.verify({ reference: 'DKK9B0A1A9' });
  await application.engine.keys.revoke(revokedTooLate.prefix);
}

async function expectEverything(at: Application): Promise<void> {
  expect(await shop.verify({ reference: known }, at)).toMatchObject({
    verdict: 'verified',
    cached: true,
    history: { seenBefore: true },
  });
  // Its link may never open again: what the bank sent is all there is.
  expect(await shop.verify(viewLimited, at)).toMatchObject({ verdict: 'verified', cached: true });
  expect(await at.engine.request(promised, shop.key)).toMatchObject({
    processingStatus: 'completed',
  });
  expect(await revoked.failure({ reference: known }, at)).toBe('revoked_key');
}
