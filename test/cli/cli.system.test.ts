/** The command line as it is used: real processes against one store. */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeSocket } from '../../src/engine/store/connection/local-redis.js';
import * as names from '../../src/engine/store/key-names.js';
import { builtCli } from '../support/built.js';
import { observe, repository, startProcess } from '../support/processes.js';
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

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const child = startProcess(builtCli, args, { env: { REDIS_URL: store.url, ...env } });
  const code = await child.end();
  return { code, stdout: child.stdout(), stderr: child.stderr() };
}

/** Runs a command that must succeed, and reads its JSON. */
async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await run([...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}

interface Minted {
  key: string;
  prefix: string;
  account: string;
}

describe('keys', () => {
  it('are minted for a new free account by default, with the figures in force', async () => {
    const minted = await json<Minted>('keys', 'mint');
    expect(minted).toEqual({
      key: expect.stringMatching(/^vk_live_[A-Za-z0-9]{32}$/),
      prefix: minted.key.slice(0, 14),
      account: expect.any(String),
      mode: 'live',
      plan: 'free',
      rate: 60,
      cap: 200,
      reads: 200,
      scopes: ['verify', 'images', 'payment_requests', 'webhooks', 'read'],
    });
    expect(Object.keys(minted)).toEqual([
      'key',
      'prefix',
      'account',
      'mode',
      'plan',
      'rate',
      'cap',
      'reads',
      'scopes',
    ]);
  });

  it('of an Enterprise contract have their own cap and reads, zero allowed, null when unlimited', async () => {
    const mint = ['keys', 'mint', '--plan', 'enterprise', '--mode', 'test'];
    expect(await json(...mint, '--cap', '3', '--reads', '0', '--rate', '5')).toMatchObject({
      mode: 'test',
      plan: 'enterprise',
      rate: 5,
      cap: 3,
      reads: 0,
    });
    expect(await json(...mint)).toMatchObject({ cap: null, reads: null });
  });

  it('are listed by prefix, changed and revoked, and never shown again', async () => {
    const minted = await json<Minted>('keys', 'mint', '--name', 'Selam', '--label', 'till 1');
    const more = await json<Minted>('keys', 'mint', '--account', minted.account);
    expect(more.account).toBe(minted.account);

    expect(await json('keys', 'set', minted.prefix, '--rate', '7')).toMatchObject({ rate: 7 });
    expect(await json('keys', 'revoke', more.prefix)).toMatchObject({ revokedAt: expect.any(String) });
    const listed = await run(['keys', 'list', '--account', minted.account, '--json']);
    expect(JSON.parse(listed.stdout)).toEqual([
      expect.objectContaining({ prefix: minted.prefix, label: 'till 1', rate: 7, revokedAt: null }),
      expect.objectContaining({ prefix: more.prefix, revokedAt: expect.any(String) }),
    ]);
    expect(listed.stdout).not.toContain(minted.key);

    const table = await run(['keys', 'list', '--account', minted.account]);
    expect(table.stdout.split('\n')[0]).toMatch(
      /^PREFIX +ACCOUNT +MODE +PLAN +RATE +CAP +READS +SCOPES +STATE +LABEL$/,
    );
    expect(table.stdout).toContain(minted.prefix);
  });
});

describe('names and labels', () => {
  it('give the terminal no orders, whoever wrote them, and are whole in JSON', async () => {
    const { account, prefix } = await json<Minted>('keys', 'mint', '--name', 'Selam');
    const evil = '\u001b]0;till\u0007\u009b2J\u202e\n1';
    await store.client.hset(names.account(account), 'name', evil);
    await store.client.hset(
      names.keyRecord((await store.client.get(names.keyPrefix(prefix))) ?? ''),
      'label',
      evil,
    );
    for (const command of ['accounts list', 'keys list']) {
      const [listed, table] = [await json<object[]>(...command.split(' ')), await run(command.split(' '))];
      expect(JSON.stringify(listed)).toContain(JSON.stringify(evil));
      const line = table.stdout.split('\n').find((one) => one.includes(account));
      expect(line).toMatch(/\ufffd\]0;till\ufffd\ufffd2J\ufffd\ufffd1$/);
    }
  });
});

