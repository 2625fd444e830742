/**
 * Idempotency-Key (docs/api.md#idempotency): binds an account's repeats to one verification of one receipt. What
 * succeeded is in the cache and what runs is one flight; kept here is what a key stands for, how often the receipt had
 * been shown when it first succeeded, and the failures nobody may try again.
 */
import type { Realm } from '../../egress/types.js';
import type { Sighting } from '../../extractor/types.js';
import type { Target } from '../../providers/types.js';
import type { Failure } from '../api/errors.js';
import type { Allotments } from '../metering/record-limits.js';
import { sha256 } from '../shared/secrets.js';
import * as names from '../store/key-names.js';
import type { Reply, Scripts } from '../store/scripts.js';
import { asOutcome, readOutcome } from './single-flight.js';

const keepMs = 86_400_000;

export interface Binding {
  /** Names the binding in the store. */
  name: string;
  /** What it succeeded with; null while it has not. */
  settled: Target | null;
  /** The request it was last accepted as with 202. */
  request: string | null;
}

/** Pictures under a key: their read is spent once. */
export interface PictureBinding {
  name: string;
  /** What was read in them; null while nobody has. */
  sightings: Sighting[] | null;
}

export interface Idempotency {
  /** Another receipt under the same key is another binding. @throws Failure the stored one where it is final; `rate_limited` */
  bind(account: string, realm: Realm, key: string, target: Target): Promise<Binding>;
  bindPictures(
    account: string,
    realm: Realm,
    key: string,
    digests: readonly string[],
  ): Promise<PictureBinding>;
  accepted(name: string, requestId: string): Promise<void>;
  settled(name: string, target: Target): Promise<void>;
  /** For a failure that a repeat gets instead of another try; without effect where the bank was not asked. */
  failed(name: string, failure: Failure): Promise<void>;
  /** @returns false when a repeat has noted its own before */
  looked(name: string, sightings: readonly Sighting[]): Promise<boolean>;
}

export function createIdempotency(scripts: Scripts, allotments: Allotments): Idempotency {
  async function note(name: string, field: string, value: string): Promise<void> {
    await scripts.run('hash-set-if-exists', [name], [field, value]);
  }

  /** @param parts what makes it another binding under the same key */
  async function open(account: string, realm: Realm, parts: readonly string[]): Promise<[string, Reply]> {
    const name = names.idempotency(account, realm, sha256(JSON.stringify(parts)));
    await allotments.take('idempotency', account, { name, ms: keepMs });
    return [name, await scripts.run('idempotency-bind', [name], [keepMs])];
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
      const sightings = bound[3];
      return { name, sightings: sightings ? (JSON.parse(String(sightings)) as Sighting[]) : null };
    },
    accepted: (name, requestId) => note(name, 'request', requestId),
    settled: (name, target) => note(name, 'target', JSON.stringify(target)),
    async failed(name, failure) {
      if (failure.kind.bankAsked) await note(name, 'failure', JSON.stringify(asOutcome(failure)));
    },
    async looked(name, sightings) {
      const [written] = await scripts.run(
        'hash-set-if-exists',
        [name],
        ['sightings', JSON.stringify(sightings), 'once'],
      );
      return written === 1;
    },
  };
}
