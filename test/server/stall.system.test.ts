/** A process that stands still for longer than its leases, and then goes on as if nothing had happened. */
import { expect, it } from 'vitest';
import { stall } from '../../bench/stall.js';
import { builtService } from '../support/built.js';

// The embedded store lives in one process.
it('charges no receipt twice and opens no link of few views twice, whenever a service is stopped', {
  tags: ['needs-redis-server'],
}, async () => {
  const report = await stall(20, 17_000, builtService);
  expect(report.chargedTwice).toEqual([]);
  expect(report.openedTwice).toEqual([]);
  expect(report.verified).toBeGreaterThan(10);
});
