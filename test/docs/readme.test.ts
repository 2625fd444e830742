import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generated } from '../../docs/generate.js';

it('README.md shows plans, banks and configuration as the code has them (npm run docs writes them)', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(generated(readme)).toBe(readme);
});