describe('accounts', () => {
  it('change their plan and overage, are listed, and show what they have used', async () => {
    const { account } = await json<Minted>('keys', 'mint', '--name', 'Big shop');
    const changed = await json('accounts', 'set', account, '--plan', 'scale', '--overage', 'on');
    expect(changed).toMatchObject({ id: account, name: 'Big shop', plan: 'scale', overage: true, keys: 1 });
    expect(await json('accounts', 'list')).toContainEqual(changed);
    expect(await json('usage', account)).toMatchObject({
      account,
      plan: 'scale',
      verifications: { used: 0, cap: 150_000, window: 'month', overage: { available: true, enabled: true } },
    });
    expect((await run(['usage', account])).stdout).toContain('0 of 150000 this month');
  });

  it('get a sign-in link that works for ten minutes', async () => {
    const { account } = await json<Minted>('keys', 'mint');
    const { url, expiresAt } = await json<{ url: string; expiresAt: string }>('login-link', account);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8080\//);
    const left = Date.parse(expiresAt) - Date.now();
    expect(left).toBeGreaterThan(8 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);
  });
});

describe('verify', () => {
  it.each([
    ['a reference', ['DKK4A1B2C3']],
    ['a link', ['https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C4']],
    ['a pasted text', ['Dear customer, see https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C5.']],
    ['a text that the shell has split', ['receipt', 'DKK4A1B2C6', 'thank you']],
    ['a reference that begins with a dash', ['-2KDL95XE85-00A1B2', '--provider', 'awash']],
    ['the same behind two dashes', ['--', '-2KDL95XE85-00A1B2']],
  ])('answers 0 and the verdict for %s', async (_, what) => {
    const { code, stdout } = await run(['verify', ...what]);
    expect(stdout).toMatch(/^verified\n/);
    expect(code).toBe(0);
  });

  it('prints the whole answer as JSON', async () => {
    expect(await json('verify', 'DKK4A1B2C7', '--provider', 'telebirr')).toMatchObject({
      ok: true,
      verdict: 'verified',
      providerKey: 'telebirr',
      reference: 'DKK4A1B2C7',
      livemode: false,
    });
  });

  it('answers 1 and says which: the bank says no, or nobody could say', async () => {
    const gone = await run(['verify', 'DKK4A1GONE']);
    expect(gone).toMatchObject({ code: 1, stdout: expect.stringMatching(/^not_verified\n/) });
    expect(gone.stderr).toBe('The bank has no such receipt.\n');

    const elsewhere = await run(['verify', 'https://evil.test/receipt/DKK4A1B2C3', '--json']);
    expect(elsewhere.code).toBe(1);
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({
      ok: false,
      verdict: 'could_not_check',
      error: { reason: 'unsupported_url' },
    });
  });

  it('says what is wrong with a hint, and between which banks to choose', async () => {
    const unknown = await run(['verify', 'DKK4A1B2C3', '--provider', 'nobank']);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('no provider with this name') });
    const ambiguous = await run(['verify', 'FT26140CA1B2']);
    expect(ambiguous).toMatchObject({ code: 1, stderr: expect.stringMatching(/cbe, boa, amhara\.\n$/) });
  });

  it('needs no Redis at all, and leaves no store behind', async () => {
    const dataDir = join(directory, 'no-redis');
    const env = { REDIS_URL: '', DATA_DIR: dataDir, PATH: join(directory, 'nothing') };
    expect(await run(['verify', 'DKK4A1B2C3'], env)).toMatchObject({ code: 0, stderr: '' });
    expect(await probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
  });
});

describe('the simulated banks', () => {
  it('are listed with their states, and switched, for one egress address too', async () => {
    expect(await json('sandbox', 'list')).toContainEqual({ provider: 'telebirr', state: 'up', egress: {} });
    expect(await json('sandbox', 'set', 'telebirr', 'blocked', '--egress', 'main')).toEqual({
      provider: 'telebirr',
      state: 'up',
      egress: { main: 'blocked' },
    });
    const blocked = await run(['verify', 'DKK4A1B2C8']);
    expect(blocked).toMatchObject({ code: 1, stdout: expect.stringMatching(/^could_not_check\n/) });
    expect(await json('sandbox', 'set', 'telebirr', 'up')).toMatchObject({ state: 'up', egress: {} });
    expect((await run(['verify', 'DKK4A1B2C8'])).code).toBe(0);
  });
});

