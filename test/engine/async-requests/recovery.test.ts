/** What was promised with a 202 and left by its process: it comes to an end, whatever the work does to whoever takes it up. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../../src/app.js';
import { AsyncRequests, type AsyncRequestsDeps } from '../../../src/engine/async-requests/async-requests.js';
import {
  createRequestStore,
  type RequestPayload,
  type RequestStore,
} from '../../../src/engine/async-requests/request-store.js';
import type { CallOptions, RequestState, VerifyRequest } from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts, type Scripts } from '../../../src/engine/store/scripts.js';
import type { StoreConnection } from '../../../src/engine/store/types.js';
import { queueKeys } from '../../../src/engine/verification/bank-queue.js';
import { createLog } from '../../../src/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';

let store: TestStore;
let application: Application;
const lines: string[] = [];

beforeAll(async () => {
  store = await openTestStore();
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  application = await openApplication(store, { PROVIDER_CONCURRENCY: '*=50' }, log);
  application.engine.startRecovery();
});
/** Tests run side by side: what they opened is closed after all of them. */
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  await application.close();
  await store.close();
});

const siinqee = (reference: string) => ({ url: `https://siinqeebank.com/receipt/${reference}` });

async function accepted(
  { key }: Client,
  request: VerifyRequest,
  options: CallOptions = {},
  at = application,
) {
  const answer = await at.engine.verify(request, { kind: 'key', key }, { waitMs: 0, ...options });
  if (answer.verdict !== 'pending') throw new Error('expected to be told to come back');
  return answer.requestId;
}

async function end({ key }: Client, id: string): Promise<RequestState> {
  let last: RequestState | undefined;
  for await (const { state } of await application.engine.events(id, key)) last = state;
  if (last === undefined) throw new Error('expected an end');
  return last;
}

/** A request as a process leaves it that dies now: its record as it stands, and nobody who works on it. */
async function left(id: string, change: (record: Record<string, string>) => object = () => ({})) {
  const record = await store.client.hgetall(names.request(id));
  const work = change(record);
  return async () => {
    await store.client.del(names.request(id));
    await store.client.hset(names.request(id), { ...record, ...work });
    await leaseOver(id);
  };
}

const leaseOver = (id: string) =>
  store.client.multi().hset(names.unfinishedOwners(), id, 'dead').zadd(names.unfinished(), 0, id).exec();

/** Ends every lease of a request as soon as it is taken: time need not pass. */
function endLeases(id: string): void {
  const timer = setInterval(() => {
    store.client.zadd(names.unfinished(), 'XX', 0, id).catch(() => undefined);
  }, 50);
  closers.push(() => clearInterval(timer));
}

describe.concurrent('a 202 request that no process can finish', () => {
  const of = (change: (work: RequestPayload) => object) => (record: Record<string, string>) => ({
    work: JSON.stringify(change(JSON.parse(record.work ?? '') as RequestPayload)),
  });

  it.each([
    ['of a bank this version does not know', of((work) => ({ ...work, target: { provider: 'nobody' } }))],
    ['written as this version cannot read it', () => ({ work: 'not JSON' })],
    ['written by a later version', () => ({ work: '{"v":2,"sealed":"…"}' })],
    ['written without its work', () => ({ work: '' })],
  ])('is told as failed after three attempts, and no longer in the log (%s)', async (_how, change) => {
    const client = await mintClient(application);
    const id = await accepted(client, { reference: telebirr('SLOW') });
    const leave = await left(id, change);
    await end(client, id);
    await leave();
    endLeases(id);
    // Whoever asks meanwhile is told that it waits.
    expect(await application.engine.request(id, client.key)).toMatchObject({ processingStatus: 'queued' });
    expect(await end(client, id)).toMatchObject({
      processingStatus: 'failed',
      failure: { failure: 'internal', status: 500, details: { requestId: id } },
    });
    await vi.waitFor(async () => expect(await store.client.zscore(names.unfinished(), id)).toBeNull());
    const entries = lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
    // While its lease ends again and again, two may give it up.
    const attempts = entries.filter(({ msg }) => !/too often/.test(msg));
    expect(attempts).toHaveLength(3);
    expect(entries.length).toBeGreaterThan(3);
    expect(await client.used()).toBe(1);
  });

  it('of a view-limited link ends as interrupted, for its Idempotency-Key too, and no view is spent', async () => {
    const client = await mintClient(application);
    const reference = 'SQB26R01SLOW';
    const idempotencyKey = 'order 8';
    const id = await accepted(client, siinqee(reference), { idempotencyKey });
    const attempts = { state: 'running', attempts: '3' };
    const leave = await left(id, () => attempts);
    await end(client, id);
    await forgetReceipt(client, reference);
    await store.client.del(names.rawAnswer(receiptOf(reference)));
    await leave();
    const interrupted = { failure: 'bank_timeout', details: { retry: 'never' } };
    expect(await end(client, id)).toMatchObject({ processingStatus: 'failed', failure: interrupted });
    const repeat = application.engine.verify(
      siinqee(reference),
      { kind: 'key', key: client.key },
      { idempotencyKey },
    );
    await expect(repeat).rejects.toMatchObject(interrupted);
    expect(await application.engine.sandbox.hits('siinqee', reference)).toBe(1);
  });

  it('is not one that stopping processes handed over, however often', async () => {
    const alone = await openTestStore();
    closers.push(() => alone.close());
    const env = { PROVIDER_CONCURRENCY: '1' };
    const slots = names.slots('sandbox:telebirr');
    await alone.client.zadd(slots, Date.now() + 120_000, 'somebody');
    let id = '';
    let key = '';
    for (let process = 0; process < 5; process += 1) {
      const leaving = await openApplication(alone, env);
      if (process === 0) {
        const own = await mintClient(leaving);
        key = own.key;
        id = await accepted(own, { reference: telebirr() }, {}, leaving);
      } else {
        leaving.engine.startRecovery();
      }
      const waiting = names.waiting('sandbox:telebirr');
      await vi.waitFor(async () => expect(await alone.client.zcard(waiting)).toBe(1), 30_000);
      await leaving.close();
      await alone.client.del(...queueKeys('sandbox:telebirr').filter((name) => name !== slots));
    }
    await alone.client.zrem(slots, 'somebody');
    const last = await openApplication(alone, env);
    closers.push(() => last.close());
    last.engine.startRecovery();
    let state: RequestState | undefined;
    for await (const event of await last.engine.events(id, key)) state = event.state;
    expect(state).toMatchObject({ processingStatus: 'completed' });
  });
});

