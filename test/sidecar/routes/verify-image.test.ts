/** POST /api/verify-image over real HTTP: engine, store, extractor and simulated banks, all real. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { windowAt } from '../../../src/engine/shared/windows.js';
import { imageFailure } from '../../../src/sidecar/schemas/failures.js';
import { imageVerification } from '../../../src/sidecar/schemas/responses.js';
import { detection, finds, startAiEndpoint } from '../../support/ai-endpoint.js';
import { openEnvironment } from '../environment.js';
import { type Answer, base64, blank, form, usePictureEndpoint } from '../pictures.js';

const door = usePictureEndpoint();
const { send, json, receipt, spent, hits } = door;

describe('a screenshot with a code', () => {
  test('is read and verified: one read, one verification, and what was read is told', async () => {
    const { key } = await door.environment.mint();
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

  test('of two receipts in one picture either is listed, and one is verified', async () => {
    const { key } = await door.environment.mint();
    const [left, right] = [await receipt(), await receipt()];
    const { width = 0 } = await sharp(left.picture).metadata();
    const both = await sharp(left.picture)
      .extend({ right: width })
      .composite([{ input: right.picture, left: width, top: 0 }])
      .png()
      .toBuffer();
    const { status, body } = await json({ imageBase64: base64(both) }, key);
    expect(status).toBe(200);
    const references = [left.reference, right.reference].sort();
    const listed = body.detections.map((one: { reference: string }) => one.reference);
    expect(listed.sort()).toEqual(references);
    expect(references).toContain(body.upstream.result.reference);
    expect(await spent(key)).toEqual({ reads: 1, verifications: 1 });
  });

  test('sent again is one more read and no second verification', async () => {
    const { key } = await door.environment.mint();
    const { reference, picture } = await receipt();
    const first = await json({ imageBase64: base64(picture) }, key);
    const again = await json({ imageBase64: base64(picture) }, key);
    expect(again.status).toBe(200);
    expect(again.body.upstream.result).toMatchObject({ cached: true, requestId: null });
    expect(again.body.detections).toEqual(first.body.detections);
    expect(await spent(key)).toEqual({ reads: 2, verifications: 1 });
    expect(await hits(reference)).toBe(1);
  });

  test('sent again with the same Idempotency-Key is the same read', async () => {
    const { key } = await door.environment.mint();
    const { picture } = await receipt();
    const post = (name: string) =>
      door.environment.app.inject({
        method: 'POST',
        url: '/api/verify-image',
        headers: { 'x-api-key': key, 'idempotency-key': name },
        payload: { imageBase64: base64(picture) },
      });
    for (const answer of [await post('order 17'), await post('order 17')]) {
      expect(answer.json().upstream.result).toMatchObject({ history: { seenBefore: false, times: 1 } });
    }
    expect(await spent(key)).toEqual({ reads: 1, verifications: 1 });
    const refused = await post('x'.repeat(257));
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'idempotency-key' }],
    });
    expect(await spent(key)).toEqual({ reads: 1, verifications: 1 });
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
    const { key } = await door.environment.mint();
    const { picture } = await receipt();
    const five = [picture, ...(await Promise.all([11, 12, 13, 14].map(blank)))];
    const answer = await json({ images: five.map((bytes) => ({ imageBase64: base64(bytes) })) }, key);
    expect(answer.status).toBe(200);
    expect(await spent(key)).toEqual({ reads: 1, verifications: 1 });
  });

  test('of a bank that does not answer keeps nobody from sending others', async () => {
    const { key } = await door.environment.mint();
    const leave = new AbortController();
    const hanging = await Promise.all(['HANG', 'HANG', 'HANG'].map((ending) => receipt(ending)));
    const left = hanging.map(({ picture }) =>
      send({ ...form({}, picture), signal: leave.signal }, key).catch(() => 'left'),
    );
    for (const { reference } of hanging) await expect.poll(() => hits(reference)).toBe(1);
    const { picture } = await receipt();
    expect((await json({ imageBase64: base64(picture) }, key)).status).toBe(200);
    leave.abort();
    expect(await Promise.all(left)).toEqual(['left', 'left', 'left']);
  });

  test('that the bank says no to is its failure, with what was read; the read is spent all the same', async () => {
    const { key } = await door.environment.mint();
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
    const { key } = await door.environment.mint({ plan: 'enterprise', cap: 0 });
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
    const [{ key }, { key: other }] = await Promise.all([
      door.environment.mint(),
      door.environment.mint({ plan: 'enterprise', cap: 0 }),
    ]);
    await door.environment.post(key, { reference });
    const answer = await json({ imageBase64: base64(picture) }, other);
    expect(answer.body.upstream.result.cached).toBe(true);
    expect(await spent(other)).toEqual({ reads: 1, verifications: 0 });
  });
});

describe('a picture without a code', () => {
  test('is 503 ai_not_configured, and no read', async () => {
    const { key } = await door.environment.mint();
    const answer = await json({ imageBase64: base64(await blank(3)) }, key);
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      ok: false,
      verdict: 'could_not_check',
      error: {
        code: 'ai_not_configured',
        message: expect.stringContaining('Only QR codes and text in PDFs are read here'),
      },
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
    const { key } = await door.environment.mint();
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
    const off = await openEnvironment(
      { EXTRACTOR: 'off' },
      { url: door.store.url, close: async () => undefined },
    );
    try {
      const { key } = await off.mint();
      const { picture } = await receipt();
      for (const bytes of [await blank(6), picture]) {
        const answer = await off.post(key, { imageBase64: base64(bytes) }, '/api/verify-image');
        expect(answer.statusCode).toBe(503);
        expect(answer.json().error.code).toBe('ai_not_configured');
        expect(answer.json().error.message).toContain('switched off');
      }
    } finally {
      await off.close();
    }
  });
});

test('a number that only a model has read, and the bank does not know, is no verdict: with a key, and at the demo', async () => {
  const endpoint = await startAiEndpoint();
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: endpoint.baseURL };
  const reading = await openEnvironment(env, { url: door.store.url, close: async () => undefined });
  try {
    const { key } = await reading.mint();
    const reference = 'DKK4M1GONE';
    endpoint.next(finds(detection({ bank: 'telebirr', reference, confidence: 1 })));
    const body = { imageBase64: base64(await blank(8)) };
    for (const url of ['/api/verify-image', '/api/demo-verify-image']) {
      const answer = await reading.post(key, body, url);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        ok: false,
        verdict: 'could_not_check',
        providerKey: 'telebirr',
        reference,
        error: {
          reason: 'doubtful_reading',
          retry: 'never',
          docs: expect.stringMatching(/doubtful_reading$/),
        },
        detections: [{ provider: 'telebirr', reference, by: 'ai' }],
        upstream: { attempted: true, reason: 'doubtful_reading', result: null },
      });
      expect(answer.json().error).not.toHaveProperty('code');
      expect(answer.json()).not.toHaveProperty('receipt');
      expect(imageFailure.safeParse(answer.json()).error).toBeUndefined();
    }
    expect(await spent(key, reading)).toEqual({ reads: 1, verifications: 0 });
    const counted = (await reading.get('/metrics')).body.replaceAll(/^(#.*|.* 0)$/gm, '');
    expect(counted).toContain('doubtful_reading');
    expect(counted).not.toMatch(/not_verified|reason="not_found"/);
  } finally {
    await reading.close();
    await endpoint.close();
  }
});

describe('the allowance', () => {
  const zone = 'Africa/Addis_Ababa';
  const about = (answer: Answer, endsAt: number) =>
    Math.abs(Number(answer.headers.get('retry-after')) - (endsAt - Date.now()) / 1000);

  test('of a month is an end, until the next one', async () => {
    const { key } = await door.environment.mint({ plan: 'enterprise', reads: 1 });
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
    const tight = await openEnvironment({ OCR_DAILY_BUDGET: '2' });
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
    const { key } = await door.environment.mint({ plan: 'enterprise', reads: 3, rate: 1_000 });
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
