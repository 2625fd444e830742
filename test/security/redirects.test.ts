/** Nobody is led away: redirects stay here, and links the service sends out do not follow what a request says of itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { person } from '../web/pages/dashboard/support.js';

const elsewhere = 'evil.example';

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment?.close());

/** Ways to name a place to go to, and places that look like ours. */
const wishes = ['next', 'redirect', 'redirect_uri', 'return', 'returnTo', 'url', 'continue'];
const places = [
  `https://${elsewhere}/`,
  `//${elsewhere}`,
  `/\\${elsewhere}`,
  `/%2f${elsewhere}`,
  `/%09/${elsewhere}`,
];

describe('signing in', () => {
  it('leads to the dashboard, whatever the link asks for', async () => {
    for (const place of places) {
      const { account } = await environment.mint();
      const { url } = await environment.engine.accounts.loginLink(account);
      const { pathname, searchParams } = new URL(url);
      const token = searchParams.get('token') ?? '';
      const asked = new URLSearchParams({
        token,
        ...Object.fromEntries(wishes.map((name) => [name, place])),
      });
      const who = person(() => environment.app);
      const page = await who.get(`${pathname}?${asked}`);
      expect(page.body).not.toContain(elsewhere);
      const wanted = Object.fromEntries(wishes.map((name) => [name, place]));
      const answer = await who.post(`/dashboard/login?${asked}`, { token, ...wanted });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/dashboard']);
    }
  });

  it('is by a link that names the address of the configuration, not that of a request', async () => {
    const { account } = await environment.mint();
    const headers = { host: elsewhere, 'x-forwarded-host': elsewhere, 'x-forwarded-proto': 'https' };
    await environment.app.inject({ method: 'GET', url: '/', headers: { ...headers, accept: 'text/html' } });
    expect((await environment.engine.accounts.loginLink(account)).url).not.toContain(elsewhere);
  });
});

describe('a redirect', () => {
  it('never leaves the service, however an address is written', async () => {
    const paths = ['/dashboard', '/docs', '/docs/', '/docs/guide', '/sandbox/', '/assets/', '/status/'];
    const odd = places.flatMap((place) => {
      const path = place.replace(/^https:/, '');
      return [path, `${path}/..`, `${path}/%2e%2e`, ...paths.map((one) => path + one)];
    });
    const forged = { host: elsewhere, 'x-forwarded-host': elsewhere, 'x-forwarded-prefix': `//${elsewhere}` };
    let followed = 0;
    for (const url of [...paths, ...odd]) {
      const answer = await environment.app.inject({
        method: 'GET',
        url,
        headers: { ...forged, accept: 'text/html' },
      });
      const { location } = answer.headers;
      if (location === undefined) continue;
      followed += 1;
      expect(new URL(location, 'http://ours.example/').host, url).toBe('ours.example');
    }
    expect(followed).toBeGreaterThan(0);
  });
});

describe('a page', () => {
  it('names no other host than the one of BASE_URL, where that is set', async () => {
    const at = await openEnvironment({ BASE_URL: 'https://deresegn.example' });
    const headers = { host: elsewhere, 'x-forwarded-host': elsewhere, accept: 'text/html' };
    for (const url of ['/', '/docs', '/docs/guide', '/sandbox', '/status', '/dashboard', '/docs/errors'])
      expect((await at.app.inject({ method: 'GET', url, headers })).body, url).not.toContain(elsewhere);
    await at.close();
  });

  it('believes no forwarded host or address unless a proxy is trusted', async () => {
    const headers = { 'x-forwarded-host': elsewhere, 'x-forwarded-proto': 'https', accept: 'text/html' };
    const { body } = await environment.app.inject({ method: 'GET', url: '/docs/guide', headers });
    expect(body).not.toContain(elsewhere);
    expect(body).not.toContain('https://localhost');
  });
});
