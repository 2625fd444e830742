/**
 * One account cannot fill Redis: whatever it asks for, each kind of record it makes is known, has a bound, and expires unless
 * docs/architecture.md#bounds-of-records says why not. A route that begins to keep something new fails here.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ShopOrder } from '../../src/engine/api/index.js';
import { demoWaiting, plans } from '../../src/engine/api/plans.js';
import * as names from '../../src/engine/store/key-names.js';
import { createReceiptStore } from '../../src/engine/store/receipt-store.js';
import { createSandboxState } from '../../src/engine/store/sandbox-state.js';
import { loadScripts } from '../../src/engine/store/scripts.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { openTestStore, storeKind, type TestStore } from '../support/store.js';
import { person } from '../web/pages/dashboard/support.js';

let store: TestStore;
let environment: TestEnvironment;
let account: string;
let key: string;

beforeAll(async () => {
  store = await openTestStore();
  environment = await openEnvironment(
    {
      EXTRACTOR: 'qr',
      PROVIDER_CONCURRENCY: '20',
      ATTEMPT_TIMEOUT_SECONDS: '2',
      RECEIPT_RETENTION_DAYS: '400',
    },
    { url: store.url, close: async () => {} },
  );
  const { shop } = await environment.engine.shops.open({ person: 'tg:1', name: 'Liya', shopName: 'Café' });
  account = shop.id;
  ({ key } = await environment.mint({ account, rate: 1_000_000 }));
});
afterAll(async () => {
  await environment.close();
  await store.close();
});

const terms = plans.free;
const keysEver = 1_000;
const banks = 20;
const webhookEndpoints = 20;
const sha = '[0-9a-f]{64}';
/** Of a record of which there are many, however fat its caller makes it. */
const recordBytesMax = 16 * 1024;

