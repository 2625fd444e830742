/**
 * What a caller is told while Redis is there and refuses: 503 `unavailable`, never a 500, and receipts again soon
 * after Redis serves. The log says why.
 * @module-tag needs-redis-server
 */
import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onErrorReply, redisRefusalOf } from '../../../../src/engine/store/connection/redis-errors.js';
import { createLog } from '../../../../src/log.js';
import { openEnvironment, type TestEnvironment } from '../../../sidecar/environment.js';
import { startTestRedis, type TestRedis } from '../../../support/redis.js';
import { telebirr } from '../../support.js';

/** What is promised is 2 s and 5 s; a machine that is busy is given more. */
const answerMsMax = 6_000;
const backMsMax = 15_000;
const allRights = ['on', '>hunter2', '~*', '&*', '+@all'];

let redis: TestRedis;
/** The operator's own connection. */
let operator: Redis;
let environment: TestEnvironment;
let key: string;
let known: string;
let lines: string[];

beforeAll(async () => {
  lines = [];
  redis = await startTestRedis({
    save: '3600 1000000',
    'enable-debug-command': 'yes',
    'loading-process-events-interval-bytes': '1024',
    'busy-reply-threshold': '50',
  });
  operator = new Redis(redis.path);
  await operator.call('ACL', 'SETUSER', 'service', ...allRights);
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const url = `${redis.url}?username=service&password=hunter2`;
  environment = await openEnvironment({}, { url, close: async () => {} }, log);
  ({ key } = await environment.mint({ rate: 1_000_000, plan: 'enterprise' }));
  known = telebirr();
  expect((await environment.post(key, { reference: known })).statusCode).toBe(200);
});

afterAll(async () => {
  await environment?.close();
  operator?.disconnect();
  await redis?.close();
});

const dump = () => join(dirname(redis.path), 'dump.rdb');
const saved = (status: string) =>
  expect.poll(() => operator.info('persistence')).toMatch(`rdb_last_bgsave_status:${status}`);
/** Where nobody listens. */
const nobody = ['127.0.0.1', 1] as const;

const refusals: [reason: string, refuse: () => Promise<unknown>, serve: () => Promise<unknown>][] = [
  ['OOM', () => operator.config('SET', 'maxmemory', '1'), () => operator.config('SET', 'maxmemory', '0')],
  [
    'MISCONF',
    async () => {
      await mkdir(dump());
      await operator.bgsave();
      await saved('err');
    },
    async () => {
      await rmdir(dump());
      await operator.bgsave();
      await saved('ok');
    },
  ],
  ['READONLY', () => operator.replicaof(...nobody), () => operator.replicaof('NO', 'ONE')],
  [
    'MASTERDOWN',
    async () => {
      await operator.config('SET', 'replica-serve-stale-data', 'no');
      await operator.replicaof(...nobody);
    },
    () => operator.replicaof('NO', 'ONE'),
  ],
  [
    'BUSY',
    async () => {
      const other = new Redis(redis.path);
      other.eval('while true do end', 0).catch(() => other.disconnect());
    },
    () => operator.script('KILL'),
  ],
  [
    'LOADING',
    async () => {
      await operator.call('DEBUG', 'POPULATE', '2000', 'filling');
      await operator.config('SET', 'key-load-delay', '1500');
      const other = new Redis(redis.path);
      other.call('DEBUG', 'RELOAD').then(
        () => other.disconnect(),
        () => other.disconnect(),
      );
    },
    () => operator.config('SET', 'key-load-delay', '0').catch(() => undefined),
  ],
  [
    'NOPERM',
    () => operator.call('ACL', 'SETUSER', 'service', '-evalsha', '-eval'),
    () => operator.call('ACL', 'SETUSER', 'service', ...allRights),
  ],
  [
    'WRONGPASS',
    () => operator.call('ACL', 'DELUSER', 'service'),
    () => operator.call('ACL', 'SETUSER', 'service', ...allRights),
  ],
];

