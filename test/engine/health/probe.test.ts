/** The prober alone, where something breaks that says nothing of the bank. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../../../src/egress/index.js';
import { createProber } from '../../../src/engine/health/probe.js';
import { createHealthStore } from '../../../src/engine/store/probe-results.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { createLog } from '../../../src/log.js';
import { telebirr } from '../../../src/providers/telebirr.js';
import { startServer } from '../../support/servers.js';
import { openTestStore, type TestStore } from '../../support/store.js';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

it('an internal error while an answer is parsed is logged once per round, and does not count as a bank failure', async () => {
  const bank = await startServer((_, response) => response.end('<html></html>'));
  const egress = createEgress({
    routes: [{ name: 'main', kind: 'direct' }],
    attemptTimeoutMs: 5_000,
    pins: () => ({}),
    sandbox: () => ({ host: '127.0.0.1', port: bank.port }),
  });
  const lines: string[] = [];
  const timing = { intervalMs: 600_000, probeMs: 5_000 };
  const realm = 'sandbox';
  const health = createHealthStore({
    store,
    scripts: loadScripts(store.client),
    realm,
    timing,
    timeZone: 'UTC',
  });
  const broken = {
    ...telebirr(),
    judge: () => {
      throw new TypeError('cannot read the page of DKK4A1B2C3');
    },
  };
  const prober = createProber({
    store: health,
    egress,
    documents: { pdfText: async () => null, close: async () => undefined },
    providers: [broken],
    realm,
    timing,
    process: 'p',
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  });
  onTestFinished(async () => {
    await prober.stop();
    await egress.close();
    await bank.close();
  });
  prober.start();
  await expect.poll(() => lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ component: 'prober', provider: 'telebirr' });
  expect(lines[0]).not.toContain('DKK4A1B2C3');
  // Longer than the pause after a round that the store kept from happening.
  await sleep(1_500);
  expect(bank.requests).toHaveLength(1);
  expect(await health.read('telebirr')).toBeNull();
});
