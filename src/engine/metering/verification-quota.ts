/** Verification caps: one verification is reserved before the bank is asked, then committed or released. */

import type { Principal } from '../access/authenticate.js';
import { Failure } from '../api/errors.js';
import type { Plan } from '../api/index.js';
import { inForce, plans } from '../api/plans.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import type { Limit, Reservations } from './reservations.js';

export interface AccountTerms {
  plan: Plan;
  overage: boolean;
}

export type VerificationQuota = ReturnType<typeof createVerificationQuota>;
export type Counts = Awaited<ReturnType<VerificationQuota['counts']>>;

/** Who a call is counted for. */
export type Payer = Pick<Principal, 'account' | 'scope' | 'contract'>;

export function createVerificationQuota(
  { client }: Pick<StoreConnection, 'client'>,
  reservations: Pick<Reservations, 'counts'>,
) {
  return {
    async planOf(account: string): Promise<AccountTerms> {
      const [plan, overage] = await orUnavailable(client.hmget(names.account(account), 'plan', 'overage'));
      return { plan: (plan ?? 'free') as Plan, overage: overage === 'on' };
    },

    async counts(entry: Payer, terms: AccountTerms) {
      const limit = limitOf(entry, terms);
      return { cap: limit.cap, ...(await reservations.counts(limit)) };
    },
  };
}

/**
 * The limit of a verification. An Enterprise key with its own cap is counted separately; all other keys count for their
 * account. Fails with `quota_exceeded`, or with `bank_busy` when the wait ends without a reservation.
 */
export function limitOf({ account, scope, contract }: Payer, { plan, overage }: AccountTerms): Limit {
  const { cap } = inForce(plan, contract);
  const ownContract = plan === 'enterprise' && contract.cap !== null;
  const counter = ownContract ? scope : 'all';
  return {
    window: plans[plan].window,
    cap,
    counter: { account, of: 'verifications', scope: counter },
    overage: overage && plans[plan].overageEtb !== null,
    keys: (window) => [names.verifications(account, counter, window), names.held(account, counter, window)],
    exceeded: (used, retryAfterSeconds) =>
      new Failure('quota_exceeded', { used, cap: cap ?? used, retryAfterSeconds }),
    busy: () => new Failure('bank_busy'),
    ledger: (window) => names.ledger(account, window.slice(0, 'yyyy-MM'.length)),
  };
}
