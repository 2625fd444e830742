/** Another page, a sibling subdomain included, changes nothing in the account of whoever is signed in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../../../sidecar/environment.js';
import { openTestStore, type TestStore } from '../../../support/store.js';
import { type Person, person } from './support.js';

const secret = 'a secret of a test, longer than thirty-two characters';

let store: TestStore;
let plain: TestEnvironment;
let https: TestEnvironment;

beforeAll(async () => {
  store = await openTestStore();
  const shared = { url: store.url, close: async () => undefined };
  [plain, https] = await Promise.all([
    openEnvironment({ SESSION_SECRET: secret }, shared),
    openEnvironment({ SESSION_SECRET: secret, BASE_URL: 'https://pay.shop.example' }, shared),
  ]);
});

afterAll(async () => {
  await Promise.all([plain.close(), https.close()]);
  await store.close();
});

interface Holder {
  account: string;
  who: Person;
}

async function holder(at: TestEnvironment, request = {}): Promise<Holder> {
  const { account } = await at.mint(request);
  const who = person(() => at.app);
  await who.signIn(await at.engine.accounts.loginLink(account));
  expect((await who.get('/dashboard')).body).toContain(account);
  return { account, who };
}

const newKey = { label: 'Forged', mode: 'live' };
const keysOf = async (at: TestEnvironment, { account }: Holder) =>
  (await at.engine.keys.list(account)).length;

/** A form of a visitor who is not signed in, with the cookie it goes with. */
async function strangersForm(
  at: TestEnvironment,
): Promise<{ token: string; cookie: [name: string, value: string] }> {
  const stranger = person(() => at.app);
  const { body } = await stranger.get('/');
  const token = /name="csrf-token" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const [cookie] = [...stranger.cookies];
  if (!token || !cookie) throw new Error('the landing page has no form');
  return { token, cookie };
}

describe.each([
  ['plain HTTP', () => plain],
  ['https', () => https],
] as const)('over %s', (_name, environment) => {
  it('the form and the cookie of another visitor, planted by a sibling subdomain, create no key', async () => {
    const me = await holder(environment());
    const { token, cookie } = await strangersForm(environment());
    me.who.cookies.set(...cookie);
    const answer = await me.who.post('/dashboard/keys', { ...newKey, 'csrf-token': token });
    expect(answer.statusCode).toBe(403);
    expect(await keysOf(environment(), me)).toBe(1);
  });

  it.each([
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site, a sibling', { 'sec-fetch-site': 'same-site' }],
    ['Origin of somebody else', { origin: 'https://evil.example' }],
    ['Origin of a sibling', { origin: 'https://www.shop.example', 'sec-fetch-site': 'same-origin' }],
    ['Origin that is no address', { origin: 'evil' }],
  ])('a form whose browser says %s is refused, whatever its token', async (_what, headers) => {
    const me = await holder(environment());
    const answer = await me.who.post('/dashboard/keys', newKey, headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('did not come from this site');
    expect(await keysOf(environment(), me)).toBe(1);
    expect((await me.who.post('/', { text: 'x' }, headers)).statusCode).toBe(403);
  });

  it('a form from before the sign-in is refused after it', async () => {
    const { account } = await environment().mint();
    const who = person(() => environment().app);
    const before = /name="csrf-token" value="([^"]+)"/.exec((await who.get('/')).body)?.[1] ?? '';
    await who.signIn(await environment().engine.accounts.loginLink(account));
    const answer = await who.post('/dashboard/keys', { ...newKey, 'csrf-token': before });
    expect(answer.statusCode).toBe(403);
  });
});

it('our own pages are trusted, whichever of the two headers the browser sends', async () => {
  const me = await holder(https, { plan: 'developer' });
  for (const headers of [
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: 'https://pay.shop.example' },
    { origin: 'null' },
  ]) {
    expect((await me.who.post('/dashboard/overage', { overage: 'on' }, headers)).headers.location).toBe(
      '/dashboard/settings?notice=overage_on',
    );
  }
  const local = await holder(plain, { plan: 'developer' });
  const own = { origin: 'http://localhost:80', host: 'localhost' };
  expect((await local.who.post('/dashboard/overage', { overage: 'on' }, own)).statusCode).toBe(303);
});

it('the same host in plain HTTP, where an attacker on the network writes pages, is not trusted over https', async () => {
  const me = await holder(https);
  const headers = { origin: 'http://pay.shop.example', host: 'pay.shop.example' };
  expect((await me.who.post('/dashboard/keys', newKey, headers)).statusCode).toBe(403);
});

it('over https no other host can set the cookies of the session and of forms', async () => {
  const { account } = await https.mint();
  const who = person(() => https.app);
  const { url } = await https.engine.accounts.loginLink(account);
  const { pathname, search, searchParams } = new URL(url);
  const first = await who.get(pathname + search);
  const second = await who.post('/dashboard/login', { token: searchParams.get('token') ?? '' });
  const set = [...first.cookies, ...second.cookies].filter(({ value }) => value !== '');
  expect(set.map(({ name }) => name).sort()).toEqual(['__Host-csrf', '__Host-session']);
  for (const cookie of set) {
    expect(cookie).toMatchObject({ path: '/', secure: true, httpOnly: true, sameSite: 'Lax' });
    expect(cookie).not.toHaveProperty('domain');
  }
});

it('the page of a sign-in link says whose account it opens, so that nobody is signed in to another unnoticed', async () => {
  const { account } = await plain.mint({ name: 'Almaz & Sons' });
  const { pathname, search } = new URL((await plain.engine.accounts.loginLink(account)).url);
  const { body } = await person(() => plain.app).get(pathname + search);
  expect(body).toContain('Almaz &amp; Sons');
  expect(body).toContain(account);
});

it('a session of more than a day ago makes no key, buys no overage and saves no account before a new sign-in, and can still revoke', async () => {
  const { account, prefix } = await plain.mint({ plan: 'developer' });
  const who = person(() => plain.app);
  await who.signIn(await plain.engine.accounts.loginLink(account));
  for (const key of await store.client.keys('{session:*')) {
    if ((await store.client.hget(key, 'account')) !== account) continue;
    await store.client.hset(key, 'since', Date.now() - 25 * 3_600_000);
  }
  await who.get('/dashboard');
  for (const [path, fields] of [
    ['/dashboard/keys', newKey],
    ['/dashboard/overage', { overage: 'on' }],
  ] as const) {
    const { location } = (await who.post(path, fields)).headers;
    expect(location).toMatch(/^\/dashboard\/(keys|settings)\?notice=sign_in_again$/);
  }
  const where = await who.post('/dashboard/receiving-accounts', { provider: 'cbe', number: '1000123456789' });
  expect(where.headers.location).toBe('/dashboard/receiving-accounts?notice=sign_in_again');
  expect(await plain.engine.shops.accounts(account)).toEqual([]);
  expect((await who.get('/dashboard?notice=sign_in_again')).body).toContain('within the last day');
  expect((await plain.engine.accounts.get(account)).overage).toBe(false);
  await who.post(`/dashboard/keys/${prefix}/revoke`);
  expect(await plain.engine.keys.list(account)).toMatchObject([{ revokedAt: expect.any(String) }]);
  await who.signIn(await plain.engine.accounts.loginLink(account));
  await who.get('/dashboard');
  expect((await who.post('/dashboard/keys', newKey)).statusCode).toBe(200);
});
