/** Keys, sign-in links and sessions stand in Redis and in its files as SHA-256 alone, whichever way they came to be. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/engine/shared/secrets.js';
import { openStore } from '../../src/engine/store/connection/connect.js';
import type { StoreConnection } from '../../src/engine/store/types.js';
import { builtCli, builtService } from '../support/built.js';
import { testLog } from '../support/log.js';
import { freePort } from '../support/ports.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { startTestRedis, type TestRedis } from '../support/redis.js';
import { startTelegram } from '../support/telegram/index.js';

const sessionSecret = 'a session secret nobody may find, 0123456789';
const botToken = '777000:AAHtokenThatNobodyMayFind_0123456789';

let redis: TestRedis;
let telegram: Awaited<ReturnType<typeof startTelegram>>;
let service: TestProcess;
let store: StoreConnection;
let url: string;

/** A browser's cookies, and the token of the form it looked at last. */
interface Browser {
  cookies: Map<string, string>;
  csrf: string;
}

async function browse(who: Browser, path: string, fields?: Record<string, string>): Promise<string> {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const post = fields && { method: 'POST', body: new URLSearchParams({ 'csrf-token': who.csrf, ...fields }) };
  const headers = { accept: 'text/html', cookie };
  const answer = await fetch(url + path, { redirect: 'manual', headers, ...post });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    who.cookies.set(name, value);
  }
  const body = await answer.text();
  who.csrf = /name="csrf-token" value="([^"]+)"/.exec(body)?.[1] ?? who.csrf;
  return body;
}

/** Signs in by a link. @returns the browser, and the token of its session */
async function signIn(link: string): Promise<{ who: Browser; session: string }> {
  const who: Browser = { cookies: new Map(), csrf: '' };
  const { pathname, search, searchParams } = new URL(link);
  await browse(who, pathname + search);
  await browse(who, '/dashboard/login', { token: searchParams.get('token') ?? '' });
  // The token of a form is good for this session alone.
  await browse(who, '/dashboard');
  const [session = ''] = decodeURIComponent(who.cookies.get('session') ?? '').split('.');
  return { who, session };
}

async function cli<T>(...args: string[]): Promise<T> {
  const child = startProcess(builtCli, [...args, '--json'], { env: { REDIS_URL: redis.url } });
  expect(await child.end()).toBe(0);
  return JSON.parse(child.stdout()) as T;
}

const call = (key: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: JSON.stringify(body),
  }).then((answer) => answer.json() as Promise<Record<string, unknown>>);

/** Every key with all that it holds, as Redis itself would write it down where no other way is known. */
async function everything(client: Redis): Promise<{ text: string; kinds: Set<string> }> {
  const parts: string[] = [];
  const kinds = new Set<string>();
  for (const name of await client.keys('*')) {
    const kind = await client.type(name);
    kinds.add(kind);
    parts.push(name, JSON.stringify(await contentOf(client, name, kind)));
  }
  return { text: parts.join('\n'), kinds };
}

async function contentOf(client: Redis, name: string, kind: string): Promise<unknown> {
  switch (kind) {
    case 'string':
      return await client.get(name);
    case 'hash':
      return await client.hgetall(name);
    case 'set':
      return await client.smembers(name);
    case 'zset':
      return await client.zrange(name, 0, -1, 'WITHSCORES');
    case 'list':
      return await client.lrange(name, 0, -1);
    case 'stream':
      return await client.xrange(name, '-', '+');
    case 'none':
      // It expired since it was listed.
      return null;
    default:
      throw new Error(`nobody knows how to read a ${kind}`);
  }
}

/** All files Redis keeps, base and increments. */
async function filesOf({ path }: TestRedis): Promise<string> {
  const directory = join(dirname(path), 'appendonlydir');
  const files = (await readdir(directory)).filter((name) => name.endsWith('.aof') || name.endsWith('.rdb'));
  expect(files.length).toBeGreaterThan(0);
  const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'latin1')));
  return texts.join('\n');
}

