/** How often in a row a part of the extractor has failed, whichever process asked it. */
import type { ExtractorPart } from '../api/events.js';
import * as names from './key-names.js';
import { reach } from './scripts.js';
import type { StoreConnection } from './types.js';

/** Longer than anybody leaves a failing part unused: without its row the end of a failing would never be told. */
const keptMs = 90 * 86_400_000;

export interface Streak {
  failures: number;
  /** The first of them, ISO 8601 UTC. */
  since: string;
}

/** Methods throw Failure `unavailable`. */
export interface ExtractorRecord {
  /** One more failure. @returns the streak with this one */
  failed(part: ExtractorPart): Promise<Streak>;
  /** Null when the last answer was one. */
  read(part: ExtractorPart): Promise<Streak | null>;
  forget(part: ExtractorPart): Promise<void>;
}

export function createExtractorRecord(
  { client }: Pick<StoreConnection, 'client'>,
  now: () => number = Date.now,
): ExtractorRecord {
  async function read(part: ExtractorPart): Promise<Streak | null> {
    const [failures, since] = await reach(client.hmget(names.extractorFailures(part), 'failures', 'since'));
    if (!failures || !since) return null;
    return { failures: Number(failures), since: new Date(Number(since)).toISOString() };
  }

  return {
    read,
    async failed(part) {
      const name = names.extractorFailures(part);
      const at = now();
      const failure = client.multi().hincrby(name, 'failures', 1).hsetnx(name, 'since', at);
      await reach(failure.pexpire(name, keptMs).exec());
      return (await read(part)) ?? { failures: 1, since: new Date(at).toISOString() };
    },
    async forget(part) {
      await reach(client.del(names.extractorFailures(part)));
    },
  };
}
