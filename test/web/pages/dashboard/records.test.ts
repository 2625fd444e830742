/** Verified receipts in the dashboard: found, turned page by page, downloaded, and kept from everybody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../../../sidecar/environment.js';
import { type Person, person } from './support.js';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

const page = '/dashboard/records';
const file = `${page}.csv`;

async function owner(): Promise<{ who: Person; key: string }> {
  const { account, key } = await environment.mint({ plan: 'developer', rate: 10_000 });
  const who = person(() => environment.app);
  await who.signIn(await environment.engine.accounts.loginLink(account));
  return { who, key };
}

async function verify(key: string, request: Record<string, unknown>) {
  const answer = await environment.post(key, request);
  return answer.json().payment as { amount: string; payer: { name: string }; reference: string };
}

/** References on a page, or in a file. */
async function found(who: Person, query: Record<string, string>, at = page): Promise<string[]> {
  const { body, statusCode } = await who.get(`${at}?${new URLSearchParams(query)}`);
  expect(statusCode).toBe(200);
  return [...new Set(body.match(/DKK4A1\w{4}(?!["&])/g) ?? [])].sort();
}

describe('the owner of an account', () => {
  it('is told the next step while there is no record', async () => {
    const { who } = await owner();
    const { body } = await who.get(page);
    expect(body).toContain('No verified receipt yet');
    expect(body).toContain('/api/verify');
    expect(body).toContain('href="/dashboard/keys#create"');
  });

  it('finds a receipt by reference, payer, bank, day or comparison, on the page and in the file', async () => {
    const { who, key } = await owner();
    const first = await verify(key, { reference: 'DKK4A1B2C3', expect: { amount: 22467.88 } });
    await verify(key, { reference: 'DKK4A1B2C4', expect: { amount: 1 } });
    await environment.post(key, { reference: 'DKK4A1GONE' });
    const both = ['DKK4A1B2C3', 'DKK4A1B2C4'];
    const day = '2026-11-20';
    for (const at of [page, file]) {
      expect(await found(who, {}, at)).toEqual(both);
      expect(await found(who, { q: 'dkk4a1b2c3' }, at)).toEqual(['DKK4A1B2C3']);
      expect(await found(who, { q: first.payer.name.slice(1, 6).toUpperCase() }, at)).toContain('DKK4A1B2C3');
      expect(await found(who, { checks: 'failed' }, at)).toEqual(['DKK4A1B2C4']);
      expect(await found(who, { checks: 'ok', q: 'A1B2' }, at)).toEqual(['DKK4A1B2C3']);
      expect(await found(who, { bank: 'telebirr' }, at)).toEqual(both);
      for (const query of [{ bank: 'cbe' }, { to: '2020-01-01' }, { from: '2090-01-01', q: 'A1B2' }]) {
        expect(await found(who, query, at)).toEqual([]);
      }
      // What no form sends is left out, and breaks nothing.
      expect(await found(who, { from: '2026-02-31', bank: 'x', after: `${day}'`, checks: '' }, at)).toEqual(
        both,
      );
    }
    const searched = (await who.get(`${page}?q=nobody`)).body;
    expect(searched).toContain('No receipt matches this search');
    expect(searched).toContain('value="nobody"');
    expect((await who.get(`${page}?lang=am`)).body).toContain('ተስማምቷል');
  });

  it('downloads a file with the columns of the API, and no link of a receipt in it', async () => {
    const { who, key } = await owner();
    await verify(key, { reference: 'DKK4A1B2C3' });
    const { body, headers } = await who.get(file);
    const api = await environment.app.inject({
      url: '/api/verifications',
      headers: { 'x-api-key': key, accept: 'text/csv' },
    });
    expect(body).toBe(api.body);
    expect(body).not.toMatch(/https?:/);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="deresegn-records.csv"',
    });
  });

  it('turns the pages of many records, also of a search', async () => {
    const { who, key } = await owner();
    const letters = [...'ABCDEFGHIJK'];
    const references = letters.flatMap((one) => letters.map((other) => `DKK4A1${one}1${other}1`));
    for (const reference of references) await verify(key, { reference });
    for (const query of ['', '?q=DKK4A1']) {
      const seen: string[] = [];
      for (let at: string | undefined = page + query; at !== undefined; ) {
        const { body } = await who.get(at);
        const rows = [...body.matchAll(/<code>(\w+)</g)].map(([, reference]) => reference ?? '');
        expect(rows.length).toBeLessThanOrEqual(100);
        seen.push(...rows);
        at = /href="([^"]+)">Older</.exec(body)?.[1]?.replaceAll('&amp;', '&');
      }
      expect(seen).toEqual(references.toReversed());
    }
  });
});

it('nothing is shown to the owner of another account, or to somebody who is not signed in', async () => {
  const [mine, other] = [await owner(), await owner()];
  await verify(mine.key, { reference: 'DKK4A1B2C3' });
  for (const at of [page, file]) {
    expect(await found(mine.who, { q: 'DKK4A1B2C3' }, at)).toEqual(['DKK4A1B2C3']);
    for (const query of [{}, { q: 'DKK4A1B2C3' }, { checks: 'ok' }]) {
      const { body } = await other.who.get(`${at}?${new URLSearchParams(query)}`);
      expect(body).not.toContain('<code>DKK');
      expect(body).not.toContain('22467.88');
    }
    const stranger = await person(() => environment.app).get(at);
    expect([stranger.statusCode, stranger.headers.location]).toEqual([303, '/dashboard']);
  }
});
