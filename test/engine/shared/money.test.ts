/** An amount that a caller expects is read as it is meant, or not at all. */
import { describe, expect, it } from 'vitest';
import { parseBirr } from '../../../src/engine/shared/money.js';

describe('an amount of a caller', () => {
  it.each([
    ['5000', 500_000n],
    ['5,000', 500_000n],
    ['5 000.5', 500_050n],
    ['1\u00a0600\u00a0000.05', 160_000_005n],
    [' 12.50 ', 1_250n],
    [0.1 + 0.2, 30n],
    [5000, 500_000n],
  ])('%j is read exactly', (amount, cents) => {
    expect(parseBirr(amount)).toBe(cents);
  });

  it.each([
    ['a decimal comma, which would be a hundred times as much', '1600,00'],
    ['a decimal comma with one place', '1,5'],
    ['thousands in odd places', '1,60,000'],
    ['a figure before an amount', '9 25.00'],
    ['two figures', '1 2'],
    ['a fraction of a cent', '1.005'],
    ['a sign', '-5'],
    ['nothing before the full stop', '.50'],
    ['an exponent', '1e3'],
    ['nothing', ''],
    ['no number', Number.NaN],
    ['too much', 1e21],
  ])('with %s is refused: %j', (_, amount) => {
    expect(parseBirr(amount)).toBeNull();
  });
});
