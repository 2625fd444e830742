import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, provider, sample, targetOf } from './support.js';

const bank = provider('wegagen');
const target = targetOf({ reference: '150TBAW2626200001113DAAT' });
const body = JSON.parse(sample('wegagen/txn.json')) as Record<string, unknown>;
const judge = (changes: Record<string, unknown>): Judgement =>
  bank.judge(jsonResponse({ ...body, ...changes }), target);
const mismatch = { kind: 'mismatch', receipt: { source: 'wegagen-json' } };

describe("Wegagen's receipt", () => {
  it("never shows the payer's balance or the SMS, however it is judged", () => {
    const secret = { currBalance: 98765.43, message: 'SECRET-SMS balance 98765.43' };
    const judged = [
      judge(secret),
      judge({ ...secret, txnAmount: '---' }),
      judge({ ...secret, trnRefNo: '---' }),
      judge({ ...secret, drCr: '---' }),
      judge({ ...secret, trnRefNo: '150TBAW262620001' }),
      bank.judge(jsonResponse({ master_id: '---', ...secret }), target),
      bank.judge(jsonResponse(secret), target),
    ];
    expect(judged.map(({ kind }) => kind)).toEqual([
      'settled',
      'unreadable',
      'unreadable',
      'unreadable',
      'mismatch',
      'not_found',
      'blocked',
    ]);
    for (const one of judged) {
      expect(JSON.stringify(one)).not.toMatch(/SECRET|98765|currBalance|"message"/);
    }
  });

  it.each([
    { trnRefNo: '150TBAW262620001' },
    { drCr: 'C' },
    { trnCode: 'AAX' },
    { accNo: '1114000000001' },
    { txnTimestamp: '2026-09-20T15:30:30.500Z' },
    { txnTimestamp: '2026-09-15T15:30:30.500Z' },
  ])('with another part than its ID says (%j) is a mismatch, and shows nothing', (changes) => {
    expect(judge(changes)).toEqual(mismatch);
  });

  it('may leave out or mask what is only there to be compared', () => {
    for (const changes of [{ trnCode: '---' }, { accNo: '---' }, { accNo: '1********0001' }]) {
      expect(judge(changes).kind, JSON.stringify(changes)).toBe('settled');
    }
  });

  it('of a credit is unreadable: nobody has seen one', () => {
    const credit = targetOf({ reference: '150TBAW2626200001113CAAT' });
    expect(bank.judge(jsonResponse({ ...body, drCr: 'C' }), credit)).toMatchObject({
      kind: 'unreadable',
      missing: ['direction'],
    });
  });

  it('is not found only by an answer of the bank itself', () => {
    const blank = { master_id: '---', trnRefNo: '---', txnAmount: '---' };
    expect(bank.judge(jsonResponse(blank), target).kind).toBe('not_found');
    expect(bank.judge(jsonResponse(blank, 503), target).kind).toBe('blocked');
    expect(bank.judge(jsonResponse({}), target).kind).toBe('blocked');
    expect(bank.judge(jsonResponse({ error: 'not found' }), target).kind).toBe('blocked');
  });

  it('takes no notice of how the SMS was delivered', () => {
    expect(judge({ messageStatus: 'failed' }).kind).toBe('settled');
  });

  it('prints local time with a false Z', () => {
    expect(judge({ txnTimestamp: '2026-09-19T23:59:59.000Z' })).toMatchObject({
      receipt: { paymentDate: '2026-09-19T23:59:59.000Z' },
      payment: { paidAt: '2026-09-19T23:59:59+03:00' },
    });
  });

  it('reads amounts written as text or number', () => {
    expect(judge({ txnAmount: '2,000.10', charge: '---', vat: null })).toMatchObject({
      kind: 'settled',
      receipt: { transferredAmount: 2000.1, serviceCharge: null, vat: null },
      payment: { amount: '2000.10', fee: null, vat: null, total: null },
    });
    expect(judge({ txnAmount: 1e21 })).toMatchObject({ kind: 'unreadable', missing: ['transferredAmount'] });
  });
});
