/**
 * Cache of what was read in pictures, by SHA-256; the pictures themselves are never stored. Each account has its own cache,
 * because a reference may open a receipt. For several pictures in one call there is one entry for all of them together,
 * because it is unknown which picture showed what.
 */
import { sha256 } from '#engine/shared/secrets.js';
import type { Extractor, ReferenceCandidate } from '../../extractor/types.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

const ttlMs = 30 * 86_400_000;
const emptyTtlMs = 3_600_000;

export interface PictureCache {
  /**
   * What was read in these pictures before, together or each alone; null unless all of them are cached.
   * @throws Failure `unavailable`
   */
  get(account: string, digests: readonly string[]): Promise<ReferenceCandidate[] | null>;
  /** @throws Failure `unavailable` */
  set(account: string, digests: readonly string[], candidates: readonly ReferenceCandidate[]): Promise<void>;
}

/** @param mode of the extractor, part of the key: a result without a model does not show what a model would have found */
export function createPictureCache(
  { client }: Pick<StoreConnection, 'client'>,
  mode: Extractor['mode'],
): PictureCache {
  const nameOf = (account: string, digest: string) => names.knownPicture(account, mode, digest);
  return {
    async get(account, digests) {
      const keys = [digestOfAll(digests), ...digests].map((digest) => nameOf(account, digest));
      const [together = null, ...each] = await orUnavailable(client.mget(keys));
      if (together !== null) return JSON.parse(together) as ReferenceCandidate[];
      if (each.some((stored) => stored === null)) return null;
      const candidates = each.flatMap((stored) => JSON.parse(stored ?? '[]') as ReferenceCandidate[]);
      return [...new Map(candidates.map((candidate) => [JSON.stringify(candidate), candidate])).values()];
    },
    async set(account, digests, candidates) {
      const ms = candidates.length > 0 ? ttlMs : emptyTtlMs;
      await orUnavailable(
        client.set(nameOf(account, digestOfAll(digests)), JSON.stringify(candidates), 'PX', ms),
      );
    },
  };
}

/** Key of one or several pictures; their order does not matter. */
function digestOfAll(digests: readonly string[]): string {
  const each = [...new Set(digests)].sort();
  return each.length === 1 ? (each[0] ?? '') : sha256(each.join());
}
