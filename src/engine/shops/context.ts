/** What every part of the shops is made of. */
import type { AccountBook } from '../access/accounts.js';
import type { Banks } from '../shared/banks.js';
import type { Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** What it takes to read of the store. */
export interface ShopStore {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
}

export interface ShopParts extends ShopStore {
  book: AccountBook;
  banks: Banks;
  /** IANA name; days begin and end there. */
  timeZone: string;
  now: () => number;
}
