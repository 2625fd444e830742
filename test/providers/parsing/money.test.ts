import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../src/money.js';
import { birr, currencyOf, parseMoney } from '../../../src/providers/parsing/money.js';

describe('money', () => {
  it.each([
    ['600 Birr', 60_000],
    ['2,500 Birr', 250_000],
    ['ETB5036.00', 503_600],
    ['ETB 1,005.00', 100_500],
    ['1860 ETB', 186_000],
    ['1,600.00\u00a0birr', 160_000],
    ['0.0 Birr', 0],
    ['0.07', 7],
    ['0.5', 50],
    ['-3.10 ETB', -310],
    ['5.2200', 522],
    ['999,999,999.99', 99_999_999_999],
  ])('reads %s as the bank means it', (text, cents) => {
    expect(parseMoney(text)).toEqual({ cents: BigInt(cents), currency: 'ETB' });
  });

  it.each([
    '',
    ' ',
    'five',
    '2,553,75',
    '1,00.00',
    ',5',
    '5.',
    '.5',
    '1.234',
    '1e3',
    '--1',
    '1.2.3',
    'ETB',
    'ETB5ETB',
    '5 ETB and more',
    '0x10',
    '١٢٣',
    '9'.repeat(40),
    '9 25.00 ETB',
    '25 000.00 ETB',
    '1 600',
    '25\u00a0000.00',
    '2 5',
    '.50 ETB',
    '- 5',
  ])('reads nothing into %j', (text) => {
    expect(parseMoney(text)).toBeNull();
  });

  it('names another currency', () => {
    expect(parseMoney('41.00 USD')).toEqual({ cents: 4_100n, currency: 'USD' });
  });

  it('tells a printed currency from none', () => {
    expect(currencyOf('USD 5,000.00')).toBe('USD');
    expect(currencyOf('5 Birr')).toBe('ETB');
    expect(currencyOf('5')).toBeNull();
    expect(currencyOf('5 apples and more')).toBeNull();
  });

  it('loses no cent between print, cents and decimal string', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), (cents) => {
        const text = decimal(cents);
        expect(text).toMatch(/^-?\d+\.\d\d$/);
        expect(parseMoney(text)?.cents).toBe(cents);
        expect(birr({ cents, currency: 'ETB' })).toBe(Number(text));
      }),
    );
  });
});
