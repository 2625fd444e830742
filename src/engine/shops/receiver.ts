/** Whether a payment went to one of the shop's own accounts (docs/api.md#checks-of-an-expectation). Pure. */
import type { Party, Payment } from '../../providers/types.js';
import { sameAccount, sameName } from '../checks.js';
import type { Banks } from './banks.js';
import type { SavedAccount } from './types.js';

/**
 * `exact`, `masked`, `name`: the shop's own, and by what · `unclear`: may be, but the receipt does not say enough ·
 * `none`: somebody else's
 */
export type ReceiverMatch = 'exact' | 'masked' | 'name' | 'unclear' | 'none';

/** From the surest to the least sure. */
const order: readonly ReceiverMatch[] = ['exact', 'masked', 'name', 'unclear', 'none'];

/** Fewer digits than these tell nobody's account from another's. */
const tellingDigits = 3;

/** @param accounts at least one */
export function matchReceiver(
  { providerKey, payment }: { providerKey: string; payment: Payment },
  accounts: readonly SavedAccount[],
  banks: Banks,
): ReceiverMatch {
  const { receiver } = payment;
  // A bank that names no other one has moved the money within its own books.
  const receiving = receiver.bank === null ? providerKey : banks.identityOf(receiver.bank);
  const matches = accounts.map((account) => {
    const sameBank = banks.identityOf(account.provider) === receiving;
    return sameBank ? matchAtBank(receiver, account) : matchElsewhere(receiver, account);
  });
  return order.find((match) => matches.includes(match)) ?? 'none';
}

/** Account first, name second: the whole number settles it, a masked one not against a name that differs. */
function matchAtBank(receiver: Party, { number, holder }: SavedAccount): ReceiverMatch {
  const byName = holder === null || receiver.name === null ? null : sameName(receiver.name, holder);
  const byNumber = tells(receiver.account) ? sameAccount(receiver.account, number) : null;
  if (byNumber === null) return byName === true ? 'name' : 'unclear';
  if (byNumber === 'masked' && byName === false) return 'unclear';
  return byNumber;
}

/**
 * At another bank than the account's the same number may be another account: one phone number has a wallet at each.
 * A receipt may also leave the other bank out. Both are for a person to look at.
 */
function matchElsewhere(receiver: Party, { number }: SavedAccount): ReceiverMatch {
  return tells(receiver.account) && sameAccount(receiver.account, number) !== 'none' ? 'unclear' : 'none';
}

function tells(account: string | null): account is string {
  return account !== null && account.replace(/\D/g, '').length >= tellingDigits;
}
