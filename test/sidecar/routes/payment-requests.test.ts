/** Payment requests over REST: made once, paid by a receipt or a picture of it, decided, listed, followed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handedIn, paymentRequest } from '../../../src/sidecar/schemas/payment-requests.js';
import { repository } from '../../support/processes.js';
import { openEnvironment, type TestEnvironment } from '../environment.js';
import { severalReceipts } from '../pictures.js';

let environment: TestEnvironment;
let shop: Awaited<ReturnType<typeof account>>;

const base = '/api/payment-requests';

beforeAll(async () => {
  environment = await openEnvironment({ BANKS: 'sandbox' });
  shop = await account();
});
afterAll(() => environment.close());

async function account() {
  const { key, account: id } = await environment.mint({ rate: 1_000_000 });
  return {
    ...{ key, id },
    async call(method: 'GET' | 'POST', path = '', payload?: object, headers: Record<string, string> = {}) {
      const all = { 'x-api-key': key, ...headers };
      const answer = await environment.app.inject({
        method,
        url: `${base}${path}`,
        headers: all,
        ...(payload && { payload }),
      });
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
    },
  };
}

/** What the simulated bank shows of a reference, as a request that it pays. */
async function payable(reference: string) {
  const { payment } = (await environment.post(shop.key, { reference })).json();
  const { account: masked, name, bank } = payment.receiver;
  const receivers = [{ provider: bank ?? 'telebirr', account: masked.replaceAll('*', '0'), name }];
  return { amount: payment.amount, notBefore: payment.paidAt, receivers };
}

it('a request is made, paid by the receipt a customer sent, and followed to its end', async () => {
  const input = {
    ...(await payable('DKK4A1B2C3')),
    description: 'Order 17',
    externalId: '17',
    metadata: { till: '2' },
  };
  const made = await shop.call('POST', '', input);
  expect(made.status).toBe(201);
  expect(paymentRequest.strict().safeParse(made.body).error).toBeUndefined();
  const { id } = made.body;
  expect(made.body).toMatchObject({
    ok: true,
    status: 'open',
    paid: '0.00',
    remaining: input.amount,
    livemode: false,
  });
  expect(made.body).toMatchObject({
    id: expect.stringMatching(/^pr_[0-9a-z]{26}$/),
    url: expect.stringMatching(`/pay/${id}$`),
  });

  const done = await shop.call('POST', `/${id}/receipts`, {
    text: 'Dear customer, receipt no DKK4A1B2C3',
    expect: { amount: 1 },
  });
  expect(done).toMatchObject({
    status: 200,
    body: { ok: true, attempt: { outcome: 'paid', by: 'merchant' } },
  });
  expect(handedIn.safeParse(done.body).error).toBeUndefined();
  expect(done.body.paymentRequest).toMatchObject({ status: 'paid', remaining: '0.00' });
  const shown = await shop.call('GET', `/${id}`);
  expect(shown.body).toEqual({ ok: true, ...done.body.paymentRequest });
  const stream = await environment.app.inject({
    url: `${base}/${id}/events`,
    headers: { 'x-api-key': shop.key },
  });
  expect(stream.headers['content-type']).toContain('text/event-stream');
  expect(JSON.parse(/^data: (.*)$/m.exec(stream.body)?.[1] ?? '')).toEqual(shown.body);
  const events = (await environment.get('/api/events', shop.key)).json().events;
  expect(events).toMatchObject([{ type: 'payment_request.paid', data: { object: shown.body } }]);
});

it('a picture of the receipt pays as the receipt does, in JSON and as a form', async () => {
  const picture = (await environment.app.inject('/sandbox/screenshots/telebirr/DKK5A1B2C4.png')).rawPayload;
  const input = await payable('DKK5A1B2C4');
  const { id } = (await shop.call('POST', '', input)).body;
  const { body } = await shop.call('POST', `/${id}/receipts`, { imageBase64: picture.toString('base64') });
  expect(body).toMatchObject({
    attempt: { outcome: 'paid', reference: 'DKK5A1B2C4' },
    paymentRequest: { status: 'paid' },
  });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'receipt.png');
  const encoded = new Response(form);
  const second = (await shop.call('POST', '', input)).body;
  const answer = await environment.app.inject({
    ...{ method: 'POST', url: `${base}/${second.id}/receipts` },
    headers: { 'x-api-key': shop.key, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  expect(answer.json()).toMatchObject({ attempt: { outcome: 'used' }, paymentRequest: { status: 'open' } });
});

it('a picture of several receipts tells all of them beside the one that was checked, also where the bank denies it', async () => {
  const handIn = async (...references: string[]) => {
    const { id } = (await shop.call('POST', '', await payable('DKK5A2B2E1'))).body;
    const picture = await severalReceipts(environment, shop.key, references);
    return (await shop.call('POST', `/${id}/receipts`, { imageBase64: picture.toString('base64') })).body;
  };
  for (const [chosen, other] of [
    ['DKK5A2B2E1', 'DKK5A3B2E2'],
    ['DKK5A4GONE', 'DKK5A5GONE'],
  ] as const) {
    const body = await handIn(chosen, other);
    expect(handedIn.strict().safeParse(body).error).toBeUndefined();
    const read = body.detections.map(({ reference }: { reference: string }) => reference);
    expect(read.sort()).toEqual([chosen, other]);
    expect(read).toContain(body.attempt.reference);
  }
  expect((await handIn('DKK5A2B2E1')).detections).toHaveLength(1);
});

it('a repeat with the same Idempotency-Key gets the same request, and another body is refused', async () => {
  const body = { amount: 500, receivers: [{ provider: 'cbe', account: '1000123456789' }] };
  const key = { 'idempotency-key': 'order-18' };
  const both = await Promise.all([shop.call('POST', '', body, key), shop.call('POST', '', body, key)]);
  const again = await shop.call('POST', '', body, key);
  expect(new Set([...both, again].map((one) => `${one.status} ${one.body.id}`)).size).toBe(1);
  const other = await shop.call('POST', '', { ...body, amount: 501 }, key);
  expect(other).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'idempotency-key' }] } } });
});

