/** Dependencies of all parts of the shops. */
import type { Banks } from '#engine/shared/banks.js';
import type { AccountStore } from '../access/accounts.js';
import type { Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** Dependencies for reading the store. */
export interface ShopStore {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
}

export interface ShopContext extends ShopStore {
  accounts: AccountStore;
  banks: Banks;
  /** IANA name of the time zone of business days. */
  timeZone: string;
  now: () => number;
}
