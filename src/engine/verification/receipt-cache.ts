/** Receipts already fetched: what is kept of them, and what each account was shown. */
import type { Realm } from '../../egress/types.js';
import type { Logger } from '../../log.js';
import type { Target } from '../../providers/types.js';
import { asKnown, type Entry, type Known, seenBy, seenKeys } from '../access/authenticate.js';
import { transferOf } from '../shared/transfers.js';
import * as names from '../store/key-names.js';
import { persistent } from '../store/persistent.js';
import { type Kept, opened, type ReceiptStore } from '../store/receipt-store.js';
import type { Scripts } from '../store/scripts.js';

/** What an answer is counted for no more than once. */
export interface CountedOnce {
  /** The request it may be promised as. */
  promise?: string | undefined;
  /** Name of what its Idempotency-Key is bound to. */
  bound?: string | undefined;
}

/** The receipt as it is stored now, and whether this call stored it: of all that fetched a receipt, one has. */
export interface Stored {
  kept: Kept;
  first: boolean;
}

export interface Cache {
  /** Name of a receipt in the store, for the gate to read on the way in. */
  nameOf(realm: Realm, target: Target): string;
  read(realm: Realm, target: Target): Promise<Kept | null>;
  /**
   * Stores a receipt unless another call has stored it before. When the store cannot be reached it goes on trying after
   * it has said so: a bank may serve a receipt only once.
   * @throws Failure `unavailable`
   */
  keep(realm: Realm, target: Target, kept: Kept): Promise<Stored>;
  /** Stores a receipt in the place of the one that is stored. @throws Failure `unavailable` */
  replace(realm: Realm, target: Target, kept: Kept): Promise<void>;
  /** Counts that an account is shown a receipt; for one `promise`, and for one `bound`, once. */
  show(
    realm: Realm,
    target: Target,
    kept: Kept,
    entry: Pick<Entry, 'account' | 'label' | 'member'>,
    counted?: CountedOnce,
  ): Promise<Known>;
  /** Takes back a count whose answer reached nobody. @param promise as it was counted */
  unshow(realm: Realm, target: Target, kept: Kept, account: string, promise?: string): Promise<void>;
  /** @param body as the store keeps it */
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
          log.error({ component: 'cache', provider: target.provider }, 'a receipt could not be kept');
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

/** One payment is one receipt, by whichever link it was asked: the number the bank prints names it. */
function printedOf(realm: Realm, target: Target, kept: Kept): string {
  return names.printed(realm, target.provider, kept.payment.reference);
}
