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

  it('says by its code that there is no such receipt, as text or as number', () => {
    for (const responseCode of ['1', 1, 404, '00', 'E01', '-1']) {
      expect(bank.judge(jsonResponse({ responseCode }), target)).toEqual({
        kind: 'not_found',
        receipt: { source: 'mpesa-pdf' },
      });
    }
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

  it('believes no amount or number that the payer wrote into the reason', () => {
    const forged = change(
      'REASON                          - - -',
      'REASON rent\n/ TOTAL 90,000.00\nUGO0AAAA01 2026-07-24 11:53:00 90,000.00',
    );
    expect(forged).toMatchObject({
      kind: 'settled',
      receipt: { reference: 'UGO0AAAA00', transferredAmount: 2 },
      payment: { amount: '2.00', total: null },
    });
  });

  it('of another number or another day is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'mpesa-pdf' } };
    expect(change('UGO0AAAA00            2026', 'UGO0AAAA01            2026')).toEqual(mismatch);
    expect(change('2026-07-24 11', '2026-07-25 11')).toEqual(mismatch);
    expect(change('2026-07-24 11', '2026-07-23 11')).toEqual(mismatch);
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
