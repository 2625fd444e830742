import { describe, expect, it } from 'vitest';
import { provider, sample, targetOf, textResponse } from './support.js';

const bank = provider('abay');
const code = '135FTRM26115000000000000000';
const target = targetOf({ reference: code });
const page = sample('abay/info_page.html');
const judge = (html: string, status = 200) => bank.judge(textResponse(html, status), target);
const change = (from: string, to: string) => {
  expect(page).toContain(from);
  return page.replace(from, to);
};

describe('an Abay receipt', () => {
  it('has fee and VAT apart, and no total', () => {
    const charged = change('Service fee</td><td>ETB 0.00', 'Service fee</td><td>ETB 10.00').replace(
      '15% VAT on service fee</td><td>ETB 0.00',
      '15% VAT on service fee</td><td>ETB 1.50',
    );
    expect(judge(charged)).toMatchObject({
      receipt: { serviceCharge: 10, vat: 1.5 },
      payment: { amount: '1500.00', fee: '10.00', vat: '1.50', total: null },
    });
  });

  it('has null for what the bank left blank', () => {
    expect(judge(change('Rent payment', '-').replace('ETB 0.00', ''))).toMatchObject({
      kind: 'settled',
      receipt: { paymentReason: null, serviceCharge: null, vat: 0 },
      payment: { reason: null, fee: null, vat: '0.00' },
    });
  });

  it('is read from its own table alone', () => {
    const other = '<table><tr><td>Amount</td><td>ETB 9.00</td></tr></table><table id="txn_tbl"';
    expect(judge(change('<table id="txn_tbl"', other))).toMatchObject({ payment: { amount: '1500.00' } });
  });

  it('without code or amount is unreadable', () => {
    expect(judge(change(code, ''))).toMatchObject({ kind: 'unreadable', missing: ['reference'] });
    expect(judge(change('ETB 1,500.00', ''))).toMatchObject({
      kind: 'unreadable',
      missing: ['transferredAmount'],
    });
  });

  it('with a table of labels nobody knows is unreadable, not missing', () => {
    const renamed = page.replace(/<td>(?=[A-Z1][^<]*<\/td><td>)/g, '<td>New ');
    expect(judge(renamed)).toMatchObject({
      kind: 'unreadable',
      missing: ['reference', 'transferredAmount'],
    });
  });

  it('of another code or another day is a mismatch', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'abay-html' } };
    expect(judge(change(code, code.replace(/0$/, '1')))).toEqual(mismatch);
    expect(judge(change('25/04/2026', '26/04/2026'))).toEqual(mismatch);
    expect(judge(change('25/04/2026', '22/04/2026')).kind).toBe('settled');
  });
});

describe('Abay\'s "no such receipt"', () => {
  it('is its page without the table, or with empty cells', () => {
    const notFound = { kind: 'not_found', receipt: { source: 'abay-html' } };
    expect(judge(page.replace(/<table[\s\S]*<\/table>/, ''))).toEqual(notFound);
    expect(judge(page.replace(/<\/td><td>[^<]*/g, '</td><td>'))).toEqual(notFound);
    expect(judge(page.replace(/<tr>[\s\S]*<\/tr>/, ''))).toEqual(notFound);
    expect(judge('<html><img src="/img/abay-logo.png"><p>No record</p></html>')).toEqual(notFound);
  });

  it('is no page of a bank in trouble', () => {
    const page = '<title>Abay Bank</title><h1>Temporarily unavailable</h1>';
    for (const status of [403, 429, 500, 502, 503])
      expect(judge(page, status).kind, String(status)).toBe('blocked');
    expect(judge(page, 404).kind).toBe('not_found');
  });

  it('is no page that is too large to be read: the receipt may be in it', () => {
    const logo = `<img src="data:image/png;base64,${'A'.repeat(300_000)}">`;
    expect(judge(page.replace('</body>', `${logo}</body>`)).kind).toBe('blocked');
  });

  it('is no page of somebody else’s, and no page to log in', () => {
    for (const html of [
      '<html><body>Request Rejected. abaymobile.com.et</body></html>',
      '<title>Abay Bank</title><form><input type="password"></form>',
      '<title>Abay Bank</title><form><input type = password></form>',
    ]) {
      expect(judge(html).kind).toBe('blocked');
    }
  });
});
