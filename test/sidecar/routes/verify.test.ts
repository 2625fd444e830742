import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { Failure, type FailureName, failureKinds } from '../../../src/engine/api/errors.js';
import type { VerifyRequest } from '../../../src/engine/api/index.js';
import {
  goodKey,
  jsonHeaders,
  rateLimitedKey,
  revokedKey,
  stubEngine,
  testApp,
  verified,
} from '../support.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function started(...given: Parameters<typeof testApp>) {
  const app = testApp(...given);
  closers.push(() => app.close());
  return app;
}

/** Of an engine that knows the keys of the tests, and answers each call alike. */
const common = testApp();
/** Of an engine that fails as is said here. */
let failing: FailureName = 'internal';
const failed = testApp(stubEngine({ verify: async () => Promise.reject(new Failure(failing)) }));
afterAll(() => Promise.all([common.close(), failed.close()]));

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const post = (payload: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  url: '/api/verify',
  headers: { ...jsonHeaders, ...headers },
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
});

describe('a verification', () => {
  test('is answered with what the engine says, under the request id of the header', async () => {
    const response = await common.inject(post({ reference: 'DKK4A1B2C3' }));
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-request-id']).toMatch(uuid);
    expect(response.json()).toEqual({ ...verified, requestId: response.headers['x-request-id'] });
  });

  test('carries the prefix of the key and where its rate stands', async () => {
    const response = await common.inject(post({ reference: 'DKK4A1B2C3' }));
    expect(response.headers['x-api-key-prefix']).toBe(goodKey.slice(0, 14));
    expect(response.headers['ratelimit-policy']).toBe('"default";q=60;w=60');
    expect(response.headers.ratelimit).toBe('"default";r=59;t=30');
  });

  test('asks the engine once and for nothing else', async () => {
    const engine = stubEngine();
    await started(engine).inject(post({ reference: 'DKK4A1B2C3' }));
    expect(engine.calls).toEqual(['verify']);
  });

  test('passes on what was sent and drops members it does not know', async () => {
    const asked: VerifyRequest[] = [];
    const engine = stubEngine({
      verify: async (request) => {
        asked.push(request);
        return verified;
      },
    });
    const sent = {
      text: 'SMS …',
      provider: 'telebirr',
      account: '1000',
      phone: '0911',
      expect: { amount: '5,000' },
    };
    await started(engine).inject(post({ ...sent, nonsense: { __x: 1 } }));
    expect(asked).toEqual([sent]);
  });

  test.each([0, -1, 1.5, 30_001, 1e300])(
    'takes any waitMs, %d too, and answers synchronously',
    async (waitMs) => {
      const response = await common.inject(post({ reference: 'DKK4A1B2C3', waitMs }));
      expect(response.statusCode).toBe(200);
    },
  );

  test('takes a waitMs beyond what a number can hold', async () => {
    const response = await common.inject(post('{"reference":"DKK4A1B2C3","waitMs":1e999}'));
    expect(response.statusCode).toBe(200);
  });

  test.each(['a', 'x'.repeat(256), 'with blanks and ~!'])(
    'takes an Idempotency-Key of printable ASCII',
    async (key) => {
      const response = await common.inject(post({ reference: 'DKK4A1B2C3' }, { 'idempotency-key': key }));
      expect(response.statusCode).toBe(200);
    },
  );

  test.each(['', 'x'.repeat(257), 'tab\there', 'é'])('refuses any other Idempotency-Key', async (key) => {
    const response = await common.inject(post({ reference: 'DKK4A1B2C3' }, { 'idempotency-key': key }));
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'idempotency-key' }],
    });
  });

  test.each([5000, 0, '5000', '5,000.00', ' 1 250 000.5 ', '0'])(
    'takes %j as an expected amount',
    async (amount) => {
      const response = await common.inject(post({ reference: 'DKK4A1B2C3', expect: { amount } }));
      expect(response.statusCode).toBe(200);
    },
  );
});

