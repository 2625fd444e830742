/** What an account has verified can be listed, searched and exported, and nothing of it opens a receipt. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { VerificationRecord } from '../../../src/engine/index.js';
import { createVerificationRecords } from '../../../src/engine/records/verification-records.js';
import * as names from '../../../src/engine/store/key-names.js';
import type { Payment } from '../../../src/providers/types.js';
import { cacheOf } from '../../engine/support.js';
import { kept } from '../../support/receipts.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { openEnvironment, type TestEnvironment } from '../environment.js';

let store: TestStore;
let environment: TestEnvironment;

beforeAll(async () => {
  store = await openTestStore();
  environment = await openEnvironment({}, { url: store.url, close: async () => {} });
});
afterAll(async () => {
  await environment.close();
  await store.close();
});

const mint = (scopes?: 'verify'[]) =>
  environment.mint({ label: 'Till 1', rate: 10_000, ...(scopes && { scopes }) });

async function list(key: string, query = ''): Promise<VerificationRecord[]> {
  const answer = await environment.get(`/api/verifications${query}`, key);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().verifications;
}

const numbers = (records: readonly VerificationRecord[]) => records.map(({ reference }) => reference);

async function file(key: string, query = ''): Promise<Record<string, string>[]> {
  const answer = await environment.app.inject({
    url: `/api/verifications${query}`,
    headers: { 'x-api-key': key, accept: 'text/csv' },
  });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  return parse(answer.body, { bom: true, columns: true });
}

/** Shows receipts to an account as a call that fetched them does, so many that calls would take too long. */
async function show(
  account: string,
  count: number,
  change: Partial<Payment> = {},
  days = 0,
): Promise<string[]> {
  const cache = cacheOf(store, days);
  const made = Array.from({ length: count }, (_, nth) => `SHOWN${account.slice(-4)}${nth}`);
  for (const reference of made) {
    const base = kept(reference);
    const target = { provider: 'telebirr', source: 'telebirr-html', reference, qualifier: '', url: '' };
    const receipt = { ...base, payment: { ...base.payment, ...change, reference } };
    await cache.show('sandbox', target, receipt, { account, label: 'Till' });
  }
  return made;
}

it('a receipt is listed once, newest first, with its payment, the last checks and how often it was verified', async () => {
  const { key, account } = await mint();
  const other = await mint();
  await environment.post(other.key, { reference: 'DKKREC0001' });
  const verified = (await environment.post(key, { reference: 'DKKREC0002' })).json();
  // Fetched by another account: cached for this one.
  await environment.post(key, { reference: 'DKKREC0001', expect: { amount: 1 } });
  await environment.post(key, { reference: 'DKKREC0001', expect: { amount: 2 } });
  await environment.post(key, { reference: 'DKKREC04GONE' });

  await expect.poll(async () => (await list(key))[0]?.checks?.amount?.expected).toBe('2.00');
  const [cached, fetched, ...rest] = await list(key);
  expect(rest).toEqual([]);
  expect(cached).toMatchObject({ providerKey: 'telebirr', reference: 'DKKREC0001', checks: { ok: false } });
  expect(cached?.history).toMatchObject({ seenBefore: true, times: 2, firstBy: 'Till 1' });
  expect(fetched).toMatchObject({ payment: verified.payment, livemode: false, verdict: 'verified' });
  expect(fetched?.history).toEqual(verified.history);
  expect(fetched).not.toHaveProperty('checks');
  // It stays where it is when it is verified once more.
  await environment.post(key, { reference: 'DKKREC0002' });
  expect(numbers(await list(key))).toEqual(['DKKREC0001', 'DKKREC0002']);
  expect(numbers(await list(other.key))).toEqual(['DKKREC0001']);
  expect(await environment.engine.verifications.list(account, 'live', {})).toEqual({
    verifications: [],
    more: false,
    next: null,
  });
});

it('a receipt is listed by each account that verified it, however often others had before', async () => {
  const [first, second] = [await mint(), await mint()];
  const request = { reference: 'DKKREC0007' };
  for (let times = 0; times < 3; times += 1) await environment.post(first.key, request);
  const { payment } = (await environment.post(second.key, request)).json();
  for (const { key } of [first, second]) expect(await list(key)).toMatchObject([{ payment }]);
});

