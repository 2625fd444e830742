import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { requirements } from './scripts/lib/programs.mjs';

/**
 * Ceilings for a machine that is slow and busy, not expectations: a test that passes is over long before, and only one
 * that would never pass waits so long. No test sets a lower one of its own.
 */
const ceilingMs = { test: 180_000, condition: 60_000 };

/**
 * Built processes, bots as processes, browsers, Redis Cluster, crashes, and whatever needs a program other than a Redis:
 * `npm run test:system`. All else is `npm test`.
 */
const systemTests = 'test/**/*.system.test.ts';

/** Files that take long, the longest first. Left to the end, where some come by their size, each would be waited for alone. */
const longest = [
  'test/bots/cashier/mechanics.system.test.ts',
  'test/server/rolling-restart.system.test.ts',
  'test/server/worker-figures.system.test.ts',
  'test/main.system.test.ts',
  'test/bots/cashier/crowd.system.test.ts',
  'test/bots/admin/alerts.system.test.ts',
  'test/engine/store/connection/failover.system.test.ts',
  'test/cli/cli.system.test.ts',
  'test/web/docs.system.test.ts',
  'test/web/landing.system.test.ts',
  'test/engine/async-requests/crash.system.test.ts',
  'test/bots/admin/delivery.system.test.ts',
  'test/server/shutdown.system.test.ts',
  'test/security/confinement.system.test.ts',
  'test/web/payment-pages.system.test.ts',
  'test/scripts.system.test.ts',
  'test/security/no-leaks.system.test.ts',
  'test/bots/cashier/receipts.system.test.ts',
  'test/clients/python.system.test.ts',
  'test/clients/php.system.test.ts',
  'test/clients/payment-requests.system.test.ts',
  'test/web/guides.system.test.ts',
  'test/clients/typescript.test.ts',
  'test/clients/payment-requests.test.ts',
  'test/sidecar/mcp.test.ts',
  'test/sidecar/routes/batches.test.ts',
  'test/bots/cashier/shop-day/shop-day.test.ts',
  'test/extractor/decoder-process/pool.test.ts',
  'test/extractor/hostile.test.ts',
  'test/providers/conformance.test.ts',
  'test/extractor/index.test.ts',
  'test/extractor/pdf/documents.test.ts',
  'test/engine/pictures/screenshot-ai.test.ts',
  'test/bots/cashier/delivery.test.ts',
  'test/sidecar/routes/verify.test.ts',
  'test/engine/async-requests/recovery.test.ts',
  'test/bots/cashier/sequences.test.ts',
  'test/engine/async-requests/async-requests.test.ts',
  'test/engine/verification/bank-health.test.ts',
  'test/engine/store/connection/connect.test.ts',
  'test/sidecar/siinqee.test.ts',
  'test/sidecar/banks.test.ts',
  'test/engine/store/connection/silent-connection.test.ts',
  'test/providers/regex.test.ts',
  'test/bots/shared/rate-limit.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  resolve: {
    alias: { '@deresegn/client': fileURLToPath(new URL('clients/typescript/src/index.ts', import.meta.url)) },
  },
  test: {
    sequence: { sequencer: LongestFirst },
    testTimeout: ceilingMs.test,
    hookTimeout: ceilingMs.test,
    expect: { poll: { timeout: ceilingMs.condition, interval: 20 } },
    pool: 'forks',
    // Tests mostly wait: for banks that are slow, leases that expire, processes that start.
    maxWorkers: 2 * availableParallelism(),
    // Files of one worker share what they import, which is a third of their time. None replaces a module or leaves globals changed.
    isolate: false,
    // A test whose program is missing is skipped, and the last lines of the run say so (scripts/lib/reporter.mjs).
    tags: requirements.map(({ name, isMet }) => ({ name: `needs-${name}`, skip: !isMet() })),
    projects: [
      { extends: true, test: { name: 'main', include: ['test/**/*.test.ts'], exclude: [systemTests] } },
      { extends: true, test: { name: 'system', include: [systemTests] } },
    ],
  },
});
