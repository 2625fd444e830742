/** The book of a shop: submissions, the shop's answer, decisions of owners, and lines. Amounts are decimal strings. */
import type { Payment } from '../../providers/types.js';

/** Reference to a message. Chats and people are strings such as `tg:123`. */
export interface MessageRef {
  chat: string;
  message: string;
  /** Link that opens the message, if there is one. */
  link: string | null;
}

/**
 * The shop's answer to a verified payment; `look`: needs review. The fourth answer, "could not check", comes from failures
 * only (`verdict` of `failureKinds`), so that an outage does not look like a fake receipt.
 */
export type ShopAnswer = 'accept' | 'look' | 'refuse';

/** The acceptance of a receipt by a member. */
export interface Acceptance {
  /** Member id. */
  member: string;
  /** The member's current name; null when the member's data was deleted. */
  by: string | null;
  /** ISO 8601. */
  at: string;
  /** Link to the message. */
  link: string | null;
  /** An owner overrode the answer. */
  anyway: boolean;
}

/** A reason not to accept a verified payment at once. Amounts are decimal strings, in birr unless stated otherwise. */
export type Finding =
  /** A real payment to another account than the shop's. Of all remarks only this one refuses the payment. */
  | { kind: 'not_ours' }
  | { kind: 'already_accepted'; by: string | null; at: string; link: string | null }
  /** An owner has refused it; only an owner can still accept it. */
  | { kind: 'refused_by_owner'; by: string | null; at: string }
  /** It paid a payment request, or may be the same transfer as one that did; only an owner can still accept it. */
  | { kind: 'paid_request' }
  /** Another receipt of the sale cannot be counted: it was accepted separately (`by`, `at`), refused, or is too old now. */
  | { kind: 'part_unusable'; reference: string; by: string | null; at: string | null }
  /** The shop requires an expected amount. */
  | { kind: 'amount_unknown' }
  /** `difference` is paid minus expected: negative when too little was paid. */
  | { kind: 'amount'; expected: string; actual: string; difference: string }
  /** Paid in another currency, so that `amount`, in that currency, cannot be compared with the amount owed in birr. */
  | { kind: 'not_birr'; amount: string; currency: string }
  /** `hours` is null when the bank prints no time. */
  | { kind: 'too_old'; hours: number | null; limitHours: number }
  /** Dated more than ten minutes in the future. */
  | { kind: 'future' }
  /** The shop has saved no account, or the receipt does not clearly show who received the money. */
  | { kind: 'receiver_unchecked'; why: 'no_accounts' | 'unclear' };

/** The shop's evaluation of a verified payment. The most serious remark comes first. */
export interface Evaluation {
  answer: ShopAnswer;
  remarks: Finding[];
}

/** The fields of a `Verification` that an evaluation needs. */
export interface VerifiedPayment {
  providerKey: string;
  /** Canonical form of the reference that was verified. */
  reference: string;
  livemode: boolean;
  payment: Payment;
  receipt: { source: string };
}

export interface ReceiptSubmission {
  shop: string;
  /** Member id. */
  member: string;
  paid: VerifiedPayment;
  /** The amount that the customer owes, in birr. */
  expected?: number | string | undefined;
  message: MessageRef;
  /** Receipts of the book that together with this one pay `expected`, each with the message it was submitted in. */
  parts?: readonly { id: string; message: MessageRef }[] | undefined;
  /** Identifies the submitted text or file: equal exactly for equal content. Without it, no other message counts as a repeat. */
  content?: string | undefined;
  /** The cashier's note with the amount, cut to 100 characters; stored with the message that gets the answer for the receipt. */
  note?: string | undefined;
}

export interface SubmissionResult extends Evaluation {
  /** Id of the receipt in the shop's book; 22 characters, not secret. */
  id: string;
  /** The receipt was accepted in this message before, or with the same content by the same person within the last minute. */
  repeated: boolean;
  /** Receipts accepted together with it, including itself; null when it was accepted alone. */
  sale: Sale | null;
  /** Other receipts that count towards the amount but were not accepted with it. */
  others: SalePart[];
  /** The receipt's note in the book. */
  note: string | null;
}

/** Several receipts accepted together, because none of them alone paid enough. */
export interface Sale {
  id: string;
  /** The amount owed by the customer, in birr. */
  expected: string;
  parts: SalePart[];
}

