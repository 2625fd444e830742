/** POST /api/verify-image over real HTTP: engine, store, extractor and simulated banks, all real. */
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { windowAt } from '../../src/engine/windows.js';
import { imageVerification } from '../../src/sidecar/schemas/answers.js';
import { imageFailure } from '../../src/sidecar/schemas/failures.js';
import { openTestStore, type TestStore } from '../support/store.js';
import { openHouse, type TestHouse } from './house.js';

let store: TestStore;
/** No model: codes only, as a fresh clone has it. */
let house: TestHouse;
let base: string;
let key: string;

beforeAll(async () => {
  store = await openTestStore();
  house = await openHouse({}, { url: store.url, close: async () => undefined });
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(house.app.server.address() as AddressInfo).port}`;
  ({ key } = await house.mint({ plan: 'shop', rate: 100_000 }));
});
afterAll(async () => {
  await house?.close();
  await store?.close();
});

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON the service answers
  body: any;
}

async function send(init: RequestInit, as = key, path = '/api/verify-image'): Promise<Answer> {
  const headers = { 'x-api-key': as, ...(init.headers as Record<string, string>) };
  const response = await fetch(base + path, { method: 'POST', ...init, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const json = (body: unknown, as = key, path?: string) =>
  send({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }, as, path);

function form(fields: Record<string, string>, ...pictures: Buffer[]): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const bytes of pictures) body.append('picture', new Blob([new Uint8Array(bytes)]), 'receipt.png');
  return { body };
}

let drawn = 0;
/** A reference no other test has used, its screenshot with a code in it, and what the bank then says. */
async function receipt(outcome = ''): Promise<{ reference: string; picture: Buffer }> {
  drawn += 1;
  const reference = `DKK${String(drawn).padStart(7 - outcome.length, '0')}${outcome}`;
  const response = await house.get(`/sandbox/screenshots/telebirr/${reference}.png`);
  expect(response.statusCode).toBe(200);
  return { reference, picture: response.rawPayload };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

async function blank(shade: number): Promise<Buffer> {
  const background = { r: shade, g: 200, b: 100 };
  return await sharp({ create: { width: 200, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
}

async function spent(of = key, at = house): Promise<{ reads: number; verifications: number }> {
  const { screenshots, verifications } = await at.engine.usage(of);
  return { reads: screenshots.used, verifications: verifications.used };
}

const hits = (reference: string) => house.engine.sandbox.hits('telebirr', reference);

describe('a screenshot with a code', () => {
  test('is read and verified: one read, one verification, and what was read is told', async () => {
    const { key } = await house.mint();
    const { reference, picture } = await receipt();
    const answer = await json({ imageBase64: base64(picture), expect: { amount: 1 } }, key);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ok: true,
      verdict: 'verified',
      detections: [{ provider: 'telebirr', reference, url: null, confidence: 1, by: 'qr' }],
      upstream: {
        attempted: true,
        reason: null,
        result: {
          ok: true,
          verdict: 'verified',
          providerKey: 'telebirr',
          reference,
          cached: false,
          requestId: answer.headers.get('x-request-id'),
          checks: { ok: false },
          history: { seenBefore: false, times: 1 },
        },
      },
    });
    expect(imageVerification.safeParse(answer.body).error).toBeUndefined();
    expect(answer.headers.get('x-api-key-prefix')).toBe(key.slice(0, 14));
    expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=59;t=\d+$/);
    expect(await spent(key)).toEqual({ reads: 1, verifications: 1 });
  });

  test('sent again is one more read and no second verification', async () => {
    const { key } = await house.mint();
    const { reference, picture } = await receipt();
    const first = await json({ imageBase64: base64(picture) }, key);
    const again = await json({ imageBase64: base64(picture) }, key);
    expect(again.status).toBe(200);
    expect(again.body.upstream.result).toMatchObject({ cached: true, requestId: null });
    expect(again.body.detections).toEqual(first.body.detections);
    expect(await spent(key)).toEqual({ reads: 2, verifications: 1 });
    expect(await hits(reference)).toBe(1);
  });

  test('may come as a data: URL, in a list, or as files of a form', async () => {
    const { reference, picture } = await receipt();
    const bodies = [
      { imageBase64: `data:image/png;base64,${base64(picture)}` },
      { imageBase64: base64(picture).replace(/.{76}/g, '$&\r\n') },
      { images: [{ imageBase64: base64(await blank(1)) }, { imageBase64: base64(picture) }] },
    ];
    for (const body of bodies) expect((await json(body)).body.upstream?.result.reference).toBe(reference);
    const fields = { expect: '{"amount":"5,000.00"}', provider: 'telebirr', unknown: 'x' };
    const answer = await send(form(fields, await blank(2), picture));
    expect(answer.status).toBe(200);
    expect(answer.body.upstream.result).toMatchObject({
      reference,
      checks: { amount: { expected: '5000.00' } },
    });
    const dotted = await send(form({ 'expect.amount': '7', 'expect[maxAgeHours]': '1' }, picture));
    expect(dotted.body.upstream.result.checks).toMatchObject({ amount: { expected: '7.00' }, age: {} });
  });

  test('beside four others of the same receipt is one read', async () => {
    const { key } = await house.mint();
    const { picture } = await receipt();
    const five = [picture, ...(await Promise.all([11, 12, 13, 14].map(blank)))];
    const answer = await json({ images: five.map((bytes) => ({ imageBase64: base64(bytes) })) }, key);
    expect(answer.status).toBe(200);
    expect(await spent(key)).toEqual({ reads: 1, verifications: 1 });
  });

  test('that the bank says no to is its failure, with what was read; the read is spent all the same', async () => {
    const { key } = await house.mint();
    const { reference, picture } = await receipt('GONE');
    const answer = await json({ imageBase64: base64(picture) }, key);
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({
      ok: false,
      verdict: 'not_verified',
      providerKey: 'telebirr',
      reference,
      requestId: answer.headers.get('x-request-id'),
      detections: [{ provider: 'telebirr', reference, by: 'qr' }],
      upstream: { attempted: true, reason: 'not_found', result: null },
      error: { reason: 'not_found' },
      receipt: { source: 'telebirr-html' },
    });
    expect(answer.body.error).not.toHaveProperty('code');
    expect(imageFailure.safeParse(answer.body).error).toBeUndefined();
    expect(await spent(key)).toEqual({ reads: 1, verifications: 0 });
  });

  test("is refused when the account's verifications are spent, with what was read", async () => {
    const { key } = await house.mint({ plan: 'enterprise', cap: 0 });
    const { reference, picture } = await receipt();
    const answer = await json({ imageBase64: base64(picture) }, key);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({
      error: { code: 'quota_exceeded', used: 0, cap: 0 },
      detections: [{ reference }],
      upstream: { attempted: false, reason: 'quota_exceeded' },
    });
    expect(await spent(key)).toMatchObject({ reads: 1 });
    expect(await hits(reference)).toBe(0);
  });

  test('of a receipt that is in the cache is one read and no verification, whatever the cap', async () => {
    const { reference, picture } = await receipt();
    await house.post(key, { reference });
    const { key: other } = await house.mint({ plan: 'enterprise', cap: 0 });
    const answer = await json({ imageBase64: base64(picture) }, other);
    expect(answer.body.upstream.result.cached).toBe(true);
    expect(await spent(other)).toEqual({ reads: 1, verifications: 0 });
  });
});

describe('a picture without a code', () => {
  test('is 503 ai_not_configured, and no read', async () => {
    const { key } = await house.mint();
    const answer = await json({ imageBase64: base64(await blank(3)) }, key);
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      ok: false,
      verdict: 'could_not_check',
      error: { code: 'ai_not_configured' },
    });
    expect(await spent(key)).toEqual({ reads: 0, verifications: 0 });
  });

  test('whose caption names the receipt is verified by that', async () => {
    const { reference } = await receipt();
    const answer = await json({ imageBase64: base64(await blank(4)), text: `500 birr ${reference} thanks` });
    expect(answer.status).toBe(200);
    expect(answer.body.detections).toMatchObject([{ provider: 'telebirr', reference, by: 'text' }]);
  });

  test('whose receipt cannot be asked for by what was read says what the bank needs', async () => {
    const { key } = await house.mint();
    const text = 'FT26196ABCDE';
    const picture = base64(await blank(5));
    const answer = await json({ imageBase64: picture, text, provider: 'cbe' }, key);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      providerKey: 'cbe',
      error: { reason: 'needs_account', needs: ['account'] },
      detections: [{ provider: 'cbe', reference: text }],
      upstream: { attempted: false, reason: 'provider_needs_full_url', result: null },
    });
    expect(await spent(key)).toEqual({ reads: 1, verifications: 0 });
    const helped = await json({ imageBase64: picture, text, provider: 'cbe', account: '1000012345678' }, key);
    expect(helped.body.upstream.result).toMatchObject({ providerKey: 'cbe', reference: text });
  });

  test('is 503 where reading is switched off, and so is one with a code', async () => {
    const off = await openHouse({ EXTRACTOR: 'off' }, { url: store.url, close: async () => undefined });
    try {
      const { picture } = await receipt();
      for (const bytes of [await blank(6), picture]) {
        const answer = await off.post(key, { imageBase64: base64(bytes) }, '/api/verify-image');
        expect(answer.statusCode).toBe(503);
        expect(answer.json().error.code).toBe('ai_not_configured');
      }
    } finally {
      await off.close();
    }
  });
});

describe('what is no picture is 400 with issues, and no read:', () => {
  const paths: [what: string, body: unknown, path: string][] = [
    ['nothing', {}, ''],
    ['both ways at once', { imageBase64: 'AAAA', images: [{ imageBase64: 'AAAA' }] }, ''],
    ['a number', { imageBase64: 7 }, 'imageBase64'],
    ['no base64', { imageBase64: 'a picture, honestly' }, 'imageBase64'],
    ['an empty text', { imageBase64: '' }, 'imageBase64'],
    ['another data: URL', { imageBase64: 'data:text/plain,hello' }, 'imageBase64'],
    ['base64 of something else', { imageBase64: base64(Buffer.from('hello')) }, 'imageBase64'],
    ['an empty list', { images: [] }, 'images'],
    ['a list of texts', { images: ['AAAA'] }, 'images.0'],
    [
      'a list with a number',
      { images: [{ imageBase64: 'AAAA' }, { imageBase64: 1 }] },
      'images.1.imageBase64',
    ],
    ['six pictures', { images: Array.from({ length: 6 }, () => ({ imageBase64: 'AAAA' })) }, 'images'],
    ['six hundred', { images: Array.from({ length: 600 }, () => ({ imageBase64: 'AAAA' })) }, 'images'],
    ['an unknown bank', { imageBase64: 'AAAA', provider: 'nobody' }, 'provider'],
    ['an amount of nothing', { imageBase64: 'AAAA', expect: { amount: 'many' } }, 'expect.amount'],
    ['a list', [], ''],
  ];

  test.each(paths)('%s', async (_what, body, path) => {
    const { key } = await house.mint();
    const answer = await json(body, key);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      ok: false,
      verdict: 'could_not_check',
      error: { code: 'invalid_request', issues: [{ path }] },
    });
    expect(imageFailure.safeParse(answer.body).error).toBeUndefined();
    expect(await spent(key)).toEqual({ reads: 0, verifications: 0 });
  });

  test('the second of two pictures', async () => {
    const { picture } = await receipt();
    const images = [{ imageBase64: base64(picture) }, { imageBase64: base64(Buffer.from('<svg/>')) }];
    const { error } = (await json({ images })).body;
    expect(error).toMatchObject({ code: 'invalid_request', issues: [{ path: 'images.1.imageBase64' }] });
    const asForm = await send(form({}, picture, Buffer.from('<svg/>')));
    expect(asForm.body.error.issues).toMatchObject([{ path: 'files.1' }]);
  });

  test('a file over 5 MiB, six files, none', async () => {
    const { picture } = await receipt();
    const large = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)]);
    expect((await send(form({}, large))).body.error.issues).toMatchObject([{ path: 'files.0' }]);
    expect((await json({ imageBase64: base64(large) })).body.error.issues).toMatchObject([
      { path: 'imageBase64' },
    ]);
    const six = await send(form({}, ...Array.from({ length: 6 }, () => picture)));
    expect(six.status).toBe(400);
    expect(six.body.error.issues).toMatchObject([{ path: 'files', code: 'too_big' }]);
    const none = await send(form({ provider: 'telebirr' }));
    expect(none.body.error.issues).toMatchObject([{ path: 'files', code: 'too_small' }]);
  });
});

describe('a body that cannot be read is refused in the envelope, and its connection goes on:', () => {
  const jsonType = { 'content-type': 'application/json' };
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
  test.each<[string, RequestInit, number, string]>([
    ['no JSON', { body: '{"imageBase64":', headers: jsonType }, 400, 'invalid_json'],
    ['nothing at all', { body: '', headers: jsonType }, 400, 'invalid_json'],
    ['no body and no type', {}, 400, 'invalid_json'],
    ['a text', { body: 'hello', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
    [
      'a bare picture',
      { body: 'x', headers: { 'content-type': 'image/png' } },
      415,
      'unsupported_media_type',
    ],
    ['a form without an end', { body: '--x\r\nContent-Disp', headers: boundary }, 400, 'invalid_request'],
    ['a form of nothing', { body: 'hello', headers: boundary }, 400, 'invalid_request'],
    [
      'a form without a boundary',
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      400,
      'invalid_request',
    ],
    ['nests', { body: '['.repeat(1_000_000), headers: jsonType }, 413, 'payload_too_large'],
    [
      'other members',
      { body: `{"x":"${'y'.repeat(100_000)}"}`, headers: jsonType },
      413,
      'payload_too_large',
    ],
  ])('%s', async (_what, init, status, code) => {
    const answer = await send(init);
    expect(answer.body).toMatchObject({ ok: false, verdict: 'could_not_check', error: { code } });
    expect(answer.status).toBe(status);
  });

  test('more than five pictures can be', async () => {
    const body = `{"imageBase64":"${'A'.repeat(37 * 1024 * 1024)}"}`;
    const answer = await send({ body, headers: jsonType });
    expect(answer.status).toBe(413);
    expect(answer.body.error.code).toBe('payload_too_large');
  });
});

describe('who is not let in', () => {
  const jsonType = { 'content-type': 'application/json' };
  test.each([
    ['', 401, 'missing_key'],
    [`vk_test_${'0'.repeat(32)}`, 401, 'invalid_key'],
  ])('%s is told so before anything else', async (stranger, status, code) => {
    const answers = [
      await send({ body: '{', headers: jsonType }, stranger),
      await send({ body: 'hello', headers: { 'content-type': 'text/plain' } }, stranger),
      await json({}, stranger),
    ];
    for (const { status: is, body } of answers) {
      expect(is).toBe(status);
      expect(body).toMatchObject({ ok: false, verdict: 'could_not_check', error: { code } });
    }
  });

  test('is answered before the body has come', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest(`${base}/api/verify-image`, {
        method: 'POST',
        agent: false,
        headers: { ...jsonType, 'content-length': 20_000_000, 'x-api-key': 'nobody' },
      });
      sent.on('response', ({ statusCode }) => {
        resolve(statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.write('{"imageBase64":"');
    });
    expect(status).toBe(401);
  });

  test('over their rate are told so, and nothing is read', async () => {
    if (60 - new Date().getSeconds() < 5) await sleep(5_000);
    const { key } = await house.mint({ rate: 1 });
    const { picture } = await receipt();
    expect((await json({ imageBase64: base64(picture) }, key)).status).toBe(200);
    const over = await json({ imageBase64: base64(picture) }, key);
    expect(over.status).toBe(429);
    expect(over.body.error.code).toBe('rate_limited');
    expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(over.headers.get('ratelimit')).toMatch(/r=0/);
  });
});

describe('the allowance', () => {
  const zone = 'Africa/Addis_Ababa';
  const about = (answer: Answer, endsAt: number) =>
    Math.abs(Number(answer.headers.get('retry-after')) - (endsAt - Date.now()) / 1000);

  test('of a month is an end, until the next one', async () => {
    const { key } = await house.mint({ plan: 'enterprise', reads: 1 });
    const { picture } = await receipt();
    expect((await json({ imageBase64: base64(picture) }, key)).status).toBe(200);
    const answer = await json({ imageBase64: base64(picture) }, key);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ verdict: 'could_not_check', error: { code: 'image_cap_reached' } });
    expect(about(answer, windowAt('month', Date.now(), zone).endsAt)).toBeLessThan(5);
    expect(await spent(key)).toEqual({ reads: 1, verifications: 1 });
    const bad = await json({ imageBase64: 'AAAA' }, key);
    expect(bad.body.error.code).toBe('invalid_request');
  });

  test("of the service's day is an end for all, and leaves the account's count alone", async () => {
    const tight = await openHouse({ OCR_DAILY_BUDGET: '2' });
    try {
      const [one, other] = [await tight.mint(), await tight.mint()];
      const { picture } = await receipt();
      const post = (as: string) => tight.post(as, { imageBase64: base64(picture) }, '/api/verify-image');
      expect((await post(one.key)).statusCode).toBe(200);
      expect((await post(other.key)).statusCode).toBe(200);
      const answer = await post(one.key);
      expect(answer.statusCode).toBe(429);
      expect(answer.json().error.code).toBe('ocr_daily_cap_reached');
      const seconds = (windowAt('day', Date.now(), zone).endsAt - Date.now()) / 1000;
      expect(Math.abs(Number(answer.headers['retry-after']) - seconds)).toBeLessThan(5);
      expect(await spent(one.key, tight)).toMatchObject({ reads: 1 });
      expect(await spent(other.key, tight)).toMatchObject({ reads: 1 });
    } finally {
      await tight.close();
    }
  });

  test('is never overshot, however many pictures come at once', async () => {
    const { key } = await house.mint({ plan: 'enterprise', reads: 3, rate: 1_000 });
    const { picture } = await receipt();
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => json({ imageBase64: base64(picture) }, key)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const rest = answers.filter(({ status }) => status !== 200);
    for (const { body } of rest) expect(body.error.code).toBe('image_cap_reached');
    expect(await spent(key)).toEqual({ reads: 3, verifications: 1 });
  });
});