describe.concurrent('a process that dies after the bank has answered for a view-limited link', () => {
  it.each([
    ['a plain call', {}],
    ['a call with an Idempotency-Key', { idempotencyKey: 'order 9' }],
  ])(
    'has lost no receipt: the process that recovers the request reads what the bank sent (%s)',
    async (how, options) => {
      const client = await mintClient(application);
      const reference = how === 'a plain call' ? 'SQB26R02SLOW' : 'SQB26R03SLOW';
      const id = await accepted(client, siinqee(reference), options);
      const leave = await left(id, () => ({ state: 'running' }));
      await end(client, id);
      // Everything written after the bank's bytes is gone: the process had not come so far.
      await forgetReceipt(client, reference);
      await leave();
      expect(await end(client, id)).toMatchObject({ processingStatus: 'completed' });
      const again = application.engine.verify(siinqee(reference), { kind: 'key', key: client.key }, options);
      await expect(again).resolves.toMatchObject({ verdict: 'verified', reference });
      expect(await application.engine.sandbox.hits('siinqee', reference)).toBe(1);
    },
  );
});

const receiptOf = (reference: string) => names.receipt('sandbox', 'siinqee', reference, '');

/** As where its process died before it kept the receipt, having kept what the bank sent. */
async function forgetReceipt({ account }: Client, reference: string): Promise<void> {
  const bindings = await store.client.keys(`{a:${account}}:idempotency:*`);
  for (const name of bindings) await store.client.hdel(name, 'target', 'times');
  await store.client.del(receiptOf(reference));
}

describe('a request that failed long ago', () => {
  it('is reported with at least one second until the retry', async () => {
    const client = await mintClient(application);
    const answer = JSON.stringify({ failure: 'provider_down', details: { retryAfterSeconds: 300 } });
    const over = { state: 'failed', account: client.account, position: '', version: 3, answer };
    for (const [id, secondsAgo, left] of [
      ['over-now', 0, 300],
      ['over-long', 86_400, 1],
    ] as const) {
      await store.client.hset(names.request(id), { ...over, endedAt: Date.now() - secondsAgo * 1_000 });
      const state = await application.engine.request(id, client.key);
      expect(state).toMatchObject({ failure: { details: { retryAfterSeconds: expect.any(Number) } } });
      const { details } = (state as { failure: { details: { retryAfterSeconds: number } } }).failure;
      expect(Math.abs(details.retryAfterSeconds - left)).toBeLessThanOrEqual(secondsAgo === 0 ? 60 : 0);
    }
  });
});

