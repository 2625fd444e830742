/** Counts items of batches against the request rate of their key. Items above the rate wait for the next minute. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as names from '../store/key-names.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** Spreads processes that wait for the same minute. */
const jitterMs = 250;
/** The rate of a key may be raised, and a key may be revoked, before the minute is over. */
const pauseMsMax = 5_000;

/**
 * Waits until at least one item may start.
 * @param prefix of the key
 * @param wanted number of items that wait
 * @returns how many may start; 0 when `signal` aborts; null when the key is revoked
 * @throws Failure `unavailable`
 */
export type TakeItems = (prefix: string, wanted: number, signal: AbortSignal) => Promise<number | null>;

export function createItemRate({ client }: Pick<StoreConnection, 'client'>, scripts: Scripts): TakeItems {
  return async (prefix, wanted, signal) => {
    const key = await orUnavailable(client.get(names.keyPrefix(prefix)));
    if (key === null) return null;
    while (!signal.aborted) {
      const keys = [names.keyRecord(key), names.keyMinute(key)];
      const [count, ms] = (await scripts.run('rate-take', keys, [wanted])).map(Number);
      if (count === -1) return null;
      if (count) return count;
      const pauseMs = Math.min(ms ?? 0, pauseMsMax) + Math.random() * jitterMs;
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
    return 0;
  };
}
