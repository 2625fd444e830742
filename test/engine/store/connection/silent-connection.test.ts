/**
 * What a caller may rely on when a connection to Redis is accepted and then stays silent, as behind a balancer whose
 * server is gone: it is given up, and all is as before.
 * @module-tag needs-redis-server
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../../../../src/engine/store/connection/connect.js';
import { createStorePing, type StorePing } from '../../../../src/engine/store/connection/store-ping.js';
import { createNotifier, type Notifier } from '../../../../src/engine/store/pubsub.js';
import type { StoreConnection } from '../../../../src/engine/store/types.js';
import { createLog } from '../../../../src/log.js';
import { startTestRedis, type TestRedis } from '../../../support/redis.js';
import { startTcpProxy, type TcpProxy } from '../../../support/tcp-proxy.js';

/** A machine that is busy is given as much again as the 5 s that are promised. */
const backMsMax = 10_000;

let redis: TestRedis;
let proxy: TcpProxy;
let store: StoreConnection;
let direct: StoreConnection;
let notifier: Notifier;
let other: Notifier;
let watch: StorePing;
let lines: string[];

beforeEach(async () => {
  lines = [];
  redis = await startTestRedis();
  proxy = await startTcpProxy(redis.path);
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const open = (redisUrl: string) => openStore({ redisUrl, dataDir: 'unused', production: false, log });
  store = await open(`redis://127.0.0.1:${proxy.port}`);
  direct = await open(redis.url);
  notifier = createNotifier(store, log);
  other = createNotifier(direct, log);
  watch = createStorePing(store);
  await woken();
  // By now it has heard a message of its own, too.
  await sleep(1_500);
});

afterEach(async () => {
  watch.close();
  await Promise.all([notifier.close(), other.close()]);
  await Promise.all([store.close(), direct.close()]);
  await proxy.close();
  await redis.close();
});

/** Resolves once another process can wake a call of this one by a message. */
async function woken(): Promise<void> {
  const call = notifier.callId();
  let heard = false;
  notifier.addCallListener(call, {
    onMessage() {
      heard = true;
    },
  });
  for (const until = performance.now() + backMsMax; !heard && performance.now() < until; await sleep(50)) {
    await other.notifyCall(call);
  }
  notifier.removeCallListener(call);
  expect(heard).toBe(true);
}

const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

it('a reconnection that is accepted and not answered does not end the service', async () => {
  proxy.swallow(2);
  proxy.cut();
  await expect.poll(() => watch.up(), { timeout: backMsMax }).toBe(false);
  await expect.poll(() => watch.up(), { timeout: backMsMax }).toBe(true);
  expect(await store.client.ping()).toBe('PONG');
  await woken();
  expect(messages()).toContain('the store answers again');
});

it('waiting calls are woken again after the subscriber connection has gone silent', async () => {
  expect(proxy.freeze('subscribe')).toBe(1);
  await woken();
  expect(watch.up()).toBe(true);
  await expect
    .poll(messages)
    .toEqual([
      'messages between processes do not arrive: subscribing anew',
      'messages between processes arrive again',
    ]);
});

it('waiting calls are woken again after the subscriber connection was cut and its successor got no answers', async () => {
  proxy.swallow(1);
  await direct.client.client('KILL', 'TYPE', 'pubsub', 'SKIPME', 'yes');
  await woken();
});

it('a process that was busy for seconds does not treat its connections as silent', async () => {
  const accepted = proxy.accepted();
  const until = performance.now() + 5_000;
  while (performance.now() < until);
  expect(await store.client.ping()).toBe('PONG');
  await sleep(1_500);
  expect(proxy.accepted()).toBe(accepted);
  expect(lines).toEqual([]);
});
