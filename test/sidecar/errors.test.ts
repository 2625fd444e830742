/** Every error leads to the page about it, and says whether to try again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEnvelopes } from '../../src/engine/api/error-body.js';
import { Failure, type FailureName, failureKinds } from '../../src/engine/api/errors.js';
import type { Engine } from '../../src/engine/api/index.js';
import { openEnvironment, type TestEnvironment } from './environment.js';
import { jsonHeaders, stubEngine, testApp } from './support.js';

const names = Object.keys(failureKinds) as FailureName[];
const baseUrl = 'https://verify.example.et';

describe('an error', () => {
  let failing: FailureName = 'internal';
  const engine = stubEngine({ verify: (() => Promise.reject(new Failure(failing))) as Engine['verify'] });
  const app = testApp(engine, { env: { BASE_URL: baseUrl } });
  afterAll(() => app.close());

  it.each(names)('has a page and one retry (%s)', async (name) => {
    failing = name;
    const payload = { reference: 'DKK4A1B2C3' };
    const answer = await app.inject({ method: 'POST', url: '/api/verify', headers: jsonHeaders, payload });
    const { error } = answer.json();
    expect(error.docs).toBe(`${baseUrl}/docs/errors/${name}`);
    expect(error.retry).toBe(failureKinds[name].retry);
    expect('code' in error).toBe(!('reason' in error));
    const page = await app.inject({ url: new URL(error.docs).pathname, headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(error.code ?? error.reason);
  });

  it('keeps the reason by which programs know a missing receipt', () => {
    const { error } = createEnvelopes(baseUrl)(new Failure('receipt_not_found'));
    expect(error).toMatchObject({ reason: 'not_found', docs: `${baseUrl}/docs/errors/receipt_not_found` });
  });

  it('leads to its page also where what came was no request', async () => {
    const app = testApp(stubEngine(), { env: { BASE_URL: `${baseUrl}/` } });
    const answer = await app.inject({ url: '/api/nowhere', headers: jsonHeaders });
    expect(answer.json().error).toMatchObject({ docs: `${baseUrl}/docs/errors/not_found`, retry: 'never' });
    await app.close();
  });
});

describe('error.retry', () => {
  it.each([
    ['rate_limited', 'after'],
    ['ocr_daily_cap_reached', 'after'],
    ['provider_down', 'after'],
    ['unavailable', 'after'],
    ['ai_not_configured', 'never'],
    ['quota_exceeded', 'never'],
    ['bank_timeout', 'backoff'],
    ['receipt_not_found', 'never'],
    ['doubtful_reading', 'never'],
  ] as const)('of %s is %s', (name, retry) => {
    expect(new Failure(name).retry).toBe(retry);
  });
});

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

describe('a missing receipt', () => {
  it('is missing together with the digits that came with its reference, which may be mistyped', async () => {
    const { key } = await environment.mint();
    const alone = await environment.post(key, { reference: 'DKK4A1GONE' });
    expect(alone.json().error.message).toBe('The bank has no such receipt.');
    const withDigits = { reference: 'FT26140CGONE', provider: 'cbe', account: '1000000000012' };
    const answer = await environment.post(key, withDigits);
    expect(answer.json().error).toMatchObject({ reason: 'not_found' });
    expect(answer.json().error.message).toContain('together with this account');
    const amhara = await environment.post(key, { reference: 'FT26250AGONE', provider: 'amhara' });
    expect(amhara.json().error.message).toContain('also printed by Nib and Siket');
    for (const { body } of [alone, answer, amhara]) expect(body).not.toMatch(/forge|fake/i);
  });
});

describe('a payment that is not settled', () => {
  /** Names of members: an id may hold `fee` by chance. */
  const sums = /"\w*(?:amount|charge|fee|total|vat|words)\w*":|\bbirr\b|\betb\b|\d,\d{3}\b/i;

  it('tells no sum in a poll, in events, or of a picture', async () => {
    const { key } = await environment.mint();
    const first = await environment.post(key, { reference: 'DKK4B1PEND', waitMs: 0 });
    const { statusUrl, eventsUrl } = first.json();
    expect(first.statusCode).toBe(202);
    await expect.poll(async () => (await environment.get(statusUrl, key)).statusCode).toBe(502);
    for (const { body } of [await environment.get(statusUrl, key), await environment.get(eventsUrl, key)]) {
      expect(body).toContain('not_settled');
      expect(body).not.toMatch(sums);
    }
    const picture = await environment.get('/sandbox/screenshots/telebirr/DKK4B2PEND.png');
    const imageBase64 = picture.rawPayload.toString('base64');
    const read = await environment.post(key, { imageBase64 }, '/api/verify-image');
    expect(read.json()).toMatchObject({ error: { reason: 'not_settled' }, upstream: { result: null } });
    expect(read.body).not.toMatch(sums);
  });
});

describe('a link that opens a few times', () => {
  it('is never to be tried again by a program, now or told from memory', async () => {
    const { key } = await environment.mint();
    const url = 'https://siinqeebank.com/receipt/SQB26K20WALL';
    for (const answer of [await environment.post(key, { url }), await environment.post(key, { url })]) {
      expect(answer.json().error).toMatchObject({ reason: 'bank_blocked', retry: 'never' });
    }
    const other = await environment.post(key, { reference: 'DKK4A1WALL' });
    expect(other.json().error).toMatchObject({ reason: 'bank_blocked', retry: 'backoff' });
  });
});