describe('status and providers', () => {
  it('status answers 0 while the store is there, and names it', async () => {
    expect(await json('status')).toMatchObject({ ok: true, store: store.kind, banks: 'sandbox' });
  });

  it('providers lists the banks', async () => {
    const known = await json<{ key: string }[]>('providers');
    expect(known.map(({ key }) => key)).toEqual(expect.arrayContaining(['telebirr', 'cbe', 'boa']));
  });
});

describe('bad usage', () => {
  it.each([
    [['frobnicate'], 'unknown command'],
    [['keys', 'mint', '--plan', 'gold'], 'Allowed choices are free, shop, developer, scale, enterprise'],
    [['keys', 'mint', '--rate', '0'], 'whole number of at least 1'],
    [['keys', 'mint', '--rate', '1e3'], 'whole number of at least 1'],
    [['keys', 'mint', '--plan', 'shop', '--cap', '3'], 'enterprise'],
    [['keys', 'mint', '--reads', '3'], 'enterprise'],
    [['keys', 'set', 'vk_live_abcdef'], 'nothing to set'],
    [['keys', 'revoke'], 'missing required argument'],
    [['accounts', 'set', 'acc', '--overage', 'maybe'], 'Allowed choices are on, off'],
    [['keys', 'mint', '--label', 'till\u001b[2J'], 'control characters'],
    [['verify'], 'name a receipt'],
    [['verify', 'DKK4A1B2C3', '--acount', '12345678'], "unknown option '--acount'"],
    [['verify', '-p', 'cbe', 'FT26140CA1B2'], "unknown option '-p'"],
    [['sandbox', 'set', 'nobank', 'up'], 'no simulated bank nobank'],
    [['sandbox', 'set', 'telebirr', 'sideways'], 'Allowed choices are up, down, slow, blocked'],
    [['sandbox', 'set', 'telebirr', 'up', '--egress', 'moon'], 'EGRESS has no moon'],
    [['status', '--verbose'], 'unknown option'],
  ])('%j ends with 2 and says why on standard error', async (args, why) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(why);
  });

  it('help is not bad usage', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('what cannot be done ends with 1 and one plain line', () => {
  it.each([
    [['usage', 'acc_nobody'], {}, 'There is no account acc_nobody.\n'],
    [['keys', 'revoke', 'vk_live_abcdef'], {}, 'No key has the prefix vk_live_abcdef.\n'],
    [
      ['keys', 'list'],
      { REDIS_URL: 'redis://:hunter2@127.0.0.1:1' },
      'Redis at redis://127.0.0.1:1 cannot be reached (ECONNREFUSED).\n',
    ],
    [['keys', 'list'], { PORT: 'x' }, /^The configuration is not valid:\n {2}PORT: .+\n$/],
  ])('%j', async (args, env, line) => {
    const { code, stdout, stderr } = await run(args, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
  });

  it('writing where nothing would last', async () => {
    const env = { REDIS_URL: '', DATA_DIR: join(directory, 'empty'), PATH: join(directory, 'nothing') };
    const { code, stderr } = await run(['keys', 'mint'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no Redis here: set REDIS_URL, install redis-server, or start .*\n$/);
  });
});

describe('an answer nobody can be given', () => {
  it('ends with 1: without a word where the reader has gone, in one plain line where the disk is full', async () => {
    const piped = startProcess(builtCli, ['providers', '--json'], { env: { REDIS_URL: store.url } });
    piped.child.stdout?.destroy();
    expect({ code: await piped.end(), stderr: piped.stderr() }).toEqual({ code: 1, stderr: '' });

    const full = observe(
      spawn('sh', ['-c', `"$0" "$1" --help > /dev/full`, process.execPath, builtCli], { cwd: repository }),
    );
    expect(await full.end()).toBe(1);
    expect(full.stderr()).toBe('The answer cannot be written (ENOSPC).\n');
  });
});

describe('without a service', () => {
  it('data stays in DATA_DIR from one command to the next', async () => {
    const env = { REDIS_URL: '', DATA_DIR: join(directory, 'kept') };
    const minted = await run(['keys', 'mint', '--json'], env);
    expect(await probeSocket(join(env.DATA_DIR, 'redis.sock'))).toBe('dead');
    const listed = await run(['keys', 'list', '--json'], env);
    const { prefix } = JSON.parse(minted.stdout) as Minted;
    expect(JSON.parse(listed.stdout)).toEqual([expect.objectContaining({ prefix })]);
  });
});