it('a repeat under an Idempotency-Key, and an answer that did not arrive, add nothing', async () => {
  const { key, account } = await mint();
  const headers = { 'x-api-key': key, 'idempotency-key': 'order 17' };
  const call = { method: 'POST', url: '/api/verify', headers, payload: { reference: 'DKKREC0005' } } as const;
  for (let nth = 0; nth < 2; nth += 1) expect((await environment.app.inject(call)).statusCode).toBe(200);
  expect(await list(key)).toMatchObject([{ history: { times: 1 } }]);
  const [reference = ''] = await show(account, 1);
  const target = { provider: 'telebirr', source: 'telebirr-html', reference, qualifier: '', url: '' };
  await cacheOf(store).withdrawView('sandbox', target, kept(reference), account);
  expect(numbers(await list(key))).toEqual(['DKKREC0005']);
});

it('is found by day, bank and whole reference: the printed one, or the one that was sent', async () => {
  const { key } = await mint();
  const wegagen = '150TBAW26262A1B21113DAAT';
  const found = (await environment.post(key, { reference: wegagen })).json();
  await environment.post(key, { reference: 'DKKREC0006' });
  const printed = found.payment.reference;
  expect(found.reference).toBe(wegagen);
  for (const one of [wegagen, printed, printed.toLowerCase()]) {
    expect(numbers(await list(key, `?reference=${one}`)), one).toEqual([printed]);
  }
  expect(await list(key, '?reference=DKKREC00')).toEqual([]);
  expect(await list(key, '?reference=DKKREC0006&provider=cbe')).toEqual([]);
  expect(numbers(await list(key, '?provider=telebirr&verdict=verified'))).toEqual(['DKKREC0006']);

  const at = (await list(key, '?provider=telebirr'))[0]?.verifiedAt ?? '';
  const day = new Date(Date.parse(at) + 3 * 3_600_000).toISOString().slice(0, 10);
  expect(await list(key, `?from=${day}&to=${day}`)).toHaveLength(2);
  expect(await list(key, '?to=2020-01-31')).toEqual([]);
  expect(numbers(await list(key, `?from=${at}`))).toEqual(['DKKREC0006']);
  expect(numbers(await list(key, `?to=${at}`))).toEqual([printed]);
  for (const wrong of [
    'verdict=not_verified',
    'from=yesterday',
    'provider=nobank',
    'after=x',
    'reference=a%20b',
    'form=2026-11-01',
  ]) {
    expect((await environment.get(`/api/verifications?${wrong}`, key)).statusCode, wrong).toBe(400);
  }
  // A day's time without its offset would be read as somebody else's.
  const refused = await environment.get('/api/verifications?to=2026-11-20T10:30:00', key);
  expect(refused.json().error.issues).toMatchObject([
    { path: 'to', message: expect.stringMatching(/^must be a day .* with its offset/) },
  ]);
});

it('has pages, and as a file has no pages and no formulas', async () => {
  const { key, account } = await mint();
  const reason = '=HYPERLINK("https://evil.example")';
  const made = (await show(account, 205, { payer: { name: '+1\nአበበ', account: null }, reason })).reverse();
  const pages: string[][] = [];
  for (let after = ''; ; ) {
    const { verifications, more, next } = (await environment.get(`/api/verifications${after}`, key)).json();
    pages.push(numbers(verifications));
    if (!more) break;
    after = `?after=${next}`;
  }
  expect(pages.map(({ length }) => length)).toEqual([100, 100, 5]);
  expect(pages.flat()).toEqual(made);
  const rows = await file(key);
  expect(rows.map(({ bank_reference }) => bank_reference)).toEqual(made);
  expect(rows[0]).toMatchObject({ reason: `'${reason}`, payer_name: "'+1 አበበ", amount: '5000.00' });
  expect(await file(key, '?to=2020-01-31')).toEqual([]);
});

