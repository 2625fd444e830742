/** Settled receipts that were fetched before, and the history of the accounts that were shown them. */
import { transferOf } from '#engine/shared/transfers.js';
import type { Realm } from '../../egress/types.js';
import type { Logger } from '../../log.js';
import type { Target } from '../../providers/types.js';
import {
  historyArgs,
  historyKeys,
  type Principal,
  parseHistory,
  type ReceiptHistory,
} from '../access/authenticate.js';
import * as names from '../store/key-names.js';
import { type CachedReceipt, opened, type ReceiptStore, sealed } from '../store/receipt-store.js';
import { retryPolicy, type Scripts } from '../store/scripts.js';

/** Ids by which repeated answers count as shown once. */
interface CountedOnce {
  /** Id of the request that may be answered 202. */
  promise?: string | undefined;
  /** Redis key of the binding of its Idempotency-Key. */
  bound?: string | undefined;
}

/** The stored receipt. `first`: this call stored it; of several calls that fetch one receipt, only one does. */
interface Stored {
  kept: CachedReceipt;
  first: boolean;
}

export interface ReceiptCache {
  /** Redis key of a receipt, so that authentication can read it in the same round trip. */
  keyOf(realm: Realm, target: Target): string;
  read(realm: Realm, target: Target): Promise<CachedReceipt | null>;
  /**
   * Stores a receipt unless another call has stored it before. When the store does not answer, it throws and keeps
   * retrying in the background, because a bank may serve a receipt only once.
   * @throws Failure `unavailable`
   */
  put(realm: Realm, target: Target, kept: CachedReceipt): Promise<Stored>;
  /** Replaces the stored receipt. @throws Failure `unavailable` */
  replace(realm: Realm, target: Target, kept: CachedReceipt): Promise<void>;
  /** Counts the receipt as shown to the account: once per `promise` and once per `bound`. */
  show(
    realm: Realm,
    target: Target,
    kept: CachedReceipt,
    entry: Pick<Principal, 'account' | 'label' | 'member'>,
    counted?: CountedOnce,
  ): Promise<ReceiptHistory>;
  /** Takes back the count of an answer that did not reach the caller. @param promise the one given to `show` */
  withdrawView(
    realm: Realm,
    target: Target,
    kept: CachedReceipt,
    account: string,
    promise?: string,
  ): Promise<void>;
  /** @param body the stored form */
  parse(body: string): CachedReceipt;
}

/** @param recordMs how long an account's record of a receipt that it was shown lives */
export function createReceiptCache(
  receipts: ReceiptStore,
  scripts: Scripts,
  log: Logger,
  recordMs: number,
): ReceiptCache {
  async function store(realm: Realm, target: Target, kept: CachedReceipt, replaces = false): Promise<Stored> {
    const fields = {
      printed: receiptIdentity(realm, target, kept),
      transfer: transferOf(realm, kept.payment),
    };
    return await receipts.put(keyOf(realm, target), kept, fields, replaces);
  }

  function keyOf(realm: Realm, target: Target): string {
    return names.receipt(realm, target.provider, target.reference, target.qualifier);
  }

  return {
    keyOf,

    read: (realm, target) => receipts.read(keyOf(realm, target)),

    async put(realm, target, kept) {
      const write = () => store(realm, target, kept);
      try {
        return await write();
      } catch (error) {
        const context = { component: 'cache', provider: target.provider };
        retryPolicy
          .execute(write)
          .catch(() => log.error(context, 'receipt could not be written to the cache'));
        throw error;
      }
    },

    async replace(realm, target, kept) {
      await store(realm, target, kept, true);
    },

    async show(realm, target, kept, entry, { promise, bound } = {}) {
      const keys = historyKeys(entry, receiptIdentity(realm, target, kept), bound);
      const transfer = transferOf(realm, kept.payment) ?? '';
      const args = historyArgs(entry, { promise, transfer, body: sealed(kept), recordMs });
      return parseHistory(await scripts.run('receipt-record-view', keys, args));
    },

    async withdrawView(realm, target, kept, account, promise = '') {
      const history = names.seen(account, receiptIdentity(realm, target, kept));
      await scripts.run('receipt-withdraw-view', [history], [promise]);
    },

    parse: (body) => opened<CachedReceipt>(body),
  };
}

/** Identity of a receipt: the number that the bank prints, so that two links to one payment count as one receipt. */
function receiptIdentity(realm: Realm, target: Target, kept: CachedReceipt): string {
  return names.printed(realm, target.provider, kept.payment.reference);
}
