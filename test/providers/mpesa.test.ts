import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import type { Judgement } from '../../src/providers/types.js';
import { inJson, jsonResponse, now, pdfResponse, provider, providers, sample, targetOf } from './support.js';

const bank = provider('mpesa');
const target = targetOf({ reference: 'UGO0AAAA00' });
const columns = sample('mpesa/pdf_text_column_layout.txt');
const parseOrder = sample('mpesa/pdf_text_pdf_parse_order.txt');
const judge = (text: string): Judgement => bank.judge(inJson(pdfResponse(text.split('\n'))), target);
const change = (from: string, to: string, text = columns) => {
  expect(text).toContain(from);
  return judge(text.replace(from, to));
};

describe("M-PESA's envelope", () => {
  const documentOf = (value: unknown) => bank.document?.(jsonResponse(value));
  const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n');

  it('holds a PDF, and nothing else is taken for one', () => {
    const found = documentOf({ responseCode: '0', base64Data: pdf.toString('base64') });
    expect(Buffer.from(found ?? []).equals(pdf)).toBe(true);
    for (const base64Data of [
      '',
      'x',
      '<base64 of a PDF>',
      7,
      null,
      Buffer.from('<html>').toString('base64'),
    ]) {
      expect(documentOf({ responseCode: '0', base64Data })).toBeNull();
    }
    expect(documentOf([])).toBeNull();
    expect(bank.document?.(pdfResponse([]))).toBeNull();
  });

  it('may hold a document of megabytes', () => {
    const large = Buffer.concat([pdf, Buffer.alloc(3_000_000)]).toString('base64');
    expect(documentOf({ base64Data: large })?.byteLength).toBe(pdf.byteLength + 3_000_000);
  });

  it('says in words that there is no such receipt, under HTTP 200 and a code, as text or as number', () => {
    for (const responseCode of ['1', 1, 404]) {
      const answer = { responseCode, responseDescription: 'Transaction NOT FOUND.' };
      expect(bank.judge(jsonResponse(answer), target)).toEqual({
        kind: 'not_found',
        receipt: { source: 'mpesa-pdf' },
      });
    }
  });

  it.each([
    [503, { responseCode: 503 }],
    [429, { responseCode: 429, responseDescription: 'Too many requests' }],
    [404, { responseCode: '404', responseDescription: 'Transaction not found' }],
    [500, { responseCode: '1', responseDescription: 'Transaction not found' }],
    [200, { responseCode: '401.002.01', responseDescription: 'Invalid Access Token' }],
    [200, { responseCode: '500.001.1001', responseDescription: 'Service temporarily unavailable' }],
    [200, { responseCode: '00' }],
    [200, { responseCode: '0000', responseDescription: 'Success' }],
    [200, { responseCode: '1', responseDescription: ['not found'] }],
  ])('calls no receipt missing by HTTP %i and %j', (status, answer) => {
    expect(bank.judge(jsonResponse(answer, status), target).kind).toBe('blocked');
  });

  it('without a code is no answer', () => {
    for (const body of [{}, { responseCode: null }, { responseCode: '' }, { responseDescription: 'x' }]) {
      expect(bank.judge(jsonResponse(body), target).kind).toBe('blocked');
    }
    expect(bank.judge(pdfResponse(columns.split('\n')), target).kind).toBe('blocked');
  });

  it('that answers with a code of 0 and no receipt is unreadable', () => {
    const unreadable = { kind: 'unreadable', missing: ['reference', 'transferredAmount'] };
    for (const responseCode of ['0', 0]) {
      expect(bank.judge(jsonResponse({ responseCode }), target)).toMatchObject(unreadable);
    }
    expect(bank.judge(inJson(pdfResponse(null)), target)).toMatchObject(unreadable);
    expect(judge('Annual report\nof the company')).toMatchObject(unreadable);
  });
});

