/** Who gets into a dashboard and who does not, whatever is sent; and that sessions are there in every process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, otherAddress, type TestEnvironment } from '../../../sidecar/environment.js';
import { openTestStore, type TestStore } from '../../../support/store.js';
import { type Person, person } from './support.js';

const secret = 'a secret of a test, longer than thirty-two characters';

/** Those that list what belongs to an account. */
const pages = [
  '/dashboard',
  '/dashboard/records',
  '/dashboard/payment-requests',
  '/dashboard/receiving-accounts',
  '/dashboard/keys',
  '/dashboard/webhooks',
  '/dashboard/people',
  '/dashboard/settings',
];

let store: TestStore;
let environment: TestEnvironment;

beforeAll(async () => {
  store = await openTestStore();
  environment = await join();
});

afterAll(async () => {
  await environment.close();
  await store.close();
});

/** Another process on the same store; the store outlasts it. */
function join(env: Record<string, string> = {}): Promise<TestEnvironment> {
  const shared = { url: store.url, close: async () => undefined };
  return openEnvironment({ SESSION_SECRET: secret, ...env }, shared);
}

const link = (account: string) => environment.engine.accounts.loginLink(account);

async function holder(request = {}): Promise<{ account: string; prefix: string; key: string; who: Person }> {
  const { account, prefix, key } = await environment.mint(request);
  const who = person(() => environment.app);
  expect((await who.signIn(await link(account))).headers.location).toBe('/dashboard');
  await who.get('/dashboard');
  return { account, prefix, key, who };
}

describe('a sign-in link', () => {
  it('is not spent by opening its page, and works once', async () => {
    const { account } = await environment.mint();
    const made = await link(account);
    const { pathname, search } = new URL(made.url);
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      expect(
        (await environment.app.inject({ method, url: pathname + search, remoteAddress: otherAddress() }))
          .statusCode,
      ).toBe(200);
    }
    const [first, second] = [person(() => environment.app), person(() => environment.app)];
    await second.get(pathname + search);
    expect((await first.signIn(made)).statusCode).toBe(303);
    expect((await first.get('/dashboard')).body).toContain(account);
    const refused = await second.signIn(made);
    expect(refused.statusCode).toBe(410);
    expect(refused.body).toContain('no longer works');
    expect(second.cookies.has('session')).toBe(false);
    expect((await second.get('/dashboard')).body).not.toContain(account);
  });

  it('opens its own account alone, also for somebody who is signed in to another', async () => {
    const [mine, theirs] = await Promise.all([holder(), holder()]);
    await mine.who.signIn(await link(theirs.account));
    for (const path of pages) {
      const page = (await mine.who.get(path)).body;
      expect(page).toContain(theirs.account);
      expect(page).not.toContain(mine.account);
      expect(page).not.toContain(mine.prefix);
    }
  });

  it('still works after the language was changed on its page', async () => {
    const { account } = await environment.mint();
    const made = new URL((await link(account)).url);
    const who = person(() => environment.app);
    const { body } = await who.get(made.pathname + made.search);
    const [, amharic = ''] = /href="(\?[^"]*lang=am)"/.exec(body) ?? [];
    await who.get(new URL(amharic.replaceAll('&amp;', '&'), made).href.slice(made.origin.length));
    const signedIn = await who.post('/dashboard/login', { token: made.searchParams.get('token') ?? '' });
    expect(signedIn.statusCode).toBe(303);
    expect(amharic).toContain(made.searchParams.get('token'));
    expect((await who.get('/dashboard')).body).toContain('<html lang="am">');
  });

  it('that is made up is refused, and is not repeated on the page', async () => {
    for (const token of ['', 'x', '<script>alert(1)</script>', 'A'.repeat(5_000)]) {
      const url = `/dashboard/login?token=${encodeURIComponent(token)}`;
      const { body, statusCode } = await person(() => environment.app).get(url);
      expect(statusCode).toBe(200);
      expect(body).toContain('no longer works');
      expect(body).not.toContain('alert(1)');
    }
  });
});

