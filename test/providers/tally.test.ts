/** A receipt with another date under the same number is no forgery and no payment: it is counted, so that somebody looks. */
import { expect, it } from 'vitest';
import { tallied } from '../../src/providers/parsing/tally.js';
import { pdfResponse, providers, sample, targetOf } from './support.js';

it('a date that contradicts the number is counted by bank and reason, and nothing of the receipt is kept', () => {
  const { providers: counting, unreadable } = tallied(providers);
  const zemen = counting.find(({ key }) => key === 'zemen');
  const text = sample('zemen/pdf_text.txt');
  const target = targetOf({ reference: 'aB3dE5gH000ETTB251800000' });
  const judge = (from: string, to: string) =>
    zemen?.judge(pdfResponse(text.replace(from, to).split('\n')), target).kind;
  expect(judge('', '')).toBe('settled');
  for (const _ of [1, 2]) expect(judge('29-Jun-2025', '25-Jun-2025')).toBe('unreadable');
  expect(judge('Total Amount Paid ETB 1,600.00', 'Total Amount Paid ETB 9.00')).toBe('unreadable');
  expect(judge('Transaction status: COMPLETED\n', '')).toBe('unreadable');
  expect([...unreadable]).toEqual([
    ['zemen date', 2],
    ['zemen conflict', 1],
    ['zemen missing', 1],
  ]);
});
