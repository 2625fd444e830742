/** Accounts that events are for: those that have had a webhook endpoint, or have read their events. */
import { chunks } from '#engine/shared/chunks.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

const pageMax = 200;
const atOnce = 20;

export interface EventReaders {
  add(account: string): Promise<void>;
  /**
   * Calls a function for the accounts after a given one, a few at a time.
   * @param after '' for all
   * @returns the last of a page; null when there is none after it
   */
  forEach(after: string, work: (account: string) => Promise<void>): Promise<string | null>;
}

/** All methods throw Failure `unavailable`. */
export function createEventReaders({ client }: Pick<StoreConnection, 'client'>): EventReaders {
  return {
    async add(account) {
      await orUnavailable(client.zadd(names.eventReaders(), 'NX', 0, account));
    },

    async forEach(after, work) {
      const from = after === '' ? '-' : `(${after}`;
      const page = await orUnavailable(
        client.zrangebylex(names.eventReaders(), from, '+', 'LIMIT', 0, pageMax),
      );
      for (const accounts of chunks(page, atOnce)) await Promise.all(accounts.map(work));
      return page.at(-1) ?? null;
    },
  };
}