export interface SalePart {
  /** Id of the line in the book. */
  id: string;
  provider: string;
  reference: string;
  amount: string;
}

/** An owner's answer to a question about a receipt. */
export interface Decision {
  kind: 'approved' | 'refused';
  /** Member id. */
  member: string;
  /** Null when the member's data was deleted. */
  by: string | null;
  /** ISO 8601. */
  at: string;
}

/** A change that a person made to a line of the book. */
export interface BookEvent {
  kind: 'asked' | 'approved' | 'refused' | 'undone';
  by: string | null;
  at: string;
  /** For `undone`: the acceptance that was undone. */
  of: { by: string | null; at: string } | null;
}

/** `first`: this call decided. `accepted`: the receipt was accepted after the question was asked; the acceptance stays. */
export type Decided =
  | { kind: 'decided'; first: boolean; decision: Decision; row: BookRow }
  | { kind: 'accepted'; row: BookRow };

/**
 * `rows`: the current lines of the receipt and of the others of its sale. `paid_request`: it paid a payment request, so its
 * acceptance stays.
 */
export interface Undone {
  kind: 'undone' | 'not_accepted' | 'not_yours' | 'too_late' | 'paid_request';
  rows: BookRow[];
}

/** A line of the shop's book. Each receipt has one line, however often it was submitted. */
export interface BookRow {
  id: string;
  provider: string;
  /** The number that the bank prints. It opens the receipt: show it to the shop's own staff only. */
  reference: string;
  amount: string;
  currency: string;
  payer: string | null;
  /** As printed by the bank, usually masked. */
  receivedTo: string | null;
  /** ISO 8601. */
  paidAt: string | null;
  livemode: boolean;
  /** The cashier's note. */
  note: string | null;
  answer: ShopAnswer;
  /** First submission, ISO 8601. `by` is null when the member's data was deleted. */
  at: string;
  /** Member id. */
  member: string;
  by: string | null;
  /** Null until it is accepted. */
  acceptance: Acceptance | null;
  /** An owner's override of the answer, also when a member had accepted it before. */
  anyway: { by: string | null; at: string } | null;
  /** An owner's refusal; after it, only an owner can accept the receipt. */
  refusal?: { by: string | null; at: string } | null;
  /** Oldest first; absent in lines of earlier versions. */
  events?: BookEvent[];
  /** The sale it was accepted with. */
  sale?: Sale | null;
}

/**
 * Result of a search. A whole reference finds its receipt; other queries find lines by amount, by the beginning or end of the
 * reference, and by the beginning of a word of the payer's name.
 */
export interface SearchResult {
  /** Newest first. */
  rows: BookRow[];
  /** There are more matches. */
  more: boolean;
  /** Very many lines are similar and not all were compared: there may be more matches. */
  isPartial: boolean;
  /**
   * `yyyy-MM-dd` in TIME_ZONE: older lines were not searched, because the book of an earlier version is still being indexed.
   * Null when all lines were searched or enough were found.
   */
  searchedTo: string | null;
}

/** A receipt that could not be checked, and was not verified since. */
export interface UnresolvedRow {
  id: string;
  provider: string | null;
  /** As given by the caller; null when none could be read. */
  reference: string | null;
  /** Code or reason of the failure. */
  why: string;
  /** ISO 8601. */
  at: string;
  /** Member id. */
  member: string;
  by: string | null;
  /** Link to the message. */
  link: string | null;
}

export interface CouldNotCheck {
  shop: string;
  /** Member id. */
  member: string;
  provider?: string | undefined;
  reference?: string | undefined;
  why: string;
  message: MessageRef;
}

/**
 * Kinds of cases that owners are notified about. `denied` is only counted.
 *
 * - `twice`: submitted again after it was accepted
 * - `foreign`: a real payment to another account
 * - `reversed`: accepted, but the bank now shows it as reversed
 * - `anyway`: an owner overrode the answer
 * - `denied`: rejected by the bank
 */
export type CaseKind = 'twice' | 'foreign' | 'reversed' | 'anyway' | 'denied';

export interface Case {
  shop: string;
  kind: CaseKind;
  of: { row: string } | { provider: string; reference: string };
  /** Member id. */
  member: string;
  message: MessageRef;
}
