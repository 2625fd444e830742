/** GET /api/status, from memory: asks no bank and does not wait for the store (docs/api.md#status). */
import type { Realm } from '../../egress/types.js';
import type { Provider } from '../../providers/types.js';
import type { BankComponent, InternalComponent, StatusReport } from '../api/index.js';
import type { ReaderState } from '../api/reading.js';
import type { StorePing } from '../store/connection/store-ping.js';
import type { Health } from '../verification/bank-health.js';
import type { QueueStatsCache } from '../verification/bank-queue.js';

/** The service is slow when calls wait longer than this in the queue of a bank. */
const slowWaitMs = 10_000;

export interface StatusDeps {
  store: { kind: StatusReport['store'] };
  ping: StorePing;
  providers: readonly Provider[];
  health: Health;
  queueStats: QueueStatsCache;
  realm: Realm;
  host: string;
  extractor: () => ReaderState;
  now: () => number;
}

export function statusReport(deps: StatusDeps): StatusReport {
  const banks = deps.providers
    .filter(({ support }) => support === 'supported')
    .map((provider) => bankOf(deps, provider));
  const status = overallStatus(deps, banks);
  return {
    ok: status !== 'down',
    status,
    checkedAt: new Date(deps.now()).toISOString(),
    cached: true,
    store: deps.store.kind,
    banks: deps.realm,
    components: [...internals(deps), ...banks],
  };
}

function overallStatus(deps: StatusDeps, banks: BankComponent[]): StatusReport['status'] {
  if (!deps.ping.up() || (banks.length > 0 && banks.every(({ status }) => status === 'down'))) return 'down';
  return banks.some((bank) => isSlow(deps, bank)) ? 'slow' : 'operational';
}

function isSlow({ queueStats, realm }: StatusDeps, { status, providerKey }: BankComponent): boolean {
  const { longestWaitMs } = queueStats.of(`${realm}:${providerKey}`);
  return status === 'down' || status === 'degraded' || longestWaitMs > slowWaitMs;
}

function internals({ ping, host, extractor, health }: StatusDeps): InternalComponent[] {
  const storeUp = ping.up();
  const reader = extractor();
  return [
    internal('verify-web (this service)', host, 'operational', 0),
    internal(
      'Redis (auth + API keys)',
      host,
      storeUp ? 'operational' : 'down',
      ping.responseMs(),
      ping.error(),
    ),
    internal('Screenshot extractor', host, reader.status, reader.responseMs, reader.error),
    probeRounds(health, host),
  ];
}

function probeRounds(health: Health, host: string): InternalComponent {
  const { lastAt, overdue } = health.rounds();
  const name = 'Probe rounds';
  if (lastAt === null) return internal(name, host, 'unknown', null, 'no round has been made');
  return overdue
    ? internal(name, host, 'down', null, 'no round for three intervals')
    : internal(name, host, 'operational', null);
}

function internal(
  name: string,
  host: string,
  status: InternalComponent['status'],
  responseMs: number | null,
  error: string | null = null,
): InternalComponent {
  return { name, host, group: 'internal', status, responseMs, httpStatus: null, error };
}

function bankOf({ health, queueStats, realm }: StatusDeps, { key, name, hosts }: Provider): BankComponent {
  const { state, since, responseMs, httpStatus, error, egress } = health.of(realm, key);
  const { running, waiting } = queueStats.of(`${realm}:${key}`);
  const host = hosts[0] ?? '';
  return {
    name: `${name} — ${host}`,
    host,
    group: 'upstream',
    status: state,
    responseMs,
    httpStatus,
    error,
    providerKey: key,
    since,
    egress,
    queue: { running, waiting },
  };
}
