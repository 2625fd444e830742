import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clock, moment, money } from '../../../../bots/cashier/render/format.js';
import { bounded, code, fill, join, link, plain } from '../../../../bots/cashier/render/rich.js';
import { cleanToken, lastFour, sanitizeName } from '../../../../bots/cashier/render/sanitize.js';
import { hostileNames, setting, vocabulary, wellFormed } from './support.js';

describe('a name', () => {
  it('of a person or a firm stays as the bank prints it', () => {
    for (const name of [
      'አበበ ቢቂላ',
      'ABEBE KEBEDE',
      "Tolasaa Ga'ee",
      'Haile & Sons PLC',
      'Łukasz Ñandú',
      'A/B Trading',
    ])
      expect(sanitizeName(name)).toBe(name);
    expect(sanitizeName('  Mr  ABEBE   KEBEDE ')).toBe('Mr ABEBE KEBEDE');
  });

  it('without visible characters is no name', () => {
    for (const name of [null, undefined, '', ' \n ', '\u200B\u202E', '✅', '\u3164\u2800'])
      expect(sanitizeName(name)).toBeNull();
  });

  it('makes no link, mention, tag or command', () => {
    const text = sanitizeName(hostileNames[9] ?? '', 200) ?? '';
    expect(text).not.toMatch(/@|#|\/\/|(^|\s)\/|\.[a-z]/);
  });

  it('written from the right does not turn the figures around it', () => {
    expect(sanitizeName('محمد')).toBe('\u2068محمد\u2069');
  });

  it('is one short line of visible characters whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1_200 }), (name) => {
        const text = sanitizeName(name) ?? '';
        expect(text.length).toBeLessThanOrEqual(66);
        expect(text).not.toMatch(/[\n\r\t\u2028\u2029\u200B-\u200F\u202A-\u202E\u2066\u2067\uE000-\uF8FF]/);
        expect(text).not.toMatch(/\p{M}{3}|\p{Extended_Pictographic}/u);
        expect(wellFormed(text)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });
});

it('of an account no more than the last four is shown', () => {
  expect(lastFour('1000123456789')).toBe('…6789');
  expect(lastFour('01425******0001/BANK')).toBe('…0001');
  expect(lastFour('2519****0001')).toBe('…0001');
  expect(lastFour(null)).toBeNull();
  expect(lastFour('****')).toBeNull();
  expect(cleanToken('DKK4\u200BA1 B2C3\n')).toBe('DKK4A1B2C3');
});

it('money has thousands and two places, to the cent', () => {
  expect(['5000.00', 1234567.5, '0.5', '-100', '999999999999999.99', 'x', ''].map(money)).toEqual([
    '5,000.00',
    '1,234,567.50',
    '0.50',
    '-100.00',
    '999,999,999,999,999.99',
    '?',
    '?',
  ]);
});

it("times are in the shop's zone, on the clock banks print", () => {
  const words = vocabulary.of('en');
  expect(moment(words, '2026-11-20T21:30:00Z', { ...setting, now: Date.parse('2026-11-20T22:00:00Z') })).toBe(
    '00:30 today',
  );
  expect(moment(words, '2026-11-20T20:30:00Z', { ...setting, now: Date.parse('2026-11-20T22:00:00Z') })).toBe(
    '23:30 yesterday',
  );
  expect(moment(words, '2026-11-01T10:30:00+03:00', setting)).toBe('01/11/2026 10:30');
  expect(moment(words, 'no time', setting)).toBe('?');
  expect(clock('2026-11-20T10:30:00+03:00', 'America/New_York')).toBe('02:30');
});

describe('text with entities', () => {
  const toShop = (text: string) => link(text, 'https://shop.example');

  it('keeps every entity on its words however pieces are put together', () => {
    const piece = fc.tuple(
      fc.constantFrom(plain, code, toShop),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.string({ maxLength: 3 }), (pieces, separator) => {
        const { text, entities } = join(
          pieces.map(([make, words]) => make(words)),
          separator,
        );
        const marked = pieces
          .filter(([make, words]) => make !== plain && words !== '')
          .map(([, words]) => words);
        expect(entities.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual(marked);
      }),
    );
  });

  it('fills marks with pieces, each where the language has it', () => {
    const filled = fill(
      'b: \uE001, a: \uE000',
      new Map([
        ['\uE000', code('A')],
        ['\uE001', toShop('B\uE000')],
      ]),
    );
    expect(filled.text).toBe('b: B\uE000, a: A');
    expect(filled.entities).toEqual([
      { type: 'text_link', url: 'https://shop.example', offset: 3, length: 2 },
      { type: 'code', offset: 10, length: 1 },
    ]);
  });

  it('is cut to what Telegram takes, with its entities', () => {
    const long = bounded(join([plain('x'.repeat(4_000)), code('😀'.repeat(500))], ''));
    expect(long.text.length).toBeLessThanOrEqual(4_096);
    expect(wellFormed(long.text)).toBe(long.text);
    expect(long.entities).toEqual([{ type: 'code', offset: 4_000, length: long.text.length - 4_000 }]);
    expect(bounded(join(Array.from({ length: 300 }, () => code('x')))).entities).toHaveLength(100);
  });
});
