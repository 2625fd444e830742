/** Programs exist that read an amount in any answer as paid: what is no verified receipt carries none. */
import { describe, expect, it } from 'vitest';
import { Failure, type FailureName } from '../../../src/engine/api/errors.js';
import { resolve } from '../../../src/providers/resolve.js';
import type { Receipt } from '../../../src/providers/types.js';
import { banks } from '../../providers/banks/index.js';
import { now, provider, providers, responseOf } from '../../providers/support.js';

const refused = [
  'receipt_not_found',
  'not_settled',
  'mismatch',
  'unreadable',
] as const satisfies FailureName[];

const judged = banks.flatMap(({ key, answers }) =>
  answers.flatMap((answer) => {
    const resolved = resolve(providers, answer.asked, now);
    if (resolved.kind !== 'target') return [];
    const { receipt } = provider(key).judge(responseOf(answer), resolved.target);
    return [{ file: answer.file, receipt }];
  }),
);
const told = (receipt: Receipt, name: FailureName = 'not_settled') =>
  new Failure(name, { receipt }).details.receipt;

describe('the receipt of a failure', () => {
  it.each(judged)('has no sum, whatever the bank printed ($file)', ({ receipt }) => {
    for (const name of refused) {
      const left = told(receipt, name);
      expect(left?.source).toBe(receipt.source);
      expect(JSON.stringify(left)).not.toMatch(
        /amount|charge|fee|vat"|total|discount|tax|duty|recovery|balance|words|commission|tip"/i,
      );
      expect(leaves(left).filter((leaf) => typeof leaf === 'number')).toEqual([]);
      expect(
        leaves(left).filter((leaf) => /\d\s*(?:birr|etb)\b|\b(?:birr|etb)\s*\d/i.test(String(leaf))),
      ).toEqual([]);
    }
  });

  it('says whose receipt it is, by what number, of when and in what state', () => {
    const receipt = {
      source: 'telebirr-html',
      receiptNo: 'DKK4A1PEND',
      payerName: 'Abebe Test Kebede',
      creditedPartyName: 'Sara Test Tadesse',
      transactionStatus: 'Pending',
      paymentDate: '20-11-2026 13:50:25',
      settledAmount: '5,000.00 Birr',
      customerNote: '5000',
    };
    const { settledAmount, customerNote, ...kept } = receipt;
    expect(told(receipt)).toEqual(kept);
  });

  it('has no sum inside of what a bank nests', () => {
    const transaction = { transactionId: '260607112200005', amount: '3,000 ETB', charge: '0.00 ETB' };
    expect(told({ source: 'awash-html', transaction })).toEqual({
      source: 'awash-html',
      transaction: { transactionId: '260607112200005' },
    });
  });

  it.each(['Sara Tadesse Transferred Amount 925.00 ETB', 'Sara ETB 50', 'Sara 3,000', 'Sara 12.50'])(
    'has no sum that was read into a name (%s)',
    (payerName) => {
      expect(told({ source: 'cbe-pdf', payerName })).toEqual({ source: 'cbe-pdf' });
    },
  );

  it('is the same where it was stored before sums were left out', () => {
    const stored = { receipt: { source: 'zemen-pdf', settledAmount: 10 }, httpStatus: 200 };
    expect(new Failure('not_settled', stored).details).toEqual({
      receipt: { source: 'zemen-pdf' },
      httpStatus: 200,
    });
    expect(new Failure('not_settled').with(stored).details.receipt).toEqual({ source: 'zemen-pdf' });
  });
});

function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
}
