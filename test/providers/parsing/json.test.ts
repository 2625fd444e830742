import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contradictoryMembers,
  type JsonObject,
  pairsOf,
  reportsOutage,
  sumsOf,
} from '../../../src/providers/parsing/json.js';

describe('a member that an object holds twice', () => {
  it.each([
    ['{"amount":"5","amount":"50"}', ['amount']],
    ['{"amount":"5", "Amount" : "50"}', ['amount']],
    ['{"amount":5," amount ":50}', ['amount']],
    ['{"amount":5,"am\\u006funt":50}', ['amount']],
    ['{"data":{"a":1,"b":{"c":1,"C":2}}}', ['c']],
    ['{"data":[{"a":1},{"a":2,"A":3}]}', ['a']],
    ['{"data":{"a":1},"data":{"a":2}}', ['data']],
    ['{"a":1,"b":2,"a":3,"b":4}', ['a', 'b']],
  ])('with different values is a contradiction: %s', (text, names) => {
    expect(contradictoryMembers(text)).toEqual(names);
  });

  it.each([
    '{"amount":"5","amount":"5"}',
    '{"a":{"b":1},"c":{"b":2}}',
    '[{"b":1},{"b":2}]',
    '{"note":"\\"amount\\":5,\\"amount\\":6","amount":5}',
    '{"a":"amount: 1, amount: 2 {","b":"}"}',
  ])('with one value, in two objects or inside a text is none: %s', (text) => {
    expect(contradictoryMembers(text)).toEqual([]);
  });

  it('is never found in what JSON itself writes, whatever that holds', () => {
    const lower = fc.stringMatching(/^[a-z]{0,4}$/);
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, fc.string(), fc.double(), tie('object'), fc.array(tie('any'))),
      object: fc.dictionary(lower, tie('any')),
    })).object;
    fc.assert(fc.property(value, (object) => contradictoryMembers(JSON.stringify(object)).length === 0));
  });
});

describe('the members of an object', () => {
  it('are pairs of label and value without the blank ones', () => {
    const object = { a: 'x', b: ' ', c: null, d: 0, e: '---', f: true, g: { h: 1 }, i: [1] } as JsonObject;
    expect(pairsOf(object)).toEqual([
      { label: 'a', value: 'x' },
      { label: 'd', value: '0' },
      { label: 'f', value: 'true' },
      { label: 'g', value: '{}' },
      { label: 'i', value: '{}' },
    ]);
  });
});

describe('the sums of a document', () => {
  it('are in the currency of its own member', () => {
    expect(sumsOf({ amount: '5,000.00', charge: 0.3, vat: '---' }, 'usd')).toEqual({
      sums: {
        amount: { cents: 5_000_00n, currency: 'USD' },
        charge: { cents: 30n, currency: 'USD' },
        vat: null,
      },
      conflicts: [],
    });
    expect(sumsOf({ amount: 'ETB 5' }, 'Birr').conflicts).toEqual([]);
    expect(sumsOf({ amount: '5' }, undefined).sums.amount).toEqual({ cents: 500n, currency: 'ETB' });
  });

  it('contradict a member of another currency than is printed with them', () => {
    expect(sumsOf({ amount: 'USD 5,000.00' }, 'ETB')).toEqual({
      sums: { amount: { cents: 5_000_00n, currency: 'USD' } },
      conflicts: ['currency'],
    });
    expect(sumsOf({ amount: '5', vat: 'ETB1' }, 'USD').conflicts).toEqual(['currency']);
    expect(sumsOf({ amount: '5' }, '$$').conflicts).toEqual(['currency']);
  });

  it('are conflicts where something is printed that is no sum', () => {
    expect(sumsOf({ amount: '5', charge: 'five', vat: {}, total: '9 25.00' }, 'ETB').conflicts).toEqual([
      'charge',
      'vat',
      'total',
    ]);
  });
});

it('a system in trouble is known by its words', () => {
  for (const text of [
    'Internal server error',
    'core banking timeout',
    'Timed out',
    'Service temporarily unavailable',
    'Too many requests',
    'Please try again later',
    'ECONNREFUSED: connection refused',
  ]) {
    expect(reportsOutage({ message: text }), text).toBe(true);
  }
  for (const text of [
    'Transaction not found',
    'No such transaction',
    'Transaktion unbekannt',
    '<text varies>',
  ]) {
    expect(reportsOutage({ message: text }), text).toBe(false);
  }
});
