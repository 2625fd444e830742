import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/providers/types.js';
import { jsonResponse, provider, sample, targetOf, textResponse } from './support.js';

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

  it('of another number is a mismatch, and shows nothing', () => {
    expect(judge({ trnRefNo: '150TBAW262620001' })).toEqual(mismatch);
  });

  it.each([
    [{ trnRefNo: '150TBAW262620000\\BNK' }, 'reference'],
    [{ drCr: 'C' }, 'direction'],
    [{ trnCode: 'AAX' }, 'trnCode'],
    [{ accNo: '1114000000001' }, 'accNo'],
    [{ txnTimestamp: '2026-09-20T15:30:30.500Z' }, 'date'],
    [{ txnTimestamp: '2026-09-15T15:30:30.500Z' }, 'date'],
  ])('with its own number and another part than its ID says (%j) is unreadable', (changes, conflict) => {
    expect(judge(changes)).toMatchObject({
      kind: 'unreadable',
      conflicts: expect.arrayContaining([conflict]),
    });
  });

  it('could not be checked where it may have been taken back', () => {
    const unreadable = { kind: 'unreadable', conflicts: ['status'] };
    for (const event of ['REVR', 'REVR      ', 'LIQD', 7]) {
      expect(judge({ event }), String(event)).toMatchObject(unreadable);
    }
    for (const status of ['Reversed', 'Failed', 'Pending', 'R']) {
      expect(judge({ txnStatus: status }), status).toMatchObject(unreadable);
      expect(judge({ reversal: status }), status).toMatchObject(unreadable);
    }
    for (const odd of [{ isReversed: true }, { paymentType: 'CASH REVERSAL' }]) {
      expect(judge(odd)).toMatchObject(unreadable);
    }
    for (const good of [{ event: '---' }, { event: 'init' }, { txnStatus: 'Success' }, { reversal: '---' }]) {
      expect(judge(good).kind, JSON.stringify(good)).toBe('settled');
    }
  });

  it.each([
    [{ txnAmount: 0 }, ['sums']],
    [{ txnAmount: -2000 }, ['sums']],
    [{ charge: -1 }, ['sums']],
    [{ txnAmount: 'USD 2000' }, ['currency', 'sums']],
    [{ vat: 'some' }, ['vat']],
    [{ charge: { much: 1 } }, ['serviceCharge']],
  ])('whose sums contradict each other is unreadable: %j', (changes, conflicts) => {
    expect(judge(changes)).toMatchObject({ kind: 'unreadable', conflicts });
  });

  it('that says two things in one place is unreadable', () => {
    const text = JSON.stringify(body);
    for (const doubled of ['"txnAmount":1', '"TxnAmount":1', '"Receiver_Account":"251900000009"']) {
      const twice = text.replace('"module"', `${doubled},"module"`);
      expect(bank.judge(textResponse(twice), target).kind, doubled).toBe('unreadable');
    }
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
    for (const trouble of [
      { error: 'core banking timeout' },
      { message: 'Service unavailable' },
      { errorCode: 17 },
      { txnStatus: 'FAILED' },
    ]) {
      const said = jsonResponse({ master_id: '---', ...trouble });
      expect(bank.judge(said, target).kind, JSON.stringify(trouble)).toBe('blocked');
    }
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
