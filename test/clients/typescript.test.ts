/** The TypeScript client against the whole service, over HTTP: what it says about each end of a verification, and what it throws. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import {
  AuthenticationError,
  Deresegn,
  MisuseError,
  RateLimitError,
  TransportError,
  type VerifyRequest,
} from '@deresegn/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { generatedTypes } from '../../clients/generate.js';
import { createShop, type Order } from '../../clients/typescript/examples/express.js';
import { factsOf } from '../../src/sandbox/fake-data.js';
import { code } from '../extractor/pictures.js';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { freePort } from '../support/ports.js';
import { repository } from '../support/processes.js';
import { startServer } from '../support/servers.js';
import {
  endings,
  expectedOf,
  expectSales,
  expectWebhooks,
  lateSale,
  nextRouteOf,
  programOf,
  salesOf,
  sandboxOrder,
  saveAccounts,
} from './support.js';

let environment: TestEnvironment;
let url: string;
let key: string;
let deresegn: Deresegn;
/** Gives up soon on a bank that hangs. The other leaves a bank its time, on a busy machine too. */
let hasty: TestEnvironment;
let hastyService: { url: string; key: string };
beforeAll(async () => {
  // Room for all tests at once: none waits for a bank that another asks.
  environment = await openEnvironment({ PROVIDER_CONCURRENCY: '*=64' });
  hasty = await openEnvironment({ ATTEMPT_TIMEOUT_SECONDS: '1' });
  url = await listen(environment);
  key = await own();
  deresegn = new Deresegn({ url, key });
  hastyService = { url: await listen(hasty), key: await own(hasty) };
});
afterAll(async () => {
  await environment?.close();
  await hasty?.close();
});

const hits = async (provider: string, reference: string) =>
  (await environment.get(`/sandbox/hits?provider=${provider}&reference=${reference}`)).json().hits;
const own = async (at = environment) => (await at.mint({ plan: 'enterprise', rate: 100_000 })).key;

describe('the ten lines of the README', { concurrent: true }, () => {
  it('are those of the example', () => {
    const page = readFileSync(join(repository, 'clients/typescript/README.md'), 'utf8');
    const [, block] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
    expect(block).toBe(readFileSync(join(repository, 'clients/typescript/examples/decide.ts'), 'utf8'));
    expect(block?.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(11);
  });

  it('accept what is settled, of the amount and to the account, and refuse all else for its reason', async ({
    onTestFinished,
  }) => {
    const decide = await programOf({ url, key }, onTestFinished);
    const decideSoon = await programOf(hastyService, onTestFinished);
    const said = await Promise.all(
      endings.map(async (ending) => {
        const { order, reference } = sandboxOrder(ending);
        return [ending, await (ending === 'HANG' ? decideSoon : decide)(order, reference)];
      }),
    );
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(endings.map((ending) => [ending, expectedOf(ending)])),
    );
  });

  it('say what the README says of the sandbox', async ({ onTestFinished }) => {
    const decide = await programOf({ url, key: await own() }, onTestFinished);
    const page = readFileSync(join(repository, 'clients/typescript/README.md'), 'utf8');
    const said = /^await decide\(\{ id: '(.+)', amount: '(.+)', account: '(.+)' \}, '(.+)'\); \/\/ (.+)$/gm;
    const lines = [...page.matchAll(said)];
    expect(lines).toHaveLength(4);
    for (const [, id = '', amount = '', account = '', reference = '', answer] of lines) {
      expect(await decide({ id, amount, account }, reference)).toBe(answer);
    }
  });

  it('refuse another amount, another account, and a second order', async ({ onTestFinished }) => {
    const decide = await programOf({ url, key: await own() }, onTestFinished);
    const { order, reference } = sandboxOrder('7Q1Z');
    expect(await decide({ ...order, amount: '1.00' }, reference)).toBe('refused: amount_mismatch');
    expect(await decide({ ...order, account: '251900000000' }, reference)).toBe('refused: receiver_mismatch');
    expect(await decide(order, reference)).toBe('paid');
    expect(await decide({ ...order, id: 'another' }, reference)).toBe('refused: seen_before');
    expect(await decide(order, '')).toBe('try again later: invalid_request');
  });
});

