/**
 * Pictures an account has sent before are recognised by their SHA-256: what was seen in them is kept, they themselves
 * never are. Kept for that account alone, because what is seen in a picture may open a receipt.
 */
import type { Extractor, Sighting } from '../extractor/types.js';
import * as names from './store/keys.js';
import { reach } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';

const keepMs = 30 * 86_400_000;
/** That there is nothing to be found is believed for less long. */
const keepNothingMs = 3_600_000;

export interface KnownPictures {
  /** What was seen in these pictures before; null unless all of them are known. @throws Failure `unavailable` */
  recall(account: string, digests: readonly string[]): Promise<Sighting[] | null>;
  /** @throws Failure `unavailable` */
  keep(account: string, digests: readonly string[], sightings: readonly Sighting[]): Promise<void>;
}

/** @param mode who reads: what was read without a model says nothing of what one would have found */
export function createKnownPictures(
  { client }: Pick<StoreConnection, 'client'>,
  mode: Extractor['mode'],
): KnownPictures {
  const nameOf = (account: string, digest: string) => names.knownPicture(account, mode, digest);
  return {
    async recall(account, digests) {
      const kept = await reach(client.mget(digests.map((digest) => nameOf(account, digest))));
      if (kept.some((one) => one === null)) return null;
      const sightings = kept.flatMap((one) => JSON.parse(one ?? '[]') as Sighting[]);
      const each = new Map(sightings.map((sighting) => [JSON.stringify(sighting), sighting]));
      return [...each.values()];
    },
    async keep(account, digests, sightings) {
      const ms = sightings.length > 0 ? keepMs : keepNothingMs;
      const text = JSON.stringify(sightings);
      await reach(Promise.all(digests.map((digest) => client.set(nameOf(account, digest), text, 'PX', ms))));
    },
  };
}
