import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import { findAll, now, provider, providers, sample, targetOf, textResponse } from './support.js';

const bank = provider('awash');
const token = '-2KDL95XE85-000000';
const page = sample('awash/send-to-bank.html');
const judge = (html: string, reference = token) =>
  bank.judge(textResponse(html), targetOf({ reference, provider: 'awash' }));
const change = (from: string, to: string) => {
  expect(page).toContain(from);
  return page.replace(from, to);
};
const mismatch = { kind: 'mismatch', receipt: { source: 'awash-html' } };

describe('an Awash receipt', () => {
  it('bears the link asked for in its script', () => {
    expect(judge(change('2KDL95XE85-000000"', '2KDL95XE85-000001"'))).toEqual(mismatch);
    expect(judge(change('2KDL95XE85-000000"', '2kdl95xe85-000000"')).kind).toBe('settled');
    expect(judge(change('/-2KDL95XE85-000000"', '/"'))).toMatchObject({
      kind: 'unreadable',
      missing: ['link'],
    });
  });

  it('is not made another by a link that a payer writes', () => {
    const link = 'https://awashpay.awashbank.com:8225/-2KDL95XE85-AAAAAA';
    for (const reason of [link, `&quot;${link}&quot;`]) {
      expect(judge(change('Salary ', reason)).kind).toBe('settled');
      expect(judge(change('Salary ', reason), '-2KDL95XE85-AAAAAA')).toEqual(mismatch);
    }
  });

  it('with another link beside its own could not be checked', () => {
    const two = change(
      '</body>',
      '<script>x = "https://awashpay.awashbank.com:8225/-2KDL95XE85-AAAAAA"</script></body>',
    );
    expect(judge(two)).toMatchObject({ kind: 'unreadable', conflicts: ['link'] });
  });

  it('could not be checked with another ID than its token encodes since 2026', () => {
    for (const other of ['260607112200006', '250607112200005', '260607112200005 (copy)']) {
      expect(judge(change('260607112200005', other)).kind, other).toBe('unreadable');
    }
  });

  it('from before 2026 has a token that encodes nothing', () => {
    const old = page
      .replaceAll('2KDL95XE85', '0A1B2C3D4E5F')
      .replace('260607112200005', '250607112200005')
      .replace('2026-06-07', '2025-06-07');
    expect(judge(old, '-0A1B2C3D4E5F-000000')).toMatchObject({
      kind: 'settled',
      payment: { reference: '250607112200005', paidAt: '2025-06-07T11:22:03+03:00' },
    });
    expect(judge(old.replace('250607112200005', '260607112200005'), '-0A1B2C3D4E5F-000000').kind).toBe(
      'unreadable',
    );
  });

  it('is of the day inside its ID, or of the next when that is a minute away', () => {
    expect(judge(change('2026-06-07 11:22:03', '2026-06-08 11:22:03'))).toMatchObject({
      kind: 'unreadable',
      conflicts: ['date'],
    });
    // Base 36 of 260607235900005.
    const midnight = page
      .replaceAll('2KDL95XE85', (260607235900005).toString(36).toUpperCase())
      .replace('260607112200005', '260607235900005');
    const asked = `-${(260607235900005).toString(36).toUpperCase()}-000000`;
    const on = (date: string) => judge(midnight.replace('2026-06-07 11:22:03', date), asked).kind;
    expect(on('2026-06-07 23:59:59')).toBe('settled');
    expect(on('2026-06-08 00:00:01')).toBe('settled');
    expect(on('2026-06-09 00:00:01')).toBe('unreadable');
    expect(on('2026-06-06 23:59:59')).toBe('unreadable');
  });

  it.each([
    ['260607112200005', 'transactionId'],
    ['3,000 ETB', 'amount'],
  ])('without %s is unreadable, and keeps what there is', (value, field) => {
    expect(judge(change(value, ''))).toMatchObject({
      kind: 'unreadable',
      missing: [field],
      receipt: { customer: { customerName: 'ABEBE  TEST  KEBEDE' } },
    });
  });

  it('takes its sender from the transaction, else from the customer', () => {
    const renamed = page.replace('ABEBE  TEST  KEBEDE', 'SOMEBODY ELSE');
    expect(judge(renamed)).toMatchObject({
      receipt: {
        customer: { customerName: 'SOMEBODY ELSE' },
        transaction: { senderName: 'ABEBE  TEST  KEBEDE' },
      },
    });
    const unnamed = renamed.replace('Sender Name ', 'Other ').replace('Sender Account ', 'Other ');
    expect(judge(unnamed)).toMatchObject({
      receipt: { transaction: { senderName: 'SOMEBODY ELSE', senderAccount: '01425******0001/BANK' } },
      payment: { payer: { name: 'SOMEBODY ELSE' } },
    });
  });

  it('takes nothing from the header tables for the transaction', () => {
    const judged = judge(page);
    expect(JSON.stringify(judged)).not.toMatch(/17264|0000030100|12638/);
    const withoutVat = page.replace('<span>VAT </span>', '<span>Other </span>');
    expect(judge(withoutVat)).toMatchObject({ payment: { vat: null } });
  });

  it('is whatever its title says', () => {
    expect(judge(change('<title>Transfer successful</title>', '<title>Receipt not found</title>')).kind).toBe(
      'settled',
    );
  });

  it('is not called missing because a payer writes so', () => {
    expect(judge(change('Salary ', 'Receipt not found')).kind).toBe('settled');
  });

  it('could not be checked where words that were not escaped add a row', () => {
    const row = (label: string, value: string) => `<tr><td>${label}</td><td>:</td><td>${value}`;
    for (const [label, value] of [
      ['Amount', '90,000 ETB'],
      ['Receiver Name', 'SHOP OWNER'],
      ['Beneficiary name', 'SHOP OWNER'],
      ['Beneficiary Account', '1000000000012'],
      ['Beneficiary Bank', 'Commercial Bank of Ethiopia'],
      ['Transaction Date', '2026-06-07 23:22:03'],
      ['Transaction ID', '260607112200006'],
    ] as const) {
      const injected = `x</td></tr>${row(label, value)}`;
      expect(judge(change('Salary ', injected)).kind, label).toBe('unreadable');
    }
  });

  it('that speaks of a status or a reversal could not be checked', () => {
    const last = page.lastIndexOf('<table class="info-table"');
    const start = page.indexOf('<tr', last);
    const withRow = (row: string) => judge(page.slice(0, start) + row + page.slice(start));
    for (const judged of [
      withRow('<tr><td>Status </td><td>:</td><td>Reversed</td></tr>'),
      withRow('<tr><td>Transaction status</td><td>: </td><td>Pending</td></tr>'),
      withRow('<tr><td>Status</td><td>Failed</td></tr>'),
      judge(change('<title>Transfer successful</title>', '<title>Transfer reversed</title>')),
      judge(change('<title>Transfer successful</title>', '<title>Transaction Failed</title>')),
      judge(change('Send To Bank', 'Send To Bank Reversal')),
    ]) {
      expect(judged).toMatchObject({ kind: 'unreadable', conflicts: ['status'] });
    }
    expect(withRow('<tr><td>Status</td><td>:</td><td>Success</td></tr>').kind).toBe('settled');
  });

  it('of nothing, or with a charge below nothing or that cannot be read, could not be checked', () => {
    expect(judge(change('3,000 ETB', '0.00 ETB')).kind).toBe('unreadable');
    expect(judge(change('0.00 ETB', '-5.00 ETB')).kind).toBe('unreadable');
    expect(judge(change('0.00 ETB', '5 00 ETB')).kind).toBe('unreadable');
  });

  it('that breaks off anywhere is never verified, and never called missing or false', () => {
    const noted = change('Salary ', 'Receipt not found');
    for (const { index } of noted.trim().matchAll(/<|[\d]{2}/g)) {
      const { kind } = judge(noted.slice(0, index));
      if (kind !== 'unreadable' && kind !== 'blocked') expect(`${kind} after ${index}`).toBe('unreadable');
    }
  });

  it('with header tables alone is unreadable', () => {
    const start = page.lastIndexOf('<table');
    const bare = page.slice(0, start) + page.slice(page.indexOf('</table>', start));
    expect(judge(bare).kind).toBe('unreadable');
  });
});

