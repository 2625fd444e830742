import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/providers/resolve.js';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, now, pdfResponse, provider, providers, sample, targetOf } from './support.js';

const bank = provider('zemen');
const text = sample('zemen/pdf_text.txt');
const target = targetOf({ reference: 'aB3dE5gH000ETTB251800000' });
const judge = (changed: string): Judgement => bank.judge(pdfResponse(changed.split('\n')), target);
const change = (from: string, to: string) => {
  expect(text).toContain(from);
  return judge(text.replace(from, to));
};

describe("Zemen's receipt", () => {
  it('settles only when the bank says so', () => {
    for (const status of ['PENDING', 'REVERSED', 'Completed', 'COMPLETED?']) {
      expect(change('status: COMPLETED', `status: ${status}`), status).toMatchObject({
        kind: 'not_settled',
        receipt: { transactionStatus: status },
      });
    }
  });

  it.each([
    ['Date: 29-Jun-2025', 'Date: 29-Jun-2025, 10:55:59 am', '2025-06-29T10:55:59+03:00'],
    ['Date: 29-Jun-2025', 'Date: 29-Jun-2025, 10:55:59 pm', '2025-06-29T22:55:59+03:00'],
    ['Date: 29-Jun-2025', 'Date 26-Jun-2025', '2025-06-26T00:00:00+03:00'],
    ['Date: 29-Jun-2025', 'Date: 29-Juni', null],
  ])('with %j as %j was paid at %s', (from, to, paidAt) => {
    expect(change(from, to)).toMatchObject({ kind: 'settled', payment: { paidAt } });
  });

  it('of another number or another day is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'zemen-pdf' } };
    expect(change('000ETTB251800000', '000ETTB251800001')).toEqual(mismatch);
    expect(change('29-Jun-2025', '30-Jun-2025')).toEqual(mismatch);
    expect(change('29-Jun-2025', '25-Jun-2025')).toEqual(mismatch);
  });

  it('is read in whatever order its lines stand, wrapped or with the values below', () => {
    const settled = judge(text);
    expect(judge(text.trim().split('\n').slice(1).reverse().join('\n'))).toEqual(settled);
    expect(judge(text.replaceAll(': ', ':\n'))).toEqual(settled);
    expect(judge(text.replace('Sara Test Tadesse', 'Sara Test\nTadesse'))).toEqual(settled);
    expect(judge(text.replaceAll(': ', ''))).toEqual(settled);
  });

  it('takes the settled amount for the price, and never the total', () => {
    expect(change('ETB 1,594.25', 'ETB 1,594.255')).toMatchObject({
      kind: 'unreadable',
      missing: ['settledAmount'],
    });
    expect(change('Fund Transfer ETB', 'For 900 ETB worth of ETB')).toMatchObject({
      kind: 'settled',
      receipt: { settledAmount: 1594.25, transactionDetail: 'For 900 ETB worth of' },
    });
  });

  it('whose payer wrote a second reference or status into it is not believed', () => {
    const forged = (line: string) =>
      change('Fund Transfer ETB', `Rent\n${line}\nTransaction Detail Rent ETB`);
    expect(forged('Reference No: 000ETTB251800001').kind).toBe('unreadable');
    expect(forged('Transaction status: PENDING').kind).toBe('unreadable');
  });

  it.each([
    ['Reference No: 000ETTB251800000\n', 'reference'],
    ['Transaction status: COMPLETED\n', 'transactionStatus'],
    ['Transaction Detail Fund Transfer ETB 1,594.25\n', 'settledAmount'],
  ])('without %j is unreadable, and keeps what there is', (line, missing) => {
    expect(change(line, '')).toMatchObject({
      kind: 'unreadable',
      missing: [missing],
      receipt: { payerName: 'ABEBE TEST KEBEDE' },
    });
  });

  it('is not found by the bank’s own words alone', () => {
    expect(bank.judge(jsonResponse({ messages: 'Unauthorized', status: '401' }, 401), target).kind).toBe(
      'blocked',
    );
    expect(bank.judge(jsonResponse({ message: 'Transaction not found.' }, 404), target).kind).toBe('blocked');
  });
});

describe("Zemen's number", () => {
  it('without its bank’s name is ambiguous: Dashen and others print numbers of this form', () => {
    expect(resolve(providers, { reference: '000ETTB251800000' }, now)).toMatchObject({
      kind: 'ambiguous',
      candidates: ['dashen', 'zemen', 'wegagen'],
    });
  });

  it('keeps the case of the token it ends', () => {
    expect(targetOf({ reference: 'ab3De5Gh000ETTB251800000' }).reference).toBe('ab3De5Gh000ETTB251800000');
    expect(resolve(providers, { reference: 'ab3De5Gh000ettb251800000' }, now).kind).toBe('unsupported');
  });
});
