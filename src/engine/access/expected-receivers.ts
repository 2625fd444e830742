/** The shop's saved accounts held against a payment, for the `checks` of an answer (docs/api.md#checks-of-an-expectation). Pure. */

import type { Payment } from '../../providers/types.js';
import type { Banks } from '../shared/banks.js';
import type { ReceiverCheck } from '../shared/receivers.js';
import { matchReceiver } from './match-receiver.js';
import { parseSaved } from './receiving-accounts.js';

export interface OwnAccounts {
  /** Whether the payment went to one of them; what is unclear is no match. */
  check(providerKey: string, payment: Payment): ReceiverCheck;
}

/** @returns of accounts as the store keeps them, null where there are none */
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
