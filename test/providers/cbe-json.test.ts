import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, pdfResponse, provider, sample, targetOf } from './support.js';

const bank = provider('cbe');
const token = 'v2-hfHCxAAAAAAAAAAAAAAA';
const target = targetOf({ reference: token });
const body = JSON.parse(sample('cbe/mb-json/receipt.json')) as Record<string, unknown>;
const judge = (changes: Record<string, unknown>): Judgement =>
  bank.judge(jsonResponse({ ...body, ...changes }), target);

describe("CBE's JSON receipt", () => {
  it('that the bank may still know is not found only for the moment', () => {
    for (const refusal of [{ detail: 'transaction not found' }, { message: 'Transaction Not Found' }]) {
      expect(bank.judge(jsonResponse(refusal, 400), target)).toEqual({
        kind: 'not_found',
        receipt: { source: 'mb-json' },
        tentative: true,
      });
    }
  });

  it('is not judged by an answer that complains about our own headers', () => {
    expect(bank.judge(jsonResponse({ detail: 'Missing Headers' }, 400), target).kind).toBe('blocked');
    expect(bank.judge(pdfResponse(['Payer A']), target).kind).toBe('blocked');
  });

  it('settles only when the bank says so', () => {
    for (const status of ['PENDING', 'REVERSED', 'completed', 'COMPLETED_WITH_ERRORS']) {
      expect(judge({ status }), status).toMatchObject({
        kind: 'not_settled',
        receipt: { transactionStatus: status },
      });
    }
    expect(judge({ status: undefined })).toMatchObject({
      kind: 'unreadable',
      missing: ['transactionStatus'],
    });
  });

  it('of another token is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'mb-json' } };
    for (const encodedReceipt of [
      `https://mbreciept.cbe.com.et/${token}x`,
      'v2-hfHCxAAAAAAAAAAAAAAB',
      '',
      undefined,
      7,
    ]) {
      expect(judge({ encodedReceipt }), String(encodedReceipt)).toEqual(mismatch);
    }
    expect(judge({ id: 'FT262000AAAA' })).toEqual(mismatch);
  });

  it('is echoed by the new tokens only', () => {
    const spring = targetOf({ reference: 'fHCxAAAAAAAAAAaaa1' });
    expect(bank.judge(jsonResponse(body), spring).kind).toBe('settled');
  });

  it('may be a day off either way, since the zone of its time is unproven', () => {
    const kinds = ['09-03', '09-04', '09-05', '08-31', '08-30', '09-06'].map(
      (day) => judge({ dateTimes: [`2026-${day}T10:59:00Z`] }).kind,
    );
    expect(kinds).toEqual(['settled', 'settled', 'settled', 'settled', 'mismatch', 'mismatch']);
  });

  it.each([
    [{ id: null }, 'reference'],
    [{ id: 'TX1' }, 'reference'],
    [{ amountCredited: '-' }, 'transferredAmount'],
    [{ amountCredited: { much: 1 } }, 'transferredAmount'],
  ])('with %j is unreadable', (changes, missing) => {
    expect(judge(changes)).toMatchObject({ kind: 'unreadable', missing: [missing] });
  });

  it('leaves out what it does not print, and has null for what is blank', () => {
    const judged = judge({
      drCharge: undefined,
      description: '---',
      dateTimes: [],
      commissionTypes: undefined,
      taxTypes: 'none',
      creditAccountHolder: ' ',
    });
    expect(judged).toMatchObject({ kind: 'settled', payment: { paidAt: null, reason: null, fee: '2.10' } });
    for (const field of ['disasterRecovery', 'paymentReason', 'paymentDate', 'commissions', 'taxes']) {
      expect(judged.receipt).not.toHaveProperty(field);
    }
    expect(judged.receipt).toHaveProperty('receiverName', null);
  });

  it('adds no sums of different currencies', () => {
    expect(judge({ debitCurrency: 'USD', amountDebited: '41.00' })).toMatchObject({
      kind: 'settled',
      payment: { amount: '5100.00', currency: 'ETB', total: null },
    });
  });

  it('is asked for with the constants of the configuration', () => {
    expect(bank.request(target, 0).headers).toMatchObject({
      accept: 'application/json',
      'x-app-id': 'test-app',
      'x-app-version': 'test-version',
    });
  });
});
