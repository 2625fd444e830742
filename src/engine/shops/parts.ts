/** What every part of the shops is made of. */
import type { AccountBook } from '../accounts.js';
import type { Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import type { Banks } from './banks.js';

export interface ShopParts {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  book: AccountBook;
  banks: Banks;
  /** IANA name; days begin and end there. */
  timeZone: string;
  now: () => number;
}
