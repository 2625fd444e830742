import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../src/engine/api/errors.js';
import { goodKey, rateLimitedKey, stubEngine, testApp } from '../support.js';

const engine = stubEngine();
const app = testApp(engine);
/** Its store cannot be reached. */
const lost = testApp(
  stubEngine({ admit: () => Promise.reject(new Failure('unavailable', { retryAfterSeconds: 1 })) }),
);
beforeEach(() => {
  engine.admissions = 0;
  engine.calls.length = 0;
});
afterAll(() => Promise.all([app.close(), lost.close()]));

type Sent = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  url: string;
  payload?: string;
  type?: string;
};
const json = 'application/json';
const good = '{"reference":"DKK4A1B2C3"}';

const requests: [what: string, sent: Sent, status: number][] = [
  ['a verification', { method: 'POST', url: '/api/verify', payload: good, type: json }, 200],
  ['not JSON', { method: 'POST', url: '/api/verify', payload: '{', type: json }, 400],
  ['not the schema', { method: 'POST', url: '/api/verify', payload: '{}', type: json }, 400],
  ['another type', { method: 'POST', url: '/api/verify', payload: 'x', type: 'text/csv' }, 415],
  ['too large', { method: 'POST', url: '/api/verify', payload: `"${'x'.repeat(70_000)}"`, type: json }, 413],
  ['no body at all', { method: 'POST', url: '/api/verify' }, 400],
  ['a resolution', { method: 'POST', url: '/api/resolve', payload: good, type: json }, 200],
  ['a bad resolution', { method: 'POST', url: '/api/resolve', payload: '{}', type: json }, 400],
  ['usage', { method: 'GET', url: '/api/usage' }, 200],
  ['the hello', { method: 'GET', url: '/api/verify' }, 200],
  ['its head', { method: 'HEAD', url: '/api/verify' }, 200],
  ['the list of providers', { method: 'GET', url: '/api/providers' }, 200],
  ['the status', { method: 'GET', url: '/api/status' }, 200],
  ['an unknown path', { method: 'GET', url: '/api/nowhere' }, 404],
  ['/api itself', { method: 'GET', url: '/api' }, 404],
  ['an unknown path with a bad body', { method: 'POST', url: '/api/nowhere', payload: '{', type: json }, 404],
  ['an unknown path of another type', { method: 'POST', url: '/api/x', payload: 'x', type: 'text/csv' }, 404],
  ['a wrong method', { method: 'DELETE', url: '/api/verify' }, 405],
  ['a wrong method with a bad body', { method: 'PUT', url: '/api/verify', payload: '{', type: json }, 405],
  ['a malformed address', { method: 'GET', url: '/api/%zz' }, 400],
  ['a path in escapes', { method: 'POST', url: '/%61pi/verif%79', payload: '{', type: json }, 400],
];

const ask = (to: typeof app, { method, url, payload, type }: Sent, key: string) =>
  to.inject({
    method,
    url,
    headers: { 'x-api-key': key, ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });

describe('a request with a good key counts exactly once and shows where the rate stands:', () => {
  test.each(requests)('%s', async (_what, sent, status) => {
    const response = await ask(app, sent, goodKey);
    expect(response.statusCode).toBe(status);
    expect(engine.admissions).toBe(1);
    expect(response.headers['x-api-key-prefix']).toBe(goodKey.slice(0, 14));
    expect(response.headers['ratelimit-policy']).toBe('"default";q=60;w=60');
    expect(response.headers.ratelimit).toMatch(/^"default";r=59;t=\d+$/);
  });
});

describe('a key over its rate gets 429 whatever it asks:', () => {
  test.each(requests)('%s', async (_what, sent) => {
    const response = await ask(app, sent, rateLimitedKey);
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('17');
    expect(engine.admissions).toBe(1);
  });
});

const open = requests.filter(
  ([, { method, url }]) => !(method === 'POST' && /verif|resolve/.test(url)) && url !== '/api/usage',
);

describe('where no key is needed, a bad one and a lost store change nothing:', () => {
  test.each(open)('%s', async (_what, sent, status) => {
    expect((await ask(app, sent, 'vk_test_nobody')).statusCode).toBe(status);
    expect((await ask(lost, sent, goodKey)).statusCode).toBe(status);
  });
});

test('outside /api no key is asked for, looked at or counted', async () => {
  for (const url of [
    '/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/llms.txt',
    '/nowhere',
    '/apiary',
  ]) {
    await app.inject({ method: 'GET', url, headers: { 'x-api-key': goodKey } });
  }
  expect(engine.calls).toEqual([]);
});

test('a store that cannot be reached is 503 unavailable with Retry-After where a key is needed', async () => {
  const response = await ask(lost, { method: 'POST', url: '/api/verify', payload: '{', type: json }, goodKey);
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('1');
  expect(response.json()).toMatchObject({
    ok: false,
    verdict: 'could_not_check',
    error: { code: 'unavailable' },
  });
});