describe('a 202 request', () => {
  it('is completed although its process was suspended between its two writes and then died', async () => {
    const client = await mintClient(application);
    const work = await workOf(client, telebirr());
    const stalled = stallingStore(store);
    const creation = createRequestStore(stalled.store, stalled.scripts, 'stalled').create('stalled-1', work, {
      position: null,
      asked: false,
    });
    await stalled.atSecondWrite;
    // Its lease, if it has one by now, ends, and others look for such.
    await store.client.zadd(names.unfinished(), 'XX', 0, 'stalled-1');
    await swept();
    stalled.goOn();
    await creation;
    await store.client.zadd(names.unfinished(), 'XX', 0, 'stalled-1');
    expect(await end(client, 'stalled-1')).toMatchObject({ processingStatus: 'completed' });
  });

  it('is handed over at once by a process that claims it while it begins to stop', async () => {
    const client = await mintClient(application);
    const id = 'claimed-late';
    const records = createRequestStore(store, loadScripts(store.client), 'stopping');
    await records.create(id, await workOf(client, telebirr()), { position: null, asked: false });
    const claim = vi.fn<RequestStore['claimOrphans']>();
    const claimed = new Promise<void>((stopped) => {
      claim.mockImplementationOnce(async () => {
        void requests.handOver().then(stopped);
        return [id];
      });
    });
    const hangs = () => new Promise<never>(() => undefined);
    const deps = {
      records: { ...records, claimOrphans: claim },
      getReceipt: hangs,
      track: () => undefined,
      newCall: () => id,
    };
    const requests = new AsyncRequests({
      ...deps,
      providers: [{ key: 'telebirr' }],
    } as unknown as AsyncRequestsDeps);
    requests.startRecovery();
    await claimed;
    expect(await end(client, id)).toMatchObject({ processingStatus: 'completed' });
  });

  it('is completed once it is polled, although a failover has lost the list of unfinished requests', async () => {
    const client = await mintClient(application);
    const id = 'fallen-over';
    const work = await workOf(client, telebirr());
    const records = createRequestStore(store, loadScripts(store.client), 'dead');
    await records.create(id, work, { position: null, asked: false });
    await store.client.del(names.unfinished(), names.unfinishedOwners());
    expect(await application.engine.request(id, client.key)).toMatchObject({ processingStatus: 'queued' });
    await expect.poll(() => store.client.zscore(names.unfinished(), id)).not.toBeNull();
    await store.client.zadd(names.unfinished(), 'XX', 0, id);
    expect(await end(client, id)).toMatchObject({ processingStatus: 'completed' });
  });

  it('stays with the process that works on it when a failover has lost the list', async () => {
    const other = await openApplication(store);
    closers.push(() => other.close());
    other.engine.startRecovery();
    const client = await mintClient(application);
    const reference = 'SQB26R04SLOW';
    const id = await accepted(client, siinqee(reference));
    await store.client.del(names.unfinished(), names.unfinishedOwners());
    expect(await end(client, id)).toMatchObject({ processingStatus: 'completed' });
    expect(await application.engine.sandbox.hits('siinqee', reference)).toBe(1);
    await expect.poll(() => store.client.zcard(names.unfinished())).toBe(0);
  });
});

/** The work of a request that a process of today writes, for another receipt. */
async function workOf(client: Client, reference: string): Promise<RequestPayload> {
  const id = await accepted(client, { reference: telebirr('SLOW') });
  const text = await store.client.hget(names.request(id), 'work');
  await end(client, id);
  const work = JSON.parse(text ?? '') as RequestPayload;
  const url = work.target.url.replace(work.target.reference, reference);
  return { ...work, target: { ...work.target, reference, url } };
}

/** Until processes that look for requests left by others have done so once more. */
async function swept(): Promise<void> {
  await store.client.zadd(names.unfinished(), 0, 'nobody');
  await expect.poll(() => store.client.zscore(names.unfinished(), 'nobody')).toBeNull();
}

/** A process that stands still before its second write. */
function stallingStore({ client }: StoreConnection) {
  const real = loadScripts(client);
  let writes = 0;
  const atSecond = deferred();
  const going = deferred();
  async function write<T>(send: () => Promise<T>): Promise<T> {
    writes += 1;
    if (writes === 2) {
      atSecond.resolve();
      await going.promise;
    }
    return await send();
  }
  const scripts: Scripts = { run: (...call) => write(() => real.run(...call)) };
  const multi = () => {
    const transaction = client.multi();
    const exec = transaction.exec.bind(transaction);
    return Object.assign(transaction, { exec: () => write(exec) });
  };
  const stalling = new Proxy(client, {
    get: (at, name) => (name === 'multi' ? multi : Reflect.get(at, name)),
  });
  return {
    store: { client: stalling },
    scripts,
    atSecondWrite: atSecond.promise,
    goOn: () => going.resolve(),
  };
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}
