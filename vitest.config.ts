import { defineConfig } from 'vitest/config';

/**
 * Ceilings for a machine that is slow and busy, not expectations: a test that passes is over long before, and only one
 * that would never pass waits so long. No test sets a lower one of its own.
 */
const ceilingMs = { test: 180_000, condition: 60_000 };

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: ceilingMs.test,
    hookTimeout: ceilingMs.test,
    expect: { poll: { timeout: ceilingMs.condition, interval: 20 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
