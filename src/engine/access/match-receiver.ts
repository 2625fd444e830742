/** Whether a payment went to one of the shop's own accounts (docs/api.md#checks-of-an-expectation). Pure. */
import type { Banks } from '#engine/shared/banks.js';
import {
  type CheckedPayment,
  type Findings,
  findReceiver,
  noReceiver,
  type ReceiverCheck,
  receiverCheck,
  sameBank,
} from '#engine/shared/receivers.js';
import type { SavedAccount } from '../api/shops.js';

interface ReceiverMatch {
  /** The check as the API returns it. */
  check: ReceiverCheck;
  /** The money certainly went to another account. */
  foreign: boolean;
}

/** @param accounts at least one */
export function matchReceiver(
  paid: Omit<CheckedPayment, 'receipt'>,
  accounts: readonly SavedAccount[],
  banks: Banks,
): ReceiverMatch {
  const { receiver } = paid.payment;
  const all = accounts.map(({ provider, number, holder }) => {
    const bank = sameBank(paid, provider, banks);
    return withoutMissingName(findReceiver(receiver, { bank, account: number, name: holder }));
  });
  const surest = all.map(receiverCheck).sort((a, b) => b.confidence - a.confidence)[0];
  if (surest?.ok) return { check: surest, foreign: false };
  const possible = all.filter((findings) => !isForeign(findings, receiver.bank));
  const nearest = possible.find(({ bank }) => bank === 'same') ?? possible[0];
  return { check: nearest ? receiverCheck(nearest) : noReceiver('mismatch'), foreign: !nearest };
}

/** Some banks never print the receiver's name: there the whole account number matches without a name. */
function withoutMissingName(findings: Findings): Findings {
  const whole = findings.account === 'exact' && findings.name === 'not_printed';
  return whole ? { ...findings, name: null } : findings;
}

/**
 * A different number is foreign at any bank. The same number at another bank may be a different account, because one phone
 * number can have a wallet at each bank; but the receipt may also omit the other bank. So a person has to review it.
 */
function isForeign({ bank, account }: Findings, namedBank: string | null): boolean {
  if (account === 'mismatch') return true;
  return bank === 'mismatch' && namedBank !== null && account === 'not_printed';
}
