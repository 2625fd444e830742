/**
 * What earlier versions have stored is read by this one, and what a later version has stored survives it.
 * `stored-forms/version-0.json` is what the service stored before stored texts had a version, `version-1.json` the receipts that it
 * stored before their texts had a field of their own: taken from its Redis.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { VerifyRequest } from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { type CachedReceipt, createReceiptStore, opened } from '../../../src/engine/store/receipt-store.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';

interface Stored {
  receipts: { key: string; asked: VerifyRequest; fields: Record<string, string> }[];
  answers: { key: string; receipt: string; fetchedAt: number; text: string }[];
  running: { id: string; record: Record<string, string> };
  over: { id: string; record: Record<string, string> };
}

const stored = readStored<Stored>('version-0');
const { receipts } = readStored<Pick<Stored, 'receipts'>>('version-1');

function readStored<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./stored-forms/${name}.json`, import.meta.url), 'utf8')) as T;
}

let store: TestStore;
let application: Application;
let client: Client;

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store);
  application.engine.startRecovery();
  client = await mintClient(application, { plan: 'enterprise' });
});
afterAll(async () => {
  await application.close();
  await store.close();
});

/** The record of a request, as if the client had sent it. */
function own({ record }: Stored['running']): Record<string, string> {
  const text = JSON.stringify(record).replaceAll(record.account ?? '', client.account);
  return JSON.parse(text) as Record<string, string>;
}

/** From the cache at once, by a call that has not read it, and after a wait. */
async function expectAnswered({ key, asked, fields }: Stored['receipts'][number]): Promise<void> {
  await store.client.hset(key, fields);
  const body = JSON.parse(fields.text ?? fields.body ?? '');
  const expected = { verdict: 'verified', cached: true, receipt: body.receipt, payment: body.payment };
  const caller = { kind: 'key', key: client.key } as const;
  const expect_ = { amount: body.payment.amount };
  const checks = { amount: { ok: true } };
  for (const options of [{}, { idempotencyKey: key }, { waitMs: 1_000 }]) {
    const answer = await application.engine.verify({ ...asked, expect: expect_ }, caller, options);
    expect(answer).toMatchObject({ ...expected, checks });
  }
  expect(await client.used()).toBe(0);
  await store.client.del(key);
}

describe('what was stored before the texts of receipts had a field of their own', () => {
  it.each(receipts)('answers as a receipt: $key', expectAnswered);
});

describe('what was stored before the texts of receipts had a key of their own', () => {
  const withDigests = receipts.map(({ fields, ...rest }) => {
    const text = fields.body ?? '';
    return { ...rest, fields: { ...fields, body: hash('sha1', text, 'hex'), text } };
  });

  it.each(withDigests)('answers as a receipt: $key', expectAnswered);

  it.each(withDigests.slice(0, 1))('is replaced whole', async ({ key, fields }) => {
    await store.client.hset(key, fields);
    const stored = createReceiptStore(store, loadScripts(store.client), 30);
    const changed = { ...opened<CachedReceipt>(fields.text), httpStatus: 203 };
    await stored.put(key, changed, { printed: 'sandbox:any:1', transfer: null }, true);
    expect(await stored.read(key)).toEqual(changed);
    expect(await store.client.hkeys(key)).not.toContain('text');
    expect(await store.client.del(key, names.storedText(key))).toBe(2);
  });
});

