/** Whether a payment went to one of the shop's own accounts (docs/api.md#checks-of-an-expectation). Pure. */

import type { SavedAccount } from '../api/shops.js';
import type { Banks } from '../shared/banks.js';
import {
  type Checked,
  type Findings,
  findReceiver,
  noReceiver,
  type ReceiverCheck,
  receiverCheck,
  sameBank,
} from '../shared/receivers.js';

export interface ReceiverMatch {
  /** As the API answers it. */
  check: ReceiverCheck;
  /** It certainly went to somebody else. */
  foreign: boolean;
}

/** @param accounts at least one */
export function matchReceiver(
  paid: Omit<Checked, 'receipt'>,
  accounts: readonly SavedAccount[],
  banks: Banks,
): ReceiverMatch {
  const { receiver } = paid.payment;
  const all = accounts.map(({ provider, number, holder }) => {
    const bank = sameBank(paid, provider, banks);
    return withoutName(findReceiver(receiver, { bank, account: number, name: holder }));
  });
  const surest = all.map(receiverCheck).sort((a, b) => b.confidence - a.confidence)[0];
  if (surest?.ok) return { check: surest, foreign: false };
  const possible = all.filter((findings) => !isForeign(findings, receiver.bank));
  const nearest = possible.find(({ bank }) => bank === 'same') ?? possible[0];
  return { check: nearest ? receiverCheck(nearest) : noReceiver('mismatch'), foreign: !nearest };
}

/** Some banks never print who received the money: there the whole number of an account needs no holder beside it. */
function withoutName(findings: Findings): Findings {
  const whole = findings.account === 'exact' && findings.name === 'not_printed';
  return whole ? { ...findings, name: null } : findings;
}

/**
 * A number that contradicts is somebody else's at any bank. The same number at another bank may be another account: one
 * phone number has a wallet at each; but a receipt may also leave the other bank out, so that is for a person to look at.
 */
function isForeign({ bank, account }: Findings, namedBank: string | null): boolean {
  if (account === 'mismatch') return true;
  return bank === 'mismatch' && namedBank !== null && account === 'not_printed';
}
