/** Records with a maximum number per owner. A list names them; adding one more deletes the oldest. */
import { orUnavailable } from './scripts.js';
import type { StoreConnection } from './types.js';

interface BoundedList {
  /** The list: sorted set of record -> time it was added, ms. */
  key: string;
  /** Time to live of a record, ms; the list lives as long as its last record. */
  ms: number;
  max: number;
}

/** Adds a record to the list before it is created, so that no record is missing from it, and deletes the oldest above the bound. */
export async function addBounded(
  { client }: Pick<StoreConnection, 'client'>,
  { key, ms, max }: BoundedList,
  record: string,
  end: (record: string) => Promise<unknown>,
): Promise<void> {
  const now = Date.now();
  const [, , , over] = await orUnavailable(
    Promise.all([
      client.zremrangebyscore(key, '-inf', now - ms),
      client.zadd(key, now, record),
      client.pexpire(key, ms),
      client.zrange(key, 0, -(max + 1)),
    ]),
  );
  for (const oldest of over) {
    await orUnavailable(end(oldest));
    await orUnavailable(client.zrem(key, oldest));
  }
}
