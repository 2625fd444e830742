import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, provider, sample, targetOf } from './support.js';

const bank = provider('boa');
const target = targetOf({ reference: 'FT261960AAAA00001' });
const { header, body } = JSON.parse(sample('boa/getDetails_success.json')) as {
  header: unknown;
  body: [Record<string, unknown>];
};
const judge = (changes: Record<string, unknown>, top: Record<string, unknown> = {}): Judgement =>
  bank.judge(jsonResponse({ header, body: [{ ...body[0], ...changes }], ...top }), target);
const blocked = { kind: 'blocked', receipt: { source: 'boa-json' } };

describe("Bank of Abyssinia's slip", () => {
  it('is not found by the name the bank gives a payer it does not know', () => {
    expect(judge({ "Payer's Name": ' invalid reference number' }).kind).toBe('not_found');
  });

  it('verifies no money that was taken back: an amount below zero', () => {
    for (const sum of ['-5000.00', 'ETB -5,000.00', -5000]) {
      expect(judge({ 'Transferred Amount': sum }).kind, String(sum)).toBe('unreadable');
    }
  });

  it('needs the shape of an answer: anything else is a block page', () => {
    expect(judge({}, { body: [] })).toEqual(blocked);
    expect(judge({}, { body: null })).toEqual(blocked);
    expect(judge({}, { header: null })).toEqual(blocked);
    expect(judge({}, { body: [{ 'Tel.': '1' }] })).toEqual(blocked);
  });

  it('is not settled when the query did not succeed', () => {
    expect(judge({}, { header: { status: 'failed' } })).toMatchObject({
      kind: 'not_settled',
      receipt: { upstreamStatus: 'Failed' },
    });
  });

  it.each([
    ['15/07/2026, 14:04:20', '2026-07-15T14:04:20+03:00'],
    ['15/07/26 14:04', '2026-07-15T14:04:00+03:00'],
    ['15/07/2026 14:04', '2026-07-15T14:04:00+03:00'],
    ['13/07/2026 23:59', '2026-07-13T23:59:00+03:00'],
    ['2026?', null],
  ])('prints its date as %s', (printed, paidAt) => {
    expect(judge({ 'Transaction Date': printed })).toMatchObject({
      kind: 'settled',
      receipt: { paymentDate: printed },
      payment: { paidAt },
    });
  });

  it('of another number or another day is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'boa-json' } };
    expect(judge({ 'Transaction Reference': 'FT261960AAAB' })).toEqual(mismatch);
    expect(judge({ 'Transaction Date': '16/07/2026 14:04' })).toEqual(mismatch);
    expect(judge({ 'Transaction Date': '11/07/2026 14:04' })).toEqual(mismatch);
  });

  it('may call the receiver a beneficiary', () => {
    const renamed = { "Receiver's Name": undefined, "Receiver's Account": undefined };
    const judged = judge({
      ...renamed,
      'Beneficiary Name': 'SARA  TEST',
      'Beneficiary’s account': '1****0009',
    });
    expect(judged).toMatchObject({
      receipt: { receiverName: 'SARA  TEST', receiverAccount: '1****0009' },
      payment: { receiver: { name: 'SARA TEST', account: '1****0009' } },
    });
  });

  it('may withhold the payer and the charges', () => {
    const judged = judge({
      "Payer's Name": '-',
      'Source Account Name': undefined,
      'Source Account': '',
      'Service Charge': undefined,
      'VAT (15%)': '-',
      'Total Amount including VAT': null,
    });
    expect(judged).toMatchObject({
      kind: 'settled',
      receipt: { totalAmount: null },
      payment: { payer: { name: null, account: null }, fee: null, vat: null, total: null },
    });
    for (const field of ['payerName', 'payerAccount', 'serviceCharge', 'vat']) {
      expect(judged.receipt).not.toHaveProperty(field);
    }
  });

  it.each([
    [{ 'Transaction Reference': '-' }, 'transactionReference'],
    [{ 'Transferred Amount': 'five' }, 'transferredAmount'],
  ])('with %j is unreadable', (changes, missing) => {
    expect(judge(changes)).toMatchObject({ kind: 'unreadable', missing: [missing] });
  });

  it('is asked for as a browser would', () => {
    expect(bank.request(target, 0).headers).toMatchObject({
      'user-agent': expect.stringContaining('Mozilla/5.0'),
      referer: 'https://cs.bankofabyssinia.com/slip/',
    });
  });
});
