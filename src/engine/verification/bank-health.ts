/** Health of the banks, from memory. Calls for a bank that is down are refused at once; nothing is sent to it. */
import type { Realm } from '../../egress/types.js';
import type { Judgement } from '../../providers/types.js';
import { Failure } from '../api/errors.js';
import type { Notifier } from '../store/pubsub.js';

/** The Retry-After of `provider_down`. */
const retryAfterSeconds = 300;

export interface BankHealth {
  state: 'operational' | 'degraded' | 'down' | 'unknown';
  /** Start of the state, ISO 8601; null while it is unknown. */
  since: string | null;
  responseMs: number | null;
  httpStatus: number | null;
  error: string | null;
  egress: { name: string; ok: boolean; responseMs: number | null; error: string | null; at: string }[];
}

/** How recent the probe rounds are. */
interface ProbeFreshness {
  /** Time of the last verdict on any bank, ms; null when there is none. */
  lastAt: number | null;
  /** True when the last is older than three intervals, or there is none. */
  overdue: boolean;
}

/** The source of bank health. All methods answer from memory. */
export interface Health {
  of(realm: Realm, provider: string): BankHealth;
  /** True when the bank answers other egress addresses but not this one. */
  isBlocked(realm: Realm, provider: string, egress: string): boolean;
  rounds(): ProbeFreshness;
  /** Reports the judgement of a bank's answer. Never throws, never waits. */
  onJudgement(realm: Realm, provider: string, kind: Judgement['kind']): void;
  /** Refreshes the memory from now on: polls, and reads at once after a notification. @param onDown called for each bank found down */
  follow(notifier: Notifier, onDown?: (realm: Realm, provider: string) => void): HealthSubscription;
}

export interface HealthSubscription {
  stop(): void;
}

export const unknownBank: BankHealth = {
  state: 'unknown',
  since: null,
  responseMs: null,
  httpStatus: null,
  error: null,
  egress: [],
};

/** Health without probes: every bank is `unknown` and none is refused. */
export function unknownHealth(): Health {
  return {
    of: () => unknownBank,
    isBlocked: () => false,
    rounds: () => ({ lastAt: null, overdue: true }),
    onJudgement: () => undefined,
    follow: () => ({ stop: () => undefined }),
  };
}

/**
 * The egress address for an attempt. Addresses that reach the bank come before blocked ones, each in the configured order.
 * The second attempt uses another address than the first if there is one.
 */
export function egressFor(
  health: Health,
  realm: Realm,
  provider: string,
  names: readonly string[],
  attempt: number,
): string | undefined {
  const isBlocked = (name: string) => health.isBlocked(realm, provider, name);
  const order = [...names.filter((name) => !isBlocked(name)), ...names.filter(isBlocked)];
  return order[attempt % Math.max(1, order.length)];
}

/** @throws Failure `provider_down` */
export function assertUp(health: Health, realm: Realm, provider: string): void {
  if (health.of(realm, provider).state !== 'down') return;
  throw new Failure('provider_down', { retryAfterSeconds });
}
