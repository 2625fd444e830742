/** What is kept of links that open a few times: every receipt, and nothing that anybody can make up. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Application } from '../../../src/app.js';
import * as names from '../../../src/engine/store/key-names.js';
import type { RawResponse } from '../../../src/engine/store/receipt-store.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, receiptsOf } from '../support.js';

let store: TestStore;
let application: Application;
let client: Client;

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store, { PROVIDER_CONCURRENCY: '10' });
  client = await mintClient(application);
});
afterAll(async () => {
  await application.close();
  await store.close();
});

const siinqee = (reference: string) => ({ url: `https://siinqeebank.com/receipt/${reference}` });
const nameOf = (reference: string) => names.receipt('sandbox', 'siinqee', reference, '');

it('made-up references leave nothing in the store, however many', async () => {
  const made = Array.from({ length: 60 }, (_, index) => `SQB26V${String(index).padStart(2, '0')}GONE`);
  for (let from = 0; from < made.length; from += 10) {
    const some = made.slice(from, from + 10).map((reference) => client.failure(siinqee(reference)));
    expect(new Set(await Promise.all(some))).toEqual(new Set(['receipt_not_found']));
  }
  const left = await store.client.keys('{r:*');
  const lives = await Promise.all(left.map((name) => store.client.pttl(name)));
  expect(Math.min(...lives)).toBeGreaterThan(0);
  expect(Math.max(...lives)).toBeLessThanOrEqual(60_000);
  expect(left.filter((name) => name.includes(':raw'))).toEqual([]);
  expect(await store.client.zcard(names.rawAnswers())).toBe(0);
});

it('a page that may become a receipt survives the page that says the views are used up', async () => {
  const reference = 'SQB26V70PEND';
  const failures: string[] = [];
  let first: string | null = null;
  for (let view = 0; view < 6; view += 1) {
    failures.push(await client.failure(siinqee(reference)));
    first ??= await store.client.get(names.rawAnswer(nameOf(reference)));
    await store.client.del(names.coolDown(nameOf(reference)));
  }
  expect(failures.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'not_settled'));
  expect(failures[5]).toBe('bank_blocked');
  const kept = await store.client.get(names.rawAnswer(nameOf(reference)));
  expect(JSON.parse(kept ?? '').response).toMatchObject({ status: 200 });
  expect(JSON.parse(kept ?? '').response.body).toBe(JSON.parse(first ?? '').response.body);
});

it('an answer that a process stored before it died is read before another view is spent', async () => {
  const reference = 'SQB26V7101';
  await client.verify(siinqee(reference));
  const name = nameOf(reference);
  await store.client.del(name, names.coolDown(name));
  await store.client.rename(names.rawAnswer(name), names.freshAnswer(name));
  expect(await client.verify(siinqee(reference))).toMatchObject({ verdict: 'verified' });
  expect(await application.engine.sandbox.hits('siinqee', reference)).toBe(1);
  expect(await store.client.exists(names.freshAnswer(name))).toBe(0);
  expect(await store.client.exists(names.rawAnswer(name))).toBe(1);
});

it('RECEIPT_RETENTION_DAYS applies to what the bank sent, also to what was stored before it did', async () => {
  const shortLived = await openApplication(store, { RECEIPT_RETENTION_DAYS: '1' });
  onTestFinished(() => shortLived.close());
  const old = nameOf('SQB26V7201');
  const raw: RawResponse = {
    target: { provider: 'siinqee', source: 'siinqee-pdf', reference: 'SQB26V7201', qualifier: '', url: '' },
    realm: 'sandbox',
    fetchedAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
    response: { status: 200, headers: {}, body: new Uint8Array(), egress: 'main' },
  };
  const forEver = receiptsOf(store);
  await forEver.putAnswer(old, raw);
  await forEver.settleAnswer(old, true);
  expect(await store.client.pttl(names.rawAnswer(old))).toBe(-1);
  await client.verify(siinqee('SQB26V7301'), shortLived);
  const life = await store.client.pttl(names.rawAnswer(nameOf('SQB26V7301')));
  expect(life).toBeGreaterThan(0);
  expect(life).toBeLessThanOrEqual(86_400_000);
  expect(await store.client.exists(names.rawAnswer(old))).toBe(0);
  expect(await store.client.zscore(names.rawAnswers(), old)).toBeNull();
});
