import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ResolveInput, resolve } from '../../src/providers/resolve.js';
import { createResolver } from '../../src/providers/resolver.js';
import type { Provider } from '../../src/providers/types.js';
import { now, providers } from './support.js';

describe('what a process remembers of references', () => {
  const reference = fc.constantFrom(
    ...[
      'DKK4A1B2C3',
      'dkk4a1b2c3',
      ' DKK4A1B2C3 ',
      'CHQ0AAAA00',
      'FT282470AAAA',
      '150TBAW282620000',
      'SKQ1A2B3C4',
      'hello',
    ],
  );
  const request: fc.Arbitrary<ResolveInput> = fc.oneof(
    reference.map((one) => ({ reference: one })),
    reference.map((one) => ({ text: `Paid, ${one}` })),
    fc.record({
      reference,
      provider: fc.constantFrom(undefined, 'telebirr', 'cbebirr', 'boa'),
      account: fc.constantFrom(undefined, '1000012345678'),
      phone: fc.constantFrom(undefined, '0900000001'),
    }),
  );
  /** Within hours of a new year in Addis Ababa, when dates become possible, and of other days. */
  const moment = fc
    .tuple(fc.integer({ min: 2014, max: 2030 }), fc.constantFrom(0, 180), fc.integer({ min: -30, max: 30 }))
    .map(([year, days, hours]) => Date.UTC(year, 0, 1) + days * 86_400_000 + hours * 3_600_000);

  it('changes no answer, whatever was asked before, and when', () => {
    const visits = fc.array(fc.tuple(request, moment), { minLength: 20, maxLength: 60 });
    let targets = 0;
    fc.assert(
      fc.property(visits, (all) => {
        const resolveAgain = createResolver(providers);
        for (const [asked, at] of all) {
          const resolved = resolve(providers, asked, new Date(at));
          if (resolved.kind === 'target') targets += 1;
          expect(resolveAgain(asked, at)).toEqual(resolved);
        }
      }),
    );
    expect(targets).toBeGreaterThan(100);
  });

  it('spares asking each bank again', () => {
    let asked = 0;
    const counted = providers.map((one) => ({
      ...one,
      fromReference(...call: Parameters<Provider['fromReference']>) {
        asked += 1;
        return one.fromReference(...call);
      },
    }));
    const resolveAgain = createResolver(counted);
    const ten = Array.from({ length: 10 }, () => resolveAgain({ reference: 'DKK4A1B2C3' }, now.getTime()));
    expect(ten).toEqual(ten.map(() => resolve(providers, { reference: 'DKK4A1B2C3' }, now)));
    expect(asked).toBeLessThanOrEqual(providers.length);
  });
});
