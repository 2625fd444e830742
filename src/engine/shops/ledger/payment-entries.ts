/** Enters payments in the book: those of payment requests that members of the shop have created. */
import { cleanNote } from '#engine/shared/validation.js';
import * as names from '../../store/key-names.js';
import type { EntryPart, PaymentBook, PaymentEntry } from '../../store/payment-entries.js';
import type { ShopContext } from '../context.js';
import type { Settings } from '../settings.js';
import { createInDay } from './context.js';
import { fieldsOf } from './entries.js';
import { bookEntry, bookMs } from './rows.js';
import { indexLines, recordedAt } from './search-index.js';
import { unresolvedIds } from './unverified-receipts.js';

export function createPaymentBook(
  { store, now }: Pick<ShopContext, 'store' | 'now'>,
  settings: Pick<Settings, 'dayAt'>,
): PaymentBook {
  const inDay = createInDay({ now }, settings);
  return {
    async enter(shop, entry, write) {
      const { receipt, paid, member, approvedBy } = entry;
      const { amount, reference, payer } = paid.payment;
      const members = [member, ...(approvedBy === null ? [] : [approvedBy])];
      // Indexed before it is written, so that every line of the book can be found.
      await indexLines(store.client, shop, [
        { id: receipt, at: recordedAt(now()), amount, reference, payer: payer.name, members },
      ]);
      return await inDay(shop, (day, window) => write(partOf(shop, entry, day, window)));
    },
  };
}

function partOf(
  shop: string,
  { kind, receipt, member, approvedBy, link, note, paid }: PaymentEntry,
  day: string,
  window: [number, number],
): EntryPart {
  const { providerKey, payment } = paid;
  const unread = { chat: '', message: '', link: null };
  const [unresolved = ''] = unresolvedIds(providerKey, payment.reference, unread).slice(-1);
  return {
    keys: [names.shop(shop), names.bookDay(shop, day), names.unresolved(shop, unresolved)],
    args: [
      ...[kind, member, approvedBy ?? '', link ?? '', cleanNote(note ?? '') ?? ''],
      ...[bookEntry(receipt), day, ...window, bookMs],
      ...Object.values(fieldsOf(paid)),
    ],
  };
}