it.each(refusals)(
  'while Redis answers %s callers get 503, and receipts soon after',
  async (reason, refuse, serve) => {
    await refuse();
    const told: number[] = [];
    const ask = async (reference: string) => {
      const startedAt = performance.now();
      const answer = await environment.post(key, { reference });
      told.push(performance.now() - startedAt);
      return answer;
    };
    await expect.poll(async () => (await ask(known)).statusCode, { interval: 1 }).toBe(503);
    const answers = await Promise.all([known, known, telebirr(), telebirr()].map(ask));
    await expect.poll(() => lines.some((line) => line.includes(`"reason":"${reason}"`))).toBe(true);
    await serve();
    for (const answer of answers) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ ok: false, error: { code: 'unavailable', retry: 'after' } });
      expect(answer.headers['retry-after']).toBeDefined();
    }
    const back = async () => (await ask(telebirr())).statusCode;
    await expect.poll(back, { timeout: backMsMax }).toBe(200);
    expect((await ask(known)).json()).toMatchObject({ cached: true });
    expect(Math.max(...told)).toBeLessThan(answerMsMax);
  },
);

it('the rights that the documentation gives to a user of Redis are enough, and those it needs', async () => {
  const text = await readFile(new URL('../../../../docs/operations/redis.md', import.meta.url), 'utf8');
  const [, name = '', rights = ''] = /^user (deresegn) (.*)$/m.exec(text) ?? [];
  await operator.call('ACL', 'SETUSER', name, ...rights.replace('PASSWORD', 'hunter2').split(' '));
  await operator.call('ACL', 'LOG', 'RESET');
  const url = `${redis.url}?username=${name}&password=hunter2`;
  const confined = await openEnvironment({}, { url, close: async () => {} });
  const minted = await confined.mint({ rate: 1_000_000 });
  const reference = telebirr();
  for (const cached of [false, true]) {
    expect((await confined.post(minted.key, { reference })).json()).toMatchObject({ cached });
  }
  const promised = await confined.app.inject({
    method: 'POST',
    url: '/api/verify',
    headers: { 'x-api-key': minted.key, prefer: 'respond-async', 'idempotency-key': 'order 1' },
    payload: { reference: telebirr('SLOW') },
  });
  expect(promised.statusCode).toBeLessThan(300);
  expect((await confined.get('/api/usage', minted.key)).statusCode).toBe(200);
  expect(await confined.engine.keys.list()).not.toEqual([]);
  await confined.engine.accounts.loginLink(minted.account);
  await confined.close();
  const refused = (await operator.call('ACL', 'LOG')) as unknown[];
  expect(refused.map(String).filter((entry) => entry.includes(name))).toEqual([]);

  const permits = (...command: string[]) => operator.call('ACL', 'DRYRUN', name, ...command);
  for (const command of ['FLUSHALL', 'KEYS *', 'CONFIG GET *', 'SHUTDOWN', 'ACL LIST', 'DEBUG SLEEP 1']) {
    expect(await permits(...command.split(' '))).toMatch(/no permissions/);
  }
  expect(await permits('CLUSTER', 'SLOTS')).toBe('OK');
  expect(await permits('GETDEL', 'key')).toBe('OK');
});

it('a refusal is distinguished from a bug, also inside a script of Redis 6.2', () => {
  const reply = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
  const inScript = 'ERR Error running script (call to f_0a): @user_script:3: @user_script: 3: -';
  expect(redisRefusalOf(reply(`${inScript}READONLY You can't write against a read only replica.`))).toBe(
    'READONLY',
  );
  expect(
    redisRefusalOf(reply("ERR The user executing the script can't run this command or subcommand")),
  ).toBe('NOPERM');
  expect(redisRefusalOf(reply('BUSYGROUP Consumer Group name already exists'))).toBeNull();
  expect(redisRefusalOf(reply('CROSSSLOT Keys in request do not hash to the same slot'))).toBeNull();
  expect(redisRefusalOf(new Error('OOM'))).toBeNull();
});

it('a thousand refusals of one connection close it once, and are one log line', () => {
  const written: string[] = [];
  const judge = onErrorReply(createLog('info', { write: (line) => void written.push(line) }));
  const readonly = Object.assign(new Error('READONLY You cannot write'), { name: 'ReplyError' });
  const verdicts = Array.from({ length: 1_000 }, () => judge(readonly));
  expect(verdicts.filter((verdict) => verdict === 1)).toHaveLength(1);
  expect(written).toHaveLength(1);
});
