/**
 * A payment of a payment request in the book of the shop whose member made the request: written by the script that closes the
 * request (`payment-request-change.lua`), so that what paid a request is accepted in the book, once.
 */
import type { Payment } from '../../providers/types.js';
import * as names from './key-names.js';
import type { Reply } from './scripts.js';

/** The fields of a payment that the book stores. */
export interface EnteredPayment {
  providerKey: string;
  livemode: boolean;
  payment: Pick<Payment, 'reference' | 'amount' | 'currency' | 'paidAt'> & {
    payer: { name: string | null };
    receiver: { account: string | null };
  };
}

export interface PaymentEntry {
  /** `noted`: it waits for an owner. `approved`: a person has accepted it despite a doubt. */
  kind: 'accepted' | 'noted' | 'approved';
  /** Id of the receipt. */
  receipt: string;
  /** Ids of the member who made the request, and of the one who approves; null for the API. */
  member: string;
  approvedBy: string | null;
  /** Opens the message of the request; null when there is none. */
  link: string | null;
  note: string | null;
  paid: EnteredPayment;
}

/** Keys 11 to 13 of the script, and what it needs from argument 21 on. */
export interface EntryPart {
  keys: [shop: string, day: string, unresolved: string];
  args: (string | number)[];
}

export interface PaymentBook {
  /** @param write replies `window` when the store's clock is in another business day; then it is repeated with that day */
  enter(shop: string, entry: PaymentEntry, write: (part: EntryPart) => Promise<Reply>): Promise<Reply>;
}

/** How many arguments an entry has. */
const entryArguments = 18;

/** For a change that leaves the book as it is. */
export function noEntry(account: string): EntryPart {
  const none = names.account(account);
  return { keys: [none, none, none], args: Array.from({ length: entryArguments }, () => '') };
}
