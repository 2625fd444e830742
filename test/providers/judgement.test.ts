import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Echo,
  type Equation,
  evaluate,
  type ParsedReceipt,
  type PaymentParts,
  paymentOf,
  type Status,
  sumsAgree,
} from '../../src/providers/evaluate.js';
import { parseMoney } from '../../src/providers/parsing/money.js';

const nobody = { name: null, account: null };
const parts: PaymentParts = {
  amount: parseMoney('25.00'),
  charges: [parseMoney('0.53')],
  vat: parseMoney('0.08'),
  total: parseMoney('25.61'),
  payer: nobody,
  receiver: nobody,
  reference: 'FT261250AAAA',
  paidAt: null,
};
const receipt = { source: 'test', payerName: 'ABEBE' };
const reading: ParsedReceipt = {
  receipt,
  missing: [],
  conflicts: [],
  echo: { printed: 'FT261250AAAA', asked: 'FT261250AAAA', form: /^FT\d{5}[A-Z0-9]{5}$/ },
  sameDay: true,
  status: { printed: 'Completed', settled: ['Completed'] },
  payment: paymentOf(parts),
};
const echoing = (printed: string | null): Echo => ({
  printed,
  asked: 'FT261250AAAA',
  form: /^FT\d{5}[A-Z0-9]{5}$/,
});
const stating = (printed: string | null): Status => ({ printed, settled: ['Completed'] });

describe('a receipt', () => {
  it('that agrees with itself and with what was asked is settled', () => {
    expect(evaluate(reading)).toEqual({ kind: 'settled', receipt, payment: reading.payment });
    expect(evaluate({ ...reading, echo: echoing('ft261250aaaa') }).kind).toBe('settled');
  });

  it('is somebody else’s only by another number of the bank’s form', () => {
    const mismatch = { kind: 'mismatch', receipt: { source: 'test' } };
    const other = { ...reading, echo: echoing('FT261250AAAB') };
    expect(evaluate(other)).toEqual(mismatch);
    // A number may be what a payer wrote where the rest is not whole, or contradicts itself.
    for (const doubt of [{ conflicts: ['amount'] }, { missing: ['amount'] }]) {
      expect(evaluate({ ...other, ...doubt })).toMatchObject({
        kind: 'unreadable',
        receipt: { source: 'test' },
      });
    }
    for (const printed of ['FT261250AAAA Channel Mobile', 'FT261250AAAA\\BNK', 'FT261250AAAA (copy)', 'x']) {
      expect(evaluate({ ...reading, echo: echoing(printed) }), printed).toEqual({
        kind: 'unreadable',
        receipt,
        missing: [],
        conflicts: ['reference'],
      });
    }
  });

  it('that contradicts itself is unreadable, and named by what', () => {
    expect(evaluate({ ...reading, conflicts: ['receiverAccount'] })).toMatchObject({
      kind: 'unreadable',
      conflicts: ['receiverAccount'],
    });
    expect(evaluate({ ...reading, sameDay: false })).toMatchObject({
      kind: 'unreadable',
      conflicts: ['date'],
    });
    expect(evaluate({ ...reading, payment: null })).toMatchObject({
      kind: 'unreadable',
      conflicts: ['sums'],
    });
  });

  it('without a required field is unreadable, whatever its status', () => {
    expect(evaluate({ ...reading, missing: ['amount'], payment: null, status: stating('Pending') })).toEqual({
      kind: 'unreadable',
      receipt,
      missing: ['amount'],
    });
  });

  it.each(['Completed', 'COMPLETED', ' completed '])('is settled by the status %j', (status) => {
    expect(evaluate({ ...reading, status: stating(status) }).kind).toBe('settled');
  });

  it.each(['Pending', 'REVERSED', 'failed', 'Cancelled'])('is not settled by the status %j', (status) => {
    expect(evaluate({ ...reading, status: stating(status) })).toEqual({ kind: 'not_settled', receipt });
  });

  it.each(['Completed Branch: Bole', 'Held', 'C\u043empleted', 'Completed pending reversal', 'OK'])(
    'of the unknown status %j is unreadable',
    (status) => {
      expect(evaluate({ ...reading, status: stating(status) })).toMatchObject({
        kind: 'unreadable',
        conflicts: ['status'],
      });
    },
  );
});

describe('the sums of a receipt', () => {
  const sums = (
    amount: string | null,
    charges: (string | null)[],
    vat: string | null,
    total: string | null,
    discount: string | null = null,
  ): Equation => ({
    amount: parseMoney(amount),
    charges: charges.map(parseMoney),
    vat: parseMoney(vat),
    total: parseMoney(total),
    discount: parseMoney(discount),
  });

  it.each([
    ['all of them', sums('25.00', ['0.53'], '0.08', '25.61')],
    ['two charges', sums('5100', ['2.00', '0.10'], '0.30', '5102.40')],
    ['a discount', sums('100.00', ['5.00'], '0.75', '100.75', '5.00')],
    ['nothing but the amount', sums('800.00', [null], null, null)],
    ['a total without its charges', sums('100.00', [null], null, '105.75')],
    ['no total', sums('100.00', ['5.00'], '0.75', null)],
    ['no charges to pay', sums('2.00', ['0.00'], null, '2.00')],
    ['another currency', sums('41.00 USD', ['1.00 USD'], '0', '42.00 USD')],
  ])('agree: %s', (_, equation) => {
    expect(sumsAgree(equation)).toBe(true);
  });

  it.each([
    ['50,000.00 with a total of 15.75', sums('50,000.00', ['5.00'], '0.75', '15.75')],
    ['925.00 of 25.61', sums('925.00', ['0.53'], '0.08', '25.61')],
    ['a cent too much', sums('25.00', ['0.53'], '0.08', '25.62')],
    ['an amount above a lonely total', sums('26.00', [null], null, '25.61')],
    ['an amount of nothing', sums('0.00', [null], null, null)],
    ['money taken back', sums('-25.00', [null], null, null)],
    ['a negative charge', sums('25.00', ['-1.00'], '0.00', '24.00')],
    ['a negative discount', sums('25.00', ['0.00'], '0.00', '30.00', '-5.00')],
    ['a discount above the charges', sums('25.00', ['1.00'], '0.00', '24.00', '2.00')],
    ['charges in another currency', sums('41.00 USD', ['1.00'], '0', '42.00')],
    ['no amount', sums(null, [], null, '1.00')],
  ])('do not agree: %s', (_, equation) => {
    expect(sumsAgree(equation)).toBe(false);
    expect(paymentOf({ ...parts, ...equation })).toBeNull();
  });

  it('agree for no other amount than the one that was paid', () => {
    const cents = fc.integer({ min: 1, max: 1e9 });
    fc.assert(
      fc.property(cents, cents, cents, fc.integer({ min: 1, max: 1e9 }), (amount, charge, vat, other) => {
        const etb = (value: number) => ({ cents: BigInt(value), currency: 'ETB' });
        const total = etb(amount + charge + vat);
        const whole = { charges: [etb(charge)], vat: etb(vat), total };
        expect(sumsAgree({ ...whole, amount: etb(amount) })).toBe(true);
        expect(sumsAgree({ ...whole, amount: etb(amount + other) })).toBe(false);
      }),
    );
  });
});