describe("M-PESA's receipt", () => {
  it('keeps the settled amount apart from the total', () => {
    const charged = columns
      .replace('SERVICE FEE                             0.00', 'SERVICE FEE    5.00 Birr')
      .replace('DISCOUNT                                0.00', 'DISCOUNT       1.00 Birr')
      .replace('15% VAT                               0.00', '15% VAT        0.75 Birr')
      .replace('11:53:00       2.00', '11:53:00       1,200.50')
      .replace('TOTAL                                   2.00', 'TOTAL          1,205.25 Birr');
    expect(judge(charged)).toMatchObject({
      kind: 'settled',
      receipt: { transferredAmount: 1200.5, serviceCharge: 5, discount: 1, vat: 0.75, totalAmount: 1205.25 },
      payment: { amount: '1200.50', fee: '4.00', vat: '0.75', total: '1205.25' },
    });
  });

  it.each([
    'UGO0AAAA00 2026-07-24 11:53:00 2.00',
    'UGO0AAAA002026-07-24 11:53:002.00',
    'UGO0AAAA00\n2026-07-24 11:53:00\n2.00 Birr',
    'UGO0AAAA00 2026-07-24  11:53:00 ETB 2.00',
  ])('reads its row as %j', (row) => {
    expect(change('UGO0AAAA00            2026-07-24 11:53:00       2.00', row)).toEqual(judge(columns));
  });

  it('reads values below their labels, with the Amharic half on a line of its own', () => {
    const below = columns.replace(/^(.*\/ [A-Z+][A-Z0-9 %+/]*?) {3,}(\S.*)$/gm, 'የላኪ ስም\n$1\n$2');
    expect(below.split('\n').length).toBeGreaterThan(columns.split('\n').length + 20);
    expect(judge(below)).toEqual(judge(columns));
  });

  it('calls a buyer what it calls a sender, and a business by its own name and number', () => {
    const business = columns
      .replace('SENDER NAME', 'BUYER NAME')
      .replace('SENDER PHONE NUMBER', 'BUYER PHONE NUMBER')
      .replace('SENDER TIN NO', 'BUYER TIN NO')
      .replace('RECEIVER NAME', 'RECEIVER BUSINESS NAME')
      .replace('RECEIVER ACCOUNT NUMBER', 'RECEIVER BUSINESS NUMBER')
      .replace('SARA TEST TADESSE', 'TEST TRADING PLC');
    const judged = judge(business);
    expect(judged).toMatchObject({
      kind: 'settled',
      receipt: {
        payerName: 'ABEBE TEST KEBEDE',
        payerPhone: '251700000001',
        receiverBusinessName: 'TEST TRADING PLC',
        receiverBusinessNumber: '1000000000012',
      },
      payment: { receiver: { name: 'TEST TRADING PLC', account: '1000000000012' } },
    });
    expect(judged.receipt).not.toHaveProperty('receiverName');
  });

  it.each(['- - -', 'null', '-', ''])('has null for a reason that is %j', (blank) => {
    expect(change('REASON                          - - -', `REASON ${blank}`)).toMatchObject({
      kind: 'settled',
      receipt: { paymentReason: null },
      payment: { reason: null },
    });
  });

  it('reads nothing rather than something wrong where figures cannot be told apart', () => {
    const judged = change('0.00 Birr\n0.00 Birr', '5.00 Birr\n0.75 Birr', parseOrder);
    expect(judged).toMatchObject({ kind: 'settled', receipt: { serviceCharge: null, vat: null } });
    const two = change('Send Money\nAPP', 'APP', parseOrder);
    expect(two).toMatchObject({
      kind: 'settled',
      receipt: { transactionType: null, paymentChannel: null },
    });
  });

  const reason = 'REASON                          - - -';
  const business = columns
    .replace('RECEIVER NAME', 'RECEIVER BUSINESS NAME')
    .replace('RECEIVER ACCOUNT NUMBER', 'RECEIVER BUSINESS NUMBER');
  const noAccount = columns.replace(/^\/ RECEIVER ACCOUNT NUMBER.*\n/m, '');

  it.each([
    '/RECEIVER NAME SARA TEST TADESSE . . .\n/RECEIVER ACCOUNT NUMBER 251711111111',
    '/ RECEIVER ACCOUNT NUMBER 251711111111',
    '/RECEIVER ACCOUNT NUMBER 1',
    'የተቀባይ ስም / RECEIVER BUSINESS NAME MALLORY PLC',
    '/ BANK NAME OTHER BANK',
    '/ TOTAL 90,000.00',
    '/ SERVICE FEE 1.00',
    'UGO0AAAA01 2026-07-24 11:53:00 90,000.00',
    'UGO0AAAA00 2026-07-24 11:53:00 90,000.00',
  ])('believes nothing that the payer wrote into the reason: %j', (line) => {
    for (const text of [columns, business, noAccount]) {
      expect(change(reason, `REASON Order 12 thanks . . .\n${line}`, text).kind).toBe('unreadable');
    }
    expect(change('/ PAYMENT REASON\n- - -', `/ PAYMENT REASON\nrent\n${line}`, parseOrder).kind).toBe(
      'unreadable',
    );
  });

  it.each(['/ RECEIVER ACCOUNT NUMBER 251711111111', '/ RECEIVER NAME MALLORY', '/ TOTAL 2.00'])(
    'believes nothing that a sender’s displayed name wraps into: %j',
    (line) => {
      for (const text of [columns, business, noAccount]) {
        expect(change('ABEBE TEST KEBEDE', `ABEBE\n${line}`, text).kind).toBe('unreadable');
      }
    },
  );

  it.each(['2026-07-24 11:53:00.0', '24-07-2026 11:53:00', '2026-07-24T11:53:00', '2026-07-24 11:53:00 EAT'])(
    'takes no row of the payer’s for its own where that has the form %s',
    (date) => {
      const odd = columns.replace('2026-07-24 11:53:00  ', date);
      const forged = change(reason, 'REASON UGO0AAAA00 2026-07-24 11:53:00 90000.00', odd);
      expect(forged.kind).toBe('unreadable');
    },
  );

  it.each(['/ TRANSACTION STATUS REVERSED', '/ REVERSAL', 'STATUS: PENDING'])(
    'with the line %j, which it never printed before, is unreadable',
    (line) => {
      for (const place of ['/ RECEIVER NAME', '/ PAYMENT METHOD', 'THANK YOU']) {
        expect(change(place, `${line}\n${place}`).kind, place).toBe('unreadable');
      }
    },
  );

  it('in two columns is unreadable: a name may not end where the second begins', () => {
    const line = 'SARA TEST TADESSE / PAYMENT CHANNEL APP';
    expect(change('SARA TEST TADESSE', line).kind).toBe('unreadable');
  });

  it('of a reversal is unreadable', () => {
    expect(change('Send Money', 'Transaction Reversal').kind).toBe('unreadable');
  });

  it('whose sums do not agree is unreadable', () => {
    expect(change('11:53:00       2.00', '11:53:00       90,000.00').kind).toBe('unreadable');
    expect(change('TOTAL                                   2.00', 'TOTAL    2.00 Page 1').kind).toBe(
      'unreadable',
    );
    expect(change('11:53:00       2.00', '11:53:00       0.00').kind).toBe('unreadable');
  });

  it('of another number is a mismatch, and shows nothing; of another day it is unreadable', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'mpesa-pdf' } };
    expect(change('UGO0AAAA00            2026', 'UGO0AAAA01            2026')).toEqual(mismatch);
    for (const day of ['2026-07-25 11', '2026-07-23 11']) {
      expect(change('2026-07-24 11', day)).toMatchObject({ kind: 'unreadable', conflicts: ['date'] });
    }
  });

  it('is asked for as its own page asks', () => {
    expect(bank.request(target, 0)).toEqual({
      method: 'GET',
      url: 'https://m-pesabusiness.safaricom.et/api/receipt/getReceipt?trxNo=UGO0AAAA00',
      headers: { accept: 'application/json', referer: 'https://m-pesabusiness.safaricom.et/' },
    });
  });
});

describe('a number of ten characters', () => {
  it.each([
    ['DF70AAAA00', 'telebirr'],
    ['EA10AAAA00', 'telebirr'],
    ['SA10AAAA00', 'mpesa'],
    ['UGO0AAAA00', 'mpesa'],
    ['VA10AAAA00', 'mpesa'],
  ])('%s is by its date %s’s', (reference, owner) => {
    expect(resolve(providers, { reference }, now)).toMatchObject({
      kind: 'target',
      target: { provider: owner },
    });
  });

  it.each(['FA10AAAA00', 'QA10AAAA00', 'WA10AAAA00', 'ZA10AAAA00'])('%s is nobody’s', (reference) => {
    expect(resolve(providers, { reference }, now)).toMatchObject({ kind: 'unsupported' });
  });
});