describe('the examples', { concurrent: true }, () => {
  it('of Express takes receipts, and is told by a webhook what took longer, and by no webhook of others', async ({
    onTestFinished,
  }) => {
    const { key: shopKey, prefix } = await environment.mint({ plan: 'enterprise', rate: 100_000 });
    /** Waits for no bank that is slow, and for every other however busy the machine is. */
    class Hurried extends Deresegn {
      override begin: Deresegn['begin'] = (request, options) => {
        const isSlow = 'text' in request && request.text?.includes('slow');
        return super.begin(request, { ...options, waitMs: isSlow ? 0 : 30_000 });
      };
    }
    const client = new Hurried({ url, key: shopKey });
    const sales = { ...salesOf('DKK2B'), late: lateSale('DKK2B') };
    await saveAccounts(client, Object.values(sales));
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const endpoint = { url: `${at}/hooks/deresegn`, events: ['*' as const] };
    const { secret } = await client.webhookEndpoints.create(endpoint);
    const orders = Object.entries(sales).map(
      ([id, { amount }]) => [id, { id, amount, paid: false } satisfies Order] as const,
    );
    const shop = createShop({ deresegn: client, orders: new Map(orders), webhookSecret: secret });
    server.on('request', shop);
    await expectSales('DKK2B', (path, body) => send(at + path, body));
    await expectWebhooks('DKK2B', (path, body) => send(at + path, body));
    await environment.engine.keys.revoke(prefix);
    expect((await send(`${at}/orders/gone/receipt`, '{"text":"hello"}')).status).toBe(503);
  });

  it('of Next.js takes receipts', async ({ onTestFinished }) => {
    const { key: shopKey, prefix } = await environment.mint({ plan: 'enterprise', rate: 100_000 });
    const post = await nextRouteOf(salesOf('DKK3B'), { url, key: shopKey }, onTestFinished);
    const send = (path: string, body: string) => {
      const params = Promise.resolve({ id: path.split('/')[2] ?? '' });
      return post(new Request(`http://shop.example/api${path}`, { method: 'POST', body }), { params });
    };
    await expectSales('DKK3B', send);
    await environment.engine.keys.revoke(prefix);
    expect((await send('/orders/gone/receipt', '{"text":"hello"}')).status).toBe(503);
  });
});

it('the ten lines call nothing fake while the bank is down, and say what it says when it is back', async () => {
  const decide = await programOf({ url, key: await own() });
  const asked = ['8R1Z', 'GONE', 'DIFF'].map((ending) => sandboxOrder(ending, 'DKK3A'));
  const said = () => Promise.all(asked.map(({ order, reference }) => decide(order, reference)));
  await environment.engine.sandbox.set('telebirr', null, 'down');
  expect(await said()).toEqual(Array(3).fill('try again later: bank_unreachable'));
  await environment.engine.sandbox.set('telebirr', null, 'up');
  expect(await said()).toEqual(['paid', 'refused: not_found', 'refused: mismatch']);
});

