/** Whether the fuzzing of `bench/fuzz` would see a fault if there were one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mutatedValue } from '../../bench/fuzz/hostile.js';
import { readOptions } from '../../bench/fuzz/options.js';
import type { Description, Operation } from '../../bench/fuzz/rest/description.js';
import { faultOf } from '../../bench/fuzz/rest/judge.js';
import { target } from '../../bench/fuzz/target.js';

const failure = z.looseObject({ ok: z.literal(false), error: z.looseObject({ message: z.string() }) });
const documented = (description: string, schema: z.ZodType) => ({
  description,
  content: new Map([['application/json', schema]]),
});
const operation: Operation = {
  method: 'GET',
  path: '/api/usage',
  keyed: true,
  parameters: [],
  bodies: {},
  responses: new Map([
    [200, documented('', z.looseObject({ ok: z.literal(true) }))],
    [401, documented('`revoked_key`', failure)],
    [500, documented('`internal`', failure)],
    [503, documented('`unavailable`', failure)],
  ]),
};
const description: Description = { operations: [operation], failure };

function judged(status: number, body: unknown, key: 'good' | 'revoked' = 'good'): string | null {
  const headers = { 'x-request-id': '1', 'content-type': 'application/json; charset=utf-8' };
  const request = { method: 'GET', path: '/api/usage', key, headers: {}, body: null };
  const answer = { status, headers, body: Buffer.from(JSON.stringify(body)) };
  return faultOf(answer, { request, operation }, description);
}

const failed = (code: string) => ({ ok: false, error: { code, message: 'x' } });

describe('an answer', () => {
  it('as documented is no fault', () => {
    expect(judged(200, { ok: true })).toBeNull();
    expect(judged(503, failed('unavailable'))).toBeNull();
    expect(judged(401, failed('revoked_key'), 'revoked')).toBeNull();
  });

  it.each([
    ['an internal error, although documented', 500, failed('internal'), 'internal error'],
    ['of a status that is not documented', 418, { ok: true }, 'not documented'],
    ['of another shape', 200, { ok: 1 }, 'shape'],
    ['with a code of another status', 503, failed('not_found'), 'no failure of status'],
    ['with a code that is not documented there', 503, failed('provider_down'), 'not documented here'],
    ['that refuses a good key', 401, failed('invalid_key'), 'a good key was refused'],
  ])('%s is a fault', (_, status, body, words) => {
    expect(judged(status, body)).toContain(words);
  });

  it('of the Model Context Protocol with a number as its code is a fault anywhere but there', () => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: { code: -32600, message: 'x' } }));
    const headers = { 'x-request-id': '1', 'content-type': 'application/json' };
    const faultAt = (path: string) => {
      const request = { method: 'POST', path, key: 'good', headers: {}, body: null } as const;
      return faultOf({ status: 400, headers, body }, { request, operation: null }, description);
    };
    expect(faultAt('/mcp?a=b')).toBeNull();
    expect(faultAt('/api/usage')).toContain('shape');
  });

  it('that lets a revoked key in is a fault', () => {
    expect(judged(200, { ok: true }, 'revoked')).toContain('revoked');
  });
});

describe('a target', () => {
  const planted = target<number>({
    name: 'planted',
    inputs: fc.nat(1_000_000),
    fault: (input) => (input >= 1_000 ? 'too large' : null),
    show: String,
    runs: { full: 200, short: 200 },
  });

  it('shows the smallest input with a fault, and the same again with the same seed', async () => {
    const options = readOptions(['--seed', '7', '--short']);
    const first = await planted.examine(options);
    expect(first.failure).toMatchObject({ words: 'too large', input: '1000' });
    const second = await planted.examine(options);
    expect({ ...second, msMax: 0 }).toEqual({ ...first, msMax: 0 });
  });

  it('examines as many cases as it was asked for', async () => {
    const sound = target<number>({
      name: 'sound',
      inputs: fc.nat(),
      fault: () => null,
      show: String,
      runs: { full: 30, short: 3 },
    });
    expect(await sound.examine(readOptions(['--short']))).toMatchObject({
      cases: 3,
      asked: 3,
      failure: null,
    });
    expect(await sound.examine(readOptions(['--runs', '11']))).toMatchObject({ cases: 11, asked: 11 });
  });
});

it('damage leaves values that JSON can carry, and never touches the prototype of objects', () => {
  const sound = fc.constant({ a: { b: [1, 2] }, c: 'text' });
  fc.assert(
    fc.property(mutatedValue(sound), (value) => {
      expect(typeof (JSON.stringify(value) ?? '')).toBe('string');
      expect(({} as Record<string, unknown>).ok).toBeUndefined();
    }),
    { numRuns: 300 },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it.each([[['--seed', '-1']], [['--runs', 'many']], [['--nonsense']]])('refuses %j', (args) => {
  expect(() => readOptions(args)).toThrow();
});
