/** Settled receipts that were fetched before, and the history of the accounts that were shown them. */
import type { Realm } from '../../egress/types.js';
import type { Logger } from '../../log.js';
import type { Target } from '../../providers/types.js';
import { asKnown, type Entry, type Known, seenBy, seenKeys } from '../access/authenticate.js';
import { transferOf } from '../shared/transfers.js';
import * as names from '../store/key-names.js';
import { persistent } from '../store/persistent.js';
import { type Kept, opened, type ReceiptStore } from '../store/receipt-store.js';
import type { Scripts } from '../store/scripts.js';

/** Ids under which an answer counts as shown only once. */
export interface CountedOnce {
  /** Id of the request that may be answered 202. */
  promise?: string | undefined;
  /** Redis key of the binding of its Idempotency-Key. */
  bound?: string | undefined;
}

/** The stored receipt. `first`: this call stored it; of several calls that fetch one receipt, only one does. */
export interface Stored {
  kept: Kept;
  first: boolean;
}

export interface Cache {
  /** Redis key of a receipt, so that authentication can read it in the same round trip. */
  nameOf(realm: Realm, target: Target): string;
  read(realm: Realm, target: Target): Promise<Kept | null>;
  /**
   * Stores a receipt unless another call has stored it before. When the store does not answer, it throws and keeps
   * retrying in the background, because a bank may serve a receipt only once.
   * @throws Failure `unavailable`
   */
  keep(realm: Realm, target: Target, kept: Kept): Promise<Stored>;
  /** Replaces the stored receipt. @throws Failure `unavailable` */
  replace(realm: Realm, target: Target, kept: Kept): Promise<void>;
  /** Counts the receipt as shown to the account: once per `promise` and once per `bound`. */
  show(
    realm: Realm,
    target: Target,
    kept: Kept,
    entry: Pick<Entry, 'account' | 'label' | 'member'>,
    counted?: CountedOnce,
  ): Promise<Known>;
  /** Takes back the count of an answer that did not reach the caller. @param promise the one given to `show` */
  unshow(realm: Realm, target: Target, kept: Kept, account: string, promise?: string): Promise<void>;
  /** @param body the stored form */
  parse(body: string): Kept;
}

export function createCache(receipts: ReceiptStore, scripts: Scripts, log: Logger): Cache {
  async function store(realm: Realm, target: Target, kept: Kept, replaces = false): Promise<Stored> {
    const fields = { printed: printedOf(realm, target, kept), transfer: transferOf(realm, kept.payment) };
    return await receipts.put(nameOf(realm, target), kept, fields, replaces);
  }

  function nameOf(realm: Realm, target: Target): string {
    return names.receipt(realm, target.provider, target.reference, target.qualifier);
  }

  return {
    nameOf,

    read: (realm, target) => receipts.read(nameOf(realm, target)),

    async keep(realm, target, kept) {
      const write = () => store(realm, target, kept);
      try {
        return await write();
      } catch (error) {
        persistent.execute(write).catch(() => {
          log.error(
            { component: 'cache', provider: target.provider },
            'receipt could not be written to the cache',
          );
        });
        throw error;
      }
    },

    async replace(realm, target, kept) {
      await store(realm, target, kept, true);
    },

    async show(realm, target, kept, entry, { promise, bound } = {}) {
      const keys = seenKeys(entry, printedOf(realm, target, kept), bound);
      const transfer = transferOf(realm, kept.payment) ?? '';
      return asKnown(await scripts.run('receipt-record-view', keys, seenBy(entry, { promise, transfer })));
    },

    async unshow(realm, target, kept, account, promise = '') {
      await scripts.run(
        'receipt-withdraw-view',
        [names.seen(account, printedOf(realm, target, kept))],
        [promise],
      );
    },

    parse: (body) => opened<Kept>(body),
  };
}

/** Identity of a receipt: the number that the bank prints, so that two links to one payment count as one receipt. */
function printedOf(realm: Realm, target: Target, kept: Kept): string {
  return names.printed(realm, target.provider, kept.payment.reference);
}