// The embedded store writes no file, and cannot be listed whole.
describe('what is at rest', { tags: ['needs-redis-server'] }, () => {
  /** What must be found nowhere, by what it is. */
  const secrets: Record<string, string> = {};

  beforeAll(async () => {
    // Not compressed, so that what stands in the files can be searched for.
    redis = await startTestRedis({ appendonly: 'yes', appendfsync: 'always', 'aof-use-rdb-preamble': 'no' });
    telegram = await startTelegram();
    const bot = telegram.bot(botToken, 'deresegn_test_bot');
    const port = await freePort();
    service = startProcess(builtService, [], {
      env: {
        BASE_URL: `http://127.0.0.1:${port}`,
        REDIS_URL: redis.url,
        NODE_ENV: 'development',
        LOG_LEVEL: 'warn',
        PORT: String(port),
        SESSION_SECRET: sessionSecret,
        CASHIER_BOT_TOKEN: botToken,
        TELEGRAM_API_ROOT: telegram.root,
      },
    });
    await service.until(/serves at .*\n.*Banks/);
    url = /serves at (\S+)/.exec(service.stdout())?.[1] ?? '';
    store = await openStore({ redisUrl: redis.url, dataDir: 'unused', production: false, log: testLog() });

    secrets['key shown at the first start'] = /vk_test_\w{32}/.exec(service.stdout())?.[0] ?? '';
    const minted = await cli<{ key: string; account: string }>('keys', 'mint', '--mode', 'test');
    secrets['key of the command line'] = minted.key;
    const open = await cli<{ url: string }>('login-link', minted.account);
    secrets['sign-in link that is still open'] = new URL(open.url).searchParams.get('token') ?? '';
    const used = await cli<{ url: string }>('login-link', minted.account);
    secrets['sign-in link that was used'] = new URL(used.url).searchParams.get('token') ?? '';

    const holder = await signIn(used.url);
    secrets.session = holder.session;
    const page = await browse(holder.who, '/dashboard/keys', { label: 'Till 1', mode: 'test' });
    secrets['key of the dashboard'] = /vk_test_\w{32}/.exec(page)?.[0] ?? '';
    await browse(holder.who, `/dashboard/keys/${minted.key.slice(0, 14)}/label`, { label: 'Till 2' });

    const almaz = bot.person('Almaz', { language_code: 'en' });
    const chat = bot.chat(almaz);
    chat.sends.text('/start');
    chat.sends.press(await chat.message(/^I check with the bank/), 'Open a shop');
    await chat.message(/^What is your shop called/);
    chat.sends.text('Selam Store');
    await chat.message(/^Selam Store is set up/);
    chat.sends.text('/dashboard');
    const told = await chat.message(/dashboard\/login\?token=/);
    const link = /https?:\/\/\S+/.exec(told.text)?.[0] ?? '';
    secrets['sign-in link of the bot'] = new URL(link).searchParams.get('token') ?? '';
    secrets['session of the bot’s link'] = (await signIn(link.replace(/^https?:\/\/[^/]+/, url))).session;

    const { key } = minted;
    const settled = { reference: 'DKK4A1B2C3', expect: { amount: 5000 } };
    await call(key, '/api/verify', settled, { 'idempotency-key': 'an idempotency key of a caller' });
    secrets['Idempotency-Key'] = 'an idempotency key of a caller';
    const promised = await call(key, '/api/verify', { reference: 'DKK4A1SLOW', waitMs: 0 });
    expect(promised.processingStatus).toBe('queued');
    await call(secrets['key of the dashboard'] ?? '', '/api/verify', { reference: 'DKK4A1GONE' });
    await call(`${key.slice(0, -1)}!`, '/api/verify', settled);
    await call(key, '/api/resolve', { text: `my key is ${key}` });
    const wrong = `vk_live_${'Wrong0Key1'.repeat(4).slice(0, 32)}`;
    secrets['key that nobody has'] = wrong;
    await call(wrong, '/api/verify', settled);
    secrets.SESSION_SECRET = sessionSecret;
    secrets['token of the bot'] = botToken;
  }, 120_000);

  afterAll(async () => {
    await store?.close();
    await service?.end('SIGTERM');
    await telegram?.close();
    await redis?.close();
  });

  it('was made: each secret is one, and those that let somebody in do', async () => {
    for (const [what, secret] of Object.entries(secrets)) expect(secret.length, what).toBeGreaterThan(20);
    const usage = await fetch(`${url}/api/usage`, {
      headers: { 'x-api-key': secrets['key of the dashboard'] ?? '' },
    });
    expect(usage.status).toBe(200);
  });

  it('names no secret in any key of Redis, whatever its type', async () => {
    const { text, kinds } = await everything(store.client as Redis);
    expect([...kinds]).toEqual(expect.arrayContaining(['hash', 'string', 'set', 'zset']));
    for (const [what, secret] of Object.entries(secrets)) expect(text.includes(secret), what).toBe(false);
    // What is looked for can be found: the digests are there.
    for (const what of [
      'key of the command line',
      'key of the dashboard',
      'session',
      'sign-in link that is still open',
    ])
      expect(text.includes(sha256(secrets[what] ?? '')), what).toBe(true);
  });

  it('names none in the files Redis keeps either, with all that was ever written', async () => {
    const text = await filesOf(redis);
    for (const [what, secret] of Object.entries(secrets)) expect(text.includes(secret), what).toBe(false);
    expect(text).toContain(sha256(secrets['sign-in link that was used'] ?? ''));
    expect(text).toContain(sha256(secrets.session ?? ''));
  });
});
