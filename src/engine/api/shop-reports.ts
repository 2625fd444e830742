/** Reports of a shop's book: a day, a shift, a member's part of a day, a week or month. */
import type { UnresolvedRow } from './ledger.js';

export interface Tally {
  /** Payments in any currency. */
  count: number;
  /** Sum in birr. Payments in other currencies that an owner accepted are in `count` but not in the sum. */
  total: string;
}

export interface Tallies extends Tally {
  byBank: (Tally & { provider: string })[];
  byCashier: (Tally & { member: string; name: string | null })[];
}

/** Outcomes of the receipts that a member submitted. Repeated submissions of a receipt count once. */
export interface CashierCounts {
  /** Member id. */
  member: string;
  name: string | null;
  /** Accepted by the member. */
  accepted: number;
  /** Rejected by the bank, or paid to somebody else. */
  refused: number;
  /** Verified but in need of review, whatever an owner decided later. */
  warned: number;
  couldNotCheck: number;
  /** Submitted after they had been accepted. */
  usedTwice: number;
}

/** Receipts that a shop accepted on one day. Those with answer `look` or `refuse` count only when an owner overrode the answer. */
export interface DayReport extends Tallies {
  /** `yyyy-MM-dd` in TIME_ZONE. */
  date: string;
  /** Verified, not accepted; without those in `undone`. */
  notAccepted: number;
  /** Accepted by an owner's override. */
  anyway: Tally;
  /** Receipts whose acceptance was undone, and that were not accepted again. */
  undone: number;
  unresolved: UnresolvedRow[];
  /** Most submissions first. */
  cashiers: CashierCounts[];
  /** In order of their start. */
  shifts: Shift[];
}

/** Receipts that a member accepted during a shift. */
export interface Shift extends Tally {
  /** Member id. */
  member: string;
  name: string | null;
  /** Business day of the shift, `yyyy-MM-dd`. */
  date: string;
  /** ISO 8601. */
  startedAt: string;
  /** ISO 8601; null while it runs. */
  endedAt: string | null;
  /** The member did not end it: it ended with the business day. */
  leftOpen: boolean;
  byBank: Tallies['byBank'];
  counts: CashierCounts;
}

/** One member's part of a business day. */
export interface MemberDay extends Tally {
  date: string;
  byBank: Tallies['byBank'];
  counts: CashierCounts;
  shifts: Shift[];
}

export type Period = 'week' | 'month';

/** Receipts that a shop accepted in a week (from Monday) or a month of its business days. */
export interface PeriodReport extends Tallies {
  period: Period;
  /** First and last business day, `yyyy-MM-dd`. */
  from: string;
  to: string;
  /** Days with accepted receipts. */
  byDay: (Tally & { date: string })[];
  notAccepted: number;
  /** Number of receipts that could not be checked, and were not verified since. */
  unresolved: number;
  anyway: Tally;
  undone: number;
  cashiers: CashierCounts[];
  /** First days of the periods before and after; null outside the range of the book. */
  earlier: string | null;
  later: string | null;
}
