/**
 * Pictures an account has sent before are recognised by their SHA-256: what was seen in them is kept, they themselves
 * never are. Kept for that account alone, because what is seen in a picture may open a receipt. What was seen in
 * several pictures together is kept for these together: nobody knows which of them showed it.
 */
import type { Extractor, Sighting } from '../../extractor/types.js';
import { sha256 } from '../shared/secrets.js';
import * as names from '../store/key-names.js';
import { reach } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

const keepMs = 30 * 86_400_000;
/** That there is nothing to be found is believed for less long. */
const keepNothingMs = 3_600_000;

export interface KnownPictures {
  /**
   * What was seen in these pictures before, together or each by itself; null unless all of them are known.
   * @throws Failure `unavailable`
   */
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
      const looked = [digestOfAll(digests), ...digests];
      const [together = null, ...each] = await reach(
        client.mget(looked.map((digest) => nameOf(account, digest))),
      );
      if (together !== null) return JSON.parse(together) as Sighting[];
      if (each.some((one) => one === null)) return null;
      const sightings = each.flatMap((one) => JSON.parse(one ?? '[]') as Sighting[]);
      return [...new Map(sightings.map((sighting) => [JSON.stringify(sighting), sighting])).values()];
    },
    async keep(account, digests, sightings) {
      const ms = sightings.length > 0 ? keepMs : keepNothingMs;
      await reach(client.set(nameOf(account, digestOfAll(digests)), JSON.stringify(sightings), 'PX', ms));
    },
  };
}

/** Of one picture its own; of several the same in any order. */
function digestOfAll(digests: readonly string[]): string {
  const each = [...new Set(digests)].sort();
  return each.length === 1 ? (each[0] ?? '') : sha256(each.join());
}
