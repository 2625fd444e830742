/** Which banks are down, from memory: a bank that is down is refused at once and nothing is sent to it. */
import type { Realm } from '../egress/types.js';
import { Failure } from './errors.js';

/** SPEC.md section 8: the Retry-After of `provider_down`. */
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

/** Where the state of banks comes from. */
export interface Health {
  of(realm: Realm, provider: string): BankHealth;
}

/** No round has been made: every bank is unknown, none is refused. A monitor that is blind is not a green one. */
export function unprobed(): Health {
  const unknown: BankHealth = {
    state: 'unknown',
    since: null,
    responseMs: null,
    httpStatus: null,
    error: null,
    egress: [],
  };
  return { of: () => unknown };
}

/** @throws Failure `provider_down` */
export function refuseDown(health: Health, realm: Realm, provider: string): void {
  if (health.of(realm, provider).state !== 'down') return;
  throw new Failure('provider_down', { retryAfterSeconds });
}
