/** Receipts that could not be checked, recorded in the book of the day until they are verified or withdrawn. */
import type { CouldNotCheck, MessageRef } from '../../api/ledger.js';
import type { Shops } from '../../api/shops.js';
import * as names from '../../store/key-names.js';
import { digest } from '../../store/receipt-id.js';
import type { LedgerContext } from './context.js';
import { bookMs, unresolvedEntry } from './rows.js';

type UnverifiedReceipts = Pick<Shops, 'recordUnverified' | 'clearUnverified'>;

export function createUnverifiedReceipts({ scripts, inDay }: LedgerContext): UnverifiedReceipts {
  return {
    async recordUnverified({ shop, member, provider, reference, why, message }) {
      const id = unresolvedIds(provider, reference, message).at(-1) ?? '';
      const link = message.link ?? '';
      const fields = { member, provider: provider ?? '', reference: reference ?? '', why, link };
      await inDay(shop, (day, window) =>
        scripts.run(
          'book-record-unverified',
          [names.unresolved(shop, id), names.bookDay(shop, day)],
          [unresolvedEntry(id), day, ...window, bookMs, ...Object.entries(fields).flat()],
        ),
      );
    },

    async clearUnverified({ shop, provider, reference, message }) {
      const ids = unresolvedIds(provider, reference, message);
      await scripts.run(
        'book-clear-unverified',
        ids.map((id) => names.unresolved(shop, id)),
      );
    },
  };
}

/** Ids of a receipt that could not be checked: by its message, and by its reference if one was read. */
export function unresolvedIds(
  provider: CouldNotCheck['provider'],
  reference: CouldNotCheck['reference'],
  { chat, message }: MessageRef,
): string[] {
  const byMessage = digest(`message:${chat}:${message}`);
  if (!provider || !reference) return [byMessage];
  return [byMessage, digest(`reference:${provider}:${reference}`)];
}
