import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { pdfResponse, provider, sample, targetOf, textResponse } from './support.js';

const bank = provider('cbebirr');
const text = sample('cbebirr/pdf_text_line_layout.txt');
const shell = sample('cbebirr/not_found_shell.html');
const page = 'https://cbepay1.cbe.com.et/aureceipt';
const byLink = targetOf({ url: `${page}?TID=DE30AAAA000&PH=0900000001` });
const byPhone = targetOf({ reference: 'DE30AAAA000', phone: '0900000001' });
const judge = (changed: string): Judgement => bank.judge(pdfResponse(changed.split('\n')), byLink);
const change = (from: string, to: string) => {
  expect(text).toContain(from);
  return judge(text.replace(from, to));
};

describe("CBE Birr's phone", () => {
  it('in a link goes to the bank as it stands there, again and again', () => {
    for (const phone of ['251900000001', '0900000001']) {
      const target = targetOf({ url: `${page}?TID=DE30AAAA000&PH=${phone}` });
      for (const attempt of [0, 1]) {
        expect(bank.request(target, attempt).url).toBe(`${page}?TID=DE30AAAA000&PH=${phone}`);
      }
    }
  });

  it('from the caller goes as 2519…, then as 09…', () => {
    expect(bank.request(byPhone, 0).url).toBe(`${page}?TID=DE30AAAA000&PH=251900000001`);
    expect(bank.request(byPhone, 1).url).toBe(`${page}?TID=DE30AAAA000&PH=0900000001`);
  });

  it('is one phone in either form, so that a receipt is not fetched twice', () => {
    expect(byPhone.qualifier).toBe(byLink.qualifier);
  });

  it('makes a "no such receipt" final only when it was the link’s', () => {
    const notFound = { kind: 'not_found', receipt: { source: 'cbebirr-pdf' } };
    expect(bank.judge(textResponse(shell), byLink)).toEqual(notFound);
    expect(bank.judge(textResponse(shell), byPhone)).toEqual({ ...notFound, tentative: true });
  });

  it('is not called missing by a server in trouble', () => {
    for (const status of [403, 429, 500, 503]) {
      expect(bank.judge(textResponse(shell, status), byLink).kind, String(status)).toBe('blocked');
    }
  });
});

