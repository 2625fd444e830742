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

  it('of another code is a mismatch; what is no code of a receipt says nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'abay-html' } };
    expect(judge(change(code, code.replace(/0$/, '1')))).toEqual(mismatch);
    expect(judge(change(code, `${code} (copy)`))).toMatchObject({
      kind: 'unreadable',
      conflicts: ['reference'],
    });
  });

  it('of another day than its code says could not be checked, but for bookings after a weekend', () => {
    expect(judge(change('25/04/2026', '26/04/2026'))).toMatchObject({
      kind: 'unreadable',
      conflicts: ['date'],
    });
    expect(judge(change('25/04/2026', '21/04/2026')).kind).toBe('unreadable');
    expect(judge(change('25/04/2026', '22/04/2026')).kind).toBe('settled');
  });

  it('could not be checked where a remark or a name that was not escaped adds a row', () => {
    for (const [label, value] of [
      ['Amount', 'ETB 90,000.00'],
      ['Receiver Name', 'SHOP OWNER'],
      ['Receiver Account', '1000000000012'],
      ['Reference No', `${code.slice(0, -1)}1`],
      ['Date', '26/04/2026 10:15:30'],
    ]) {
      const row = `x</td></tr><tr><td>${label}</td><td>${value}`;
      for (const field of ['Rent payment', 'ABEBE TEST KEBEDE']) {
        expect(judge(change(field, row)).kind, `${field}: ${label}`).toBe('unreadable');
      }
    }
  });

  it('is read without the rows a browser hides', () => {
    const hidden =
      '<tr hidden><td>Amount</td><td>ETB 9.00</td></tr><!-- <tr><td>Amount</td><td>8</td></tr> -->';
    expect(judge(change('<tr><td>Payer Name', `${hidden}<tr><td>Payer Name`))).toEqual(judge(page));
  });

  it('that speaks of a status or a reversal could not be checked', () => {
    for (const html of [
      change('<tr><td>Date', '<tr><td>Status</td><td>Reversed</td></tr><tr><td>Date'),
      change('<tr><td>Date', '<tr><td>Transaction Status</td><td>Pending</td></tr><tr><td>Date'),
      change('Type</td><td>Transfer', 'Type</td><td>Transfer Reversal'),
      change('Abay Bank - Transaction Receipt', 'Abay Bank - Failed Transaction'),
    ]) {
      expect(judge(html)).toMatchObject({ kind: 'unreadable', conflicts: ['status'] });
    }
    expect(judge(change('<tr><td>Date', '<tr><td>Status</td><td>SUCCESS</td></tr><tr><td>Date')).kind).toBe(
      'settled',
    );
  });

  it('of nothing, or with a fee below nothing or that cannot be read, could not be checked', () => {
    expect(judge(change('ETB 1,500.00', 'ETB 0.00')).kind).toBe('unreadable');
    expect(judge(change('Service fee</td><td>ETB 0.00', 'Service fee</td><td>ETB -1.00')).kind).toBe(
      'unreadable',
    );
    expect(judge(change('Service fee</td><td>ETB 0.00', 'Service fee</td><td>1 000')).kind).toBe(
      'unreadable',
    );
  });

  it('that breaks off anywhere is never verified, and never called missing or false', () => {
    for (const { index } of page.trim().matchAll(/[<>\d]/g)) {
      const { kind } = judge(page.slice(0, index));
      if (kind !== 'unreadable' && kind !== 'blocked') expect(`${kind} after ${index}`).toBe('unreadable');
    }
  });
});

describe('Abay\'s "no such receipt"', () => {
  const empty = page.replace(/<\/td><td>[^<]*/g, '</td><td>');

  it('is its table with all its labels and nothing beside them', () => {
    expect(judge(empty)).toEqual({ kind: 'not_found', receipt: { source: 'abay-html' } });
  });

  it('is nothing else: what the bank says is not known', () => {
    const pages: Record<string, string> = {
      'no table': page.replace(/<table[\s\S]*<\/table>/, ''),
      'an empty table': page.replace(/<tr>[\s\S]*<\/tr>/, ''),
      'a table of some labels': empty.replace(/<tr><td>Amount[^\n]*\n/, ''),
      'an empty table that breaks off': empty.trim().slice(0, -'</html>'.length),
      'a renamed table': page.replace('txn_tbl', 'receipt'),
      'a table without its name': page.replace(' id="txn_tbl"', ''),
      'a receipt in blocks': page.replace(/<(\/?)(table|tr|td)[^>]*>/g, '<$1div>'),
      'no record': '<html><img src="/img/abay-logo.png"><p>No record</p></html>',
      maintenance: '<html><title>Abay Bank</title><h1>We are back soon</h1></html>',
      captcha: '<html><title>Abay Bank</title><div id="captcha"></div></html>',
      'an application shell':
        '<html><title>Abay Bank</title><div id="app"></div><script src="app.js"></script></html>',
      'a login': '<html><title>Abay Bank</title><form><input type="password"></form></html>',
    };
    for (const [name, html] of Object.entries(pages)) {
      for (const status of [200, 404]) expect(judge(html, status).kind, `${name}, ${status}`).toBe('blocked');
    }
    for (const status of [403, 404, 429, 500, 503]) {
      expect(judge(empty, status).kind, `empty table, ${status}`).toBe('blocked');
    }
  });

  it('is no page that is too large to be read: the receipt may be in it', () => {
    const logo = `<img src="data:image/png;base64,${'A'.repeat(300_000)}">`;
    expect(judge(page.replace('</body>', `${logo}</body>`)).kind).toBe('blocked');
  });
});
