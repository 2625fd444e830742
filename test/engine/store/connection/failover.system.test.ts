/**
 * What a caller may rely on when the primary of Redis is lost and another server takes its place: a receipt or a quick
 * 503, and service again soon after. Behind Sentinels and in a Cluster, with real servers.
 * @module-tag needs-redis-server
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../../src/engine/store/connection/connect.js';

import { openEnvironment, type TestEnvironment } from '../../../sidecar/environment.js';
import { startTestCluster, type TestCluster } from '../../../support/cluster.js';
import { testLog } from '../../../support/log.js';
import { startProcess } from '../../../support/processes.js';
import type { TestRedis } from '../../../support/redis.js';
import { startTestSentinels, type TestSentinels } from '../../../support/sentinel.js';
import { type Answer, startTraffic, type Traffic } from '../../../support/traffic.js';
import { openShop, paidReceipt } from '../../payment-requests/support.js';
import { telebirr } from '../../support.js';

/** What is promised is 2 s and 5 s; a machine that is busy is given as much again and more. */
const answerMsMax = 6_000;
const backMsMax = 15_000;
const cap = 5_000;

let close: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const part of close.reverse()) await part();
  close = [];
});

interface Client {
  key: string;
  known: string;
  /** Receipts that were asked for, counted, and copied to every replica before anything failed. */
  before: string[];
}

async function open(servers: { url: string; close(): Promise<void> }): Promise<TestEnvironment> {
  close.push(() => servers.close());
  const environment = await openEnvironment(
    { PROVIDER_CONCURRENCY: '500' },
    { url: servers.url, close: async () => {} },
  );
  close.push(() => environment.close());
  return environment;
}

async function prepare(
  environment: TestEnvironment,
  primaries: readonly TestRedis[],
  replicas: number,
  password?: string,
): Promise<Client> {
  const { key } = await environment.mint({ plan: 'enterprise', cap, rate: 1_000_000 });
  const before = Array.from({ length: 20 }, () => telebirr());
  for (const reference of before) expect((await environment.post(key, { reference })).statusCode).toBe(200);
  for (const { path } of primaries) {
    const client = new Redis({ path, ...(password !== undefined && { password }) });
    expect(await client.wait(replicas, 5_000)).toBe(replicas);
    client.disconnect();
  }
  return { key, known: before[0] ?? '', before };
}

/** Simulated banks drop their connections while what they were switched to cannot be read: their state is in Redis too. */
const bankAway = ['bank_unreachable', 'bank_timeout', 'provider_down'];

function expectAnswered(answers: readonly Answer[]): void {
  const odd = answers.filter(({ status, why }) => {
    return !(status === 200 || (status === 503 && why === 'unavailable') || bankAway.includes(why ?? ''));
  });
  expect(odd).toEqual([]);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(answerMsMax);
}

/** Waits until calls for known and for new receipts are served. @returns when the first of both had been */
async function servedSince(traffic: Traffic, since: number): Promise<number> {
  const later = () => traffic.answers.filter(({ at, ms, status }) => status === 200 && at - ms > since);
  const firstAt = (wanted: boolean) =>
    later().find(({ counted }) => counted === wanted)?.at ?? Number.POSITIVE_INFINITY;
  const bothAt = () => Math.max(firstAt(true), firstAt(false));
  await expect.poll(bothAt, { timeout: backMsMax }).toBeLessThan(Number.POSITIVE_INFINITY);
  return bothAt();
}

async function isKept(environment: TestEnvironment, key: string, reference: string): Promise<boolean> {
  const answer = (await environment.post(key, { reference })).json();
  return answer.cached === true;
}

/** What the replicas had is kept, and so is what was counted in calls begun `since`. */
async function expectKept(
  environment: TestEnvironment,
  { key, before }: Client,
  answers: readonly Answer[],
  since: number,
) {
  const later = answers.filter(({ at, ms, counted }) => counted && at - ms > since);
  expect(later).not.toEqual([]);
  const lost: string[] = [];
  for (const reference of before)
    if (!(await isKept(environment, key, reference))) lost.push('before the loss');
  for (const { reference, at, ms } of later) {
    if (!(await isKept(environment, key, reference)))
      lost.push(`asked ${Math.round(at - ms - since)} ms after it`);
  }
  expect(lost).toEqual([]);
  const { used } = (await environment.engine.usage(key)).verifications;
  expect(used).toBeGreaterThanOrEqual(before.length);
  expect(used).toBeLessThanOrEqual(cap);
  return { used, acknowledged: before.length + answers.filter(({ counted }) => counted).length };
}

