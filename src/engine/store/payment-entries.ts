/**
 * Enters a payment in the book of the shop whose member created the payment request. The script that closes the request
 * (`payment-request-change.lua`) writes it, so that the payment is accepted in the book exactly once.
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
  /** `noted`: it waits for an owner. `approved`: a person has accepted it after a review. */
  kind: 'accepted' | 'noted' | 'approved';
  /** Id of the receipt. */
  receipt: string;
  /** Id of the member who created the request. */
  member: string;
  /** Id of the member who approved it; null for the API. */
  approvedBy: string | null;
  /** Link to the message of the request; null when there is none. */
  link: string | null;
  note: string | null;
  paid: EnteredPayment;
}

/** Keys 11 to 13 of the script, and its arguments from 21 on. */
export interface EntryPart {
  keys: [shop: string, day: string, unresolved: string];
  args: (string | number)[];
}

export interface PaymentBook {
  /** @param write replies `window` when the store's clock is in another business day; then it is repeated with that day */
  enter(shop: string, entry: PaymentEntry, write: (part: EntryPart) => Promise<Reply>): Promise<Reply>;
}

/** Number of arguments of an entry. */
const entryArguments = 18;

/** Keys and arguments of a change that does not touch the book. */
export function noEntry(account: string): EntryPart {
  const none = names.account(account);
  return { keys: [none, none, none], args: Array.from({ length: entryArguments }, () => '') };
}
