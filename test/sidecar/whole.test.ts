/** What a customer is promised, end to end: HTTP, engine, store, egress and simulated banks, all real. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { verificationFailure } from '../../src/sidecar/schemas/failures.js';
import {
  providerList,
  resolution,
  status,
  usage,
  verification,
} from '../../src/sidecar/schemas/responses.js';
import { ensureTimeInMinute } from '../support/clock-window.js';
import { openEnvironment, type TestEnvironment } from './environment.js';

let environment: TestEnvironment;
let key: string;
beforeAll(async () => {
  environment = await openEnvironment();
  ({ key } = await environment.mint({ plan: 'enterprise', rate: 100_000 }));
});
afterAll(() => environment?.close());

const hits = async (provider: string, reference: string, at = environment) =>
  (await at.get(`/sandbox/hits?provider=${provider}&reference=${reference}`)).json().hits;

describe('a receipt', () => {
  test('is fetched once, and served from the cache ever after', async () => {
    const { key } = await environment.mint();
    const first = await environment.post(key, { reference: 'DKK4A1B2C3' });
    const second = await environment.post(key, { reference: 'dkk4a1b2c3' });
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    const { requestId, history: before, ...fetched } = first.json();
    const { history: after, ...cached } = second.json();
    expect(requestId).toBe(first.headers['x-request-id']);
    expect(fetched).toMatchObject({
      verdict: 'verified',
      cached: false,
      livemode: false,
      providerKey: 'telebirr',
    });
    expect(cached).toEqual({ ...fetched, cached: true, requestId: null });
    expect(before).toMatchObject({ seenBefore: false, times: 1 });
    expect(after).toMatchObject({ seenBefore: true, times: 2 });
    expect(await hits('telebirr', 'DKK4A1B2C3')).toBe(1);
    expect(verification.safeParse(first.json()).error).toBeUndefined();
    const report = await environment.get('/api/usage', key);
    expect(report.json().verifications.used).toBe(1);
    expect(usage.safeParse(report.json()).error).toBeUndefined();
  });

  test('is checked against what the caller expects', async () => {
    const { payment } = (await environment.post(key, { reference: 'DKK4A1B2C4' })).json();
    const thousands = `${payment.amount.replace(/\B(?=(\d{3})+\.)/g, ',')}`;
    const met = await environment.post(key, {
      reference: 'DKK4A1B2C4',
      expect: { amount: ` ${thousands} ` },
    });
    expect(met.json().checks).toMatchObject({ ok: true, amount: { ok: true, difference: '0.00' } });
    const missed = await environment.post(key, { reference: 'DKK4A1B2C4', expect: { amount: 1 } });
    expect(missed.json()).toMatchObject({ verdict: 'verified', checks: { ok: false } });
  });

  test.each([
    ['DKK4A1GONE', 502, 'not_found', 'not_verified'],
    ['DKK4A1PEND', 502, 'not_settled', 'not_verified'],
    ['DKK4A1DIFF', 502, 'mismatch', 'not_verified'],
    ['DKK4A1BADR', 502, 'unreadable', 'could_not_check'],
    ['DKK4A1WALL', 400, 'bank_blocked', 'could_not_check'],
    ['FT26324ABCDE', 400, 'ambiguous', 'could_not_check'],
    ['hello', 400, 'unsupported_reference', 'could_not_check'],
  ])('that is none: %s is %d %s', async (reference, statusCode, reason, verdict) => {
    const response = await environment.post(key, { reference });
    expect(response.statusCode).toBe(statusCode);
    const answer = response.json();
    expect(answer).toMatchObject({
      ok: false,
      verdict,
      error: { reason },
      requestId: response.headers['x-request-id'],
    });
    expect(answer.error).not.toHaveProperty('code');
    if (statusCode === 502) expect(answer.receipt).toHaveProperty('source');
    expect(verificationFailure.safeParse(answer).error).toBeUndefined();
  });

  test('that the bank never answers for is 400 bank_timeout, after a second attempt', async () => {
    const hasty = await openEnvironment({ ATTEMPT_TIMEOUT_SECONDS: '3' });
    onTestFinished(() => hasty.close());
    const { key } = await hasty.mint();
    const response = await hasty.post(key, { reference: 'DKK4A1HANG' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ verdict: 'could_not_check', error: { reason: 'bank_timeout' } });
    expect(await hits('telebirr', 'DKK4A1HANG', hasty)).toBe(2);
    expect(verificationFailure.safeParse(response.json()).error).toBeUndefined();
  });

  test('is never looked for behind a link that only looks like a bank', async () => {
    for (const url of [
      'https://transactioninfo.ethiotelecom.et.evil.test/receipt/DKK4A1B2D9',
      'https://transactioninfo.ethiotelecom.et@evil.test/receipt/DKK4A1B2D9',
      'https://transactioninfo.ethiotelecom.et:8443/receipt/DKK4A1B2D9',
      'http://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2D9',
      'https://127.0.0.1/receipt/DKK4A1B2D9',
      'file:///etc/passwd',
    ]) {
      const response = await environment.post(key, { url });
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toMatchObject({ reason: 'unsupported_url' });
    }
    expect(await hits('telebirr', 'DKK4A1B2D9')).toBe(0);
  });

  test('of a bank the link contradicts is an invalid request', async () => {
    const url = 'https://transactioninfo.ethiotelecom.et/receipt/DKK4A1B2C3';
    const { error } = (await environment.post(key, { url, provider: 'cbe' })).json();
    expect(error).toMatchObject({ code: 'invalid_request', issues: [{ path: 'provider' }] });
  });
});

describe('limits', () => {
  test('a spent cap is 429 with used and cap; what is cached is still served', async () => {
    const { key } = await environment.mint({ plan: 'enterprise', cap: 2 });
    for (const reference of ['DKK4A1B3A1', 'DKK4A1B3A2']) {
      expect((await environment.post(key, { reference })).statusCode).toBe(200);
    }
    const spent = await environment.post(key, { reference: 'DKK4A1B3A3' });
    expect(spent.statusCode).toBe(429);
    expect(spent.json().error).toMatchObject({ code: 'quota_exceeded', used: 2, cap: 2 });
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(0);
    expect((await environment.post(key, { reference: 'DKK4A1B3A1' })).json().cached).toBe(true);
  });

  test('every request counts once against the rate, and the first over it is 429', async () => {
    await ensureTimeInMinute();
    const { key, account } = await environment.mint({ rate: 7 });
    const bodies = [{ reference: 'DKK4A1B2C3' }, { reference: 'hello' }, {}];
    for (const body of bodies) await environment.post(key, body);
    await environment.post(key, { reference: 'DKK4A1B2C3' }, '/api/resolve');
    await environment.get('/api/providers', key);
    await environment.get('/api/nowhere', key);
    const seventh = await environment.get('/api/usage', key);
    expect(seventh.json().rate).toMatchObject({ limit: 7, used: 7 });
    expect(seventh.headers.ratelimit).toMatch(/^"default";r=0;t=\d+$/);

    for (const over of [
      await environment.post(key, bodies[0] ?? {}),
      await environment.get('/api/status', key),
    ]) {
      expect(over.statusCode).toBe(429);
      expect(over.json().error.code).toBe('rate_limited');
      expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60);
      expect(over.headers['x-api-key-prefix']).toBe(key.slice(0, 14));
      expect(over.headers['ratelimit-policy']).toBe('"default";q=7;w=60');
    }
    const { key: other } = await environment.mint({ account });
    expect((await environment.get('/api/usage', other)).statusCode).toBe(200);
  });

  test('a revoked key is refused from the very next call on', async () => {
    const { key, prefix } = await environment.mint();
    expect((await environment.post(key, { reference: 'DKK4A1B2C3' })).statusCode).toBe(200);
    await environment.engine.keys.revoke(prefix);
    const refused = await environment.post(key, { reference: 'DKK4A1B2C3' });
    expect(refused.statusCode).toBe(401);
    expect(refused.json().error.code).toBe('revoked_key');
  });
});

describe('answers have the documented shape:', () => {
  test('providers and status', async () => {
    expect(providerList.safeParse((await environment.get('/api/providers')).json()).error).toBeUndefined();
    const report = await environment.get('/api/status');
    expect(report.statusCode).toBe(200);
    expect(status.safeParse(report.json()).error).toBeUndefined();
  });

  test.each([
    [
      { reference: 'DKK4A1B2C3' },
      { providerKey: 'telebirr', reference: 'DKK4A1B2C3', needs: [], candidates: [] },
    ],
    [
      { reference: 'FT26324ABCDE', provider: 'cbe' },
      { providerKey: 'cbe', needs: ['account'] },
    ],
  ])('resolve %j', async (body, answer) => {
    const response = await environment.post(key, body, '/api/resolve');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject(answer);
    expect(resolution.safeParse(response.json()).error).toBeUndefined();
  });
});

test('every example of the sandbox page works as written', async () => {
  const { examples } = (await environment.get('/sandbox')).json();
  expect(examples.length).toBeGreaterThan(20);
  const settled = examples.filter(({ outcome }: { outcome: string }) => outcome === 'SETTLED');
  expect(settled.length).toBeGreaterThan(2);
  for (const { request } of settled) {
    const response = await environment.post(key, request);
    expect(response.json(), response.body).toMatchObject({ ok: true, verdict: 'verified' });
  }
});