describe('verifyUntilResolved', () => {
  it('asks a link that opens few times once, also when the bank did not answer', async () => {
    const what = { reference: 'SQB26K2QONCE', provider: 'siinqee' } as const;
    const result = await deresegn.verifyUntilResolved({ ...what, expect: { amount: 'any', name: 'A B' } });
    expect(result).toMatchObject({ verdict: 'could_not_check', reason: 'bank_unreachable' });
    expect(await hits('siinqee', 'SQB26K2QONCE')).toBe(1);
  });

  it.each<[string, { providerKey?: string }]>([
    ['its provider', { providerKey: 'siinqee' }],
    ['only its input', {}],
  ])('does not repeat one by %s, whatever the service says', async (_, known) => {
    const service = await scripted(
      { status: 503, headers: { 'retry-after': '0' }, body: failed('unavailable', 'after', known) },
      ...(known.providerKey ? [] : [{ status: 200, body: { ok: true, providerKey: 'siinqee' } }]),
      { status: 200, body: { ok: true, providers: [{ key: 'siinqee', viewLimited: true }] } },
    );
    const result = await service.client.verifyUntilResolved(asked);
    expect(result).toMatchObject({ verdict: 'could_not_check', reason: 'unavailable' });
    expect(service.paths().filter((path) => path === '/api/verify')).toHaveLength(1);
  });

  it.each<[string, boolean, object]>([
    ['at once', false, {}],
    ['when it is polled', true, { processingStatus: 'failed', requestId: 'r1' }],
  ])(
    'never repeats a reading that is doubtful, and never says not verified of it: %s',
    async (_, isPolled, more) => {
      const doubtful = failed(undefined, 'never', {
        providerKey: 'telebirr',
        reference: 'DKK4A1GONE',
        ...more,
      });
      const pending = { verdict: 'pending', processingStatus: 'queued', requestId: 'r1' };
      const service = await scripted(...(isPolled ? [{ status: 202, body: pending }] : []), {
        status: 400,
        headers: { 'retry-after': '0' },
        body: doubtful,
      });
      const result = await service.client.verifyUntilResolved(asked);
      expect(result).toMatchObject({
        verdict: 'could_not_check',
        reason: 'doubtful_reading',
        retry: 'never',
      });
      expect(result).not.toHaveProperty('accepted', true);
      expect(service.paths()).toEqual(['/api/verify', ...(isPolled ? ['/api/verify/r1'] : [])]);
    },
  );

  it('survives a lost connection, an outage, a full rate and a failed poll, as one verification', async () => {
    const { payment } = (await environment.post(key, { reference: 'DKK4A1B2C3' })).json();
    const resolved = { status: 200, body: { ok: true, providerKey: 'telebirr' } };
    const service = await scripted(
      'broken',
      resolved,
      { status: 200, body: { ok: true, providers: [{ key: 'siinqee', viewLimited: true }] } },
      { status: 503, headers: { 'retry-after': '0' }, body: failed('unavailable', 'after') },
      resolved,
      { status: 429, headers: { 'retry-after': '0' }, body: failed('rate_limited', 'after') },
      resolved,
      { status: 202, body: { verdict: 'pending', processingStatus: 'queued', requestId: 'r1' } },
      { status: 503, headers: { 'retry-after': '0' }, body: failed('unavailable', 'after') },
      'broken',
      { status: 200, body: { ok: true, verdict: 'verified', processingStatus: 'completed', payment } },
    );
    const result = await service.client.verifyUntilResolved(asked);
    expect(result).toMatchObject({ verdict: 'verified', accepted: false, payment });
    const posts = service.requests.filter(({ path }) => path === '/api/verify');
    expect(posts).toHaveLength(4);
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key']))).toHaveLength(1);
    expect(service.paths().slice(-3)).toEqual(Array(3).fill('/api/verify/r1'));
  });

  it('ends in time, without a verdict, and leaves the last call half of it to come back', async () => {
    const waits: number[] = [];
    const pending = { verdict: 'pending', processingStatus: 'queued', requestId: 'r1' };
    const client = new Deresegn({
      ...{ url, key },
      async fetch(input) {
        const request = new Request(input);
        if (request.method === 'POST') waits.push((await request.json()).waitMs);
        return Response.json(pending, { status: 202 });
      },
    });
    const result = await client.verifyUntilResolved(asked, { timeoutMs: 3_000 });
    expect(result).toMatchObject({
      verdict: 'could_not_check',
      reason: 'still_pending',
      requestId: 'r1',
    });
    expect(waits).toEqual([expect.closeTo(1_500, -3)]);
    expect(waits[0]).toBeLessThanOrEqual(1_500);
  });

  it('goes on when nobody waits for it', async () => {
    const client = new Deresegn(hastyService);
    const begun = await client.begin({ reference: sandboxOrder('HANG', 'DKK2A').reference, expect: null });
    expect(begun.verdict).toBe('pending');
    await expect
      .poll(() => client.poll(begun.requestId ?? ''))
      .toMatchObject({
        verdict: 'could_not_check',
        reason: 'bank_timeout',
        processingStatus: 'failed',
      });
  });

  it('stops at once when it is aborted', async () => {
    const reason = new Error('the customer left');
    const stop = new AbortController();
    const { reference } = sandboxOrder('HANG', 'DKK3A');
    const client = new Deresegn(hastyService);
    const running = client.verifyUntilResolved({ reference, expect: null }, { signal: stop.signal });
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});

describe('a call that ends without a result', () => {
  it('throws for a key that is not valid, and never shows it', async () => {
    const wrong = new Deresegn({ url, key: 'vk_test_wrong' });
    const error = await wrong.verify(asked).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ code: 'invalid_key', status: 401, retry: 'never' });
    expect(inspect([error, wrong], { depth: 9, showHidden: true })).not.toContain('vk_test_wrong');
  });

  it('throws over the rate, with the time to wait', async () => {
    const { key: slow } = await environment.mint({ rate: 1 });
    const calls = await Promise.allSettled(
      [0, 1, 2].map(() => new Deresegn({ url, key: slow }).verify(asked)),
    );
    const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toBeInstanceOf(RateLimitError);
    expect(refused[0].retryAfterMs).toBeGreaterThan(0);
  });

  it('throws without an answer of the service, with the key for a repeat', async () => {
    const nowhere = new Deresegn({ url: `http://127.0.0.1:${await freePort()}`, key });
    await expect(nowhere.verify(asked, { idempotencyKey: 'order-17' })).rejects.toMatchObject({
      name: 'TransportError',
      idempotencyKey: 'order-17',
    });
    const page = await scripted(
      { status: 502, text: '<h1>Bad gateway</h1>' },
      { status: 200, body: { ok: true } },
    );
    await expect(page.client.verify(asked)).rejects.toBeInstanceOf(TransportError);
    await expect(page.client.verify(asked)).rejects.toBeInstanceOf(TransportError);
    const silent = await scripted('silent');
    await expect(silent.client.verify(asked, { timeoutMs: 50 })).rejects.toThrow('took over 50 ms');
  });

  it('takes its key nowhere else', async () => {
    const elsewhere = await scripted({ status: 200, body: { ok: true } });
    const redirecting = await scripted({ status: 307, headers: { location: elsewhere.url }, body: {} });
    await expect(redirecting.client.verify(asked)).rejects.toBeInstanceOf(TransportError);
    expect(elsewhere.requests).toEqual([]);
  });

  it.each<[string, object]>([
    ['Unknown in `expect`: ammount', { reference: 'X', expect: { ammount: 5, account: '1' } }],
    ['`expect` has no receiver', { reference: 'X', expect: { amount: 5, bank: 'telebirr' } }],
    ['`expect` has no receiver', { reference: 'X', expect: { amount: 5, account: '' } }],
    ['`expect` has no amount', { reference: 'X', expect: { account: '1' } }],
    ['Give `expect`', { reference: 'X' }],
    ["`receiver` is 'saved'", { reference: 'X', expect: { amount: 5, receiver: 'saved', name: 'A B' } }],
    ['exactly one of', { reference: 'X', text: 'Y', expect: null }],
    ['Unknown in the request: amount', { reference: 'X', amount: 5, expect: null }],
  ])('throws before it is sent: %s', async (message, request) => {
    const error = await deresegn.verify(request as VerifyRequest).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MisuseError);
    expect((error as Error).message).toContain(message);
  });

  it('throws before it is sent, whatever else is misused', async () => {
    const { batches, paymentRequests } = deresegn;
    const order = { ...asked, expect: null };
    const mistakes: readonly [string, () => Promise<unknown>][] = [
      ['Unknown in items[0]: refrence', () => batches.create([{ refrence: 'X' } as never])],
      [
        'Unknown in items[1]: expcet',
        () => batches.create([{ text: 'X' }, { text: 'Y', expcet: {} } as never]),
      ],
      ['exactly one of', () => batches.create([{ id: 'a' } as never])],
      ['ASCII', () => batches.create([{ text: 'X' }], { idempotencyKey: 'ትዕዛዝ' })],
      ['ASCII', () => deresegn.verify(order, { idempotencyKey: 'a\nb' })],
      ['ASCII', () => deresegn.begin(order, { idempotencyKey: '' })],
      ['ASCII', () => deresegn.verifyUntilResolved(order, { idempotencyKey: 'ትዕዛዝ' })],
      ['ASCII', () => paymentRequests.create({ amount: 5 }, { idempotencyKey: 'ትዕዛዝ' })],
      ['a list of pictures', () => deresegn.verifyImage({ images: [] as never, expect: null })],
      ['Unknown in the request: img', () => paymentRequests.handIn('pr_x', { text: 'X', img: 'Y' } as never)],
      ['secret of the endpoint', async () => deresegn.webhooks.verify({}, '', undefined as never)],
    ];
    for (const [message, mistake] of mistakes) {
      const error = await mistake().catch((thrown: unknown) => thrown);
      expect(error, message).toBeInstanceOf(MisuseError);
      expect((error as Error).message).toContain(message);
    }
  });

  it('throws without an address or a key', () => {
    expect(() => new Deresegn({ url: '', key })).toThrow('DERESEGN_URL');
    expect(() => new Deresegn({ url, key: '' })).toThrow('DERESEGN_KEY');
  });
});

