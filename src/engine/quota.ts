/** Verification caps: a reservation is held before the bank is asked, and becomes a count or is given back. */
import type { Entry } from './auth.js';
import { Failure } from './errors.js';
import { inForce, plans } from './plans.js';
import type { Limit, Reservation, Reservations, WaitOptions } from './reservations.js';
import * as names from './store/keys.js';
import { reach } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';
import type { Plan } from './types.js';
import type { Window } from './windows.js';

export interface AccountTerms {
  plan: Plan;
  overage: boolean;
}

/** Facts of a counted verification, for the ledger. Never the reference itself: it opens a receipt. */
export type LedgerEntry = Readonly<{
  requestId: string;
  prefix: string;
  provider: string;
  realm: string;
  egress: string;
  ms: number;
}>;

/** A place held under the cap. Exactly one of `settle` and `release` is called, once. */
export interface Place {
  settle(entry: LedgerEntry): Promise<void>;
  release(): Promise<void>;
}

export interface Counts {
  window: Window;
  cap: number | null;
  used: number;
  overage: number;
}

export interface Quota {
  terms(account: string): Promise<AccountTerms>;
  /**
   * Holds a place; waits while the rest of the cap is held by running calls.
   * @throws Failure `quota_exceeded`, or `bank_busy` when the wait is over before a place is free; Withdrawn
   * when the caller is gone
   */
  hold(entry: Entry, terms: AccountTerms, call: string, wait: WaitOptions): Promise<Place>;
  /** A place, or null where the rest of the cap is held by running calls. @throws Failure `quota_exceeded` */
  tryHold(entry: Entry, terms: AccountTerms, call: string): Promise<Place | null>;
  counts(entry: Payer, terms: AccountTerms): Promise<Counts>;
}

type Payer = Pick<Entry, 'account' | 'scope' | 'contract'>;

export interface QuotaDeps {
  store: Pick<StoreConnection, 'client'>;
  reservations: Reservations;
}

export function createQuota({ store, reservations }: QuotaDeps): Quota {
  return {
    async terms(account) {
      const [plan, overage] = await reach(store.client.hmget(names.account(account), 'plan', 'overage'));
      return { plan: (plan ?? 'free') as Plan, overage: overage === 'on' };
    },

    async hold(entry, terms, call, wait) {
      return placeOf(entry, await reservations.reserve(limitOf(entry, terms), call, wait));
    },

    async tryHold(entry, terms, call) {
      const reservation = await reservations.tryReserve(limitOf(entry, terms), call);
      return reservation && placeOf(entry, reservation);
    },

    async counts(entry, terms) {
      const limit = limitOf(entry, terms);
      return { cap: limit.cap, ...(await reservations.counts(limit)) };
    },
  };
}

/** An Enterprise key with a cap of its own is counted for itself, every other for its account. */
function limitOf({ account, scope, contract }: Payer, { plan, overage }: AccountTerms): Limit {
  const { cap } = inForce(plan, contract);
  const ownContract = plan === 'enterprise' && contract.cap !== null;
  const counter = ownContract ? scope : 'all';
  return {
    window: plans[plan].window,
    cap,
    overage: overage && plans[plan].overageEtb !== null,
    keys: (window) => [names.verifications(account, counter, window), names.held(account, counter, window)],
    exceeded: (used, retryAfterSeconds) =>
      new Failure('quota_exceeded', { used, cap: cap ?? used, retryAfterSeconds }),
    busy: () => new Failure('bank_busy'),
  };
}

function placeOf({ account }: Entry, reservation: Reservation): Place {
  return {
    async settle(entry) {
      const month = reservation.window.name.slice(0, 'yyyy-MM'.length);
      await reservation.commit(names.ledger(account, month), entry);
    },
    release: () => reservation.release(),
  };
}