describe('the cookie of a session', () => {
  it('is kept from scripts and other sites, and over https from the plain net', async () => {
    const cookieOf = async (at: TestEnvironment, wanted: string) => {
      const { account } = await environment.mint();
      return (await person(() => at.app).signIn(await link(account))).cookies.find(
        ({ name }) => name === wanted,
      );
    };
    expect(await cookieOf(environment, 'session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    });
    expect(await cookieOf(environment, 'session')).not.toHaveProperty('secure');
    const https = await join({ BASE_URL: 'https://deresegn.example' });
    const session = await cookieOf(https, '__Host-session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: true, path: '/' });
    await https.close();
  });

  it('that is not signed by us opens nothing', async () => {
    const { account, who } = await holder();
    const [token = ''] = decodeURIComponent(who.cookies.get('session') ?? '').split('.');
    for (const forged of [token, `${token}.`, `${token}.${'A'.repeat(43)}`]) {
      const stranger = person(() => environment.app);
      stranger.cookies.set('session', encodeURIComponent(forged));
      expect((await stranger.get('/dashboard')).body).not.toContain(account);
    }
  });
});

describe('a form', () => {
  const posts = [
    '/dashboard/login',
    '/dashboard/keys',
    '/dashboard/keys/PREFIX/label',
    '/dashboard/keys/PREFIX/revoke',
    '/dashboard/overage',
    '/dashboard/logout',
    '/dashboard/logout-everywhere',
  ];

  const answers: [what: string, path: string, fields: Record<string, string>][] = [
    ['a key that is new', '/dashboard/keys', { label: 'Till 1', mode: 'test' }],
    ...posts.map((path): (typeof answers)[number] => [`a refusal at ${path}`, path, { 'csrf-token': 'x' }]),
  ];

  it.each(answers)('is answered with a page whose language links work: %s', async (_what, path, fields) => {
    const { prefix, who } = await holder();
    const url = path.replace('PREFIX', prefix);
    const { body } = await who.post(url, fields);
    const [, amharic = ''] = /href="(\?[^"]*lang=am)"/.exec(body) ?? [];
    expect(amharic).not.toBe('');
    expect([200, 303]).toContain((await who.get(url + amharic)).statusCode);
    expect((await who.get('/dashboard')).body).toContain('<html lang="am">');
  });

  it.each(posts)('%s without its token, or with another’s, is 403 and changes nothing', async (path) => {
    const [mine, theirs] = await Promise.all([holder({ plan: 'developer' }), holder()]);
    const url = path.replace('PREFIX', mine.prefix);
    const fields = { label: 'Forged', overage: 'on', mode: 'test' };
    const foreign = /value="([^"]+)"/.exec((await theirs.who.get('/dashboard')).body)?.[1] ?? '';
    for (const token of ['', 'x', foreign]) {
      const answer = await mine.who.post(url, { ...fields, 'csrf-token': token });
      expect(answer.statusCode).toBe(403);
      expect(answer.body).toContain('This form has expired');
    }
    const keys = await environment.engine.keys.list(mine.account);
    expect(keys).toMatchObject([{ prefix: mine.prefix, revokedAt: null }]);
    expect(keys[0]?.label).not.toBe('Forged');
    expect((await environment.engine.accounts.get(mine.account)).overage).toBe(false);
    expect((await mine.who.get('/dashboard')).body).toContain(mine.account);
  });

  it('of a signed-in person changes nothing of another account', async () => {
    const [mine, theirs] = await Promise.all([holder(), holder()]);
    for (const what of ['revoke', 'label']) {
      const answer = await mine.who.post(`/dashboard/keys/${theirs.prefix}/${what}`, { label: 'Mine' });
      expect(answer.headers.location).toBe('/dashboard/keys?notice=unknown');
    }
    expect(await environment.engine.keys.get(theirs.prefix)).toMatchObject({ revokedAt: null });
    expect(
      (await mine.who.post('/dashboard/overage', { overage: 'on', account: theirs.account })).headers
        .location,
    ).toBe('/dashboard/settings?notice=no_overage');
  });

  it('of a person who has been signed out changes nothing and says so', async () => {
    const { account, prefix, who } = await holder();
    await environment.engine.sessions.endAll(account);
    expect((await who.post(`/dashboard/keys/${prefix}/revoke`)).headers.location).toBe(
      '/dashboard?notice=expired',
    );
    expect(await environment.engine.keys.get(prefix)).toMatchObject({ revokedAt: null });
    expect((await who.get('/dashboard?notice=expired')).body).toContain('Nothing was changed');
  });

  it('that is too large, or no form at all, is refused', async () => {
    const { who } = await holder();
    expect((await who.post('/dashboard/keys', { label: 'x'.repeat(100_000) })).statusCode).toBe(413);
    const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const strange = await environment.app.inject({
      method: 'POST',
      url: '/dashboard/keys',
      remoteAddress: otherAddress(),
      headers: { cookie, 'content-type': 'application/xml' },
      payload: '<x/>',
    });
    expect(strange.statusCode).toBe(415);
  });
});