describe('the other calls', () => {
  it('read pictures, and expect one of the saved accounts', async () => {
    const { order, reference } = sandboxOrder('P1CT');
    const { receiver } = factsOf(reference);
    const client = new Deresegn({ url, key: await own() });
    const link = (await client.resolve({ reference })).resolvedUrl ?? '';
    const images = [await code(link, 8)] as const;
    const expectation = { amount: order.amount, receiver: 'saved' } as const;
    const before = await client.verifyImage({ images, expect: expectation });
    expect(before).toMatchObject({ verdict: 'verified', problems: ['receiver_not_checked'] });
    const account = { provider: 'telebirr', account: receiver.phone, name: receiver.name };
    const { id } = await client.receivingAccounts.add(account);
    expect(await client.receivingAccounts.list()).toMatchObject([{ id, name: receiver.name }]);
    const after = await client.verifyImage({ images, expect: expectation });
    expect(after).toMatchObject({
      problems: ['seen_before'],
      detections: [{ by: 'qr', provider: 'telebirr' }],
    });
    await client.receivingAccounts.remove(id);
    const gone = await code(link.replace('P1CT', 'GONE'), 8);
    expect(
      await client.verifyImage({ images: [gone.toString('base64')], expect: expectation }),
    ).toMatchObject({
      verdict: 'not_verified',
      reason: 'not_found',
      detections: [{ by: 'qr' }],
    });
  });

  it('tell usage, status and banks, and throw what the service refuses', async () => {
    expect((await deresegn.usage()).plan).toBe('enterprise');
    expect((await deresegn.status()).banks).toBe('sandbox');
    expect((await deresegn.providers()).find(({ key: bank }) => bank === 'siinqee')?.viewLimited).toBe(true);
    await expect(deresegn.resolve({ reference: '?' })).rejects.toMatchObject({
      name: 'ApiError',
      reason: 'unsupported_reference',
    });
    await expect(deresegn.events.list({ after: 'evt_none' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('keep webhook endpoints', async () => {
    const { webhookEndpoints } = new Deresegn({ url, key: await own() });
    const { id, secret } = await webhookEndpoints.create({ url: 'http://127.0.0.1:9/x', events: ['*'] });
    expect((await webhookEndpoints.rotateSecret(id)).secret).not.toBe(secret);
    await webhookEndpoints.update(id, { disabled: true });
    expect(await webhookEndpoints.get(id)).toMatchObject({ id, disabledReason: 'owner' });
    await webhookEndpoints.update(id, { disabled: false });
    const delivery = await webhookEndpoints.test(id, 'verification.completed');
    expect((await webhookEndpoints.deliveries(id)).map((one) => one.id)).toContain(delivery.id);
    expect(await webhookEndpoints.resend(id, delivery.id)).toMatchObject({ eventId: delivery.eventId });
    await webhookEndpoints.remove(id);
    expect(await webhookEndpoints.list()).toEqual([]);
  });
});

it('the types are those of openapi.json: npm run docs writes them', async () => {
  const { body } = await environment.get('/openapi.json');
  for (const [path, text] of Object.entries(await generatedTypes(body))) {
    expect(readFileSync(join(repository, path), 'utf8') === text, path).toBe(true);
  }
});

const asked = { reference: 'DKK4A1B2C3', expect: { amount: '500.00', name: 'Nobody Else' } } as const;

/** @param code undefined for a doubtful reading, which has a reason alone */
function failed(code: string | undefined, retry: string, more: object = {}): object {
  const named = code === undefined ? { reason: 'doubtful_reading' } : { code };
  const error = { ...named, retry, message: 'Not now.', docs: 'https://verify.example/docs' };
  return { ok: false, verdict: 'could_not_check', ...more, error };
}

type Step =
  | { status: number; headers?: Record<string, string>; body?: object; text?: string }
  | 'broken'
  | 'silent';

/** A service that answers with these steps, one for each request, and with the last one again. */
async function scripted(...steps: Step[]) {
  const server = await startServer((_, response) => {
    const step = steps.length > 1 ? steps.shift() : steps[0];
    if (step === 'broken') return void response.destroy();
    if (step === 'silent' || step === undefined) return;
    response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers });
    response.end(step.text ?? JSON.stringify(step.body));
  });
  onTestFinished(() => server.close());
  const at = `http://127.0.0.1:${server.port}`;
  const { requests } = server;
  return {
    url: at,
    requests,
    paths: () => requests.map(({ path }) => path),
    client: new Deresegn({ url: at, key }),
  };
}

function send(to: string, body: string): Promise<Response> {
  return fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}
