/** What people can do, in the order in which it is asked. */
import { Composer } from 'grammy';
import type { CashierContext } from '../access.js';
import type { Kit } from '../kit.js';
import { createReceipts } from './receipt.js';
import { createReceiptButtons } from './receipt-buttons.js';

export function createFeatures(kit: Kit): Composer<CashierContext> {
  const composer = new Composer<CashierContext>();
  composer.use(createReceiptButtons(kit));
  // Must be the last: it takes what the others have left.
  composer.use(createReceipts(kit));
  return composer;
}