/** Kinds of records: how many at most, and whether they stay for good. */
function kinds(id: string): [name: RegExp, most: number, lives: 'expires' | 'stays', bytesMax?: number][] {
  const own = `\\{a:${id}\\}`;
  return [
    [new RegExp(`^\\{k:${sha}\\}$`), keysEver, 'stays'],
    [new RegExp(`^\\{k:${sha}\\}:minute$`), keysEver, 'expires'],
    [/^\{p:\w+\}$/, keysEver, 'stays'],
    [/^\{p:\w+\}:streams$/, keysEver, 'expires'],
    [/^\{accounts\}$/, 1, 'stays'],
    [new RegExp(`^${own}(:keys)?$`), 2, 'stays'],
    [new RegExp(`^${own}:batches$`), 1, 'expires'],
    [new RegExp(`^${own}:batch-key:`), terms.idempotencyKeys, 'expires'],
    [/^\{j:bat_\w+\}:batch$/, 10, 'expires'],
    [new RegExp(`^${own}:(waiting|requests|bindings|answers|sign-ins|sessions|recent)$`), 7, 'expires'],
    [new RegExp(`^${own}:activity:`), 2, 'expires'],
    [new RegExp(`^${own}:events$`), 1, 'expires'],
    [new RegExp(`^${own}:event:`), terms.requests, 'expires'],
    [new RegExp(`^${own}:webhooks$`), 1, 'stays'],
    [new RegExp(`^${own}:webhook:whe_\\w+$`), webhookEndpoints, 'stays'],
    [new RegExp(`^${own}:webhook:whe_\\w+:(pending|log)$`), 2 * webhookEndpoints, 'expires'],
    [new RegExp(`^${own}:webhook-secret$`), 1, 'stays'],
    [new RegExp(`^${own}:webhook:(whu_\\w+(:(pending|log))?|calls:log)$`), 3 * terms.requests + 1, 'expires'],
    [new RegExp(`^${own}:delivery:`), webhookEndpoints * terms.requests, 'expires'],
    [new RegExp(`^${own}:(v|ledger|reads):`), 10, 'expires'],
    [new RegExp(`^${own}:seen:`), terms.cap ?? 0, 'stays'],
    [new RegExp(`^${own}:verified:`), terms.cap ?? 0, 'expires'],
    [new RegExp(`^${own}:verified-receipts:sandbox$`), 1, 'expires'],
    [new RegExp(`^${own}:transfers:`), terms.cap ?? 0, 'expires'],
    [new RegExp(`^${own}:picture:`), terms.reads ?? 0, 'expires'],
    [new RegExp(`^${own}:idempotency:`), terms.idempotencyKeys, 'expires'],
    [new RegExp(`^${own}:(shop|receiving|staff|owners)$`), 4, 'stays'],
    [new RegExp(`^(${own}:invitation:|\\{i:)${sha}\\}?$`), 200, 'expires'],
    [new RegExp(`^${own}:invitations$`), 1, 'expires'],
    [new RegExp(`^\\{l:${sha}\\}$`), 20, 'expires'],
    [new RegExp(`^\\{session:${sha}\\}$`), 100, 'expires'],
    [new RegExp(`^${own}:payment-request:pr_\\w+$`), terms.requests, 'expires'],
    // Of 250 receipts; all of them together are bounded too.
    [new RegExp(`^${own}:payment-request:pr_\\w+:attempts$`), terms.requests, 'expires', 250 * 1024],
    [new RegExp(`^${own}:payment-attempt-counts$`), 1, 'expires'],
    [new RegExp(`^${own}:payment-requests(:\\w+)?$`), 6, 'expires'],
    [new RegExp(`^${own}:payment-requests-of:`), terms.requests, 'expires'],
    [new RegExp(`^${own}:payment-request-counts$`), 1, 'expires'],
    [new RegExp(`^${own}:payment-request-key:`), terms.idempotencyKeys, 'expires'],
    [new RegExp(`^${own}:paid:`), terms.cap ?? 0, 'expires'],
    [/^\{t:pr_\w+\}$/, terms.requests, 'expires'],
    [/^\{payment-requests\}(:claims|:waiting)?$/, 3, 'stays'],
    // Of a person, of one address.
    [/^\{b:[^}]+\}(:shops|:past)?$/, 3, 'stays'],
    [new RegExp(`^\\{o:${sha}\\}$`), 1, 'expires'],
    [new RegExp(`^\\{d:${sha}\\}:(verifications|reads|waiting|answers|payments)$`), 5, 'expires'],
    // The sandbox shop: of one address, and of all.
    [new RegExp(`^\\{d:${sha}\\}:shop$`), 1, 'expires'],
    [/^\{shop\}:made$/, 1, 'expires'],
    [/^\{reads:[^}]+\}/, 4, 'expires'],
    [/^\{r:[^}]+\}(:text)?$/, 2 * ((terms.cap ?? 0) + 10), 'expires'],
    [/^\{r:[^}]+\}:flight$/, terms.waiting + demoWaiting, 'expires'],
    [/^\{r:[^}]+\}:raw(:fresh)?$/, 1_000, 'expires'],
    // Of the last minute: the rate of the keys is their bound.
    [/^\{r:[^}]+\}:(landed:.+|cool)$/, Number.POSITIVE_INFINITY, 'expires'],
    [/^\{raw\}$/, 1, 'stays'],
    [/^\{q:[^}]+\}:/, 14 * banks, 'expires'],
    [/^\{j:[\w-]+\}$/, terms.requests, 'expires'],
    [/^\{j\}:(unfinished|owners)$/, 2, 'stays'],
    [/^\{webhooks\}(:(claims|readers|disabled|tasks|tasks:claims|tasks:progress))?$/, 6, 'stays'],
    // Members leave after 15 minutes without an attempt; a few causes of each account.
    [/^\{webhooks\}:(arrived|failed)$/, 2, 'expires'],
    [new RegExp(`^${own}:revocations$`), 1, 'expires'],
    [/^\{s:hits:[^}]+\}$/, 10_000, 'expires'],
    [/^\{s:hits\}$/, 1, 'expires'],
    // What the service itself notes.
    [/^\{(events|extractor:\w+|h:[^}]+)\}/, 10 * banks, 'stays'],
  ];
}