describe('sessions', () => {
  it('are shared by processes and survive a restart, where SESSION_SECRET is set', async () => {
    const { account, who } = await holder();
    const at = { environment: await join() };
    const elsewhere = person(() => at.environment.app);
    for (const [name, value] of who.cookies) elsewhere.cookies.set(name, value);
    expect((await elsewhere.get('/dashboard')).body).toContain(account);
    await at.environment.close();
    at.environment = await join();
    expect((await elsewhere.get('/dashboard')).body).toContain(account);
    // Also the token of a form that one process has served is good for another.
    await who.get('/dashboard');
    for (const [name, value] of who.cookies) elsewhere.cookies.set(name, value);
    expect((await elsewhere.post('/dashboard/logout-everywhere')).headers.location).toBe(
      '/dashboard?notice=everywhere',
    );
    expect((await who.get('/dashboard')).body).not.toContain(account);
    await at.environment.close();
  });

  it('end where they are signed out, and nowhere else', async () => {
    const { account, who } = await holder();
    const phone = person(() => environment.app);
    await phone.signIn(await link(account));
    const answer = await who.post('/dashboard/logout');
    expect(answer.headers.location).toBe('/dashboard?notice=signed_out');
    expect(who.cookies.has('session')).toBe(false);
    expect((await phone.get('/dashboard')).body).toContain(account);
  });
});

describe('the page', () => {
  it('is not cached, and contains no secret', async () => {
    const { key, prefix, who } = await holder();
    for (const path of pages) {
      const { headers, body } = await who.get(path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(body).not.toContain(key);
      expect(body).toContain('aria-current="page"');
    }
    expect((await who.get('/dashboard/keys')).body).toContain(prefix);
  });

  it.each(pages.slice(1))('%s is shown to nobody who is not signed in', async (path) => {
    const { headers, statusCode } = await person(() => environment.app).get(path);
    expect([statusCode, headers.location]).toEqual([303, '/dashboard']);
  });

  it('shows names and labels as text, whatever they are', async () => {
    const { account, who } = await holder({
      name: '<img src=x onerror=alert(1)>',
      label: '"><script>alert(2)</script>',
    });
    const { shops } = environment.engine;
    await shops.saveAccount(account, { provider: 'telebirr', number: '0911223344', holder: '<b>Almaz</b>' });
    for (const path of pages) {
      const { body } = await who.get(`${path}?notice=<script>`);
      for (const markup of ['<img src=x', '<script>alert', '<b>Almaz']) expect(body).not.toContain(markup);
      expect(body).not.toContain('0911223344');
    }
  });

  it('shows an Enterprise account what each contract has used', async () => {
    const { who, key } = await holder({ plan: 'enterprise', cap: 7, reads: 3, label: 'Contract' });
    await environment.post(key, { reference: 'DKK9C0NTRC' });
    const { body } = await who.get('/dashboard');
    expect(body).toContain('Key Contract');
    expect(body).toContain('1 of 7 used');
    expect(body).toContain('6 left');
    expect(body).toContain('0 of 3 used');
  });

  it('shows a visitor who is not signed in how to sign in', async () => {
    const { body, statusCode } = await person(() => environment.app).get('/dashboard');
    expect(statusCode).toBe(200);
    expect(body).toContain('deresegn login-link ID');
    expect(body).toContain('<code>/dashboard</code>');
  });

  it('refuses programs, and says where to go', async () => {
    const answer = await environment.app.inject({
      url: '/dashboard',
      remoteAddress: otherAddress(),
      headers: { accept: '*/*' },
    });
    expect(answer.json()).toMatchObject({ ok: true, usage: '/api/usage' });
  });

  it.each([
    ['am', 'የኤፒአይ ቁልፎች'],
    ['om', 'Furtuulee API'],
  ])('is in %s on request', async (language, keys) => {
    const { who } = await holder();
    const { body } = await who.get(`/dashboard?lang=${language}`);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(keys);
  });
});
