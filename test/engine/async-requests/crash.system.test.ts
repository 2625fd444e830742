/** A process of the service is killed with work under way: what it had promised is kept by another. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { Failure } from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { builtService } from '../../support/built.js';
import { startProcess, type TestProcess } from '../../support/processes.js';
import { startTestRedis } from '../../support/redis.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication } from '../support.js';

const slots = 25;
const allOverMsMax = 60_000;

let store: TestStore;
let application: Application;
let dying: TestProcess;

// The embedded store lives in one process and ends with it.
describe('a process killed with 50 lookups running and 50 waiting', { tags: ['needs-redis-server'] }, () => {
  let client: Client;
  let accepted: Accepted[];
  let killedAt: number;

  beforeAll(async () => {
    store = await openTestStore();
    const env = { PROVIDER_CONCURRENCY: String(slots), LOG_LEVEL: 'warn' };
    application = await openApplication(store, env);
    application.engine.startRecovery();
    client = await mintClient(application, { plan: 'enterprise', cap: 100 });
    dying = startProcess(builtService, [], {
      env: { ...env, REDIS_URL: store.url, PORT: '0', NODE_ENV: 'test' },
    });
    await dying.until(/serves at .*\n.*Banks/);
    accepted = await fill(client);
    await vi.waitFor(async () => expect(await queues()).toEqual(both([slots, slots])), 30_000);
    killedAt = Date.now();
    await dying.end('SIGKILL');
  });
  afterAll(async () => {
    await application?.close();
    await store?.close();
  });

  it('has all its 202 requests completed within a minute; only spent views end as failures', async () => {
    const ends = await Promise.all(accepted.map(async (one) => ({ ...one, ...(await endOf(client, one)) })));
    expect(Date.now() - killedAt).toBeLessThan(allOverMsMax);
    expect(ends).toHaveLength(50);
    for (const { bank, position, status, answer, requestId } of ends) {
      // A link may have been answered before the process died.
      const isSpent = bank === 'siinqee' && position === null && status === 400;
      expect(answer).toMatchObject(
        isSpent
          ? {
              verdict: 'could_not_check',
              processingStatus: 'failed',
              error: { reason: 'bank_timeout' },
              requestId,
            }
          : { verdict: 'verified', processingStatus: 'completed', requestId },
      );
      expect(status).toBe(isSpent ? 400 : 200);
    }
    const verified = ends.filter(({ status }) => status === 200).length;
    expect(verified).toBeGreaterThan(30);
    expect(await client.used()).toBe(verified);
  });

  it('has no view-limited reference fetched twice', async () => {
    const hits = await Promise.all(
      references('siinqee').map((one) => application.engine.sandbox.hits('siinqee', one)),
    );
    expect(Math.max(...hits)).toBe(1);
  });

  it('leaves no reservation and no slot after that minute', async () => {
    const timeout = Math.max(1, killedAt + allOverMsMax - Date.now());
    await expect.poll(held, { timeout, interval: 250 }).toBe(0);
    await expect.poll(queues, { timeout, interval: 250 }).toEqual(both([0, 0]));
    // They leave the list once their end is published.
    const listed = () => store.client.zcard(names.unfinished());
    await expect.poll(listed, { timeout, interval: 250 }).toBe(0);
  });
});

describe('a 202 request that crashes every process which recovers it', {
  tags: ['needs-redis-server'],
}, () => {
  it.each([
    ['of an ordinary bank', 'telebirr', 'DKK4POHANG', 'internal'],
    ['of a view-limited link', 'siinqee', 'SQB26POHANG', 'bank_timeout'],
  ])('crashes three of them, and then fails (%s)', async (_which, provider, reference, failure) => {
    const redis = await openTestStore();
    onTestFinished(() => redis.close());
    const application = await openApplication(redis, { ATTEMPT_TIMEOUT_SECONDS: '120' });
    onTestFinished(() => application.close());
    const { key } = await mintClient(application);
    const begin = async () => {
      const env = { REDIS_URL: redis.url, PORT: '0', NODE_ENV: 'test', ATTEMPT_TIMEOUT_SECONDS: '120' };
      const process = startProcess(builtService, [], { env });
      await process.until(/serves at /);
      return process;
    };
    const first = await begin();
    const url = /serves at (\S+)/.exec(first.stdout())?.[1] ?? '';
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const body = JSON.stringify({ reference, provider, waitMs: 0 });
    const response = await fetch(`${url}/api/verify`, { method: 'POST', headers, body });
    const { requestId } = (await response.json()) as Accepted;
    const name = names.request(requestId);
    // The bank has been asked: the request may be what ends the process.
    await expect.poll(() => redis.client.hget(name, 'state')).toBe('running');
    await first.end('SIGKILL');
    for (const attempt of ['1', '2', '3']) {
      const process = await begin();
      await redis.client.zadd(names.unfinished(), 0, requestId);
      await expect.poll(() => redis.client.hget(name, 'attempts')).toBe(attempt);
      await process.end('SIGKILL');
      // A view that was spent is told as spent by the first who takes it up: it has no poison left.
      if ((await redis.client.hget(name, 'state')) === 'failed') break;
    }
    await redis.client.zadd(names.unfinished(), 0, requestId);
    application.engine.startRecovery();
    const state = () => application.engine.request(requestId, key);
    await expect.poll(state).toMatchObject({ processingStatus: 'failed', failure: { failure } });
    await expect.poll(() => redis.client.zcard(names.unfinished())).toBe(0);
    expect((await application.engine.usage(key)).verifications.used).toBe(0);
  });
});

describe('a store that is killed and comes back', { tags: ['needs-redis-server'] }, () => {
  it('has lost no 202 request, and every one is completed', async () => {
    const redis = await startTestRedis({ appendonly: 'yes', appendfsync: 'always' });
    onTestFinished(() => redis.close());
    const shop = await openApplication(redis, { PROVIDER_CONCURRENCY: '1' });
    onTestFinished(() => shop.close());
    shop.engine.startRecovery();
    const { key } = await mintClient(shop);
    const promised: string[] = [];
    for (const reference of ['DKK4B1SLOW', 'DKK4B2A1A1']) {
      const answer = await shop.engine.verify({ reference }, { kind: 'key', key }, { waitMs: 0 });
      expect(answer.verdict).toBe('pending');
      promised.push(answer.requestId ?? '');
    }
    await redis.signal('SIGKILL');
    // Longer than the lookup that runs: its receipt has nowhere to go meanwhile.
    await sleep(4_000);
    await redis.start();
    const stateOf = (id: string) => shop.engine.request(id, key).catch(() => null);
    for (const id of promised) {
      await expect
        .poll(() => stateOf(id), { timeout: allOverMsMax, interval: 250 })
        .toMatchObject({ processingStatus: 'completed' });
    }
  });
});

interface Accepted {
  bank: Bank;
  requestId: string;
  position: number | null;
}
type Bank = 'telebirr' | 'siinqee';

const both = <T>(one: T) => ({ telebirr: one, siinqee: one });

/** Twice as many as there are slots, all of them slow. */
function references(bank: Bank): string[] {
  const stem = bank === 'telebirr' ? 'DKK' : 'SQB26K20';
  return Array.from({ length: 2 * slots }, (_, index) => `${stem}${String(index).padStart(3, '0')}SLOW`);
}

