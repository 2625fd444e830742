/** Verification caps: a place is held before the bank is asked, and becomes a count or is given back. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry } from './auth.js';
import { figure } from './auth.js';
import { Failure, withdrawalOf } from './errors.js';
import { inForce, plans } from './plans.js';
import { createRounds } from './rounds.js';
import * as names from './store/keys.js';
import { reach, type Scripts } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';
import type { Plan } from './types.js';
import { secondsUntil, type Window, windowAt } from './windows.js';

/** A crashed process gives its places back after this long. */
const leaseMs = 30_000;
const renewal = { periodMs: 10_000, tickMs: 500 };
/** How often a call that waits for the rest of the cap looks again: two commands a second for each. */
const lookAgainMs = 500;
/** Counts and ledger are kept this long past their window. */
const keepMs = 400 * 86_400_000;

export interface AccountTerms {
  plan: Plan;
  overage: boolean;
}

/** What one verification is charged to. */
interface Charge {
  account: string;
  /** `all` for the account; the prefix of an Enterprise key with a cap of its own. */
  scope: string;
  cap: number | null;
  overage: boolean;
  window: Window;
}

/** Facts of a counted verification, for the ledger. Never the reference itself: it opens a receipt. */
export interface LedgerEntry {
  requestId: string;
  prefix: string;
  provider: string;
  realm: string;
  egress: string;
  ms: number;
}

/** A place held under the cap. Exactly one of `settle` and `release` is called, once. */
export interface Place {
  settle(entry: LedgerEntry): Promise<void>;
  release(): Promise<void>;
}

export interface Patience {
  /** The moment at which the wait is over, by `performance.now()`. */
  deadline: number;
  signal?: AbortSignal | undefined;
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
  hold(entry: Entry, terms: AccountTerms, call: string, patience: Patience): Promise<Place>;
  /** A place, or null where the rest of the cap is held by running calls. @throws Failure `quota_exceeded` */
  tryHold(entry: Entry, terms: AccountTerms, call: string): Promise<Place | null>;
  counts(entry: Pick<Entry, 'account' | 'scope' | 'contract'>, terms: AccountTerms): Promise<Counts>;
}

export interface QuotaDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  timeZone: string;
  /** Whoever waits when it aborts gets its reason. */
  closing?: AbortSignal;
  now: () => number;
}

export function createQuota(deps: QuotaDeps): Quota {
  const { store, scripts, timeZone, closing, now } = deps;
  const { client } = store;

  function chargeOf(
    entry: Pick<Entry, 'account' | 'scope' | 'contract'>,
    terms: AccountTerms,
    at: number,
  ): Charge {
    const { cap } = inForce(terms.plan, entry.contract);
    const ownContract = terms.plan === 'enterprise' && entry.contract.cap !== null;
    return {
      account: entry.account,
      scope: ownContract ? entry.scope : 'all',
      cap,
      overage: terms.overage && plans[terms.plan].overageEtb !== null,
      window: windowAt(plans[terms.plan].window, at, timeZone),
    };
  }

  const places = createRounds<HeldPlace>({
    ...renewal,
    onTick(due) {
      for (const [held, calls] of callsByKey(due)) {
        scripts.run('renew', [held], [leaseMs, ...calls]).catch(() => undefined);
      }
    },
  });

  class HeldPlace implements Place {
    constructor(
      readonly charge: Charge,
      readonly call: string,
    ) {
      places.add(this);
    }

    async settle(entry: LedgerEntry): Promise<void> {
      const { charge, call } = this;
      places.remove(this);
      const { counted, held } = keysOf(charge);
      const month = windowAt('month', charge.window.startsAt, timeZone).name;
      const fields = Object.entries(entry).flat();
      await scripts.run(
        'settle',
        [counted, held, names.ledger(charge.account, month)],
        [call, charge.cap ?? '', charge.window.endsAt, keepMs, ...fields],
      );
    }

    async release(): Promise<void> {
      places.remove(this);
      await reach(client.zrem(keysOf(this.charge).held, this.call));
    }
  }

  /** @returns what the script said, asked again under the store's own clock when ours had the wrong window */
  async function ask(entry: Entry, terms: AccountTerms, call: string) {
    let at = now();
    for (;;) {
      const charge = chargeOf(entry, terms, at);
      const { counted, held } = keysOf(charge);
      const { startsAt, endsAt } = charge.window;
      const limits = [call, leaseMs, charge.cap ?? '', charge.overage ? '1' : '0', startsAt, endsAt];
      const [answer, used, storeNow] = await scripts.run('hold', [counted, held], limits);
      if (answer !== 'window') return { answer, used: Number(used), now: Number(storeNow), charge };
      at = Number(storeNow);
    }
  }

  async function tryHold(entry: Entry, terms: AccountTerms, call: string): Promise<Place | null> {
    const { answer, used, now: at, charge } = await ask(entry, terms, call);
    if (answer === 'held') return new HeldPlace(charge, call);
    if (answer === 'wait') return null;
    throw new Failure('quota_exceeded', {
      used,
      cap: charge.cap ?? used,
      retryAfterSeconds: secondsUntil(charge.window.endsAt, at),
    });
  }

  return {
    async terms(account) {
      const [plan, overage] = await reach(client.hmget(names.account(account), 'plan', 'overage'));
      return { plan: (plan ?? 'free') as Plan, overage: overage === 'on' };
    },

    tryHold,

    async hold(entry, terms, call, { deadline, signal }) {
      for (;;) {
        const place = await tryHold(entry, terms, call);
        if (place) return place;
        if (signal?.aborted) throw withdrawalOf(signal);
        closing?.throwIfAborted();
        if (performance.now() >= deadline) throw new Failure('bank_busy');
        await sleep(lookAgainMs);
      }
    },

    async counts(entry, terms) {
      const charge = chargeOf(entry, terms, now());
      const [used, overage] = await reach(client.hmget(keysOf(charge).counted, 'used', 'overage'));
      return {
        window: charge.window,
        cap: charge.cap,
        used: figure(used) ?? 0,
        overage: figure(overage) ?? 0,
      };
    },
  };
}

/** Of one account there may be thousands: they are renewed in one go. */
function callsByKey(places: readonly { charge: Charge; call: string }[]): Map<string, string[]> {
  const calls = new Map<string, string[]>();
  for (const { charge, call } of places) {
    const { held } = keysOf(charge);
    calls.set(held, [...(calls.get(held) ?? []), call]);
  }
  return calls;
}

function keysOf({ account, scope, window }: Charge): { counted: string; held: string } {
  return {
    counted: names.verifications(account, scope, window.name),
    held: names.held(account, scope, window.name),
  };
}