describe('Awash\'s "no such receipt"', () => {
  it.each(['Receipt not found', 'Invalid receipt id', 'Mistmatch / invalid receipt id'])('%s', (words) => {
    expect(judge(`<html><body>${words}</body></html>`)).toEqual({
      kind: 'not_found',
      receipt: { source: 'awash-html' },
    });
  });

  it('is nothing a payer writes on a page in a new layout, and comes with HTTP 200 alone', () => {
    const blocks = change('Salary ', 'Receipt not found').replace(/<(\/?)(table|tr|td)[^>]*>/g, '<$1div>');
    expect(judge(blocks).kind).toBe('unreadable');
    const missing = textResponse(sample('awash/not_found.html'), 503);
    expect(bank.judge(missing, targetOf({ reference: token, provider: 'awash' })).kind).toBe('blocked');
    expect(judge('<html><p>Service busy: receipt not found in cache</p></html>').kind).toBe('blocked');
  });

  it('is nothing a script holds', () => {
    expect(judge('<script>alert("Receipt not found")</script>Access denied').kind).toBe('blocked');
  });
});

describe("Awash's transaction ID", () => {
  const sms =
    'ETB 200 has been credited to your account on: 2026-08-09 09:33:35 with Txn ID: 260809093300000. Contact center 8980.';

  it('opens nothing: the link is asked for', () => {
    const needs = { kind: 'needs', provider: 'awash', reference: '260809093300000', needs: ['link'] };
    expect(resolve(providers, { text: sms }, now)).toEqual(needs);
    expect(findAll(sms)).toEqual([needs]);
  });

  it('is left aside where the link is there too', () => {
    const text = `${sms} Receipt Link: https://awashpay.awashbank.com:8225/${token}.`;
    const target = { kind: 'target', target: { provider: 'awash', reference: token } };
    expect(resolve(providers, { text }, now)).toMatchObject(target);
    expect(findAll(text)).toMatchObject([target]);
  });

  it('is none when its digits are no moment', () => {
    expect(resolve(providers, { text: 'call 999999999999999 or 261399093300000' }, now)).toEqual({
      kind: 'unsupported',
      by: 'reference',
    });
  });
});

describe("Awash's token", () => {
  it('is found in a text with its dash in front', () => {
    expect(resolve(providers, { text: `my receipt ${token}, thanks` }, now)).toMatchObject({
      target: { reference: token },
    });
  });

  it('keeps its case out of the fetched link', () => {
    const { url } = targetOf({ url: 'https://awashpay.awashbank.com:8225/-2kdl95xe85-abcde' });
    expect(url).toBe('https://awashpay.awashbank.com:8225/-2KDL95XE85-ABCDE');
  });
});
