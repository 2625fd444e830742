/**
 * Fetches an uncached receipt. Joins or leads the single flight of that receipt; the leader reserves one verification under
 * the cap and runs the lookup. The order of writes makes every crash err in the customer's favour
 * (docs/architecture.md#order-of-writes-and-what-a-crash-costs).
 */
import { Failure, Withdrawn } from '../api/errors.js';
import { plans } from '../api/plans.js';
import type { Limit, Reservation, Reservations } from '../metering/reservations.js';
import { limitOf, type VerificationQuota } from '../metering/verification-quota.js';
import type { CachedReceipt } from '../store/receipt-store.js';
import { assertUp, type Health } from './bank-health.js';
import { type BankQueue, QueuePlace } from './bank-queue.js';
import type { Call } from './call.js';
import type { Lookup } from './lookup.js';
import type { ReceiptCache } from './receipt-cache.js';
import {
  type Follower,
  type LeadLookup,
  LeadLost,
  type LookupOutcome,
  type SingleFlight,
  toOutcome,
} from './single-flight.js';
import { failureCooldownMs } from './view-limited.js';
import type { WaitingCalls } from './waiting-limits.js';

/** A receipt, and whether this call's own lookup fetched it. All other calls are served as cached. */
export interface FetchedReceipt {
  kept: CachedReceipt;
  fetched: boolean;
}

interface FetchReceiptDeps {
  cache: ReceiptCache;
  health: Health;
  quota: Pick<VerificationQuota, 'planOf'>;
  reservations: Reservations;
  singleFlight: SingleFlight;
  bankQueue: BankQueue;
  waitingCalls: WaitingCalls;
  lookup: Lookup;
  now: () => number;
}

/** @throws Failure when the bank rejects the receipt or could not be asked; Withdrawn when the caller has disconnected */
export type FetchReceipt = (call: Call) => Promise<FetchedReceipt>;

/** Operator and demo calls have the priority of the Free plan. */
const defaultPriority = 2;

/** What the plan of a call's account says. */
interface Terms {
  /** Null for a call that is not charged. */
  limit: Limit | null;
  /** Lower is served first. */
  priority: number;
}

/** Not `async`, nor is `obtain`: each pending await frame stays in memory for every caller in the queue (10,000 of them). */
export function createFetchReceipt(deps: FetchReceiptDeps): FetchReceipt {
  return (call) =>
    admitted(deps, call).then((leave) => {
      const fetch = new Fetch(deps, call);
      return fetch.obtain().finally(() => {
        leave();
        return fetch.release();
      });
    });
}

/** Checks the bank's health first: `provider_down` takes precedence over `too_many_waiting`. @throws Failure with either */
async function admitted({ health, waitingCalls }: FetchReceiptDeps, call: Call): Promise<() => void> {
  assertUp(health, call.realm, call.target.provider);
  return await waitingCalls.enter(call);
}

/** One call on the way to its receipt. When it has to start over, it keeps its place in the queue and its reservation. */
class Fetch implements Follower {
  readonly #place = new QueuePlace();
  readonly #terms: Promise<Terms>;
  #reservation: Reservation | null = null;

  constructor(
    private readonly deps: FetchReceiptDeps,
    private readonly call: Call,
  ) {
    this.#terms = termsOf(deps, call);
    // Loaded while the single flight is being joined. Calls that wait for another's lookup never use it, so errors are ignored here.
    this.#terms.catch(() => undefined);
  }

  obtain(): Promise<FetchedReceipt> {
    return this.#acquire().then((got) => ('kept' in got ? got : this.#runLookup(got)));
  }

  /** Gives back a reservation that was not needed. If this fails, it expires with its lease. */
  async release(): Promise<void> {
    await this.#reservation?.release().catch(() => undefined);
  }

  /** @returns the receipt, or a flight to lead, with a reservation if the call is charged */
  async #acquire(): Promise<FetchedReceipt | LeadLookup> {
    const { cache, health, singleFlight } = this.deps;
    const { realm, target } = this.call;
    for (;;) {
      assertUp(health, realm, target.provider);
      const joined = await singleFlight.joinOrLead(cache.keyOf(realm, target), this.call, this);
      if ('body' in joined) return { kept: cache.parse(joined.body), fetched: false };
      if (await this.#reserveOrAbandon(joined.flight)) return joined.flight;
      const kept = await this.#waitForReservation();
      if (kept) return kept;
    }
  }