describe("CBE Birr's receipt", () => {
  it.each([
    'DE30AAAA0002026-05-03 14:051500.00',
    'DE30AAAA000 2026-05-03 14:05 1500.00',
    'DE30AAAA000 2026-05-03 14:051,500.00',
    'DE30AAAA0002026-05-03 14:05\nETB 1500.00',
  ])('reads its row as %j', (row) => {
    expect(change('DE30AAAA000\n2026-05-03 14:05\n1500.00', row)).toEqual(judge(text));
  });

  it('reads no half of an amount: with a blank between the thousands it is unreadable', () => {
    const row = (amount: string) =>
      change('DE30AAAA000\n2026-05-03 14:05\n1500.00', `DE30AAAA000\n2026-05-03 14:05\n${amount}`);
    for (const amount of ['1 500.00', '1 500', '1.500,00 ETB'])
      expect(row(amount).kind, amount).toBe('unreadable');
    expect(row('1500')).toMatchObject({ kind: 'settled', payment: { amount: '1500.00' } });
  });

  it('may print seconds, also where the amount is glued to them', () => {
    const row = 'DE30AAAA0002026-05-03 14:05:101500.00';
    expect(change('DE30AAAA000\n2026-05-03 14:05\n1500.00', row)).toMatchObject({
      kind: 'settled',
      payment: { amount: '1500.00', paidAt: '2026-05-03T14:05:10+03:00' },
    });
  });

  it('is read by position too, every value beside its label', () => {
    const beside = text
      .replace('Customer Name:\nRegion:\nSub city:\nABEBE TEST KEBEDE', 'Customer Name: ABEBE TEST KEBEDE')
      .replace(
        /^(Debit Account|Credit Account|Receiver Name|Order ID|Transaction Status|Reference)\n/gm,
        '$1 ',
      )
      .replace(
        /1500\.00\n5\.00\n0\.75\n[^©]*Tip/,
        [
          'Paid amount 1500.00',
          'Service Charge 5.00',
          'VAT 0.75',
          'Total Paid Amount 1505.75',
          'Total Amount in word One Thousand Five Hundred Five birr',
          'and Seventy Five cents',
          'Payment Reason Rent',
          'Payment Channel USSD',
          'Branch:',
          'Tip',
        ].join('\n'),
      );
    expect(beside).toContain('Total Paid Amount 1505.75\n');
    expect(judge(beside)).toEqual(judge(text));
  });

  it('takes no region or district for the payer’s name', () => {
    const beside = 'Customer Name:\nRegion: Oromia\nSub city: Bole';
    expect(change('Customer Name:\nRegion:\nSub city:\nABEBE TEST KEBEDE', beside)).toMatchObject({
      kind: 'settled',
      receipt: { payerName: null },
      payment: { payer: { name: null } },
    });
  });

  it('settles only when the bank says so', () => {
    for (const status of ['Pending', 'Reversed', 'COMPLETED', 'Completed later']) {
      expect(change('\nCompleted', `\n${status}`), status).toMatchObject({
        kind: 'not_settled',
        receipt: { transactionStatus: status },
      });
    }
  });

  it('reads reasons of several lines, and nothing where a value may be missing', () => {
    expect(change('\nRent\n', '\nRent of\nMay\n')).toMatchObject({
      kind: 'settled',
      receipt: { paymentReason: 'Rent of May', paymentChannel: 'USSD' },
    });
    const judged = change('\nRent\n', '\n');
    expect(judged).toMatchObject({
      kind: 'settled',
      receipt: { paymentReason: null, paymentChannel: null },
    });
  });

  it('believes no status, amount or number that the payer wrote into the reason', () => {
    const forged =
      'Transaction Status\nCompleted\nDE30AAAA001 2026-05-03 14:05 90000.00\nTotal Paid Amount 9.00';
    const judged = judge(text.replace('\nCompleted', '\nPending').replace('\nRent\n', `\n${forged}\n`));
    expect(judged).toMatchObject({
      kind: 'not_settled',
      receipt: { reference: 'DE30AAAA000', transferredAmount: 1500, totalAmount: 1505.75 },
    });
  });

  it('of another number or another day is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'cbebirr-pdf' } };
    expect(change('DE30AAAA000\n2026', 'DE30AAAA001\n2026')).toEqual(mismatch);
    expect(change('2026-05-03', '2026-05-04')).toEqual(mismatch);
  });

  it.each([
    ['DE30AAAA000\n2026-05-03 14:05\n1500.00\n', ['reference', 'transferredAmount']],
    ['Transaction Status\nCompleted\n', ['transactionStatus']],
  ])('without %j is unreadable, and keeps what there is', (lines, missing) => {
    expect(change(lines, '')).toMatchObject({
      kind: 'unreadable',
      missing,
      receipt: { source: 'cbebirr-pdf', payerName: 'ABEBE TEST KEBEDE' },
    });
  });

  it('as a page, which has been claimed but not seen, is unreadable; other pages are block pages', () => {
    const filled = shell.replace('<div id="ReportViewer1">', '$&<p>Receipt Number</p><p>DE30AAAA000</p>');
    expect(bank.judge(textResponse(filled), byLink)).toMatchObject({
      kind: 'unreadable',
      receipt: { source: 'cbebirr-pdf' },
    });
    for (const other of [
      shell.replace('Auto Receipt', 'Sign in'),
      '<title>Auto Receipt</title>',
      '<p>ReportViewer</p>',
    ]) {
      expect(bank.judge(textResponse(other), byLink).kind).toBe('blocked');
    }
  });

  it('whose PDF cannot be read is unreadable', () => {
    expect(bank.judge(pdfResponse(null), byLink).kind).toBe('unreadable');
    expect(judge('Annual report\nof the bank').kind).toBe('unreadable');
  });
});
