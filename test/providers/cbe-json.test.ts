import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, pdfResponse, provider, sample, targetOf, textResponse } from './support.js';

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

  it('is not called missing by an answer under another status than the bank says it with', () => {
    const [tampered, unknown] = [
      'Security Alert: Invalid or tampered legacy token!',
      'transaction not found',
    ];
    const kind = (detail: string, status: number) =>
      bank.judge(jsonResponse({ status, detail }, status), target).kind;
    expect([200, 400, 403, 429, 502, 503].map((status) => kind(tampered, status))).toEqual(
      Array.from({ length: 6 }, () => 'blocked'),
    );
    expect([200, 401, 429, 500, 503].map((status) => kind(unknown, status))).toEqual(
      Array.from({ length: 5 }, () => 'blocked'),
    );
    expect(kind(tampered, 500)).toBe('not_found');
    expect(kind('Service timeout: transaction not found in cache', 400)).toBe('blocked');
  });

  it('is not judged by an answer that complains about our own headers', () => {
    expect(bank.judge(jsonResponse({ detail: 'Missing Headers' }, 400), target).kind).toBe('blocked');
    expect(bank.judge(pdfResponse(['Payer A']), target).kind).toBe('blocked');
  });

  it('settles only when the bank says so', () => {
    for (const status of ['PENDING', 'REVERSED', 'Failed', 'pending']) {
      expect(judge({ status }), status).toMatchObject({
        kind: 'not_settled',
        receipt: { transactionStatus: status },
      });
    }
    for (const status of ['COMPLETED', 'completed', 'Completed ']) {
      expect(judge({ status }).kind, status).toBe('settled');
    }
    expect(judge({ status: undefined })).toMatchObject({
      kind: 'unreadable',
      missing: ['transactionStatus'],
    });
  });

  it('could not be checked where a word about a status is not known', () => {
    for (const status of ['COMPLETED_WITH_ERRORS', 'SUCCESSFUL', 'INAU']) {
      expect(judge({ status }), status).toMatchObject({ kind: 'unreadable', conflicts: ['status'] });
    }
    for (const odd of [
      { reversalStatus: 'DONE' },
      { transactionType: 'Reversal' },
      { isReversed: true },
      { reversedBy: { id: 'FT1' } },
    ]) {
      expect(judge(odd), JSON.stringify(odd)).toMatchObject({ kind: 'unreadable', conflicts: ['status'] });
    }
    expect(judge({ isReversed: false, reversalId: '---', reversals: null }).kind).toBe('settled');
  });

  it('of money that may be at another bank is unreadable: its receiver may be a settlement account', () => {
    for (const isOtherBank of [true, 'true', 1, 'Y']) {
      expect(judge({ isOtherBank }), String(isOtherBank)).toMatchObject({
        kind: 'unreadable',
        conflicts: ['receiverBank'],
      });
    }
    for (const isOtherBank of [false, 'false', undefined, null]) {
      expect(judge({ isOtherBank }).kind, String(isOtherBank)).toBe('settled');
    }
  });

  it.each([
    [{ amountCredited: '90000.00' }, ['sums']],
    [{ amountCredited: '0.00', amountDebited: '2.40', amountCreditedWithCurrency: null }, ['sums']],
    [{ serviceChargeValue: 'ETB 20.00' }, ['sums']],
    [{ drCharge: 'a tenth' }, ['disasterRecovery', 'sums']],
    [{ amountCreditedWithCurrency: 'USD5100.00' }, ['currency']],
    [{ amountCreditedWithCurrency: 'ETB51.00' }, ['amount']],
    [{ amountDebitedWithCurrency: 'ETB9999.00' }, ['total']],
    [{ amountCredited: 'USD 5100.00' }, ['currency', 'sums']],
    [{ debitCurrency: 'USD', amountDebited: '41.00' }, ['currency', 'total', 'sums']],
  ])('whose sums contradict each other is unreadable: %j', (changes, conflicts) => {
    const judged = judge(changes);
    expect(judged).toMatchObject({ kind: 'unreadable' });
    expect('conflicts' in judged && judged.conflicts).toEqual(expect.arrayContaining(conflicts));
  });

  it('that says two things in one place is unreadable', () => {
    const text = JSON.stringify(body);
    const twice = [
      ['"rateFixing"', '"amountCredited":"1.00","rateFixing"'],
      ['"rateFixing"', '"STATUS":"PENDING","rateFixing"'],
      ['"rateFixing"', '"CreditAccountNo":"1********0009","rateFixing"'],
    ] as const;
    for (const [at, doubled] of twice) {
      expect(bank.judge(textResponse(text.replace(at, doubled)), target).kind, doubled).toBe('unreadable');
    }
  });

  it('of another token is a mismatch, and shows nothing', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'mb-json' } };
    for (const encodedReceipt of [
      'https://mbreciept.cbe.com.et/v2-hfHCxAAAAAAAAAAAAAAB',
      'v2-hfHCxAAAAAAAAAAAAAAB',
      'v2-hfHCxAAAAAAAAAAAAAAa',
    ]) {
      expect(judge({ encodedReceipt }), encodedReceipt).toEqual(mismatch);
    }
  });

  it('that shows no token, or one that may be another name of the same receipt, is unreadable', () => {
    for (const encodedReceipt of [
      '',
      undefined,
      7,
      `https://mbreciept.cbe.com.et/${token}x`,
      `https://mbreciept.cbe.com.et/?${token}`,
      'fHCxAAAAAAAAAAAaa1',
    ]) {
      expect(judge({ encodedReceipt }), String(encodedReceipt)).toMatchObject({
        kind: 'unreadable',
        conflicts: ['encodedReceipt'],
      });
    }
  });

  it('is echoed by the new tokens for sure; an older one must not be contradicted', () => {
    const spring = targetOf({ reference: 'fHCxAAAAAAAAAAaaa1' });
    const kind = (encodedReceipt: unknown) =>
      bank.judge(jsonResponse({ ...body, encodedReceipt }), spring).kind;
    expect([undefined, null, '---'].map(kind)).toEqual(['settled', 'settled', 'settled']);
    expect(kind('https://mbreciept.cbe.com.et/fHCxAAAAAAAAAAaaa1')).toBe('settled');
    for (const other of ['https://mbreciept.cbe.com.et/fHCxAAAAAAAAAAaaa2', body.encodedReceipt, '?']) {
      expect(kind(other), String(other)).toBe('unreadable');
    }
  });

  it('may be a day off either way, since the zone of its time is unproven; further off it is unreadable', () => {
    const kinds = ['09-03', '09-04', '09-05', '08-31', '08-30', '09-06'].map(
      (day) => judge({ dateTimes: [`2026-${day}T10:59:00Z`] }).kind,
    );
    expect(kinds).toEqual(['settled', 'settled', 'settled', 'settled', 'unreadable', 'unreadable']);
    expect(judge({ id: 'FT262000AAAA' })).toMatchObject({ kind: 'unreadable', conflicts: ['date'] });
  });

  it.each([
    [{ id: null }, 'reference'],
    [{ id: 'TX1' }, 'reference'],
    [{ id: 'FT262470AAAA\\BNK' }, 'reference'],
    [{ amountCredited: '-' }, 'transferredAmount'],
    [{ amountCredited: { much: 1 } }, 'transferredAmount'],
  ])('with %j is unreadable', (changes, missing) => {
    expect(judge(changes)).toMatchObject({ kind: 'unreadable', missing: [missing] });
  });

  it('leaves out what it does not print, and has null for what is blank', () => {
    const judged = judge({
      drCharge: undefined,
      amountDebited: '5102.30',
      amountDebitedWithCurrency: undefined,
      description: '---',
      dateTimes: [],
      commissionTypes: undefined,
      taxTypes: 'none',
      creditAccountHolder: ' ',
    });
    expect(judged).toMatchObject({ kind: 'settled', payment: { paidAt: null, reason: null, fee: '2.00' } });
    for (const field of ['disasterRecovery', 'paymentReason', 'paymentDate', 'commissions', 'taxes']) {
      expect(judged.receipt).not.toHaveProperty(field);
    }
    expect(judged.receipt).toHaveProperty('receiverName', null);
  });

  it('is asked for with the constants of the configuration', () => {
    expect(bank.request(target, 0).headers).toMatchObject({
      accept: 'application/json',
      'x-app-id': 'test-app',
      'x-app-version': 'test-version',
    });
  });
});
