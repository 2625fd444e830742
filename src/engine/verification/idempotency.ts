/**
 * Idempotency-Key (docs/api.md#idempotency): binds repeated calls of an account to one verification of one receipt. The
 * cache has the receipts that succeeded, and single flight joins the lookups that run. A binding stores the target of a key,
 * how often the receipt had been shown when it first succeeded, and failures that must not be retried.
 */
import { sha256 } from '#engine/shared/secrets.js';
import type { Realm } from '../../egress/types.js';
import type { ReferenceCandidate } from '../../extractor/types.js';
import type { Target } from '../../providers/types.js';
import type { Failure } from '../api/errors.js';
import type { RecordLimits } from '../metering/record-limits.js';
import * as names from '../store/key-names.js';
import type { Reply, Scripts } from '../store/scripts.js';
import { readOutcome, toOutcome } from './single-flight.js';

const bindingMs = 86_400_000;

export interface Binding {
  /** Redis key of the binding. */
  name: string;
  /** The verified target; null until the verification has succeeded. */
  settled: Target | null;
  /** Id of the request last answered 202 under this key; null when there is none. */
  request: string | null;
}

/** Pictures under a key: repeats spend no further screenshot read. */
export interface PictureBinding {
  name: string;
  /** What was read in the pictures; null until they have been read. */
  candidates: ReferenceCandidate[] | null;
}

export interface Idempotency {
  /** A key has one binding per receipt. @throws Failure `rate_limited`, or the stored failure if there is one */
  bind(account: string, realm: Realm, key: string, target: Target): Promise<Binding>;
  bindPictures(
    account: string,
    realm: Realm,
    key: string,
    digests: readonly string[],
  ): Promise<PictureBinding>;
  /** Stores the id of the request that was answered 202. */
  accepted(name: string, requestId: string): Promise<void>;
  /** Stores the verified target. */
  settled(name: string, target: Target): Promise<void>;
  /** Stores a failure that repeats get without another lookup; does nothing when the bank was not asked. */
  failed(name: string, failure: Failure): Promise<void>;
  /** Stores what was read in the pictures. @returns false when a repeat has stored its result before */
  setCandidates(name: string, candidates: readonly ReferenceCandidate[]): Promise<boolean>;
}

export function createIdempotency(scripts: Scripts, allotments: RecordLimits): Idempotency {
  async function setField(name: string, field: string, value: string): Promise<void> {
    await scripts.run('hash-set-if-exists', [name], [field, value]);
  }

  /** @param parts the key, and the receipt or pictures: together they identify a binding */
  async function open(account: string, realm: Realm, parts: readonly string[]): Promise<[string, Reply]> {
    const name = names.idempotency(account, realm, sha256(JSON.stringify(parts)));
    await allotments.take('idempotency', account, { name, ms: bindingMs });
    return [name, await scripts.run('idempotency-bind', [name], [bindingMs])];
  }

  return {
    async bind(account, realm, key, { provider, reference }) {
      const [name, bound] = await open(account, realm, [key, provider, reference]);
      const [settled, request, failure] = bound;
      if (failure) readOutcome(String(failure));
      return {
        name,
        settled: settled ? (JSON.parse(String(settled)) as Target) : null,
        request: request ? String(request) : null,
      };
    },
    async bindPictures(account, realm, key, digests) {
      const [name, bound] = await open(account, realm, [key, ...new Set([...digests].sort())]);
      const candidates = bound[3];
      return {
        name,
        candidates: candidates ? (JSON.parse(String(candidates)) as ReferenceCandidate[]) : null,
      };
    },
    accepted: (name, requestId) => setField(name, 'request', requestId),
    settled: (name, target) => setField(name, 'target', JSON.stringify(target)),
    async failed(name, failure) {
      if (failure.kind.bankAsked) await setField(name, 'failure', JSON.stringify(toOutcome(failure)));
    },
    async setCandidates(name, candidates) {
      const args = ['sightings', JSON.stringify(candidates), 'once'];
      const [written] = await scripts.run('hash-set-if-exists', [name], args);
      return written === 1;
    },
  };
}
