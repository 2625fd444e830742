import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { pdfResponse, provider, sample, targetOf, textResponse } from './support.js';

const bank = provider('cbe');
const text = sample('cbe/pdf/text_labels_and_values_apart.txt');
const target = targetOf({ reference: 'FT261250AAAA00000001' });
const judge = (changed: string): Judgement => bank.judge(pdfResponse(changed.split('\n')), target);
const change = (from: string, to: string) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

describe("CBE's PDF", () => {
  it('is found in the body, and nowhere else', () => {
    const pdf = pdfResponse(null);
    expect(bank.document?.(pdf)).toBe(pdf.body);
    expect(bank.document?.(textResponse('<html>%PDF</html>'))).toBeNull();
    expect(bank.document?.(textResponse('%PD'))).toBeNull();
    expect(bank.document?.(textResponse(''))).toBeNull();
  });

  it('whose text cannot be read, or holds no receipt, is unreadable', () => {
    const unreadable = { kind: 'unreadable', missing: ['reference', 'transferredAmount'] };
    expect(bank.judge(pdfResponse(null), target)).toMatchObject(unreadable);
    expect(bank.judge(pdfResponse([]), target)).toMatchObject(unreadable);
    expect(bank.judge(pdfResponse(['Annual report', 'of the bank']), target)).toMatchObject(unreadable);
  });

  it('is read whatever stands between label and value', () => {
    const settled = judge(text);
    expect(judge(text.replace('Payer ABEBE', 'Payer:  ABEBE'))).toEqual(settled);
    expect(judge(text.replace('Payer ABEBE', 'Payer\nABEBE'))).toEqual(settled);
    expect(judge(text.replace('Account 1****0001', '  account\u00a01****0001 '))).toEqual(settled);
    expect(judge(text.replace('Amount 25.00 ETB', 'Amount25.00ETB'))).toEqual(settled);
    expect(judge(text.replaceAll('\n', '\r\n'))).toEqual(settled);
    expect(judge(text.replaceAll('\n', '\n\n'))).toEqual(settled);
  });

  it('reads names and reasons that take two lines', () => {
    const wrapped = text.replace('SARA TEST TADESSE', 'SARA TEST\nTADESSE').replace('Pay done', 'Pay\ndone');
    expect(judge(wrapped)).toEqual(judge(text));
  });

  it('reads the header blocks line by line too, side by side or below each other', () => {
    const payment = text.slice(text.indexOf('Payment / Transaction'));
    const below = `VAT Receipt No: FT261250AAAA\nFax:\nCustomer Information\nBranch: TEST BRANCH NAME\nVAT: _\n${payment}`;
    const beside = `City: Addis VAT Receipt No: FT261250AAAA Branch: TEST BRANCH NAME\n${payment}`;
    expect(judge(below)).toEqual(judge(text));
    expect(judge(beside)).toEqual(judge(text));
  });

  it('reads nothing rather than something wrong where header labels and values do not pair', () => {
    const judged = judge(change('Adama\n', ''));
    expect(judged.kind).toBe('settled');
    expect(judged.receipt).not.toHaveProperty('branch');
    expect(judged.receipt).toHaveProperty('vatReceiptNo', 'FT261250AAAA');
  });

  it.each([
    'Disaster recovery 5%',
    'Disaster Recovery (5%)',
    '5% Disaster Recovery',
    'Disaster Recovery(5%):',
  ])('reads the disaster recovery charge as %s', (label) => {
    const line = '15% VAT on Commission 0.08 ETB\n';
    const judged = judge(change(line, `${line}${label} 0.03 ETB\n`).replace('25.61 ETB', '25.64 ETB'));
    expect(judged).toMatchObject({
      kind: 'settled',
      receipt: { disasterRecovery: 0.03, totalAmount: 25.64 },
      payment: { amount: '25.00', fee: '0.56', vat: '0.08', total: '25.64' },
    });
  });

  it('believes no amount, receiver or reference that the payer wrote into the reason', () => {
    const forged = [
      'rent',
      'Receiver MALLORY',
      'Account 1****9999',
      'Reference No. (VAT Invoice No) FT261250AAAA',
      'Transferred Amount 90,000.00 ETB',
      'Total amount debited from customers account 90,000.00 ETB',
    ].join('\n');
    expect(judge(change('Pay done via Mobile', forged))).toMatchObject({
      kind: 'settled',
      payment: {
        amount: '25.00',
        total: '25.61',
        receiver: { name: 'SARA TEST TADESSE', account: '1****0002' },
        reference: 'FT261250AAAA',
      },
    });
    const other = change('(VAT Invoice No) FT261250AAAA', '(VAT Invoice No) FT261250AAAB');
    expect(judge(other.replace('Pay done via Mobile', forged)).kind).toBe('mismatch');
  });

  it('of another number, or booked on another day than its number says, is a mismatch', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'cbe-pdf' } };
    expect(judge(change('(VAT Invoice No) FT261250AAAA', '(VAT Invoice No) FT261250AAAB'))).toEqual(mismatch);
    expect(judge(change('5/5/2026', '5/6/2026'))).toEqual(mismatch);
    expect(judge(change('5/5/2026', '5/1/2026'))).toEqual(mismatch);
  });

  it('may be booked up to three days after it was paid', () => {
    for (const day of ['5/5/2026', '5/4/2026', '5/3/2026', '5/2/2026']) {
      expect(judge(change('5/5/2026', day)).kind, day).toBe('settled');
    }
  });

  it.each([
    ['Reference No. (VAT Invoice No) FT261250AAAA\n', 'reference'],
    ['Transferred Amount 25.00 ETB\n', 'transferredAmount'],
    ['25.00 ETB', 'transferredAmount'],
  ])('without %j is unreadable, and keeps what there is', (line, missing) => {
    expect(judge(change(line, ''))).toMatchObject({
      kind: 'unreadable',
      missing: [missing],
      receipt: { source: 'cbe-pdf', payerName: 'ABEBE TEST KEBEDE' },
    });
  });

  it('is asked for as a PDF', () => {
    expect(bank.request(target, 0)).toEqual({
      method: 'GET',
      url: 'https://apps.cbe.com.et:100/?id=FT261250AAAA00000001',
      headers: { accept: 'application/pdf' },
    });
  });
});
