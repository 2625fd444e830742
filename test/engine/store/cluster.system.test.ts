/** On Redis Cluster everything is as on one Redis: three nodes, and two applications that stand for two processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Application } from '../../../src/app.js';
import { openStore } from '../../../src/engine/store/connection/connect.js';
import { createEvents } from '../../../src/engine/store/events.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { createLog } from '../../../src/log.js';
import { builtCli, builtService } from '../../support/built.js';
import { ensureTimeInMinute } from '../../support/clock-window.js';
import { startTestCluster, type TestCluster } from '../../support/cluster.js';
import { testLog } from '../../support/log.js';
import { startProcess } from '../../support/processes.js';
import { openShop, paidReceipt } from '../payment-requests/support.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';

const siinqee = (reference: string) => ({ url: `https://siinqeebank.com/receipt/${reference}` });

let cluster: TestCluster;
let application: Application;
let other: Application;

// The embedded store is no cluster.
describe('on a Redis Cluster of three nodes', { tags: ['needs-redis-server'] }, () => {
  beforeAll(async () => {
    cluster = await startTestCluster();
    const env = {
      PROVIDER_CONCURRENCY: 'siinqee=1,*=50',
      PROBE_INTERVAL_SECONDS: '1',
      EGRESS: 'main=direct,second=local:127.0.0.2',
    };
    [application, other] = await Promise.all([openApplication(cluster, env), openApplication(cluster, env)]);
    for (const { engine } of [application, other]) engine.startRecovery();
  });
  afterAll(async () => {
    await Promise.all([application?.close(), other?.close()]);
    await cluster?.close();
  });

  const hits = (reference: string, bank = 'telebirr') => application.engine.sandbox.hits(bank, reference);

  it('the keys of the service are spread over all nodes', async () => {
    const client = await mintClient(application);
    for (let nth = 0; nth < 20; nth += 1) await client.verify({ reference: telebirr() });
    for (const { path } of cluster.nodes) {
      const node = new Redis(path);
      expect(await node.dbsize()).toBeGreaterThan(0);
      node.disconnect();
    }
  });

  it('a receipt is fetched and counted once, then served from the cache, its history kept', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const first = await client.verify({ reference });
    expect(first).toMatchObject({ cached: false, history: { seenBefore: false, times: 1 } });
    expect(await client.verify({ reference }, other)).toMatchObject({
      cached: true,
      requestId: null,
      payment: first.payment,
      history: { seenBefore: true, times: 2, firstAt: first.history?.firstAt },
    });
    expect(await client.used()).toBe(1);
    expect(await hits(reference)).toBe(1);
  });

  it('screenshots are read within their allowance, recognised again, and members and the demo are admitted', async () => {
    const { key, account } = await mintClient(application, { plan: 'enterprise', reads: 3 });
    const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const text = telebirr();
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, (_, nth) =>
        (nth % 2 ? application : other).engine
          .verifyImage({ pictures: [picture], text }, { kind: 'key', key })
          .then(({ verdict }) => verdict)
          .catch(({ failure }) => failure),
      ),
    );
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 'image_cap_reached'),
      ...Array.from({ length: 3 }, () => 'verified'),
    ]);
    expect((await application.engine.usage(key)).screenshots).toMatchObject({ used: 3, cap: 3 });
    expect((await other.engine.screenshotBudget()).used).toBe(3);
    const member = { kind: 'member', account, member: 'm1', name: 'Selam' } as const;
    const { history } = await other.engine.verify({ reference: text }, member);
    expect(history?.times).toBe(4);
    await application.engine.verifyImage(
      { pictures: [picture], text },
      { kind: 'demo', address: '192.0.2.1' },
    );
  });

  it('a key over its rate, revoked or unknown is refused', async () => {
    const { key, prefix, failure } = await mintClient(application, { rate: 1 });
    const refused = () => failure({ reference: telebirr() }, other);
    await ensureTimeInMinute();
    await application.engine.admit(key);
    expect(await refused()).toBe('rate_limited');
    await application.engine.keys.revoke(prefix);
    expect(await refused()).toBe('revoked_key');
    expect(await application.engine.keys.list()).not.toEqual([]);
    await expect(other.engine.admit(`vk_test_${'x'.repeat(32)}`)).rejects.toMatchObject({
      failure: 'invalid_key',
    });
  });

  it('200 calls for one receipt through two processes ask the bank once and count once', async () => {
    const client = await mintClient(application, { plan: 'scale' });
    const reference = telebirr();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        client.verify({ reference }, index % 2 ? application : other),
      ),
    );
    expect(answers.filter(({ cached }) => !cached)).toHaveLength(1);
    expect(await hits(reference)).toBe(1);
    expect(await client.used()).toBe(1);
  });

  it('a cap of 20 lets exactly 20 of 200 calls at once count', async () => {
    const client = await mintClient(application, { plan: 'enterprise', cap: 20 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        client.verify({ reference: telebirr() }, index % 2 ? application : other),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.failure).toBe('quota_exceeded');
    }
    expect(await client.used()).toBe(20);
  });

  it('the queue of a bank is served by plan, then in order of arrival', async () => {
    const running = (await mintClient(application)).verify(siinqee('SQB26K3000SLOW'));
    await expect.poll(() => hits('SQB26K3000SLOW', 'siinqee')).toBe(1);
    const served = [];
    for (const [index, plan] of (['free', 'shop', 'developer', 'scale', 'enterprise'] as const).entries()) {
      const at = index % 2 ? application : other;
      const client: Client = await mintClient(at, { plan });
      const answer = client.verify(siinqee(`SQB26K300${index}A1`), at);
      served.push(answer.then(({ fetchedAt }) => ({ plan, fetchedAt })));
      const waiting = () => application.store.client.zcard(names.waiting('sandbox:siinqee'));
      await expect.poll(waiting, { interval: 10 }).toBe(index + 1);
    }
    await running;
    const order = (await Promise.all(served)).sort((a, b) => (a.fetchedAt < b.fetchedAt ? -1 : 1));
    expect(order.map(({ plan }) => plan)).toEqual(['scale', 'enterprise', 'developer', 'free', 'shop']);
  });

  it('a request that was answered 202 can be polled and streamed from another process', async () => {
    const client = await mintClient(application);
    const caller = { kind: 'key', key: client.key } as const;
    const body = { reference: telebirr('SLOW') };
    const options = { waitMs: 0, idempotencyKey: 'order 1' };
    const promised = await application.engine.verify(body, caller, options);
    expect(promised.verdict).toBe('pending');
    const id = promised.requestId ?? '';
    expect(await other.engine.verify(body, caller, options)).toMatchObject({ requestId: id });
    const told = [];
    for await (const { state } of await other.engine.events(id, client.key))
      told.push(state.processingStatus);
    expect(told).toEqual(['queued', 'completed']);
    expect(await application.engine.request(id, client.key)).toMatchObject({ processingStatus: 'completed' });
    // The result is stored and published first: until it is, another process has to find the request in the list.
    await expect.poll(() => application.store.client.zscore(names.unfinished(), id)).toBeNull();
  });

  it('a process that stops hands its waiting requests over', async () => {
    const leaving = await openApplication(cluster, { PROVIDER_CONCURRENCY: '1' });
    const client = await mintClient(application);
    const caller = { kind: 'key', key: client.key } as const;
    const [running, waiting] = [telebirr('SLOW'), telebirr()];
    const ids = [];
    for (const reference of [running, waiting]) {
      ids.push((await leaving.engine.verify({ reference }, caller, { waitMs: 0 })).requestId ?? '');
    }
    await leaving.close();
    for (const id of ids) {
      await expect
        .poll(() => application.engine.request(id, client.key), { timeout: 25_000, interval: 100 })
        .toMatchObject({ processingStatus: 'completed' });
    }
    expect(await hits(waiting)).toBe(1);
  });

  it('a bank that is down is refused everywhere, and each change is one event', async () => {
    for (const one of [application, other]) one.prober.start();
    const client = await mintClient(application);
    const until = async (status: string) => {
      for (const at of [application, other]) while (statusOf(at) !== status) await sleep(20);
    };
    await until('operational');
    await sleep(2_000);
    await application.engine.sandbox.set('telebirr', 'second', 'blocked');
    await until('degraded');
    await application.engine.sandbox.set('telebirr', null, 'down');
    await until('down');
    const reference = telebirr();
    for (const at of [application, other])
      expect(await client.failure({ reference }, at)).toBe('provider_down');
    expect(await hits(reference)).toBe(0);
    await application.engine.sandbox.set('telebirr', null, 'up');
    await until('operational');
    expect(await client.verify({ reference }, other)).toMatchObject({ verdict: 'verified' });
    await expect.poll(kinds).toEqual(['egress_blocked', 'bank_down', 'bank_up', 'egress_free']);
  });

  it('sessions, activity and probe rounds are shared by all processes', async () => {
    const client = await mintClient(application);
    const { url } = await application.engine.accounts.loginLink(client.account);
    const signedIn = await application.engine.sessions.redeem(new URL(url).searchParams.get('token') ?? '');
    const session = signedIn?.token ?? '';
    expect(await other.engine.sessions.read(session)).toMatchObject({ account: client.account });
    await other.engine.sessions.endAll(client.account);
    expect(await application.engine.sessions.read(session)).toBeNull();

    await client.verify({ reference: telebirr() });
    while ((await other.engine.activity.recent(client.account)).length === 0) await sleep(50);
    const today = (await other.engine.activity.days(client.account, 1))[0];
    expect(today?.counts).toEqual([{ provider: 'telebirr', outcome: 'verified', count: 1 }]);
    const days = (await application.engine.uptime.days()).find(
      ({ provider }) => provider === 'telebirr',
    )?.days;
    expect(days?.reduce((sum, { good }) => sum + good, 0)).toBeGreaterThan(0);
    const incidents = await other.engine.uptime.incidents();
    expect(incidents.map(({ kind }) => kind)).toContain('bank_down');
  });

  it('of 20 receipts at once one pays a payment request, which is told once', async () => {
    const shop = await openShop(application);
    const { id } = await shop.request();
    await application.engine.webhooks.create(shop.account, { url: 'http://127.0.0.1:9/', events: ['*'] });
    const references = await Promise.all(Array.from({ length: 20 }, () => paidReceipt(application.store)));
    const all = await Promise.all(
      references.map((reference, nth) =>
        (nth % 2 ? application : other).engine.paymentRequests.submitReceipt(shop.principal, id, {
          reference,
        }),
      ),
    );
    const outcomes = all.map(({ attempt }) => attempt.outcome);
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'closed'), 'paid']);
    const again = await shop.request();
    const used = references[outcomes.indexOf('paid')] ?? '';
    const repeated = await other.engine.paymentRequests.submitReceipt(shop.principal, again.id, {
      reference: used,
    });
    expect(repeated.attempt.outcome).toBe('used');
    const { events } = await other.engine.webhooks.events(shop.account);
    expect(events.filter(({ text }) => text.includes('payment_request.paid'))).toHaveLength(1);
    await application.engine.paymentRequests.cancel(shop.account, again.id);
  });

  it('a batch is worked on to its end, charged by item, and its receipts are on record', async () => {
    const client = await mintClient(application, { plan: 'scale' });
    const principal = await application.engine.admit(client.key);
    const references = Array.from({ length: 10 }, () => telebirr());
    const { id } = await application.engine.batches.create(
      principal,
      references.map((reference) => ({ reference })),
    );
    const batch = async () => (await other.engine.batches.get(client.account, id)).batch;
    await expect.poll(batch).toMatchObject({ status: 'completed', counts: { verified: 10, pending: 0 } });
    expect(await client.used()).toBe(10);
    const recorded = async () =>
      (await other.engine.verifications.list(client.account, 'sandbox', {})).verifications.map(
        ({ reference }) => reference,
      );
    await expect.poll(async () => (await recorded()).toSorted()).toEqual(references.toSorted());
  });

  it('a node that dies costs the calls that need it and nothing else, and is used again when it is back', async () => {
    const client = await mintClient(application);
    const known = telebirr();
    await client.verify({ reference: known });
    const node = cluster.nodes[1];
    await node?.signal('SIGKILL');
    const caller = { kind: 'key', key: client.key } as const;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? application : other).engine.verify({ reference: telebirr() }, caller),
      ),
    );
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failures).not.toEqual([]);
    // The switched states of the simulated banks may live there too, and then those drop connections.
    for (const { reason } of failures) {
      expect(['unavailable', 'bank_unreachable', 'provider_down']).toContain(reason.failure);
    }
    await node?.start();
    for (const at of [application, other]) {
      const again = () => at.engine.verify({ reference: telebirr() }, caller).catch(() => null);
      for (let nth = 0; nth < 10; nth += 1) {
        await expect.poll(again, { timeout: 20_000 }).toMatchObject({ verdict: 'verified', cached: false });
      }
      expect(await client.verify({ reference: known }, at)).toMatchObject({ cached: true });
    }
  });

  it('a URL with one of its addresses only is refused, with the list to use', async () => {
    const [redisUrl = ''] = cluster.url.split(',');
    const opening = openStore({ redisUrl, dataDir: 'unused', production: false, log: testLog() });
    await expect(opening).rejects.toThrow(
      /is part of a Redis Cluster: set REDIS_URL to a comma-separated list/,
    );
    for (const url of cluster.url.split(',')) await expect(opening).rejects.toThrow(url);
  });

  it('a start warns when any of its nodes evicts keys', async () => {
    const node = new Redis(cluster.nodes[2]?.path ?? '');
    await node.config('SET', 'maxmemory', '1gb', 'maxmemory-policy', 'allkeys-lru');
    for (let nth = 0; nth < 3; nth += 1) {
      const lines: string[] = [];
      const log = createLog('warn', { write: (line) => void lines.push(line) });
      const store = await openStore({ redisUrl: cluster.url, dataDir: 'unused', production: false, log });
      await store.close();
      expect(lines).toEqual([expect.stringMatching(/"reason":"allkeys-lru"/)]);
    }
    await node.config('SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction');
    node.disconnect();
  });

  it('processes of the service find it by a comma-separated list, and the command line too', async () => {
    const env = { REDIS_URL: cluster.url, NODE_ENV: 'test', LOG_LEVEL: 'warn' };
    const service = startProcess(builtService, [], { env: { ...env, PORT: '0', WORKERS: '2' } });
    onTestFinished(async () => void (await service.end('SIGTERM')));
    await service.until(/serves at .*\n.*Banks/);
    const mint = startProcess(builtCli, ['keys', 'mint', '--mode', 'test', '--json', '--plan', 'free'], {
      env,
    });
    expect(await mint.end()).toBe(0);
    const { key } = JSON.parse(mint.stdout()) as { key: string };
    const reference = telebirr();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(service.stdout(), key, reference)),
    );
    expect(answers.every(({ verdict }) => verdict === 'verified')).toBe(true);
    expect(await hits(reference)).toBe(1);
    expect((await application.engine.usage(key)).verifications.used).toBe(1);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(service.stderr()).toBe('');
  });
});

function statusOf({ engine }: Application): string | undefined {
  return engine.status().components.find((one) => 'providerKey' in one && one.providerKey === 'telebirr')
    ?.status;
}

async function kinds(): Promise<string[]> {
  const all = await createEvents(application.store, loadScripts(application.store.client)).read('0', 1_000);
  return all
    .map(({ event }) => event)
    .filter((event) => 'provider' in event && event.provider === 'telebirr')
    .map(({ kind }) => kind);
}

async function post(printed: string, key: string, reference: string): Promise<{ verdict: string }> {
  const response = await fetch(`${/serves at (\S+)/.exec(printed)?.[1]}/api/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ reference }),
  });
  return (await response.json()) as { verdict: string };
}