describe('a body that does not fit is refused with the path of what is wrong:', () => {
  const refusals: [what: string, body: unknown, path: string, code: string][] = [
    ['nothing to look up', {}, '', 'custom'],
    ['two things to look up', { url: 'https://a.example', reference: 'A' }, '', 'custom'],
    ['an empty reference', { reference: '' }, 'reference', 'too_small'],
    ['a reference of 129 characters', { reference: 'A'.repeat(129) }, 'reference', 'too_big'],
    ['a link of 2,049 characters', { url: 'h'.repeat(2049) }, 'url', 'too_big'],
    ['a text of 4,097 characters', { text: 't'.repeat(4097) }, 'text', 'too_big'],
    ['a reference that is a number', { reference: 7 }, 'reference', 'invalid_type'],
    ['a provider nobody knows', { reference: 'A', provider: 'nib' }, 'provider', 'invalid_value'],
    ['an empty account', { reference: 'A', account: '' }, 'account', 'too_small'],
    [
      'an amount that is neither',
      { reference: 'A', expect: { amount: true } },
      'expect.amount',
      'invalid_type',
    ],
    ['an amount in words', { reference: 'A', expect: { amount: 'ten' } }, 'expect.amount', 'invalid_format'],
    ['an amount below nothing', { reference: 'A', expect: { amount: -1 } }, 'expect.amount', 'too_small'],
    ['expectations that are no object', { reference: 'A', expect: [] }, 'expect', 'invalid_type'],
    ['a misspelled expectation', { reference: 'A', expect: { ammount: 5 } }, 'expect', 'unrecognized_keys'],
    [
      'an unknown expectation beside a known one',
      { reference: 'A', expect: { amount: 5, banc: 'cbe' } },
      'expect',
      'unrecognized_keys',
    ],
    ['expectations of nothing', { reference: 'A', expect: {} }, 'expect', 'custom'],
    ['a tolerance of nothing', { reference: 'A', expect: { tolerance: 5 } }, 'expect', 'custom'],
    [
      'a receiving bank nobody knows',
      { reference: 'A', expect: { bank: 'nib' } },
      'expect.bank',
      'invalid_value',
    ],
    [
      'an earliest time without an offset',
      { reference: 'A', expect: { notBefore: '2026-11-20T10:30:00' } },
      'expect.notBefore',
      'invalid_format',
    ],
    ['a waitMs in words', { reference: 'A', waitMs: 'soon' }, 'waitMs', 'custom'],
    ['a list', [], '', 'invalid_type'],
    ['null', null, '', 'invalid_type'],
  ];
  test.each(refusals)('%s', async (_what, body, path, code) => {
    const response = await common.inject(post(body));
    expect(response.statusCode).toBe(400);
    const { error, verdict } = response.json();
    expect(verdict).toBe('could_not_check');
    expect(error.code).toBe('invalid_request');
    expect(error.issues).toContainEqual({ path, code, message: expect.any(String) });
  });

  test.each(['', '{', 'null}', '{"reference":"A"', '\u0000'])('what is not JSON: %j', async (body) => {
    const response = await common.inject(post(body));
    expect(response.statusCode).toBe(400);
    expect(response.json().error.code).toBe('invalid_json');
  });

  test.each([
    '{"__proto__":{"a":1},"reference":"A"}',
    '{"reference":"A","constructor":{"prototype":{"a":1}}}',
    '{"reference":"A","expect":{"amount":"5","__proto__":{"a":1}}}',
  ])('a member that every object has already: %s', async (body) => {
    const response = await common.inject(post(body));
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: '', message: expect.stringContaining('__proto__') }],
    });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'nonsense'])(
    'a body sent as %s',
    async (type) => {
      const response = await common.inject(post({ reference: 'A' }, { 'content-type': type }));
      expect(response.statusCode).toBe(415);
      expect(response.json()).toMatchObject({
        verdict: 'could_not_check',
        error: { code: 'unsupported_media_type' },
      });
    },
  );

  test('65 KiB; 64 KiB still pass', async () => {
    const bodyOf = (bytes: number) => `{"reference":"A","x":"${'x'.repeat(bytes - 25)}"}`;
    expect((await common.inject(post(bodyOf(65 * 1024)))).json()).toMatchObject({
      verdict: 'could_not_check',
      error: { code: 'payload_too_large' },
    });
    expect((await common.inject(post(bodyOf(65 * 1024)))).statusCode).toBe(413);
    expect((await common.inject(post(bodyOf(64 * 1024)))).statusCode).toBe(200);
  });
});

