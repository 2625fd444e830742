/** A sign-in link becomes one session; sessions are known to every process, and end when their account says so. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import { createAccounts } from '../../../src/engine/access/accounts.js';
import { createSessions } from '../../../src/engine/access/sessions.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { mintClient, openApplication } from '../support.js';

let store: TestStore;
let application: Application;
let other: Application;

beforeAll(async () => {
  store = await openTestStore();
  [application, other] = await Promise.all([openApplication(store), openApplication(store)]);
});

afterAll(async () => {
  await Promise.all([application.close(), other.close()]);
  await store.close();
});

const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? '';

async function link(account: string): Promise<string> {
  return tokenIn((await application.engine.accounts.loginLink(account)).url);
}

async function signIn(account: string): Promise<string> {
  const signedIn = await application.engine.sessions.redeem(await link(account));
  if (!signedIn) throw new Error('a fresh link did not sign in');
  return signedIn.token;
}

it('of many uses of one link at once, one signs in, to the account of the link only', async () => {
  const [mine, theirs] = await Promise.all([mintClient(application), mintClient(application)]);
  const token = await link(mine.account);
  const brought = Array.from({ length: 8 }, (_, nth) =>
    (nth % 2 ? application : other).engine.sessions.redeem(token),
  );
  const signedIn = (await Promise.all(brought)).filter((one) => one !== null);
  expect(signedIn).toHaveLength(1);
  expect(signedIn[0]?.session.account).toBe(mine.account);
  expect(signedIn[0]?.session.account).not.toBe(theirs.account);
  expect(await application.engine.sessions.redeem(token)).toBeNull();
});

it('a link expires after ten minutes', async () => {
  const { account } = await mintClient(application);
  const token = await link(account);
  const [name = ''] = await store.client.keys('{l:*');
  const msLeft = await store.client.pttl(name);
  expect(msLeft).toBeGreaterThan(590_000);
  expect(msLeft).toBeLessThanOrEqual(600_000);
  await store.client.pexpire(name, 1);
  while ((await store.client.exists(name)) === 1);
  expect(await application.engine.sessions.redeem(token)).toBeNull();
});

it('an invalid token is no session, and no part of a token is stored', async () => {
  const { account } = await mintClient(application);
  const token = await signIn(account);
  for (const wrong of ['', 'x', `${token}x`, token.toLowerCase(), '../etc', '*'.repeat(43)]) {
    expect(await application.engine.sessions.read(wrong)).toBeNull();
    expect(await application.engine.sessions.redeem(wrong)).toBeNull();
  }
  expect((await store.client.keys('*')).filter((key) => key.includes(token))).toEqual([]);
});

it('a session is known to another process until it is ended', async () => {
  const { account } = await mintClient(application);
  const token = await signIn(account);
  expect(await other.engine.sessions.read(token)).toMatchObject({ account });
  await other.engine.sessions.end(token);
  expect(await application.engine.sessions.read(token)).toBeNull();
});

it('signing out everywhere ends all sessions of the account and nobody else’s; signing in again works', async () => {
  const [mine, theirs] = await Promise.all([mintClient(application), mintClient(application)]);
  const [phone, desk, stranger] = await Promise.all(
    [mine, mine, theirs].map(({ account }) => signIn(account)),
  );
  await application.engine.sessions.endAll(mine.account);
  for (const token of [phone, desk]) expect(await other.engine.sessions.read(token ?? '')).toBeNull();
  expect(await other.engine.sessions.read(stranger ?? '')).not.toBeNull();
  expect(await application.engine.sessions.read(await signIn(mine.account))).not.toBeNull();
});

it('signing out everywhere also invalidates the unused links of that account only', async () => {
  const [mine, theirs] = await Promise.all([mintClient(application), mintClient(application)]);
  const [open, strangers] = await Promise.all([link(mine.account), link(theirs.account)]);
  await application.engine.sessions.endAll(mine.account);
  expect(await other.engine.sessions.redeem(open)).toBeNull();
  expect(await other.engine.sessions.redeem(strangers)).not.toBeNull();
  expect(await other.engine.sessions.redeem(await link(mine.account))).not.toBeNull();
});

it('a session expires 30 days after its last use', async () => {
  const { account } = await mintClient(application);
  const token = await signIn(account);
  const [name = ''] = await store.client.keys('{session:*').then(async (keys) => {
    const owners = await Promise.all(keys.map((key) => store.client.hget(key, 'account')));
    return keys.filter((_, index) => owners[index] === account);
  });
  await store.client.pexpire(name, 60_000);
  expect(await application.engine.sessions.read(token)).not.toBeNull();
  expect(await store.client.pttl(name)).toBeGreaterThan(29 * 86_400_000);
});

it('a session ends 90 days after it was signed in, however much it is used', async () => {
  const { account } = await mintClient(application);
  let now = Date.now();
  const sessions = createSessions(store, () => now);
  const signedIn = await sessions.redeem(await link(account));
  const token = signedIn?.token ?? '';
  const key = `{session:${createHash('sha256').update(token).digest('hex')}}`;
  now += 89 * 86_400_000;
  await store.client.pexpire(key, 60_000);
  expect(await sessions.read(token)).toMatchObject({ account });
  expect(await store.client.pttl(key)).toBeLessThanOrEqual(86_400_000);
  now += 86_400_001;
  expect(await sessions.read(token)).toBeNull();
});

it('a link shows whose account it opens without being used up', async () => {
  const { account } = await mintClient(application);
  const token = await link(account);
  expect(await other.engine.sessions.opens(token)).toBe(account);
  expect(await other.engine.sessions.opens('x')).toBeNull();
  expect(await application.engine.sessions.redeem(token)).not.toBeNull();
  expect(await application.engine.sessions.opens(token)).toBeNull();
});

it('a link of a deleted account does not sign in', async () => {
  const accounts = createAccounts(store, 'http://localhost', Date.now);
  const { id } = await accounts.create('free', 'Gone');
  const token = tokenIn((await accounts.loginLink(id)).url);
  await store.client.del(`{a:${id}}`);
  expect(await createSessions(store, Date.now).redeem(token)).toBeNull();
});
