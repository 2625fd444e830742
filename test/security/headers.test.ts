/** What every answer of the service carries, whichever address is asked and however it ends. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';

/** Something for each parameter of an address. */
const parameters: Record<string, string> = {
  ':requestId': '0b0a3a52-7f0e-4b0e-9a55-0d9f2f9f8b11',
  ':provider': 'telebirr',
  ':reference': 'DKK4A1B2C3',
  ':name': 'rate_limited',
  ':prefix': 'vk_test_000000',
  '*': 'static/swagger-ui.css',
};

/** What is the same for everybody, and may be kept. */
const forEverybody =
  /^\/(assets\/|sandbox\/screenshots\/|status\.atom$|docs(\/|$)|openapi\.json$|llms\.txt$)/;

/** Headers that a page or an answer may have; what is not here would be new, and has to be looked at. */
const known = [
  'content-encoding',
  'allow',
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'date',
  'keep-alive',
  'last-modified',
  'etag',
  'accept-ranges',
  'location',
  'origin-agent-cluster',
  'ratelimit',
  'ratelimit-policy',
  'referrer-policy',
  'retry-after',
  'set-cookie',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'www-authenticate',
  'x-api-key-prefix',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
  'x-xss-protection',
];

interface Seen {
  what: string;
  path: string;
  type: string;
  headers: Headers;
}

/** Every address there is, read off the router, so that a new one is tried without anybody's doing. */
function addressesOf(app: FastifyInstance): string[] {
  const open: string[] = [];
  const all = app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part] = /^(.*?[├└]── )(\S+) \(/.exec(line) ?? [];
      if (part === undefined) return [];
      const depth = indent.length / 4 - 1;
      open.length = depth;
      open[depth] = part;
      return [open.join('')];
    });
  const filled = all.map((path) => path.replaceAll(/:[a-zA-Z]+|\*/g, (name) => parameters[name] ?? name));
  return [...new Set(filled.map((path) => path.replace(/^\/\/?/, '/')))];
}

async function askEverything(environment: TestEnvironment): Promise<Seen[]> {
  const base = await listen(environment);
  const { key } = await environment.mint({ rate: 100_000 });
  const addresses = addressesOf(environment.app);
  expect(addresses).toEqual(
    expect.arrayContaining([
      '/',
      '/dashboard/keys',
      '/docs/errors',
      '/metrics',
      '/api/verify/0b0a3a52-7f0e-4b0e-9a55-0d9f2f9f8b11/events',
    ]),
  );
  const seen: Seen[] = [];
  const asked = [...addresses, '/nowhere', '/api/nowhere', '/%zz'];
  for (const path of asked) {
    const ways: RequestInit[] = [
      { headers: { accept: 'text/html' } },
      { headers: { accept: '*/*', 'x-api-key': key } },
      { method: 'POST', headers: { 'content-type': 'application/json', 'x-api-key': key }, body: '{}' },
      { method: 'POST', headers: { accept: 'text/html' }, body: new URLSearchParams({ token: 'x' }) },
      { method: 'DELETE' },
    ];
    for (const init of ways) {
      const answer = await fetch(base + path, {
        redirect: 'manual',
        ...init,
        signal: AbortSignal.timeout(10_000),
      });
      await answer.body?.cancel();
      const what = `${init.method ?? 'GET'} ${path} ${answer.status}`;
      const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
      seen.push({ what, path, type, headers: answer.headers });
    }
  }
  return seen;
}

/** Those of the answers for which something does not hold. */
const where = (seen: Seen[], fails: (one: Seen) => boolean) => seen.filter(fails).map(({ what }) => what);

describe.each([
  ['http', {}],
  ['https', { BASE_URL: 'https://deresegn.example' }],
])('every answer of a service at %s', (scheme, env) => {
  let environment: TestEnvironment;
  let seen: Seen[];
  let pages: Seen[];

  beforeAll(async () => {
    environment = await openEnvironment(env);
    await environment.app.ready();
    seen = await askEverything(environment);
    pages = seen.filter(({ type }) => type === 'text/html');
    expect(pages.length).toBeGreaterThan(20);
  }, 120_000);
  afterAll(() => environment?.close());

  it('says nothing of the software, and opens nothing to other origins', () => {
    const names = new Set(seen.flatMap(({ headers }) => [...headers.keys()]));
    expect([...names].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('is taken for what it says it is, and has a number', () => {
    expect(
      where(seen, ({ type, headers }) => type !== '' && headers.get('x-content-type-options') !== 'nosniff'),
    ).toEqual([]);
    expect(where(seen, ({ headers }) => !/^[\da-f-]{36}$/.test(headers.get('x-request-id') ?? ''))).toEqual(
      [],
    );
  });

  it('is kept by nobody unless it is the same for everybody', () => {
    const kept = ({ path, headers }: Seen) =>
      headers.get('cache-control') !== 'no-store' && !forEverybody.test(path);
    const redirects = ({ headers }: Seen) => headers.has('location');
    expect(where(seen, (one) => kept(one) && !redirects(one))).toEqual([]);
  });

  it('as a page loads from us alone, runs nothing written in it, stands in no frame and tells nobody where it was', () => {
    const policies = pages.map(({ what, headers }) => ({
      what,
      policy: new Map(
        (headers.get('content-security-policy') ?? '')
          .split(';')
          .map((part) => part.trim().split(/\s+/))
          .map(([name = '', ...values]) => [name, values.join(' ')]),
      ),
    }));
    for (const { what, policy } of policies) {
      expect(policy.get('default-src'), what).toBe("'none'");
      expect(policy.get('script-src'), what).toBe("'self'");
      // The reference is drawn by a library that writes its styles into the page.
      const styles = /^GET \/docs 200/.test(what) ? "'self' 'unsafe-inline'" : "'self'";
      expect(policy.get('style-src'), what).toBe(styles);
      policy.delete('style-src');
      expect(policy.get('frame-ancestors'), what).toBe("'none'");
      expect(policy.get('base-uri'), what).toBe("'none'");
      expect(policy.get('form-action'), what).toBe("'self'");
      expect([...policy.values()].join(' '), what).not.toMatch(/unsafe|\*|https?:/);
    }
    expect(where(pages, ({ headers }) => headers.get('referrer-policy') !== 'no-referrer')).toEqual([]);
  });

  it(`asks browsers for https only where it is reached that way: ${scheme}`, () => {
    // JSON, errors and what is not there included: whichever answer is the first decides.
    const wrong = ({ headers }: Seen) => headers.has('strict-transport-security') !== (scheme === 'https');
    expect(where(seen, wrong)).toEqual([]);
    expect(
      where(seen, ({ headers }) => /subdomains/i.test(headers.get('strict-transport-security') ?? '')),
    ).toEqual([]);
  });

  it('keeps cookies from scripts, from other sites, and over https from the plain net', () => {
    const cookies = seen.flatMap(({ headers }) => headers.getSetCookie());
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=(Lax|Strict)/);
      expect(/; Secure/.test(cookie)).toBe(scheme === 'https');
      expect(cookie).not.toMatch(/; Domain=/i);
    }
  });
});
