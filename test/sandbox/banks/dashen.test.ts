import { describe, expect, it } from 'vitest';
import { cents, many, sample, sandboxForTests, tagsOf } from '../support.js';

const { ask, probed, settled, state } = sandboxForTests();
const link = (reference: string) => `https://receipts.dashenbanksc.com/receipt/${reference}`;

describe('the simulated Dashen', () => {
  it('has the markup and the labels of the sample', async () => {
    const { text } = await ask(link('ZZZWDTS26267A1B2'));
    const labels = (html: string) =>
      [...html.matchAll(/<strong>([^<]*)|<tr><td>([^<]*)/g)].map(([all]) => all);
    expect(tagsOf(text)).toEqual(tagsOf(sample('dashen/page.html')));
    expect(labels(text)).toEqual(labels(sample('dashen/page.html')));
  });

  it('adds up, free within the bank and charged to others, and bears the date inside its number', async () => {
    for (const [prefix, bank] of [
      ['ZZZWDTS26267', 'Dashen Bank'],
      ['ZZZOBTS26267', 'Commercial Bank of Ethiopia'],
    ] as const) {
      for (const reference of many(prefix, 12)) {
        const payment = await settled(link(reference));
        const { amount, fee, vat, total } = payment;
        expect(cents(amount) + cents(fee) + cents(vat)).toBe(cents(total));
        expect(fee).toBe(bank === 'Dashen Bank' ? '0.00' : '5.25');
        expect(payment).toMatchObject({ reference, receiver: { bank } });
        expect(payment.paidAt).toMatch(/^2026-09-24T\d\d:\d\d:\d\d\+03:00$/);
      }
    }
  });

  it('answers an impossible number with "no such receipt" as JSON, and counts nothing', async () => {
    const gone = await ask(link('ZZZWDTS26267GONE'));
    expect(gone).toMatchObject({ status: 400, text: '{"statusCode":400,"message":"Transaction not found"}' });
    for (const reference of ['ZZZWDTS26000A1B2', 'ZZZWDTS26366A1B2', 'zzzwdts26267a1b2', 'ZZZ']) {
      expect((await ask(link(reference))).text).toBe(gone.text);
      expect(await state.hits('dashen', reference)).toBe(0);
    }
    expect((await probed('dashen')).kind).toBe('not_found');
    expect((await ask('https://receipts.dashenbanksc.com/')).status).toBe(404);
  });

  it('escapes a payer whose name is a script', async () => {
    const { text } = await ask(link('ZZZWDTS26267XSSX'));
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script');
    expect((await settled(link('ZZZWDTS26267XSSX'))).payer.name).toBe('<script>alert(1)</script>');
  });
});