describe('what was stored before stored texts had a version', () => {
  it.each(stored.receipts)('answers as a receipt: $key', expectAnswered);

  it("is read as a bank's answer: no view is spent, and an answer without a receipt is dropped", async () => {
    for (const { key, receipt, fetchedAt, text } of stored.answers) {
      await store.client.set(key, text);
      await store.client.zadd(names.rawAnswers(), fetchedAt, receipt);
    }
    expect(await application.engine.reparse()).toEqual({ read: 2, settled: 1, unreadable: 0 });
    const answer = await client.verify({ url: 'https://siinqeebank.com/receipt/SQB26K2701A1' });
    expect(answer).toMatchObject({ verdict: 'verified', cached: true });
    expect(await store.client.zrange(names.rawAnswers(), 0, -1)).toEqual([
      '{r:sandbox:siinqee:SQB26K2701A1}',
    ]);
    expect(await store.client.keys('*GONE*')).toEqual([]);
    expect(await application.engine.sandbox.hits('siinqee', 'SQB26K2701A1')).toBe(0);
  });

  it('is run as a request that was answered 202', async () => {
    const { id } = stored.running;
    await store.client.hset(names.request(id), own(stored.running));
    await store.client.zadd(names.unfinished(), 0, id);
    const state = () => application.engine.request(id, client.key);
    await expect.poll(state).toMatchObject({ processingStatus: 'completed' });
    const last = await state();
    const answer = last.processingStatus === 'completed' ? JSON.parse(last.text) : {};
    expect(answer).toMatchObject({ verdict: 'verified', requestId: id, checks: { ok: false } });
  });

  it('is returned as the result of such a request', async () => {
    const { id, record } = stored.over;
    await store.client.hset(names.request(`over-${id}`), own({ id, record }));
    expect(await application.engine.request(`over-${id}`, client.key)).toEqual({
      processingStatus: 'completed',
      text: JSON.parse(own({ id, record }).answer ?? '').text,
    });
  });
});

describe('a stored form this version cannot read', () => {
  it.each([
    ['of a later version', '{"v":2,"sealed":"…"}'],
    ['cut off', '{"v":1,"httpStatus":200,"fetch'],
    ['of no version', 'anything'],
  ])('is no receipt, and stays where it is (%s)', async (_what, body) => {
    for (const options of [{}, { waitMs: 10_000 }, { idempotencyKey: 'later' }]) {
      const reference = telebirr();
      const name = names.receipt('sandbox', 'telebirr', reference, '');
      const fields = { body, printed: names.printed('sandbox', 'telebirr', reference) };
      await store.client.hset(name, fields);
      const used = await client.used();
      const answer = await application.engine.verify(
        { reference },
        { kind: 'key', key: client.key },
        options,
      );
      expect(answer).toMatchObject({
        verdict: 'verified',
        payment: { reference },
        history: { seenBefore: false, times: 1 },
      });
      expect(await store.client.hgetall(name)).toEqual(fields);
      // Nobody pays for what is not stored.
      expect(await client.used()).toBe(used);
    }
  });

  it('is no bank answer, and stays where it is', async () => {
    const reference = 'SQB26S0101';
    const receipt = names.receipt('sandbox', 'siinqee', reference, '');
    const later = '{"v":2,"sealed":"…"}';
    await store.client.set(names.rawAnswer(receipt), later);
    await store.client.zadd(names.rawAnswers(), Date.now(), receipt);
    const answer = await client.verify({ url: `https://siinqeebank.com/receipt/${reference}` });
    expect(answer).toMatchObject({ verdict: 'verified', cached: false });
    await application.engine.reparse();
    expect(await store.client.get(names.rawAnswer(receipt))).toBe(later);
  });
});

describe('a stored form of this version', () => {
  it('contains the version', async () => {
    const reference = telebirr();
    await client.verify({ reference });
    const caller = { kind: 'key', key: client.key } as const;
    const slow = telebirr('SLOW');
    const promised = await application.engine.verify({ reference: slow }, caller, { waitMs: 0 });
    await client.verify({ url: 'https://siinqeebank.com/receipt/SQB26S0201' });
    const texts = await Promise.all([
      store.client.get(names.storedText(names.receipt('sandbox', 'telebirr', reference, ''))),
      store.client.hget(names.request(promised.requestId ?? ''), 'work'),
      store.client.get(names.rawAnswer(names.receipt('sandbox', 'siinqee', 'SQB26S0201', ''))),
    ]);
    for (const text of texts) expect(JSON.parse(text ?? '')).toMatchObject({ v: 1 });
    // It is the store's own: no answer has it.
    expect(await client.verify({ reference })).not.toHaveProperty('v');
  });
});