let made = 0;
const reference = (outcome = '') =>
  `DKK${(++made)
    .toString(36)
    .toUpperCase()
    .padStart(7 - outcome.length, '0')}${outcome}`;

/** So many, a few at a time. */
async function times(count: number, one: (nth: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += 20) {
    const some = Array.from({ length: Math.min(20, count - from) }, (_, index) => one(from + index));
    await Promise.all(some);
  }
}

type Headers = Record<string, string>;
async function verify(body: object, headers: Headers = {}, url = '/api/verify'): Promise<number> {
  const all = { 'x-api-key': key, ...headers };
  return (await environment.app.inject({ method: 'POST', url, headers: all, payload: body })).statusCode;
}

it('whatever one account asks for, again and again, its records stay within their bounds', async () => {
  const statuses = new Set<number>();
  const fat = { expect: { name: 'x'.repeat(200), amount: 5 } };
  const paid = reference();
  expect(await verify({ reference: paid })).toBe(200);
  // Requests answered 202: as if it had made nearly all of them before.
  const [day, before] = [Math.floor(Date.now() / 86_400_000), terms.requests - 30];
  await store.client.hincrby(names.requestCounts(account), `${day}`, before);
  await times(80, async () =>
    statuses.add(
      await verify({
        reference: reference('GONE'),
        waitMs: 0,
        webhookUrl: `http://127.0.0.1:1/?${++made}`,
        ...fat,
      }),
    ),
  );
  const promised = await store.client.keys('{j:*');
  expect(promised.length).toBeLessThanOrEqual(30);
  // Event streams of one of them.
  const [, id = ''] = /^\{j:([\w-]+)\}$/.exec(promised.find((name) => name !== '{j}:owners') ?? '') ?? [];
  const streams = await Promise.allSettled(
    Array.from({ length: 30 }, () => environment.engine.events(id, key)),
  );
  expect(streams.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(10);
  // Calls: paid for, cached, not there, unreadable, of links of few views; with all that makes a record fat.
  await times(terms.cap ?? 0, () => verify({ reference: reference(), ...fat }));
  await times(60, async () => statuses.add(await verify({ reference: reference(), ...fat })));
  await times(300, () => verify({ reference: reference('GONE'), ...fat }));
  await times(60, () => verify({ reference: reference('BADR') }));
  await times(40, (nth) => verify({ url: `https://siinqeebank.com/receipt/SQB26V${10 + nth}PEND` }));
  // Idempotency-Keys: for a receipt that is there already, so that each costs nothing.
  await times(terms.idempotencyKeys + 100, async (nth) =>
    statuses.add(await verify({ reference: paid }, { 'idempotency-key': `${nth}`.padEnd(255, 'x') })),
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 202, 429]));
  // Batches: as many as may run at once.
  const items = [...Array(100)].map((_, nth) => ({ id: `${nth}`, reference: paid, ...fat }));
  await times(15, async (nth) =>
    statuses.add(await verify({ items }, { 'idempotency-key': `batch ${nth}` }, '/api/verify-batch')),
  );
  // Pictures, the demo.
  const picture = await environment.get(`/sandbox/screenshots/telebirr/${paid}.png`);
  const imageBase64 = picture.rawPayload.toString('base64');
  await times(5, () =>
    verify({ imageBase64 }, { 'idempotency-key': `picture ${made++}` }, '/api/verify-image'),
  );
  await times(20, () => verify({ reference: reference('GONE') }, {}, '/api/demo-verify'));
  await times(6, () => verify({ imageBase64 }, {}, '/api/demo-verify-image'));
  // Signing in, keys, settings.
  await times(60, async () => void (await environment.engine.accounts.loginLink(account)));
  for (let nth = 0; nth < 120; nth += 1) {
    const token =
      new URL((await environment.engine.accounts.loginLink(account)).url).searchParams.get('token') ?? '';
    expect(await environment.engine.sessions.redeem(token)).not.toBeNull();
  }
  await times(60, async () => void (await environment.engine.accounts.loginLink(account)));
  const holder = environment.engine.accountOwner(account);
  await times(
    70,
    async (nth) => void (await holder.mint({ label: `${nth}`, mode: 'live' }).catch(() => null)),
  );
  expect((await holder.keys()).length).toBeLessThanOrEqual(51);
  const owner = person(() => environment.app);
  await owner.signIn(await environment.engine.accounts.loginLink(account));
  await owner.get('/dashboard');
  for (const url of ['/dashboard/keys', '/dashboard/overage', '/dashboard/logout'])
    await owner.post(url, { label: 'x' });

  // Webhooks: nobody answers at this port.
  const endpoint = { url: 'http://127.0.0.1:9/', events: ['*'], description: 'x'.repeat(200) };
  await times(30, async () => statuses.add(await verify(endpoint, {}, '/api/webhook-endpoints')));
  const [webhook] = await environment.engine.webhooks.list(account);
  const test = { type: 'verification.completed' };
  await times(120, () => verify(test, {}, `/api/webhook-endpoints/${webhook?.id}/test`));
  expect(await environment.engine.webhooks.deliveries(account, webhook?.id ?? '')).toHaveLength(100);

  await payments(statuses);
  await sandboxShop();
  const { shops } = environment.engine;
  await shops.set(account, { maxAgeHours: 48, tolerance: '1.00', language: 'om' });
  await times(120, async () => void (await shops.invite({ shop: account, by: 'M1' })));
  for (let nth = 0; nth < 30; nth += 1) {
    const number = `09110000${10 + nth}`;
    await shops.saveAccount(account, { provider: 'telebirr', number, holder: 'Liya' }).catch(() => undefined);
  }
  await expectBounds();
}, 120_000);

