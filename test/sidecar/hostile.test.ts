/** Ten thousand bodies nobody would send on purpose. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verificationFailure } from '../../src/sidecar/schemas/failures.js';
import { openEnvironment, type TestEnvironment } from './environment.js';

let environment: TestEnvironment;
let headers: Record<string, string>;
beforeAll(async () => {
  environment = await openEnvironment();
  const { key } = await environment.mint({ plan: 'enterprise', rate: 1_000_000 });
  headers = { 'content-type': 'application/json', 'x-api-key': key };
});
afterAll(() => environment?.close());

const fields = [
  'url',
  'reference',
  'text',
  'provider',
  'account',
  'phone',
  'waitMs',
  'expect',
  '__proto__',
  'amount',
];
const member = fc.constantFrom(...fields);
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constant('DKK4A1B2C3'),
);
const nearlyRight = fc.dictionary(member, fc.oneof(odd, fc.dictionary(member, odd)), {
  noNullPrototype: false,
});

const good = JSON.stringify({
  reference: 'DKK4A1B2C3',
  provider: 'telebirr',
  expect: { amount: '5,000.00', tolerance: 1 },
});
/** A good body with a few bytes of it replaced, dropped or repeated. */
const mutated = fc
  .array(fc.tuple(fc.nat(good.length), fc.nat(3), fc.string({ unit: 'binary', maxLength: 4 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((edits) =>
    edits.reduce((text, [at, drop, put]) => text.slice(0, at) + put + text.slice(at + drop), good),
  );

const body = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.json(),
  nearlyRight.map((value) => JSON.stringify(value)),
  mutated,
);

// `npm run fuzz -- rest` sends a million.
test('2,000 random and mutated bodies: never a 500, always the envelope', async () => {
  const seen = new Set<number>();
  const property = fc.asyncProperty(body, async (payload) => {
    const response = await environment.app.inject({ method: 'POST', url: '/api/verify', headers, payload });
    seen.add(response.statusCode);
    expect([200, 400, 502]).toContain(response.statusCode);
    if (response.statusCode !== 200)
      expect(verificationFailure.safeParse(response.json()).error).toBeUndefined();
  });
  await fc.assert(property, { numRuns: 2_000 });
  expect([...seen]).toEqual(expect.arrayContaining([200, 400]));
});