describe('behind Sentinels', () => {
  let sentinels: TestSentinels;
  let environment: TestEnvironment;
  let client: Client;

  const start = async () => {
    sentinels = await startTestSentinels();
    environment = await open(sentinels);
    client = await prepare(environment, sentinels.servers.slice(0, 1), 2, sentinels.password);
  };
  const promoted = async () => {
    const [first] = sentinels.servers;
    await expect
      .poll(async () => {
        const primary = await sentinels.primary();
        return primary !== undefined && primary !== first;
      })
      .toBe(true);
    return performance.now();
  };

  it.each([
    ['killed', 'SIGKILL', (first: TestRedis) => first.start()],
    ['frozen', 'SIGSTOP', (first: TestRedis) => first.signal('SIGCONT')],
  ] as const)(
    'with a primary that is %s calls get a quick 503 until another takes its place',
    async (_, signal, bringBack) => {
      await start();
      const [first] = sentinels.servers;
      const traffic = startTraffic(environment, client.key, client.known);
      const orders = await startOrders(environment, client.key);
      await sleep(500);
      await first?.signal(signal);
      const promotedAt = await promoted();
      await sentinels.rest();
      const backAt = await servedSince(traffic, promotedAt);
      if (first) await bringBack(first);
      await sleep(2_000);
      await servedSince(traffic, performance.now());
      await traffic.stop();
      expectAnswered(traffic.answers);
      expect(await orders.paid()).toBe(1);
      const kept = await expectKept(environment, client, traffic.answers, promotedAt);
      report(signal, traffic, backAt - promotedAt, kept);
    },
  );

  it('a failover during a call costs a quick 503 at most, and the command line finds the new primary', async () => {
    await start();
    const traffic = startTraffic(environment, client.key, client.known);
    await sleep(500);
    await sentinels.switchOver();
    const promotedAt = await promoted();
    await sentinels.rest();
    // A command that meets the change itself ends with an error; the next one does not.
    const listed = async () => {
      const list = startProcess('src/cli/main.ts', ['keys', 'list', '--json'], {
        env: { REDIS_URL: sentinels.url, NODE_ENV: 'test', LOG_LEVEL: 'warn' },
      });
      return { code: await list.end(), printed: list.stdout(), error: list.stderr() };
    };
    const first = await listed();
    const { printed } = first.code === 0 ? first : await listed();
    expect(printed, first.error).toContain(client.key.slice(0, 14));
    const backAt = await servedSince(traffic, promotedAt);
    // Until the Sentinels announce it calls go to the old primary, which is a replica some ten seconds later.
    const announcedAt = promotedAt + 5_000;
    const [old] = sentinels.servers;
    if (old) await expect.poll(() => roleOf(old, sentinels.password)).toBe('slave');
    await servedSince(traffic, Math.max(announcedAt, performance.now()));
    await traffic.stop();
    expectAnswered(traffic.answers);
    const kept = await expectKept(environment, client, traffic.answers, announcedAt);
    report('switch', traffic, backAt - promotedAt, kept);
  });
});

describe('a Sentinel that has not heard of a failover', () => {
  it('sends no process back to the old primary, whose writes are lost', async () => {
    const sentinels = await startTestSentinels();
    close.push(() => sentinels.close());
    const store = await openStore({
      redisUrl: await sentinels.withDeaf(),
      dataDir: 'unused',
      production: true,
      log: testLog(),
    });
    close.push(() => store.close());
    const portOf = async () => {
      const [, port] = (await store.client.config('GET', 'port').catch(() => [])) as string[];
      return port;
    };
    const old = await portOf();
    await sentinels.switchOver();
    await expect.poll(portOf).not.toBe(old);
    // Sentinels are asked in turn: each of the two is, also the one that names the old primary.
    for (let again = 0; again < 4; again += 1) {
      store.client.disconnect(true);
      await expect.poll(portOf).toBeDefined();
      expect(await portOf()).not.toBe(old);
    }
  });
});

describe('in a Cluster of three shards', () => {
  let cluster: TestCluster;

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'with a primary that gets %s calls get a quick 503 until its replica takes its place',
    async (signal) => {
      cluster = await startTestCluster({ replicas: true, nodeTimeoutMs: 2_000 });
      const environment = await open(cluster);
      const client = await prepare(environment, cluster.nodes, 1);
      const traffic = startTraffic(environment, client.key, client.known);
      await sleep(500);
      await cluster.nodes[1]?.signal(signal);
      await expect.poll(() => roleOf(cluster.replicas[1])).toBe('master');
      const promotedAt = performance.now();
      const backAt = await servedSince(traffic, promotedAt);
      await sleep(1_000);
      const steadyAt = performance.now();
      await sleep(2_000);
      await traffic.stop();
      expectAnswered(traffic.answers);
      expect(traffic.answers.filter(({ at, ms, status }) => at - ms > steadyAt && status !== 200)).toEqual(
        [],
      );
      const kept = await expectKept(environment, client, traffic.answers, promotedAt);
      report(`cluster ${signal}`, traffic, backAt - promotedAt, kept);
    },
  );
});

/** One receipt is handed in to five payment requests, again and again, from before the primary is lost. */
async function startOrders({ engine, store }: TestEnvironment, key: string) {
  const shop = await openShop({ engine }, key);
  const reference = await paidReceipt(store);
  const orders = await Promise.all(Array.from({ length: 5 }, () => shop.request()));
  const handIn = async (id: string) => {
    const { attempt } = await engine.paymentRequests.submitReceipt(shop.principal, id, { reference });
    return attempt.outcome;
  };
  let going = true;
  const running = orders.map(async ({ id }) => {
    while (going) {
      await handIn(id).catch(() => undefined);
      await sleep(300);
    }
  });
  return {
    /** How many of them are paid, once all have answered after the end of the failover. */
    async paid(): Promise<number> {
      going = false;
      await Promise.all(running);
      for (const { id } of orders) expect(['used', 'repeated', 'closed']).toContain(await handIn(id));
      const { paymentRequests } = await engine.paymentRequests.list(shop.account, { status: 'paid' });
      return paymentRequests.length;
    },
  };
}

async function roleOf(server: TestRedis | undefined, password?: string): Promise<string> {
  const client = new Redis({ path: server?.path ?? '', ...(password && { password }) }).on('error', () => {});
  const [role] = (await client.role()) as [string];
  client.disconnect();
  return role;
}

function report(
  what: string,
  { answers }: Traffic,
  backMs: number,
  kept: { used: number; acknowledged: number },
) {
  const by = new Map<string, number>();
  for (const { status, why } of answers) by.set(why ?? `${status}`, (by.get(why ?? `${status}`) ?? 0) + 1);
  console.log(
    what,
    [...by].map(([why, count]) => `${why}: ${count}`).join(', '),
    `slowest ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms`,
    `back ${Math.round(backMs)} ms after the promotion`,
    `counted ${kept.acknowledged}, kept ${kept.used}`,
  );
}
