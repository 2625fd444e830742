import { expect, it } from 'vitest';
import { instructions } from '../../../src/extractor/ai/prompt.js';
import { candidatesOf } from '../../../src/extractor/candidates.js';
import { resolve } from '../../../src/providers/resolve.js';
import { findAll, now, providers } from '../../providers/support.js';
import { detection } from '../../support/ai-endpoint.js';

const told = instructions(providers);

it('no example in the prompt is a receipt, so that a model that repeats one asks for nobody', () => {
  expect(findAll(told)).toEqual([]);
  const read = (request: object) => resolve(providers, request, now);
  for (const { key, appearance } of providers) {
    for (const form of appearance?.forms ?? []) {
      expect(candidatesOf([detection({ bank: key, reference: form })], providers, read)).toEqual([]);
    }
    for (const link of appearance?.links ?? []) {
      expect(candidatesOf([detection({ bank: key, link })], providers, read)).toEqual([]);
    }
  }
});

it('the prompt says the whole form of the answer, for endpoints that know no schemas', () => {
  const example = told.split('\n').find((line) => line.startsWith('{'));
  expect(JSON.parse(example ?? '')).toEqual({ detections: [detection({ confidence: 0 })] });
});

it('a bank of which no receipt was seen is named all the same', () => {
  expect(told).toContain('- zamzam: ZamZam Bank.');
});

it('the prompt stays short: every picture pays for it', () => {
  expect(told.length).toBeLessThan(6_000);
});