/** Every other call asks to be answered at once. */
async function fill(client: Client): Promise<Accepted[]> {
  const promises: Promise<Accepted>[] = [];
  for (const bank of ['siinqee', 'telebirr'] as const) {
    for (const [index, reference] of references(bank).entries()) {
      const sent = send(client, { reference, provider: bank, ...(index % 2 && { waitMs: 0 }) });
      if (index % 2) promises.push(sent.then((answer) => ({ bank, ...answer })));
      else sent.catch(() => undefined);
    }
  }
  return await Promise.all(promises);
}

async function send({ key }: Client, body: object): Promise<Omit<Accepted, 'bank'>> {
  const url = /serves at (\S+)/.exec(dying.stdout())?.[1] ?? '';
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const response = await fetch(`${url}/api/verify`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(202);
  return (await response.json()) as Accepted;
}

/** What another process answers in the end. */
async function endOf({ key }: Client, { requestId }: Accepted) {
  for (;;) {
    const state = await application.engine.request(requestId, key);
    if (state.processingStatus === 'completed') return { status: 200, answer: JSON.parse(state.text) };
    if (state.processingStatus === 'failed') return ended(state.failure);
    await sleep(250);
  }
}

function ended({ status, kind, details }: Failure) {
  const { verdict, reason } = kind;
  const { requestId } = details;
  return { status, answer: { verdict, processingStatus: 'failed', error: { reason }, requestId } };
}

/** How many lookups run and how many calls wait, leases that are over left out. */
async function queues() {
  const { telebirr, siinqee } = both((bank: Bank) =>
    Promise.all(
      [names.slots(`sandbox:${bank}`), names.waiting(`sandbox:${bank}`)].map((name) =>
        store.client.zcount(name, Date.now(), '+inf'),
      ),
    ),
  );
  return { telebirr: await telebirr('telebirr'), siinqee: await siinqee('siinqee') };
}

async function held(): Promise<number> {
  const places = await store.client.keys('*:held');
  const counts = await Promise.all(places.map((name) => store.client.zcount(name, Date.now(), '+inf')));
  return counts.reduce((sum, count) => sum + count, 0);
}
