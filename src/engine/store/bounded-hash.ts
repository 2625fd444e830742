/** Records of which one owner may have so many: a list beside them names them, the oldest ends for one more. */
import { reach } from './scripts.js';
import type { StoreConnection } from './types.js';

export interface BoundedList {
  /** The list: sorted set of record -> moment it was added, ms. */
  key: string;
  /** How long a record lives, ms; the list as long as its last. */
  ms: number;
  max: number;
}

/** Lists a record before it is made, so that none is ever unlisted, and ends the oldest beyond the bound. */
export async function addBounded(
  { client }: Pick<StoreConnection, 'client'>,
  { key, ms, max }: BoundedList,
  record: string,
  end: (record: string) => Promise<unknown>,
): Promise<void> {
  const now = Date.now();
  const [, , , over] = await reach(
    Promise.all([
      client.zremrangebyscore(key, '-inf', now - ms),
      client.zadd(key, now, record),
      client.pexpire(key, ms),
      client.zrange(key, 0, -(max + 1)),
    ]),
  );
  for (const oldest of over) {
    await reach(end(oldest));
    await reach(client.zrem(key, oldest));
  }
}
