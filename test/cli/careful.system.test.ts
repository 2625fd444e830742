/** What is typed at the command line: leaked keys, receipts and hostile bytes go no further than they have to. */
import { chown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, builtService } from '../support/built.js';
import { startProcess } from '../support/processes.js';
import { temporaryDirectory } from '../support/redis.js';
import { openTestStore, type TestStore } from '../support/store.js';

let store: TestStore;
let directory: string;

beforeAll(async () => {
  store = await openTestStore();
  directory = await temporaryDirectory();
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});

async function run(args: readonly string[], input?: string) {
  const child = startProcess(builtCli, args, { env: { REDIS_URL: store.url } });
  child.child.stdin?.end(input);
  const code = await child.end();
  return { code, stdout: child.stdout(), stderr: child.stderr() };
}

describe('a key that has leaked', () => {
  it('can be revoked and limited as it was found, whole, and is repeated nowhere', async () => {
    const minted = JSON.parse((await run(['keys', 'mint', '--json'])).stdout) as {
      key: string;
      prefix: string;
    };
    for (const args of [
      ['keys', 'set', minted.key, '--rate', '5'],
      ['keys', 'revoke', minted.key],
    ]) {
      const { code, stdout, stderr } = await run(args);
      expect(code).toBe(0);
      expect(stdout).toContain(minted.prefix);
      expect(stderr).toContain('history of the shell');
      expect(stdout + stderr).not.toContain(minted.key.slice(0, 15));
    }
  });

  it('of which nobody knows is refused by its first characters alone', async () => {
    const unknown = 'vk_live_000000SECRETSECRETSECRETSECRET00';
    const { code, stderr } = await run(['keys', 'revoke', unknown]);
    expect(code).toBe(1);
    expect(stderr).toContain('No key has the prefix vk_live_000000.');
    expect(stderr).not.toContain('SECRET');
  });
});

it.each([
  ['an argument', ['keys', 'revoke', '\u001b]0;pwn\u0007']],
  ['an option', ['keys', 'list', '--\u001b[2Jx']],
  ['a command', ['\u001b[31mkeys']],
  ['an account', ['usage', 'acc_\u202e']],
])('%s with orders for the terminal is repeated without them', async (_what, args) => {
  const { code, stderr } = await run(args);
  expect(code).not.toBe(0);
  expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});

it('a receipt can be given on standard input, where ps does not show it', async () => {
  const shown = await run(['verify', 'DKK4A1B2C3', '--json']);
  const { code, stdout } = await run(['verify', '-', '--json'], ' DKK4A1B2C3\n');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).reference).toBe(JSON.parse(shown.stdout).reference);
});

it('the local Redis learns no secret of the configuration, and its files are its owner’s alone', {
  tags: ['needs-redis-server'],
}, async () => {
  const dataDir = join(directory, 'own');
  const env = { REDIS_URL: '', DATA_DIR: dataDir, METRICS_TOKEN: 'mark-of-a-secret-in-the-environment' };
  const service = startProcess(builtService, [], { env: { ...env, PORT: '0', NODE_ENV: 'test' } });
  await service.until(/serves at/);
  const client = new Redis({ path: join(dataDir, 'redis.sock') });
  const [, pid = ''] = /process_id:(\d+)/.exec(await client.info('server')) ?? [];
  client.disconnect();
  expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('mark-of-a-secret');
  for (const name of ['redis.log', 'appendonlydir']) {
    expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
  }
  await service.end('SIGTERM');
});

it('DATA_DIR of another user is refused before anything is written in it, also to root', {
  tags: ['needs-root'],
}, async () => {
  const dataDir = join(directory, 'theirs');
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, 65534, 65534);
  const child = startProcess(builtCli, ['keys', 'mint'], { env: { REDIS_URL: '', DATA_DIR: dataDir } });
  expect(await child.end()).toBe(1);
  expect(child.stderr()).toContain('belongs to the user with id 65534: run this as that user');
  expect(await readdir(dataDir)).toEqual([]);
});