/** Payment requests as fat as they may be, as if nearly all had been made before; receipts for one, of shop and payer; tools. */
async function payments(statuses: Set<number>): Promise<void> {
  const text = 'x'.repeat(200);
  const wanted = (nth: number) => ({
    amount: 5,
    receivers: [{ provider: 'telebirr', account: '0911000002', name: text }],
    ...{ externalId: `order ${nth}`, description: text, metadata: { note: text, more: text } },
  });
  const counts = names.paymentRequestCounts(account);
  const before = terms.requests - 40;
  await store.client.hset(counts, `${Math.floor(Date.now() / 86_400_000)}`, before);
  await times(60, async (nth) =>
    statuses.add(
      await verify(
        wanted(nth),
        { 'idempotency-key': `payment ${nth}`.padEnd(255, 'x') },
        '/api/payment-requests',
      ),
    ),
  );
  const made = await store.client.zcard(names.paymentRequests(account));
  expect(made).toBeGreaterThan(20);
  expect(made).toBeLessThanOrEqual(40);
  const [{ id = '' } = {}] = (await environment.engine.paymentRequests.list(account, {})).paymentRequests;
  const url = `/api/payment-requests/${id}/receipts`;
  await times(260, async () => statuses.add(await verify({ reference: reference('GONE') }, {}, url)));
  expect((await environment.engine.paymentRequests.get(account, id)).attempts.length).toBeLessThanOrEqual(
    250,
  );
  // As if nearly as many had been handed in for other requests.
  const [, { id: other = '' } = {}] = (await environment.engine.paymentRequests.list(account, {}))
    .paymentRequests;
  const day = `${Math.floor(Date.now() / 86_400_000)}`;
  await store.client.hset(names.paymentAttemptCounts(account), day, 5 * terms.requests - 10);
  await times(40, () =>
    verify({ reference: reference('GONE') }, {}, `/api/payment-requests/${other}/receipts`),
  );
  expect((await environment.engine.paymentRequests.get(account, other)).attempts).toHaveLength(10);
  await store.client.hset(names.paymentAttemptCounts(account), day, 0);
  const payer = { address: '192.0.2.1', waitMs: 0 };
  await times(30, () =>
    environment.engine.payerRequests
      .submitReceipt(id, { reference: reference('GONE') }, payer)
      .catch(() => null),
  );
  const attempts = await environment.engine.paymentRequests.get(account, id);
  expect(attempts.attempts.length).toBeLessThanOrEqual(250);
  const message = (name: string, input: object) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: input },
  });
  const accept = { accept: 'application/json, text/event-stream' };
  await times(20, () => verify(message('verify_receipt', { reference: reference('GONE') }), accept, '/mcp'));
  await times(20, (nth) => verify(message('create_payment_request', wanted(nth)), accept, '/mcp'));
}

