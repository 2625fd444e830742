/**
 * Idempotency-Key (docs/api.md#idempotency): binds an account's repeats to one verification. What succeeded is in the
 * cache and what runs is one flight; kept here is what a key stands for, and the failures nobody may try again.
 */
import type { Realm } from '../egress/types.js';
import type { Target } from '../providers/types.js';
import { Failure } from './errors.js';
import { asOutcome, type Outcome } from './flights.js';
import { sha256 } from './secrets.js';
import * as names from './store/keys.js';
import type { Scripts } from './store/scripts.js';
import type { Expectation } from './types.js';

const keepMs = 86_400_000;

export interface Binding {
  /** Names the binding in the store. */
  name: string;
  /** What it succeeded with; null while it has not. */
  settled: Target | null;
  /** The request it was last accepted as with 202. */
  request: string | null;
}

export interface Idempotency {
  /** @throws Failure `invalid_request` for another verification; the stored one where it is final */
  bind(account: string, realm: Realm, key: string, target: Target, expect?: Expectation): Promise<Binding>;
  accepted(name: string, requestId: string): Promise<void>;
  settled(name: string, target: Target): Promise<void>;
  /** For failures that a repeat gets instead of another try. */
  failed(name: string, failure: Failure): Promise<void>;
}

/** Where these end a call, the bank has not been asked: nothing is decided yet. */
const undecided = new Set(['bank_busy', 'quota_exceeded', 'provider_down', 'unavailable']);

export function createIdempotency(scripts: Scripts): Idempotency {
  async function note(name: string, field: string, value: string): Promise<void> {
    await scripts.run('note', [name], [field, value]);
  }

  return {
    async bind(account, realm, key, target, expect) {
      const name = names.idempotency(account, realm, sha256(key));
      const [answer, settled, request, failure] = await scripts.run(
        'bind',
        [name],
        [printOf(target, expect), keepMs],
      );
      if (answer === 'other') throw reused();
      if (failure) throw stored(JSON.parse(String(failure)) as Outcome);
      return {
        name,
        settled: settled ? (JSON.parse(String(settled)) as Target) : null,
        request: request ? String(request) : null,
      };
    },
    accepted: (name, requestId) => note(name, 'request', requestId),
    settled: (name, target) => note(name, 'target', JSON.stringify(target)),
    async failed(name, failure) {
      if (!undecided.has(failure.failure)) await note(name, 'failure', JSON.stringify(asOutcome(failure)));
    },
  };
}

/** What makes it another verification; how long the caller waits does not. */
function printOf({ provider, reference }: Target, expect: Expectation = {}): string {
  const expected = Object.entries(expect).filter(([, value]) => value !== undefined);
  return sha256(JSON.stringify([provider, reference, expected.sort(([a], [b]) => (a < b ? -1 : 1))]));
}

function reused(): Failure {
  const message = 'This Idempotency-Key belongs to another verification.';
  return new Failure('invalid_request', { issues: [{ path: 'idempotency-key', code: 'custom', message }] });
}

function stored(outcome: Outcome): Failure {
  if (outcome.kind !== 'failed') throw new TypeError('only failures are stored');
  return new Failure(outcome.failure, outcome.details);
}
