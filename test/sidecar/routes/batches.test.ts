/** A batch ends as its items would by themselves, whatever happens to the process that works on it, and leaves room for others. */
import { setTimeout } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestIdOf } from '../../../src/engine/batches/batch-state.js';
import { createBatchStore } from '../../../src/engine/batches/batch-store.js';
import { createRecordLimits } from '../../../src/engine/metering/record-limits.js';
import * as names from '../../../src/engine/store/key-names.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { batchPage, batchProgress } from '../../../src/sidecar/schemas/batches.js';
import { ensureTimeInMinute } from '../../support/clock-window.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { openEnvironment, type TestEnvironment } from '../environment.js';

let store: TestStore;
let environment: TestEnvironment;

beforeAll(async () => {
  store = await openTestStore();
  environment = await openEnvironment(
    { PROVIDER_CONCURRENCY: '*=4' },
    { url: store.url, close: async () => {} },
  );
});
afterAll(async () => {
  await environment.close();
  await store.close();
});

const url = '/api/verify-batch';
const mint = (rate = 10_000) => environment.mint({ label: 'Till 1', rate });

let made = 0;
const reference = (outcome = '') => `DKB${String(++made).padStart(7 - outcome.length, '0')}${outcome}`;

function send(key: string, items: object[], idempotencyKey?: string) {
  const headers = { 'x-api-key': key, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
  return environment.app.inject({ method: 'POST', url, headers, payload: { items } });
}

async function accepted(key: string, items: object[]): Promise<string> {
  const answer = await send(key, items);
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json().id;
}

async function page(key: string, id: string, query = '') {
  const answer = await environment.get(`/api/batches/${id}${query}`, key);
  expect(answer.statusCode, answer.body).toBe(200);
  return batchPage.parse(answer.json());
}

async function completed(key: string, id: string) {
  for (;;) {
    const shown = await page(key, id);
    if (shown.status === 'completed') return shown;
    await setTimeout(50);
  }
}

const used = async (key: string) => (await environment.engine.usage(key)).verifications.used;
const typesOf = async (account: string) =>
  (await environment.engine.webhooks.events(account)).events.map(({ text }) => JSON.parse(text).type);

it('each item ends as a call of its own would, in the order of the items', async () => {
  const { key, account } = await mint();
  const cached = reference();
  await environment.post(key, { reference: cached });
  const items = [
    { id: 'order 17', reference: reference(), expect: { amount: 1 } },
    { reference: reference('GONE'), waitMs: 0 },
    { id: 'order 19', text: 'nothing of use' },
    { reference: cached },
  ];
  const answer = await send(key, items);
  const { id, ...rest } = answer.json();
  expect(rest).toEqual({ statusUrl: `/api/batches/${id}`, eventsUrl: `/api/batches/${id}/events`, total: 4 });

  const { body } = await environment.get(rest.eventsUrl, key);
  const messages = [...body.matchAll(/^data: (.*)$/gm)].map(([, data = '']) =>
    batchProgress.parse(JSON.parse(data)),
  );
  expect(messages.at(-1)).toMatchObject({
    status: 'completed',
    counts: { pending: 0, verified: 2, notVerified: 1, couldNotCheck: 1 },
  });

  const { results, ...shown } = await completed(key, id);
  expect(shown).toMatchObject(messages.at(-1) ?? {});
  expect(results.map(({ index, id, httpStatus }) => [index, id, httpStatus])).toEqual([
    [0, 'order 17', 200],
    [1, null, 502],
    [2, 'order 19', 400],
    [3, null, 200],
  ]);
  expect(results[0]?.result).toMatchObject({ verdict: 'verified', cached: false, checks: { ok: false } });
  expect(results[1]?.result).toMatchObject({ verdict: 'not_verified', error: { reason: 'not_found' } });
  expect(results[2]?.result).toMatchObject({ error: { reason: 'unsupported_reference' } });
  expect(results[3]?.result).toMatchObject({ cached: true, history: { times: 2 } });
  expect(await used(key)).toBe(2);
  const poll = await environment.get(`/api/verify/${results[0]?.requestId}`, key);
  expect(poll.json()).toEqual(results[0]?.result);
  expect((await page(key, id, '?after=2')).results.map(({ index }) => index)).toEqual([3]);

  const file = await environment.app.inject({
    url: rest.statusUrl,
    headers: { 'x-api-key': key, accept: 'text/csv' },
  });
  expect(parse(file.body, { bom: true, columns: true })).toMatchObject([
    { id: 'order 17', verdict: 'verified', checks_ok: 'false', failed_checks: 'amount', currency: 'ETB' },
    { verdict: 'not_verified', error: 'not_found', provider: 'telebirr', amount: '' },
    { id: 'order 19', verdict: 'could_not_check', error: 'unsupported_reference' },
    { verdict: 'verified', times_seen: '2' },
  ]);
  expect(await typesOf(account)).toEqual(['batch.completed']);
  const stranger = await mint();
  expect((await environment.get(rest.statusUrl, stranger.key)).json().error.code).toBe('not_found');
});

it('one invalid item refuses them all, by its place, and charges nothing', async () => {
  const { key } = await mint();
  const good = { reference: reference() };
  for (const [item, path] of [
    [{ reference: 'x', url: 'y' }, 'items.1'],
    [{ ...good, expect: { ammount: 5 } }, 'items.1.expect'],
    [{ ...good, webhookUrl: 'https://shop.example/hook' }, 'items.1.webhookUrl'],
    [{ ...good, id: 'same' }, 'items.1.id'],
  ] as const) {
    const answer = await send(key, [{ ...good, id: 'same' }, item]);
    expect(answer.statusCode, path).toBe(400);
    expect(answer.json().error.issues[0].path).toBe(path);
  }
  expect((await send(key, [])).statusCode).toBe(400);
  expect((await send(key, Array(101).fill(good))).statusCode).toBe(400);
  expect(await used(key)).toBe(0);
  const reader = await environment.mint({ scopes: ['read'] });
  expect((await send(reader.key, [good])).json().error.code).toBe('insufficient_scope');
});

it('is one batch under one Idempotency-Key, also when it is sent twice at once', async () => {
  const { key } = await mint();
  const items = [{ reference: reference() }, { reference: reference() }];
  const answers = await Promise.all([1, 2, 3].map(() => send(key, items, 'day 17')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
  const [id, ...others] = answers.map((answer) => answer.json().id);
  expect(others).toEqual([id, id]);
  await completed(key, id);
  expect((await send(key, items, 'day 17')).json().id).toBe(id);
  expect(await used(key)).toBe(2);
  expect((await send(key, [{ reference: reference() }], 'day 17')).json().error.issues).toMatchObject([
    { path: 'idempotency-key' },
  ]);
});

it.concurrent('items over the rate wait, and leave a tenth of it to single calls', async ({ expect }) => {
  const { key, prefix } = await mint(20);
  const revoked = await mint(2);
  await ensureTimeInMinute();
  // The call that sends it counts as well: 17 items are left of the 18 that a batch may use.
  const items = Array.from({ length: 30 }, () => ({ reference: reference() }));
  const [id, other] = await Promise.all([accepted(key, items), accepted(revoked.key, items.slice(0, 3))]);
  const { account } = await environment.engine.keys.get(prefix);
  const pending = async () => (await environment.engine.batches.get(account, id)).batch.counts.pending;
  await expect.poll(pending).toBe(13);
  expect((await environment.get(`/api/batches/${id}`, key)).statusCode).toBe(200);
  await environment.engine.keys.revoke(revoked.prefix);
  await environment.engine.keys.set(prefix, { rate: 1_000 });
  expect((await completed(key, id)).counts).toMatchObject({ verified: 30 });
  const shown = () => environment.engine.batches.get(revoked.account, other);
  await expect.poll(async () => (await shown()).batch.status).toBe('completed');
  const { results } = await shown();
  const seen = results.map(({ state }) => ('failure' in state ? state.failure.failure : 'verified'));
  expect(seen.sort()).toEqual(['revoked_key', 'revoked_key', 'verified']);
});

it.concurrent('holds half of the slots of a bank at most, so that single calls go on', async ({ expect }) => {
  const { key, account } = await mint();
  const other = await mint();
  const slow = () => ({ reference: `UGB${String(++made).padStart(3, '0')}SLOW` });
  const id = await accepted(key, [slow(), slow(), slow(), slow()]);
  const running = () => store.client.zcard(names.slots('sandbox:mpesa'));
  await expect.poll(running).toBe(2);
  const single = await environment.post(other.key, { reference: `UGB${String(++made).padStart(7, '0')}` });
  expect(single.json().verdict, single.body).toBe('verified');
  expect((await environment.engine.batches.get(account, id)).batch.counts.pending).toBeGreaterThan(0);
  for (; (await page(key, id)).status !== 'completed'; await setTimeout(20)) {
    expect(await running()).toBeLessThanOrEqual(2);
  }
  expect((await page(key, id)).counts.verified).toBe(4);
});

it.concurrent('is finished by another process where one died: every item once, and charged once', async ({
  expect,
}) => {
  const { key, prefix, account } = await mint();
  const { client } = store;
  const scripts = loadScripts(client);
  const batches = createBatchStore(store, scripts, createRecordLimits(scripts));
  const entry = await environment.engine.admit(key);
  const id = 'bat_0123456789012345678901';
  const items = [reference(), reference(), reference()].map((one) => ({
    target: {
      ...{ provider: 'telebirr', source: 'telebirr-html', reference: one, qualifier: '' },
      url: `https://transactioninfo.ethiotelecom.et/receipt/${one}`,
    },
    expect: null,
  }));
  // The bank of the last item is one that this version does not know: it fails, and holds up no other.
  items.push({
    target: { ...(items[0]?.target as (typeof items)[0]['target']), provider: 'nobody' },
    expect: null,
  });
  // It died after it had started the first item and created, but not listed, the second.
  await environment.post(key, { reference: items[0]?.target.reference });
  const batch = { id, account, realm: 'sandbox' as const, createdAt: Date.now(), completedAt: null };
  const stored = items.map(() => ({ id: null, refused: null }));
  await batches.create({ ...batch, items: stored }, { entry: { ...entry, prefix }, items });
  for (const nth of [0, 1]) {
    const work = {
      entry,
      target: items[nth]?.target,
      realm: 'sandbox',
      expect: null,
      deadline: 0,
      bound: null,
    };
    await client.hset(names.request(requestIdOf(id, nth)), {
      ...{ account, state: 'queued', position: '', version: 1, batch: id },
      work: JSON.stringify({ v: 1, ...work, batch: id }),
    });
  }
  const dead = (one: string) =>
    client.multi().hset(names.unfinishedOwners(), one, 'dead').zadd(names.unfinished(), 0, one).exec();
  await dead(requestIdOf(id, 0));
  await dead(id);
  await expect.poll(async () => (await page(key, id)).counts.pending).toBeLessThan(4);
  // The second is claimed when its lease would have ended.
  const claimed = async () => {
    for (const nth of [1, 3]) await client.zadd(names.unfinished(), 'XX', 0, requestIdOf(id, nth));
    return (await page(key, id)).status;
  };
  await expect.poll(claimed).toBe('completed');
  expect((await page(key, id)).counts).toMatchObject({ verified: 3, couldNotCheck: 1 });
  expect(await used(key)).toBe(3);
  expect(await typesOf(account)).toEqual(['batch.completed']);
  expect(await client.zscore(names.unfinished(), id)).toBeNull();
  expect(await client.zcard(names.unfinishedBatches(account))).toBe(0);
});

it('an account has ten that run at most', async () => {
  const { key, account } = await mint();
  const until = Date.now() + 60_000;
  for (let nth = 0; nth < 10; nth += 1) {
    await store.client.zadd(names.unfinishedBatches(account), until, `bat_${nth}`);
  }
  const answer = await send(key, [{ reference: reference() }]);
  expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'too_many_waiting']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

it('an event stream that its client left before the first message does not count any more', async () => {
  const { key, prefix } = await mint();
  const { batches, paymentRequests, events, admit } = environment.engine;
  const entry = await admit(key);
  const batch = await accepted(key, [{ reference: reference() }]);
  const receivers = [{ provider: 'telebirr', account: '0911223344' }];
  const { id } = await paymentRequests.create(entry, { amount: 5, receivers });
  const { requestId } = (await environment.post(key, { reference: reference('SLOW'), waitMs: 0 })).json();
  for (let nth = 0; nth < 8; nth += 1) {
    const left = new AbortController();
    await batches.watch(entry, batch, left.signal);
    await paymentRequests.watch(entry, id, left.signal);
    await events(requestId, { kind: 'admitted', entry }, { signal: left.signal });
    left.abort();
  }
  await expect.poll(() => store.client.zcard(names.eventStreams(prefix))).toBe(0);
});