  /** If this fails, the leader keeps its place until the next poll. */
  async raise(leader: string): Promise<boolean> {
    const { owner, realm, target } = this.call;
    const { priority } = await this.#terms;
    const follower = { priority, owner, place: this.#place };
    return await this.deps.bankQueue
      .raise(`${realm}:${target.provider}`, leader, follower)
      .catch(() => false);
  }

  inherit(place: string): void {
    this.#place.lent = place;
  }

  /**
   * Reserves a verification if one is free. If no reservation is free, gives up leadership before waiting, so that a
   * caller who can pay may lead.
   * @returns false when every verification left is reserved by running calls
   * @throws Failure `quota_exceeded`
   */
  async #reserveOrAbandon(flight: LeadLookup): Promise<boolean> {
    try {
      const { limit } = await this.#terms;
      if (limit === null || this.#reservation) return true;
      this.#reservation = await this.deps.reservations.tryReserve(limit, reservationId(this.call));
      if (this.#reservation === null) await flight.complete({ kind: 'withdrawn' });
      return this.#reservation !== null;
    } catch (error) {
      await flight.complete({ kind: 'withdrawn' }).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Waits for a reservation. If the cap is used up in the end, the call is still served when its receipt was cached meanwhile.
   * @returns null when it has a reservation
   */
  async #waitForReservation(): Promise<FetchedReceipt | null> {
    const { reservations, cache } = this.deps;
    const { realm, target } = this.call;
    try {
      const { limit } = await this.#terms;
      this.#reservation = limit && (await reservations.reserve(limit, reservationId(this.call), this.call));
      return null;
    } catch (error) {
      const kept = error instanceof Failure ? await cache.read(realm, target) : null;
      if (kept === null) throw error;
      return { kept, fetched: false };
    }
  }

  /**
   * Runs the lookup, then stores the receipt, commits the reservation and completes the single flight, in this order. A call
   * that was suspended for longer than its leases may find the receipt stored by another, or its reservation expired: it is not
   * charged, and is served as cached. When another call leads by now, it starts over.
   */
  async #runLookup(flight: LeadLookup): Promise<FetchedReceipt> {
    const { cache, lookup, now } = this.deps;
    const { realm, target, provider } = this.call;
    try {
      const { priority } = await this.#terms;
      const startedAt = now();
      const receipt = await lookup(this.call, { flight, priority, place: this.#place });
      const { kept, first } = await cache.put(realm, target, receipt);
      const fetched = first && (await this.#commit(kept, now() - startedAt));
      // Not awaited, so that the answer is not delayed: if it fails, waiting calls find the receipt in the cache.
      flight.complete({ kind: 'settled' }).catch(() => undefined);
      return { kept, fetched };
    } catch (error) {
      const outcome = outcomeOf(error, this.#place);
      const cools = provider.viewLimited && outcome.kind === 'failed';
      await flight.complete(outcome, cools ? failureCooldownMs : 0).catch(() => undefined);
      if (error instanceof LeadLost) return await this.obtain();
      throw error;
    }
  }

  /** Counts the verification, if the call is charged. @returns false when its reservation has expired */
  async #commit({ egressSource: egress }: CachedReceipt, ms: number): Promise<boolean> {
    const { entry, requestId, realm, target } = this.call;
    if (entry === null || this.#reservation === null) return true;
    const facts = { requestId, prefix: entry.prefix, provider: target.provider, realm, egress, ms };
    const { counted } = await this.#reservation.commit(facts);
    this.#reservation = null;
    return counted;
  }
}

async function termsOf({ quota }: FetchReceiptDeps, { entry }: Call): Promise<Terms> {
  if (entry === null) return { limit: null, priority: defaultPriority };
  const terms = await quota.planOf(entry.account);
  return { limit: limitOf(entry, terms), priority: plans[terms.plan].priority };
}

/** Failures caused by this caller or by Redis, not by the bank: waiting callers should run the lookup themselves. */
function outcomeOf(error: unknown, { own, lent }: QueuePlace): LookupOutcome {
  if (error instanceof LeadLost) return { kind: 'withdrawn' };
  const place = lent ?? own;
  if (error instanceof Withdrawn) return { kind: 'withdrawn', place };
  if (!(error instanceof Failure)) return toOutcome(new Failure('internal'));
  return error.kind.bankAsked ? toOutcome(error) : { kind: 'withdrawn', place };
}

function reservationId({ place, id }: Call): string {
  return place ?? id;
}