it('is found by a rare bank in parts, none of which reads the whole list', async () => {
  const { key, account } = await mint();
  const [rare = ''] = await show(account, 1);
  const now = Date.now();
  for (let from = 0; from < 10_500; from += 250) {
    const common = Array.from({ length: 250 }, (_, nth) => [
      now + 1_000 + from + nth,
      names.printed('sandbox', 'cbe', `FT${from + nth}`),
    ]);
    await store.client.zadd(names.verifiedReceipts(account, 'sandbox'), ...common.flat());
  }
  const page = async (query: string) => (await environment.get(`/api/verifications${query}`, key)).json();
  const { next, ...none } = await page('?provider=telebirr');
  expect(none).toEqual({ ok: true, verifications: [], more: true });
  const rest = await page(`?provider=telebirr&after=${next}`);
  expect([numbers(rest.verifications), rest.more, rest.next]).toEqual([[rare], false, null]);
});

it('holds no link, and expires with the receipts', async () => {
  const { key, account } = await mint();
  const url = 'https://share.zemenbank.com/rt/Kz7mQ2xL000ETTB26170A1B2/pdf';
  expect((await environment.post(key, { url })).statusCode).toBe(200);
  const [record] = await list(key);
  const stored = await store.client.hgetall(
    names.verifiedReceipt(account, names.printed('sandbox', 'zemen', record?.reference ?? '')),
  );
  for (const text of [JSON.stringify(record), JSON.stringify(stored), JSON.stringify(await file(key))]) {
    expect(text).not.toMatch(/Kz7mQ2xL|https?:/);
  }
  const dayMs = 86_400_000;
  for (const [days, lives] of [
    [0, 400],
    [30, 30],
    [500, 400],
  ] as const) {
    const one = await mint();
    const [reference = ''] = await show(one.account, 1, {}, days);
    const name = names.verifiedReceipt(one.account, names.printed('sandbox', 'telebirr', reference));
    for (const kind of [name, names.verifiedReceipts(one.account, 'sandbox')]) {
      expect((await store.client.pttl(kind)) / dayMs).toBeCloseTo(lives, 1);
    }
  }
});

it('goes when the owner of its shop deletes their data', async () => {
  const { shops } = environment.engine;
  const { shop } = await shops.open({ person: 'tg:77', name: 'Liya', shopName: 'Café' });
  const { key } = await environment.mint({ account: shop.id });
  await environment.post(key, { reference: 'DKKREC0007' });
  expect(await list(key)).toHaveLength(1);
  await shops.deleteMe('tg:77');
  expect(await store.client.keys(`{a:${shop.id}}:verified*`)).toEqual([]);
  // So that a call that verifies it again would record it.
  const history = names.seen(shop.id, names.printed('sandbox', 'telebirr', 'DKKREC0007'));
  expect(await store.client.hkeys(history)).not.toContain('recordedUntil');
});

it('is closed to keys that may not read', async () => {
  const { key } = await mint(['verify']);
  expect((await environment.get('/api/verifications', key)).json().error.code).toBe('insufficient_scope');
});

it('many files that an account downloads at once are read a page at a time, so that they take no more of Redis than one', async () => {
  const { account } = await mint();
  const shown = await show(account, 250);
  let [underWay, most] = [0, 0];
  const hmget = async (...args: Parameters<typeof store.client.hmget>) => {
    most = Math.max(most, ++underWay);
    return await store.client.hmget(...args).finally(() => --underWay);
  };
  const client = new Proxy(store.client, {
    get: (real, name) => (name === 'hmget' ? hmget : Reflect.get(real, name)),
  });
  const records = createVerificationRecords({
    store: { client },
    providers: [],
    timeZone: 'Africa/Addis_Ababa',
  });
  const download = async () => {
    const read: string[] = [];
    for await (const { reference } of records.all(account, 'sandbox', {})) read.push(reference);
    return read;
  };
  await download();
  const ofOne = most;
  const files = await Promise.all(Array.from({ length: 8 }, download));
  for (const file of files) expect(file.toSorted()).toEqual(shown.toSorted());
  expect(most).toBe(ofOne);
});
