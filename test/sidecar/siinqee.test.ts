/** Links that allow five views for ever, and banks that are only recognised, as a caller of the REST interface meets them. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEnvironment, type TestEnvironment } from './environment.js';

let environment: TestEnvironment;
let key: string;
beforeAll(async () => {
  environment = await openEnvironment({ ATTEMPT_TIMEOUT_SECONDS: '10' });
  ({ key } = await environment.mint({ plan: 'enterprise', rate: 10_000 }));
});
afterAll(() => environment.close());

const link = (reference: string) => ({ url: `https://siinqeebank.com/receipt/${reference}` });
const used = async () => (await environment.get('/api/usage', key)).json().verifications.used;

async function hits(reference: string): Promise<number> {
  return (await environment.get(`/sandbox/hits?provider=siinqee&reference=${reference}`)).json().hits;
}

describe('a receipt of Siinqee', () => {
  it('is verified by its link, and by its reference when the bank is named', async () => {
    const first = await environment.post(key, link('SQB26K20A1B2'));
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({
      verdict: 'verified',
      providerKey: 'siinqee',
      reference: 'SQB26K20A1B2',
      receipt: { source: 'siinqee-pdf', transactionStatus: 'Completed' },
    });
    const again = await environment.post(key, { reference: 'SQB26K20A1B2', provider: 'siinqee' });
    expect(again.json()).toMatchObject({ cached: true, payment: first.json().payment });
    expect((await environment.post(key, { reference: 'SQB26K20A1B2' })).json().error).toMatchObject({
      reason: 'unsupported_reference',
    });
    expect(await hits('SQB26K20A1B2')).toBe(1);
  });

  it.each([
    ['SQB26K20GONE', 502, 'not_found', 'not_verified'],
    ['SQB26K20PEND', 502, 'not_settled', 'not_verified'],
    ['SQB26K20BACK', 502, 'not_settled', 'not_verified'],
    ['SQB26K20DIFF', 502, 'mismatch', 'not_verified'],
    ['SQB26K20BADR', 502, 'unreadable', 'could_not_check'],
    ['SQB26K20HUGE', 502, 'unreadable', 'could_not_check'],
    ['SQB26K20ONCE', 400, 'bank_unreachable', 'could_not_check'],
    ['SQB26K20HANG', 400, 'bank_timeout', 'could_not_check'],
    ['SQB26K20WALL', 400, 'bank_blocked', 'could_not_check'],
    ['SQB26K20TRAP', 400, 'bank_blocked', 'could_not_check'],
  ])('%s is %d %s, costs one view, counts nothing, and is told again for a minute', async (...row) => {
    const [reference, statusCode, reason, verdict] = row;
    const before = await used();
    for (const response of [
      await environment.post(key, link(reference)),
      await environment.post(key, link(reference)),
    ]) {
      expect(response.statusCode).toBe(statusCode);
      expect(response.json()).toMatchObject({
        ok: false,
        verdict,
        error: { reason },
        providerKey: 'siinqee',
      });
      const { retry, message } = response.json().error;
      expect(retry).toBe('never');
      // A "no" of the bank is final anyway.
      const isSaid = /Do not let a program ask again: links of this bank open about five times/.test(message);
      expect(isSaid, message).toBe(verdict === 'could_not_check');
    }
    expect(await hits(reference)).toBe(1);
    expect(await used()).toBe(before);
  });

  it.each(['SQB26K20SLOW', 'SQB26K20XSSX'])('%s is verified with one view', async (reference) => {
    const response = await environment.post(key, link(reference));
    expect(response.statusCode).toBe(200);
    expect(await hits(reference)).toBe(1);
  });

  it('is waited for by whoever asks while the bank is being asked', async () => {
    const first = environment.post(key, link('SQB26K21SLOW'));
    await expect.poll(() => hits('SQB26K21SLOW'), { interval: 10 }).toBe(1);
    const second = await environment.post(key, link('SQB26K21SLOW'));
    expect(second.json()).toMatchObject({ verdict: 'verified', cached: true });
    expect((await first).json()).toMatchObject({ verdict: 'verified', cached: false });
    expect(await hits('SQB26K21SLOW')).toBe(1);
  });

  it('costs one view, however many ask for it at once', async () => {
    const before = await used();
    const asked = Array.from({ length: 50 }, () => environment.post(key, link('SQB26K20MANY')));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await hits('SQB26K20MANY')).toBe(1);
    expect(await used()).toBe(before + 1);
  });
});

describe('a bank that is only recognised', () => {
  const berhan = 'https://transactioninfo.berhanonline.et/ereceipt/99921032026000000.pdf';
  const ahadu = 'https://receipt.ahadubank.com/digitalreceipt?es=1000000000001/02-SEP-26/ 0000';

  it.each([
    [{ url: berhan }, 'unsupported_url', 'berhan', 'Berhan Bank'],
    [{ text: `Receipt: ${berhan} Berhan Stress Free Banking!` }, 'unsupported_url', 'berhan', 'Berhan Bank'],
    [{ url: ahadu }, 'unsupported_url', 'ahadu', 'Ahadu Bank'],
    [{ reference: '123456', provider: 'zamzam' }, 'unsupported_reference', 'zamzam', 'ZamZam Bank'],
    [{ reference: 'x', provider: 'oromia' }, 'unsupported_reference', 'oromia', 'Oromia Bank'],
    [{ reference: 'x', provider: 'hulubeje' }, 'unsupported_reference', 'hulubeje', 'HuluBeje'],
    [
      { url: 'https://receipt.ebirr.com/siinqee/AAAAAAAAAAA_0000AAAAAA' },
      'unsupported_url',
      'siinqee',
      'Siinqee Bank',
    ],
  ])('is named, and said not to be supported yet: %j', async (body, reason, providerKey, name) => {
    for (const path of ['/api/verify', '/api/resolve']) {
      const response = await environment.post(key, body, path);
      expect(response.statusCode).toBe(400);
      const { error } = response.json();
      expect(error).toMatchObject({ reason, message: expect.stringContaining(name) });
      expect(error).not.toHaveProperty('code');
      expect(error.message).toContain('not yet supported');
    }
    expect((await environment.post(key, body)).json()).toMatchObject({
      providerKey,
      verdict: 'could_not_check',
    });
  });

  it('is listed as recognised', async () => {
    const { providers } = (await environment.get('/api/providers')).json();
    const recognised = providers.filter(({ support }: { support: string }) => support === 'recognised');
    expect(recognised.map((one: { key: string }) => one.key)).toEqual([
      'berhan',
      'ahadu',
      'bunna',
      'chapa',
      'oromia',
      'zamzam',
      'hulubeje',
    ]);
  });
});

describe('with live banks', () => {
  it('Siinqee is supported without configuration, by the link of its SMS alone', async () => {
    const live = await openEnvironment({ BANKS: 'live' });
    onTestFinished(() => live.close());
    const minted = await live.mint();
    const { providers } = (await live.get('/api/providers')).json();
    const siinqee = providers.find((one: { key: string }) => one.key === 'siinqee');
    expect(siinqee).toMatchObject({ support: 'supported', viewLimited: true });
    const url = 'https://receipts.siinqeebank.com:871/generate/A35U2TB26226A1B2';
    const known = await live.post(minted.key, { url });
    expect(known.json()).toMatchObject({ verdict: 'verified', livemode: false, resolvedUrl: url });
    const response = await live.post(minted.key, link('SQB26K20A1B2'));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: { reason: 'unsupported_url' } });
  });

  it('a test key tries the configured links on the simulated bank', async () => {
    const live = await openEnvironment({
      BANKS: 'live',
      SIINQEE_LINK_HOSTS: 'receipts.siinqee.test/v/{ref}',
    });
    onTestFinished(() => live.close());
    const minted = await live.mint();
    const url = 'https://receipts.siinqee.test/v/SQB26K20A1B2';
    const response = await live.post(minted.key, { url });
    expect(response.json()).toMatchObject({ verdict: 'verified', livemode: false, resolvedUrl: url });
  });
});
