/** Which banks are down, from memory: a bank that is down is refused at once and nothing is sent to it. */
import type { Realm } from '../../egress/types.js';
import type { Judgement } from '../../providers/types.js';
import { Failure } from '../api/errors.js';
import type { Bus } from '../store/pubsub.js';

/** The Retry-After of `provider_down`. */
const retryAfterSeconds = 300;

export interface BankHealth {
  state: 'operational' | 'degraded' | 'down' | 'unknown';
  /** ISO 8601; when the state began. Null while it is unknown. */
  since: string | null;
  responseMs: number | null;
  httpStatus: number | null;
  error: string | null;
  egress: { name: string; ok: boolean; responseMs: number | null; error: string | null; at: string }[];
}

/** How the rounds of probes come in. */
export interface Rounds {
  /** The last verdict on any bank, ms; null when there is none. */
  lastAt: number | null;
  /** True when the last is older than three intervals, or there is none. */
  overdue: boolean;
}

/** Where the state of banks comes from. Everything is answered from memory. */
export interface Health {
  of(realm: Realm, provider: string): BankHealth;
  /** True when this egress address is known to fail towards a bank that answers others. */
  blocks(realm: Realm, provider: string, egress: string): boolean;
  rounds(): Rounds;
  /** Told what a bank's answer to a lookup was found to be. Never throws, never waits. */
  judged(realm: Realm, provider: string, kind: Judgement['kind']): void;
  /** Keeps the memory fresh, at once where the bus says so. @param onDown told of each bank that is found down */
  follow(bus: Bus, onDown?: (realm: Realm, provider: string) => void): Following;
}

export interface Following {
  stop(): void;
}

export const unknown: BankHealth = {
  state: 'unknown',
  since: null,
  responseMs: null,
  httpStatus: null,
  error: null,
  egress: [],
};

/** No round has been made: every bank is unknown, none is refused. A monitor that is blind is not a green one. */
export function unprobed(): Health {
  return {
    of: () => unknown,
    blocks: () => false,
    rounds: () => ({ lastAt: null, overdue: true }),
    judged: () => undefined,
    follow: () => ({ stop: () => undefined }),
  };
}

/**
 * The egress address for an attempt: those that work towards the bank first, both kinds in the configured order, so
 * that the second attempt leaves from another one than the first wherever there is one.
 */
export function egressFor(
  health: Health,
  realm: Realm,
  provider: string,
  names: readonly string[],
  attempt: number,
): string | undefined {
  const [free, blocked] = [false, true].map((is) =>
    names.filter((name) => health.blocks(realm, provider, name) === is),
  );
  const order = [...(free ?? []), ...(blocked ?? [])];
  return order[attempt % Math.max(1, order.length)];
}

/** @throws Failure `provider_down` */
export function refuseDown(health: Health, realm: Realm, provider: string): void {
  if (health.of(realm, provider).state !== 'down') return;
  throw new Failure('provider_down', { retryAfterSeconds });
}