it('without receivers those that are saved count, and without these the request is refused', async () => {
  const by = await account();
  const none = await by.call('POST', '', { amount: 500 });
  expect(none).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_request', issues: [{ path: 'receivers' }] } },
  });
  await environment.post(by.key, { provider: 'cbe', account: '1000123456789' }, '/api/receiving-accounts');
  const made = await by.call('POST', '', { amount: 500 });
  expect(made.body.receivers).toEqual([{ provider: 'cbe', account: '1000123456789', name: null }]);
});

it.each([
  ['amount', { amount: '0' }],
  ['amount', { amount: '5.005' }],
  ['expiresInMinutes', { expiresInMinutes: 10_081 }],
  ['returnUrl', { returnUrl: 'http://shop.example' }],
  ['receivers.0.account', { receivers: [{ provider: 'cbe', account: 'abc' }] }],
  ['', { recievers: [] }],
])('a wrong %s is refused', async (path, wrong) => {
  const body = { amount: 500, receivers: [{ provider: 'cbe', account: '1000123456789' }], ...wrong };
  const { status, body: answer } = await shop.call('POST', '', body);
  expect(status).toBe(400);
  expect(answer.error.issues[0].path).toContain(path);
});

it('requests are listed newest first, by status and external id, and another account sees none', async () => {
  const by = await account();
  const body = { amount: 500, receivers: [{ provider: 'cbe', account: '1000123456789' }] };
  const ids: string[] = [];
  for (const externalId of ['a', 'b', 'a'])
    ids.unshift((await by.call('POST', '', { ...body, externalId })).body.id);
  const list = async (query: string) =>
    (await by.call('GET', query)).body.paymentRequests.map((one: { id: string }) => one.id);
  expect(await list('')).toEqual(ids);
  expect(await list(`?after=${ids[0]}`)).toEqual(ids.slice(1));
  expect((await by.call('POST', `/${ids[1]}/cancel`)).body).toMatchObject({ ok: true, status: 'canceled' });
  expect((await by.call('POST', `/${ids[1]}/cancel`)).body.status).toBe('canceled');
  expect(await list('?status=open')).toEqual([ids[0], ids[2]]);
  expect(await list('?externalId=a&status=open')).toEqual([ids[0], ids[2]]);
  expect(await list('?externalId=b')).toEqual([ids[1]]);
  expect((await by.call('GET', '?after=pr_unknown')).status).toBe(400);
  for (const path of ['', '/events']) expect((await shop.call('GET', `/${ids[0]}${path}`)).status).toBe(404);
  for (const path of ['cancel', 'receipts']) {
    expect((await shop.call('POST', `/${ids[0]}/${path}`, { reference: 'DKK4A1B2C3' })).status).toBe(404);
  }
  expect((await shop.call('POST', `/${ids[0]}/accept`, { reason: 'x' })).status).toBe(404);
});

it('a payment in review is accepted or refused, with a reason', async () => {
  const input = await payable('DKK6A1B2C5');
  const body = { ...input, amount: '1.00', toleranceOver: 0 };
  const { id } = (await shop.call('POST', '', body)).body;
  const { body: done } = await shop.call('POST', `/${id}/receipts`, { reference: 'DKK6A1B2C5' });
  expect(done).toMatchObject({
    attempt: { outcome: 'review' },
    paymentRequest: { status: 'review', review: { reasons: ['over'] } },
  });
  expect((await shop.call('POST', `/${id}/refuse`, {})).status).toBe(400);
  const stale = { reason: 'too much', attempt: 'another' };
  expect((await shop.call('POST', `/${id}/refuse`, stale)).status).toBe(400);
  const seen = { reason: 'too much', attempt: done.attempt.id };
  expect((await shop.call('POST', `/${id}/refuse`, seen)).body.status).toBe('open');
  expect((await shop.call('POST', `/${id}/accept`, { reason: 'late' })).status).toBe(400);
});

it('a receipt that names none is an error, and one that is refused is an outcome', async () => {
  const { id } = (
    await shop.call('POST', '', { amount: 5, receivers: [{ provider: 'cbe', account: '1000123456789' }] })
  ).body;
  const wrong = await shop.call('POST', `/${id}/receipts`, { text: 'hello' });
  expect(wrong).toMatchObject({ status: 400, body: { error: { reason: 'unsupported_reference' } } });
  expect((await shop.call('POST', `/${id}/receipts`, {})).status).toBe(400);
  const gone = await shop.call('POST', `/${id}/receipts`, { reference: 'DKK4A1GONE' });
  expect(gone).toMatchObject({
    status: 200,
    body: { attempt: { outcome: 'not_verified', reason: 'not_found', amount: null } },
  });
});

it('the example of the documentation is paid as it says', async () => {
  const page = readFileSync(join(repository, 'docs/payment-requests.md'), 'utf8');
  const [body = '', receipt = ''] = [...page.matchAll(/-d '(\{[\s\S]*?\})'/g)].map(([, json = '']) => json);
  const by = await account();
  const { id } = (await by.call('POST', '', JSON.parse(body))).body;
  const { body: done } = await by.call('POST', `/${id}/receipts`, JSON.parse(receipt));
  expect(done).toMatchObject({ attempt: { outcome: 'paid' }, paymentRequest: { status: 'paid' } });
});
