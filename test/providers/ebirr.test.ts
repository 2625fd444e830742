import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import { findAll, now, provider, providers, sample, targetOf, textResponse } from './support.js';

const bank = provider('coopay');
const page = sample('coopay/old_host_receipt.html');
const token = 'AAAAAAAAAAA_0000AAAAAA';
const newLink = `https://receipt.ebirr.com/coopay/${token}`;
const byToken = targetOf({ url: newLink });
const byNumber = targetOf({ url: 'https://transactioninfo.ebirr.com/coopay-Ebirr/receipt/0000000001' });
const change = (from: string, to: string) => {
  expect(page).toContain(from);
  return page.replace(from, to);
};

describe('an Ebirr receipt of the old host', () => {
  const judge = (html: string) => bank.judge(textResponse(html), byNumber);

  it('bears the number asked for', () => {
    expect(judge(change('0000000001', '0000000002'))).toEqual({
      kind: 'mismatch',
      receipt: { source: 'ebirr-html' },
    });
    expect(judge(change('0000000001', '000000001')).kind).toBe('mismatch');
  });

  it('needs its number and its amount, and no date', () => {
    expect(judge(change('0000000001', ''))).toMatchObject({ kind: 'unreadable', missing: ['reference'] });
    expect(judge(change('ETB 75.00', ''))).toMatchObject({
      kind: 'unreadable',
      missing: ['transferredAmount'],
    });
    expect(judge(change('2026-02-11 20:07:02 +0300 EAT', ''))).toMatchObject({
      kind: 'settled',
      receipt: { paymentDate: null },
      payment: { paidAt: null },
    });
  });

  it('takes no time of another zone for local time', () => {
    expect(judge(change('+0300 EAT', '+0000 UTC'))).toMatchObject({
      kind: 'settled',
      payment: { paidAt: null },
    });
  });

  it('finds the receiver under its heading, not by the place of the table', () => {
    const other =
      '<table><tr><td>Paid</td></tr><tr><td>By</td></tr></table><div class="heading">Receiver Info';
    expect(judge(change('<div class="heading">Receiver Info', other))).toMatchObject({
      receipt: { receiverName: 'SARA TEST TADESSE', receiverAccount: '251900000002' },
    });
    expect(judge(change('Receiver Info', 'Sender Info'))).toMatchObject({
      kind: 'settled',
      receipt: { receiverName: null, receiverAccount: null },
    });
  });
});

describe('an Ebirr receipt of the new host', () => {
  const judge = (html: string) => bank.judge(textResponse(html), byToken);

  it('is believed with number, date and amount, because nothing of it echoes the token', () => {
    expect(judge(page)).toMatchObject({
      kind: 'settled',
      receipt: { tenant: 'coopay', reference: '0000000001' },
      payment: { reference: '0000000001', amount: '75.00', paidAt: '2026-02-11T20:07:02+03:00' },
    });
    expect(judge(change('0000000001', ''))).toMatchObject({ kind: 'unreadable', missing: ['reference'] });
    for (const date of ['', 'yesterday']) {
      expect(judge(change('2026-02-11 20:07:02 +0300 EAT', date))).toMatchObject({
        kind: 'unreadable',
        missing: ['paymentDate'],
      });
    }
  });

  it('is a mismatch when the page bears links of receipts, and none of them is this one', () => {
    const linked = (...links: string[]) =>
      judge(change('</body>', `${links.map((link) => `<a href="${link}">x</a>`).join('')}</body>`)).kind;
    expect(linked(newLink)).toBe('settled');
    expect(linked(newLink.replace('_', '-'), newLink)).toBe('settled');
    expect(linked(newLink.replace('_', '-'))).toBe('mismatch');
    expect(linked(newLink.replace('coopay', 'kaafimf'))).toBe('mismatch');
    expect(linked(`${newLink}B`)).toBe('mismatch');
  });

  it('in a layout nobody knows is unreadable, not missing', () => {
    expect(judge('<html><title>Ebirr</title><div id="app"></div></html>')).toMatchObject({
      kind: 'unreadable',
      missing: ['reference', 'transferredAmount', 'paymentDate'],
      receipt: { source: 'ebirr-html', tenant: 'coopay' },
    });
  });

  it('is a block page where the bank has no such address', () => {
    const gone = `<pre>Cannot GET /coopay/${token}</pre>`;
    expect(bank.judge(textResponse(gone, 404), byToken).kind).toBe('blocked');
  });

  it('is not called missing because a receiver is called so', () => {
    expect(judge(change('SARA TEST TADESSE', 'Not Found Page')).kind).toBe('settled');
  });
});

describe('tenants of Ebirr', () => {
  it('are never sent the number of another', () => {
    for (const [key, name] of [
      ['coopay', 'coopay'],
      ['kaafi', 'kaafimf'],
    ] as const) {
      for (const url of [
        `https://receipt.ebirr.com/${name}/${token}`,
        `https://transactioninfo.ebirr.com/${name}-Ebirr/receipt/0000000001`,
      ]) {
        const target = targetOf({ url });
        expect(target).toMatchObject({ provider: key, url });
        expect(provider(key).request(target, 1).url).toBe(url);
      }
    }
    const contradicted = resolve(providers, { url: newLink, provider: 'kaafi' }, now);
    expect(contradicted).toMatchObject({ kind: 'invalid', path: 'provider' });
  });

  it('are not named by a number or a token alone', () => {
    const unsupported = { kind: 'unsupported', by: 'reference' };
    for (const reference of ['0000000002', '0000000000001', token]) {
      expect(resolve(providers, { reference }, now)).toEqual(unsupported);
    }
    const sms = '[-EBIRR-COOPay-] Ref: 0000000002 Confirmed. ETB140 Received from sara test (900000002)';
    expect(resolve(providers, { text: sms }, now)).toEqual(unsupported);
    expect(findAll(sms)).toEqual([]);
  });

  it('named by the caller with a number still need the link', () => {
    expect(resolve(providers, { reference: '0000000002', provider: 'coopay' }, now)).toEqual({
      kind: 'needs',
      provider: 'coopay',
      reference: '0000000002',
      needs: ['link'],
    });
  });

  it.each(['nib', 'wegagen', 'ahadu'])('other than the two are refused: %s', (tenant) => {
    for (const url of [
      `https://receipt.ebirr.com/${tenant}/${token}`,
      `https://transactioninfo.ebirr.com/${tenant}-Ebirr/receipt/0000000001`,
    ]) {
      expect(resolve(providers, { url }, now)).toEqual({ kind: 'unsupported', by: 'url' });
    }
  });
});
