/**
 * Receipts whose links can be opened only a few times (docs/architecture.md#view-limited-links). A view is marked as spent
 * before the bank is asked (`LeadLookup.mayAsk`), and the bank's answer is stored before it is parsed. After that, only answers
 * that are or may become a receipt stay stored: otherwise calls with invented references would fill the store.
 */
import type { Judgement } from '../../providers/types.js';
import type { RawResponse, ReceiptStore, StoredResponse } from '../store/receipt-store.js';

/** After a failure, a view-limited receipt is not fetched again for 60 s, by any caller. */
export const failureCooldownMs = 60_000;

/** A call may be suspended for this long after it marked a view as spent; no other call opens the link meanwhile. */
const stallMs = 60_000;
/** Time around the attempt: from the mark to the request (at most the lease), and from the bank's answer until it is stored. */
const aroundAttemptMs = 20_000;

/** How long the mark of a spent view blocks other fetches when its call never reports back. */
export function spentMsOf(attemptMs: number): number {
  return stallMs + attemptMs + aroundAttemptMs;
}

export interface ViewLimitedStore {
  /** Stores a bank's answer until it is judged. */
  put(receipt: string, raw: RawResponse): Promise<void>;
  /**
   * Goes on storing a judged answer, or drops it when it can never become a receipt.
   * @param fresh the answer had not been judged before
   * @param owner of the call; each owner has a bounded number of stored answers that are not settled
   */
  onJudged(receipt: string, kind: Judgement['kind'], fresh: boolean, owner?: string): Promise<void>;
  /** Stored answers of a receipt, those not judged yet first. */
  read(receipt: string): Promise<StoredResponse[]>;
  /** All stored answers, by receipt, oldest first. */
  all(): AsyncIterable<{ receipt: string; raw: StoredResponse }>;
}

/** Pages that say "no such receipt" or "the views are used up" can never become a receipt. */
const worthless: readonly Judgement['kind'][] = ['not_found', 'blocked'];

export function createViewLimitedStore(receipts: ReceiptStore): ViewLimitedStore {
  return {
    put: receipts.putAnswer,
    async onJudged(receipt, kind, fresh, owner) {
      const isUseful = !worthless.includes(kind);
      if (fresh) await receipts.settleAnswer(receipt, isUseful);
      else if (!isUseful) await receipts.dropAnswer(receipt);
      if (isUseful && kind !== 'settled' && owner) await receipts.ownAnswer(owner, receipt);
    },
    read: receipts.answers,
    async *all() {
      for (const receipt of await receipts.answered()) {
        for (const raw of await receipts.answers(receipt)) yield { receipt, raw };
      }
    },
  };
}
