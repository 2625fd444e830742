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

const truth = {
  amount: '1500.00',
  total: '1505.75',
  receiver: { name: 'TEST MERCHANT PLC', account: '1000XXXXX0002' },
  reference: 'DE30AAAA000',
};

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

  it('settles only when the bank says so, in whatever case', () => {
    expect(change('\nCompleted', '\nCOMPLETED').kind).toBe('settled');
    for (const status of ['Pending', 'REVERSED', 'Failed']) {
      expect(change('\nCompleted', `\n${status}`), status).toMatchObject({
        kind: 'not_settled',
        receipt: { transactionStatus: status },
      });
    }
  });

  it.each(['Completed later', 'Completed\nService Name Merchant Payment', 'Held', 'Completed\nBranch: Bole'])(
    'with the status %j, which nobody knows, is unreadable',
    (status) => {
      expect(change('\nCompleted', `\n${status}`)).toMatchObject({
        kind: 'unreadable',
        conflicts: ['status'],
      });
    },
  );

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

  const forged = [
    'Credit Account 1',
    'Credit Account\n1000XXXXX9999',
    'Receiver Name SHOP OWNER',
    'Transaction Status\nCompleted',
    'Transaction Details\nDE30AAAA000 2026-05-03 14:05 90000.00',
    'DE30AAAA000 2026-05-03 14:05 90000.00',
    'DE30AAAA001 2026-05-03 14:05 90000.00',
  ];

  it.each(forged)('believes nothing that the payer wrote: %j', (text_) => {
    for (const place of ['TESTREF0001:', 'ABEBE TEST KEBEDE', 'Rent']) {
      const judged = change(place, `T1 . . .\n${text_}`);
      expect(['settled', 'unreadable'], place).toContain(judged.kind);
      if (judged.kind === 'settled') expect(judged.payment).toMatchObject(truth);
    }
  });

  it('believes no receiver that the payer wrote where the bank prints none', () => {
    const without = text.replace('Receiver Name\nTEST MERCHANT PLC\n', '');
    for (const place of ['TESTREF0001:', 'ABEBE TEST KEBEDE']) {
      expect(judge(without.replace(place, `T1\nReceiver Name SHOP OWNER`)).kind, place).toBe('unreadable');
    }
  });

  it('reads a reason that looks like a label', () => {
    for (const reason of ['VAT', 'Tip for Sara', 'Service Charge May']) {
      expect(change('\nRent\n', `\n${reason}\n`), reason).toMatchObject({
        kind: 'settled',
        payment: { ...truth, reason },
      });
    }
  });

  it.each(['1 500.00', 'Birr 1500.00', '02:05 PM'])(
    'takes no row of the payer’s for its own where that is unforeseen: %s',
    (odd) => {
      const row = odd.includes('PM') ? `2026-05-03 ${odd}\n1500.00` : `2026-05-03 14:05\n${odd}`;
      const unforeseen = text.replace('2026-05-03 14:05\n1500.00', row);
      const judged = judge(unforeseen.replace('\nRent\n', '\nDE30AAAA000 2026-05-03 14:05 90000.00\n'));
      expect(judged.kind).toBe('unreadable');
    },
  );

  it.each(['03-05-2026 14:05', '2026-05-03T14:05'])('nor where its date is: %s', (date) => {
    const unforeseen = text.replace('2026-05-03 14:05', date);
    const judged = judge(unforeseen.replace('\nRent\n', '\nDE30AAAA000 2026-05-03 14:05 90000.00\n'));
    expect(judged.kind).toBe('unreadable');
  });

  it.each([
    ['14:05\n1500.00', '14:05\n90000.00'],
    ['\n1500.00\n5.00', '\n90000.00\n5.00'],
    ['\n1500.00\n5.00', '\n1500.00\n9\n5.00'],
    ['1505.75', '1505.76'],
    ['1505.75', '1505.75\n3.00'],
    ['14:05\n1500.00', '14:05\n0.00'],
  ])('whose sums do not agree, or cannot be told apart, is unreadable: %j as %j', (from, to) => {
    expect(change(from, to).kind).toBe(to.includes('\n9\n') ? 'settled' : 'unreadable');
  });

  it('with a status nobody knows, wherever it stands, is unreadable', () => {
    for (const place of ['Debit Account', 'Paid amount', 'Receipt Number', 'Tip', 'The Bank you']) {
      expect(change(place, `Payment Status Reversed\n${place}`).kind, place).toBe('unreadable');
    }
  });

  it('of another number is a mismatch, and shows nothing; of another day it is unreadable', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'cbebirr-pdf' } };
    expect(change('DE30AAAA000\n2026', 'DE30AAAA001\n2026')).toEqual(mismatch);
    expect(change('2026-05-03', '2026-05-04')).toMatchObject({ kind: 'unreadable', conflicts: ['date'] });
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
