/** Receiving accounts over REST: an account says where it is paid, and from then on answers say whether a payment went there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../environment.js';

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

const base = '/api/receiving-accounts';

async function account(of?: string) {
  const { key, account: id } = await environment.mint({ rate: 1_000_000, ...(of && { account: of }) });
  return {
    key,
    id,
    async call(method: 'GET' | 'POST' | 'DELETE', url = base, payload?: object) {
      const headers = { 'x-api-key': key };
      const answer = await environment.app.inject({ method, url, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, text: answer.body, body: answer.json() };
    },
  };
}

const selam = {
  provider: 'Commercial Bank of Ethiopia',
  account: '1000 1234-56789',
  name: ' Selam  Tesfaye ',
};

describe('a receiving account', () => {
  it('is saved, listed, renamed and removed, and its whole number is never shown', async () => {
    const { call } = await account();
    const added = await call('POST', base, selam);
    expect(added.status).toBe(201);
    const { ok: _, ...one } = added.body;
    expect(one).toEqual({ id: one.id, provider: 'cbe', lastFour: '6789', name: 'Selam Tesfaye' });
    const renamed = await call('POST', base, { provider: 'cbe', account: '1000123456789' });
    expect(renamed.body).toEqual({ ok: true, ...one, name: null });
    const list = await call('GET');
    expect(list).toMatchObject({ status: 200, body: { ok: true, accounts: [{ ...one, name: null }] } });
    expect(list.text).not.toContain('123456789');
    expect((await call('DELETE', `${base}/${one.id}`)).body).toEqual({ ok: true, id: one.id });
    expect((await call('DELETE', `${base}/${one.id}`)).status).toBe(404);
    expect((await call('GET')).body.accounts).toEqual([]);
  });

  it('is the one that the cashier bot shows, in a shop', async () => {
    const { shops } = environment.engine;
    const { shop } = await shops.open({ person: 'tg:7', name: 'Liya', shopName: 'Café' });
    const { call } = await account(shop.id);
    const { id } = (await call('POST', base, selam)).body;
    expect(await shops.accounts(shop.id)).toEqual([
      { id, provider: 'cbe', lastFour: '6789', holder: 'Selam Tesfaye' },
    ]);
    await shops.saveAccount(shop.id, { provider: 'telebirr', number: '0911223344' });
    expect((await call('GET')).body.accounts).toMatchObject([
      { provider: 'cbe' },
      { provider: 'telebirr', lastFour: '3344' },
    ]);
  });

  it('decides checks.receiver of answers that bring no expectation of their own', async () => {
    const { call, key } = await account();
    const receipt = { reference: 'DKK0RECV01' };
    const before = (await environment.post(key, receipt)).json();
    expect(before.checks).toBeUndefined();
    const elsewhere = await call('POST', base, { provider: 'telebirr', account: '0900000001' });
    expect((await environment.post(key, receipt)).json().checks.receiver.ok).toBe(false);
    await call('DELETE', `${base}/${elsewhere.body.id}`);
    const { bank, account: number, name } = before.payment.receiver;
    await call('POST', base, { provider: bank, account: number, name });
    expect((await environment.post(key, receipt)).json().checks.receiver.ok).toBe(true);
  });

  it.each([
    ['no number', { provider: 'cbe' }, 'account'],
    ['a number nobody can be paid on', { provider: 'cbe', account: '12' }, 'account'],
    ['a bank of invisible characters', { provider: '\u200b', account: '1000123456789' }, 'provider'],
    ['a name of invisible characters', { ...selam, name: '\u200b' }, 'name'],
    ['a member there is not', { ...selam, number: '1' }, ''],
  ])('with %s is refused, and the answer says which member', async (_what, body, path) => {
    const { call } = await account();
    const answer = await call('POST', base, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(answer.body.error.issues[0].path).toBe(path);
    expect((await call('GET')).body.accounts).toEqual([]);
  });

  it('is one of twenty at most, and belongs to one account', async () => {
    const [owner, other] = [await account(), await account()];
    const add = (nth: number) =>
      owner.call('POST', base, { provider: 'cbe', account: `10001234567${nth + 10}` });
    const added = await Promise.all(Array.from({ length: 25 }, (_, nth) => add(nth)));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(20);
    const { accounts } = (await owner.call('GET')).body;
    expect(accounts).toHaveLength(20);
    expect((await other.call('DELETE', `${base}/${accounts[0].id}`)).status).toBe(404);
    expect((await other.call('GET')).body.accounts).toEqual([]);
    expect((await environment.get(base)).json().error.code).toBe('missing_key');
  });
});
