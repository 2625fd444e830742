/**
 * Receipts whose links allow a few views for ever (docs/architecture.md#view-limited-links). A view that is spent is spent: it is
 * noted before the bank is asked, and what the bank sent is kept before anybody tries to read it. Only what may be or become a
 * receipt is kept after that: anybody may ask for references that do not exist.
 */
import type { Judgement } from '../providers/types.js';
import { type Outcome, unlessFailed } from './flights.js';
import * as names from './store/keys.js';
import type { RawAnswer, ReceiptStore, StoredAnswer } from './store/receipt-store.js';
import { reach } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';

/** A view-limited reference that failed is not fetched again by anyone for 60 s. */
export const coolDownMs = 60_000;

export interface Views {
  /**
   * Notes that a view is being spent: should this process die now, nobody spends another for a while.
   * @throws Failure of whoever has spent one so lately that this call must not
   */
  spend(receipt: string): Promise<void>;
  /** Keeps what a bank has sent until it is judged. */
  keep(receipt: string, raw: RawAnswer): Promise<void>;
  /** Goes on keeping an answer, or drops it. @param fresh it had not been judged before */
  judged(receipt: string, kind: Judgement['kind'], fresh: boolean): Promise<void>;
  /** What nobody has judged yet first. */
  read(receipt: string): Promise<StoredAnswer[]>;
  /** Everything that is kept, by receipts, the oldest first. */
  all(): AsyncIterable<{ receipt: string; raw: StoredAnswer }>;
}

/** What is said of a view that was spent by a process which then died. */
export const interrupted: Outcome & { kind: 'failed' } = {
  kind: 'failed',
  failure: 'bank_timeout',
  details: {
    message:
      'The lookup was interrupted after the bank had been asked; the link is not opened again at once.',
    retry: 'never',
  },
};

/** A page that says "no such receipt", or "the views are used up", will never be a receipt. */
const worthless: readonly Judgement['kind'][] = ['not_found', 'blocked'];

export function createViews({ client }: Pick<StoreConnection, 'client'>, receipts: ReceiptStore): Views {
  return {
    async spend(receipt) {
      const name = names.coolDown(receipt);
      const note = () => client.set(name, JSON.stringify(interrupted), 'PX', coolDownMs, 'NX');
      while ((await reach(note())) === null) {
        const failure = await reach(client.get(name));
        if (failure !== null) unlessFailed(JSON.parse(failure) as Outcome);
      }
    },
    keep: receipts.putAnswer,
    async judged(receipt, kind, fresh) {
      const keeps = !worthless.includes(kind);
      if (fresh) await receipts.judged(receipt, keeps);
      else if (!keeps) await receipts.dropAnswer(receipt);
    },
    read: receipts.answers,
    async *all() {
      for (const receipt of await receipts.answered()) {
        for (const raw of await receipts.answers(receipt)) yield { receipt, raw };
      }
    },
  };
}
