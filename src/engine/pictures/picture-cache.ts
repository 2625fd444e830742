/**
 * Cache of what was read in pictures, by SHA-256; the pictures themselves are never stored. Each account has its own cache,
 * because a reference may open a receipt. For several pictures in one call there is one entry for all of them together,
 * because it is unknown which picture showed what.
 */
import type { Extractor, Sighting } from '../../extractor/types.js';
import { sha256 } from '../shared/secrets.js';
import * as names from '../store/key-names.js';
import { reach } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

const keepMs = 30 * 86_400_000;
/** Empty results are cached for a shorter time. */
const keepNothingMs = 3_600_000;

export interface KnownPictures {
  /**
   * What was read in these pictures before, together or each alone; null unless all of them are known.
   * @throws Failure `unavailable`
   */
  recall(account: string, digests: readonly string[]): Promise<Sighting[] | null>;
  /** @throws Failure `unavailable` */
  keep(account: string, digests: readonly string[], sightings: readonly Sighting[]): Promise<void>;
}

/** @param mode of the extractor, part of the key: a result without a model does not show what a model would have found */
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

/** Key of one or several pictures; their order does not matter. */
function digestOfAll(digests: readonly string[]): string {
  const each = [...new Set(digests)].sort();
  return each.length === 1 ? (each[0] ?? '') : sha256(each.join());
}
