import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { StatusReport } from '../../src/engine/api/index.js';
import { goodKey, stubEngine, testApp } from './support.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function started(...given: Parameters<typeof testApp>) {
  const app = testApp(...given);
  closers.push(() => app.close());
  return app;
}

const common = testApp();
afterAll(() => common.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('nothing here, or not this way', () => {
  test.each([
    '/api',
    '/api/nowhere',
    '/api/verify/x',
    '/api?x=1',
    '/api/%zz',
    '/%61pi/nowhere',
    '/%61pi/%zz',
  ])('under /api a browser gets JSON as well: %s', async (url) => {
    const response = await common.inject({ method: 'GET', url, headers: browser });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json().ok).toBe(false);
  });

  test.each(['/nowhere', '/apis', '/%zz'])(
    'elsewhere a browser gets a page, anyone else JSON: %s',
    async (url) => {
      const app = common;
      const page = await app.inject({ method: 'GET', url, headers: browser });
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-security-policy']).not.toContain('unsafe');
      const data = await app.inject({ method: 'GET', url });
      expect(data.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(data.json().ok).toBe(false);
      expect(data.statusCode).toBe(page.statusCode);
    },
  );

  test('a page never repeats what was asked for', async () => {
    const url = '/<script>alert(1)</script>';
    const response = await common.inject({ method: 'GET', url, headers: browser });
    expect(response.body).not.toContain('alert');
  });

  test.each([
    ['/api/verify', 'GET, HEAD, POST'],
    ['/api/resolve', 'POST'],
    ['/api/usage', 'GET, HEAD'],
    ['/healthz', 'GET, HEAD'],
    ['/docs', 'GET, HEAD'],
  ])('%s says which methods it takes: %s', async (url, allow) => {
    const app = common;
    for (const method of ['DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'] as const) {
      const response = await app.inject({ method: method as 'DELETE', url });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe(allow);
      expect(response.json().error.code).toBe('method_not_allowed');
    }
  });

  test.each([
    '/api/verify',
    '/api/verify/x',
    '/api/verify-image',
    '/api/demo-verify',
    '/api/demo-verify-image',
    '/%61pi/verif%79',
  ])('an answer of %s carries a verdict whatever went wrong', async (url) => {
    const response = await common.inject({ method: 'DELETE', url });
    expect([404, 405]).toContain(response.statusCode);
    expect(response.json().verdict).toBe('could_not_check');
  });

  test('no answer allows another origin to read it', async () => {
    const response = await common.inject({
      method: 'GET',
      url: '/api/status',
      headers: { origin: 'https://a.example' },
    });
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('operation', () => {
  const report = (status: StatusReport['status']): StatusReport => ({
    ok: status !== 'down',
    status,
    checkedAt: '2026-11-20T07:30:01.000Z',
    cached: true,
    store: 'redis',
    banks: 'sandbox',
    components: [],
  });

  test.each([
    ['operational', 200],
    ['slow', 200],
    ['down', 503],
  ] as const)('a status of %s is %d', async (status, code) => {
    const engine = stubEngine({ status: () => report(status) });
    const response = await started(engine).inject({ method: 'GET', url: '/api/status' });
    expect(response.statusCode).toBe(code);
    expect(response.json()).toEqual(report(status));
  });

  test('/readyz fails without the store, /healthz does not', async () => {
    const app = started(stubEngine({ ready: () => false }));
    expect((await app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503);
    expect((await app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200);
  });

  test('/metrics asks for its token when one is set', async () => {
    const app = started(stubEngine(), { env: { METRICS_TOKEN: 'sesame-sesame' } });
    const ask = (authorization?: string) =>
      app.inject({
        method: 'GET',
        url: '/metrics',
        headers: authorization === undefined ? {} : { authorization },
      });
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      'Bearer sesame',
      'Basic sesame-sesame',
      'Bearer sesame-sesame2',
    ]) {
      const response = await ask(wrong);
      expect(response.statusCode).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
      expect(response.json().error.code).toBe('invalid_key');
    }
    const { paths } = (await app.inject('/openapi.json')).json();
    expect(paths['/metrics'].get.responses[401].description).not.toContain('x-api-key');
    const response = await ask('Bearer sesame-sesame');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/plain');
  });
});

describe('the sandbox', () => {
  const xss = { provider: 'telebirr', outcome: '<b>XSSX</b>', request: { text: `it's "quoted" <XSSX>` } };
  const sandbox = { examples: () => [xss] };

  test('lists its examples with a curl line each', async () => {
    const app = started(stubEngine(), { sandbox, env: { BASE_URL: 'https://receipts.example' } });
    const data = (await app.inject({ method: 'GET', url: '/sandbox' })).json();
    expect(data.examples[0]).toMatchObject(xss);
    expect(data.examples[0].curl).toContain('https://receipts.example/api/verify');
    expect(data.examples[0].curl).toContain(`it'\\''s`);
  });

  test('says how often a reference was asked for', async () => {
    const app = common;
    const url = '/sandbox/hits?provider=telebirr&reference=DKK4A1B2C3';
    expect((await app.inject({ method: 'GET', url })).json()).toEqual({ hits: 3 });
    const response = await app.inject({ method: 'GET', url: '/sandbox/hits?provider=telebirr' });
    expect(response.json().error).toMatchObject({ code: 'invalid_request', issues: [{ path: 'reference' }] });
  });

  test('counts nothing for anybody where real banks are asked', async () => {
    const app = started(stubEngine(), { env: { BANKS: 'live' } });
    const url = '/sandbox/hits?provider=telebirr&reference=DKK4A1B2C3';
    expect((await app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  test('is not there where it is no part of the deployment', async () => {
    const app = started(stubEngine(), { sandbox: null });
    expect((await app.inject({ method: 'GET', url: '/sandbox' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'GET', url: '/' })).json()).not.toHaveProperty('sandbox');
  });
});

test('the start page leads to what there is', async () => {
  const app = common;
  const { ok: _, service, ...places } = (await app.inject({ method: 'GET', url: '/' })).json();
  expect(service).toBe('deresegn');
  for (const path of Object.values(places) as string[]) {
    expect(
      (await app.inject({ method: 'GET', url: path, headers: { 'x-api-key': goodKey } })).statusCode,
    ).toBe(200);
  }
});
