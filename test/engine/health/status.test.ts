/** What GET /api/status makes of what is in memory. */
import { describe, expect, it } from 'vitest';
import { type StatusDeps, statusReport } from '../../../src/engine/health/status.js';
import { type BankHealth, unknownBank, unknownHealth } from '../../../src/engine/verification/bank-health.js';
import { createProviders } from '../../../src/providers/registry.js';

const providers = createProviders({ cbeAppId: 'app', cbeAppVersion: '1' });
const supported = providers.filter(({ support }) => support === 'supported');
const states = (...all: BankHealth['state'][]) =>
  new Map(all.map((state, at) => [supported[at]?.key, state]));

interface Memory {
  health?: ReadonlyMap<string | undefined, BankHealth['state']>;
  storeUp?: boolean;
  longestWaitMs?: number;
}

function report({ health = states(), storeUp = true, longestWaitMs = 0 }: Memory) {
  const deps: StatusDeps = {
    store: { kind: 'redis' },
    ping: { up: () => storeUp, responseMs: () => 0, error: () => null, close: () => undefined },
    providers,
    health: {
      ...unknownHealth(),
      of: (_, key) => ({ ...unknownBank, state: health.get(key) ?? 'operational' }),
      rounds: () => ({ lastAt: 1, overdue: false }),
    },
    queueStats: { of: () => ({ running: 4, waiting: 3, longestWaitMs }) },
    realm: 'sandbox',
    host: '127.0.0.1:8080',
    extractor: () => ({ status: 'unknown', responseMs: null, error: null }),
    now: () => 0,
  };
  return statusReport(deps);
}

describe('the service is', () => {
  const all = states(...supported.map(() => 'down' as const));
  const allButOne = new Map([...all].slice(1));

  it.each<[string, Memory, string]>([
    ['operational when every bank is', {}, 'operational'],
    ['operational while it does not know', { health: states('unknown') }, 'operational'],
    ['slow when one bank is down', { health: states('down') }, 'slow'],
    ['slow when one bank blocks an egress', { health: states('operational', 'degraded') }, 'slow'],
    ['slow when all banks but one are down', { health: allButOne }, 'slow'],
    ['slow when somebody waits for a bank for over ten seconds', { longestWaitMs: 10_001 }, 'slow'],
    ['operational when somebody waits for ten seconds', { longestWaitMs: 10_000 }, 'operational'],
    ['down when every bank is', { health: all }, 'down'],
    ['down when the store is gone', { storeUp: false }, 'down'],
  ])('%s', (_, memory, status) => {
    expect(report(memory)).toMatchObject({ status, ok: status !== 'down' });
  });
});

it('a bank shows its queue length, and no waiting time', () => {
  const banks = report({ longestWaitMs: 500 }).components.filter((one) => 'queue' in one);
  expect(banks).toHaveLength(supported.length);
  for (const { queue } of banks) expect(queue).toEqual({ running: 4, waiting: 3 });
});
