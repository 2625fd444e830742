/**
 * Receipts whose links allow a few views for ever (docs/architecture.md#view-limited-links). A view that is spent is spent: it is
 * noted before the bank is asked (`Flight.mayAsk`), and what the bank sent is kept before anybody tries to read it. Only what may be
 * or become a receipt is kept after that: anybody may ask for references that do not exist.
 */
import type { Judgement } from '../../providers/types.js';
import type { RawAnswer, ReceiptStore, StoredAnswer } from '../store/receipt-store.js';

/** A view-limited reference that failed is not fetched again by anyone for 60 s. */
export const coolDownMs = 60_000;

/** A call that stands still for so long after it noted that it spends a view has its link opened by nobody else. */
const stallMs = 60_000;
/** From the mark to the request, as the flight's lease allows, and from the bank's answer to its being stored. */
const aroundAttemptMs = 20_000;

/** How long a spent mark has to answer for everybody when its call never comes back. */
export function spentMsOf(attemptMs: number): number {
  return stallMs + attemptMs + aroundAttemptMs;
}

export interface Views {
  /** Keeps what a bank has sent until it is judged. */
  keep(receipt: string, raw: RawAnswer): Promise<void>;
  /**
   * Goes on keeping an answer, or drops it.
   * @param fresh it had not been judged before @param owner whose call it was: an owner has a bound of those that show no receipt
   */
  judged(receipt: string, kind: Judgement['kind'], fresh: boolean, owner?: string): Promise<void>;
  /** What nobody has judged yet first. */
  read(receipt: string): Promise<StoredAnswer[]>;
  /** Everything that is kept, by receipts, the oldest first. */
  all(): AsyncIterable<{ receipt: string; raw: StoredAnswer }>;
}

/** A page that says "no such receipt", or "the views are used up", will never be a receipt. */
const worthless: readonly Judgement['kind'][] = ['not_found', 'blocked'];

export function createViews(receipts: ReceiptStore): Views {
  return {
    keep: receipts.putAnswer,
    async judged(receipt, kind, fresh, owner) {
      const keeps = !worthless.includes(kind);
      if (fresh) await receipts.judged(receipt, keeps);
      else if (!keeps) await receipts.dropAnswer(receipt);
      if (keeps && kind !== 'settled' && owner) await receipts.ownAnswer(owner, receipt);
    },
    read: receipts.answers,
    async *all() {
      for (const receipt of await receipts.answered()) {
        for (const raw of await receipts.answers(receipt)) yield { receipt, raw };
      }
    },
  };
}
