/** Failures in a row of a part of the extractor, counted across all processes. */
import type { ExtractorPart } from '../api/events.js';
import * as names from './key-names.js';
import { orUnavailable } from './scripts.js';
import type { StoreConnection } from './types.js';

/** Longer than a failing part stays unused: without the stored streak, its recovery would not be reported. */
const streakTtlMs = 90 * 86_400_000;

interface Streak {
  failures: number;
  /** Time of the first failure, ISO 8601 UTC. */
  since: string;
}

/** Methods throw Failure `unavailable`. */
export interface FailureStreaks {
  /** Counts a failure. @returns the streak including it */
  failed(part: ExtractorPart): Promise<Streak>;
  /** Null when the last call succeeded. */
  read(part: ExtractorPart): Promise<Streak | null>;
  reset(part: ExtractorPart): Promise<void>;
}

export function createFailureStreaks(
  { client }: Pick<StoreConnection, 'client'>,
  now: () => number = Date.now,
): FailureStreaks {
  async function read(part: ExtractorPart): Promise<Streak | null> {
    const [failures, since] = await orUnavailable(
      client.hmget(names.extractorFailures(part), 'failures', 'since'),
    );
    if (!failures || !since) return null;
    return { failures: Number(failures), since: new Date(Number(since)).toISOString() };
  }

  return {
    read,
    async failed(part) {
      const name = names.extractorFailures(part);
      const at = now();
      const failure = client.multi().hincrby(name, 'failures', 1).hsetnx(name, 'since', at);
      await orUnavailable(failure.pexpire(name, streakTtlMs).exec());
      return (await read(part)) ?? { failures: 1, since: new Date(at).toISOString() };
    },
    async reset(part) {
      await orUnavailable(client.del(names.extractorFailures(part)));
    },
  };
}
