/** Compares a payment with the shop's saved accounts, for the `checks` of an answer (docs/api.md#checks-of-an-expectation). Pure. */

import type { Banks } from '#engine/shared/banks.js';
import type { ReceiverCheck } from '#engine/shared/receivers.js';
import type { Payment } from '../../providers/types.js';
import { matchReceiver } from './match-receiver.js';
import { parseSaved } from './receiving-accounts.js';

export interface OwnAccounts {
  /** Whether the payment went to one of them; an unclear receiver is not a match. */
  check(providerKey: string, payment: Payment): ReceiverCheck;
}

/** @param saved accounts in their stored form @returns null when there are none */
export type ReadOwnAccounts = (saved: readonly string[]) => OwnAccounts | null;

export function createOwnAccounts(banks: Banks): ReadOwnAccounts {
  return (saved) => {
    if (saved.length === 0) return null;
    return {
      check(providerKey, payment) {
        return matchReceiver({ providerKey, payment }, saved.map(parseSaved), banks).check;
      },
    };
  };
}