describe('the key is judged before the body', () => {
  const bodies: [what: string, payload: string, type: string][] = [
    ['not JSON', '{', 'application/json'],
    ['not the schema', '{}', 'application/json'],
    ['too large', `{"x":"${'x'.repeat(70_000)}"}`, 'application/json'],
    ['of another type', 'hello', 'text/plain'],
    ['good', '{"reference":"DKK4A1B2C3"}', 'application/json'],
  ];
  const keys: [code: string, key: string | undefined, status: number][] = [
    ['missing_key', undefined, 401],
    ['missing_key', '', 401],
    ['invalid_key', 'vk_test_nobody', 401],
    ['revoked_key', revokedKey, 401],
    ['rate_limited', rateLimitedKey, 429],
  ];
  for (const [what, payload, type] of bodies) {
    test.each(keys)(`${what}: %s wins`, async (code, key, status) => {
      const headers = { 'content-type': type, ...(key !== undefined && { 'x-api-key': key }) };
      for (const url of ['/api/verify', '/api/resolve']) {
        const response = await common.inject({ method: 'POST', url, headers, payload });
        expect(response.statusCode).toBe(status);
        expect(response.json().error.code).toBe(code);
      }
    });
  }

  test('a key over its rate is told when to come back', async () => {
    const response = await common.inject(post({ reference: 'A' }, { 'x-api-key': rateLimitedKey }));
    expect(response.headers['retry-after']).toBe('17');
    expect(response.headers['x-api-key-prefix']).toBe(rateLimitedKey.slice(0, 14));
    expect(response.headers.ratelimit).toBe('"default";r=0;t=17');
  });
});

const docsOf = (name: FailureName) => `http://127.0.0.1:8080/docs/errors/${name}`;

describe('a failure of the engine leaves in the envelope', () => {
  const names = Object.keys(failureKinds) as FailureName[];
  test.each(names)('%s: status, code or reason, verdict', async (name) => {
    failing = name;
    const response = await failed.inject(post({ reference: 'DKK4A1B2C3' }));
    const { status, code, reason, verdict, retry, message } = failureKinds[name];
    expect(response.statusCode).toBe(status);
    const requestId = response.headers['x-request-id'];
    expect(response.json()).toEqual({
      ok: false,
      verdict,
      requestId,
      error: { ...(code && { code }), ...(reason && { reason }), message, docs: docsOf(name), retry },
    });
    expect('code' in response.json().error).toBe(code !== undefined);
    expect(response.headers['x-api-key-prefix']).toBe(goodKey.slice(0, 14));
  });

  test('with all that is known about it, and Retry-After in whole seconds', async () => {
    const details = {
      providerKey: 'telebirr',
      reference: 'DKK4A1B2C3',
      requestId: '0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a',
      httpStatus: 200,
      receipt: { source: 'telebirr-html' },
      used: 3,
      cap: 3,
      needs: ['phone'] as const,
      candidates: ['cbe', 'boa'],
      retryAfterSeconds: 1.2,
    };
    const engine = stubEngine({ verify: async () => Promise.reject(new Failure('not_settled', details)) });
    const response = await started(engine).inject(post({ reference: 'DKK4A1B2C3' }));
    const { used, cap, needs, candidates, retryAfterSeconds: _, ...top } = details;
    expect(response.json()).toEqual({
      ok: false,
      verdict: 'not_verified',
      ...top,
      error: {
        reason: 'not_settled',
        message: expect.any(String),
        docs: docsOf('not_settled'),
        retry: 'never',
        used,
        cap,
        needs,
        candidates,
      },
    });
    expect(response.headers['retry-after']).toBe('2');
  });

  test('what nobody foresaw is 500 internal and tells nothing', async () => {
    const engine = stubEngine({
      verify: async () => Promise.reject(new TypeError('cannot read DKK4A1B2C3 of undefined')),
    });
    const response = await started(engine).inject(post({ reference: 'DKK4A1B2C3' }));
    expect(response.statusCode).toBe(500);
    expect(response.json().error).toEqual({
      code: 'internal',
      message: failureKinds.internal.message,
      docs: docsOf('internal'),
      retry: 'backoff',
    });
    expect(response.json().verdict).toBe('could_not_check');
    expect(response.body).not.toContain('DKK4A1B2C3');
  });
});