/** What a visitor of the sandbox may order, and receipts for one of the orders. */
async function sandboxShop(): Promise<void> {
  const visitor = { token: 'a visitor', address: '192.0.2.7' };
  const order = (): ShopOrder => ({
    ...{ amount: '500.00', description: 'x'.repeat(200), receipts: 'settled:DKK4A1B2C3 '.repeat(8) },
    receivers: [{ provider: 'telebirr', account: '0911000002', name: 'x'.repeat(200) }],
    notBefore: new Date(0).toISOString(),
  });
  const opened = await Promise.allSettled(
    Array.from({ length: 30 }, () => environment.engine.sandboxShop.open(visitor, order)),
  );
  const orders = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  expect(orders).toHaveLength(10);
  const payer = { address: '192.0.2.7', waitMs: 0 };
  await times(30, () =>
    environment.engine.payerRequests
      .submitReceipt(orders[0] ?? '', { reference: reference('GONE') }, payer)
      .catch(() => null),
  );
}

async function expectBounds(): Promise<void> {
  const all = await store.client.keys('*');
  const bounded = [...kinds(account), ...kinds('acc_sandboxshop')];
  const unknown = all.filter((name) => !bounded.some(([pattern]) => pattern.test(name)));
  expect(unknown, 'a kind of record without a bound').toEqual([]);
  for (const [pattern, most, lives, bytesMax = recordBytesMax] of bounded) {
    const some = all.filter((name) => pattern.test(name));
    expect(some.length, String(pattern)).toBeLessThanOrEqual(most);
    for (const name of some) {
      if (lives === 'expires') expect(await store.client.pttl(name), name).not.toBe(-1);
      if (storeKind === 'redis' && most >= 20) {
        expect(await store.client.memory('USAGE', name), name).toBeLessThan(bytesMax);
      }
    }
  }
}

it('raw answers that show no receipt are kept up to a bound for each owner, the newest of them', async () => {
  const receipts = createReceiptStore(store, loadScripts(store.client), 400, 3);
  const nameOf = (nth: number) => names.receipt('sandbox', 'siinqee', `SQB26W0${nth}PEND`, '');
  const response = { status: 200, headers: {}, body: Buffer.from('pending'), egress: 'direct' };
  const target = { provider: 'siinqee', reference: '', qualifier: '', url: '', source: 'siinqee-pdf' };
  for (const [owner, nths] of [
    ['a:one', [1, 2, 3, 4, 5]],
    ['a:two', [6]],
  ] as const) {
    for (const nth of nths) {
      const raw = { target, realm: 'sandbox', fetchedAt: new Date().toISOString(), response } as never;
      await receipts.putAnswer(nameOf(nth), raw);
      await receipts.settleAnswer(nameOf(nth), true);
      await receipts.ownAnswer(owner, nameOf(nth));
    }
  }
  const kept = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (nth) => (await receipts.answers(nameOf(nth))).length),
  );
  expect(kept).toEqual([0, 0, 1, 1, 1, 1]);
  const listed = await receipts.answered();
  expect([1, 2, 3].map((nth) => listed.includes(nameOf(nth)))).toEqual([false, false, true]);
});

it('hits of simulated banks are counted for so many references, those asked for last', async () => {
  const state = createSandboxState(store, 3);
  for (const one of ['A', 'B', 'C', 'A', 'D']) {
    await state.hit('bounded', one);
    // The order of one millisecond is nobody's business.
    await sleep(2);
  }
  expect(await Promise.all(['A', 'B', 'C', 'D'].map((one) => state.hits('bounded', one)))).toEqual([
    2, 0, 1, 1,
  ]);
});
