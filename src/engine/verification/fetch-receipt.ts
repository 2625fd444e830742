/**
 * Fetches an uncached receipt. Joins or leads the single flight of that receipt; the leader reserves one verification under
 * the cap and runs the lookup. The order of writes makes every crash err in the customer's favour
 * (docs/architecture.md#order-of-writes-and-what-a-crash-costs).
 */
import type { Principal } from '../access/authenticate.js';
import { Failure, Withdrawn } from '../api/errors.js';
import { plans } from '../api/plans.js';
import type { Reservation, Reservations } from '../metering/reservations.js';
import { type AccountTerms, limitOf, type VerificationQuota } from '../metering/verification-quota.js';
import type { CachedReceipt } from '../store/receipt-store.js';
import { assertUp, type Health } from './bank-health.js';
import { type BankQueue, noPlace, type QueuePlace } from './bank-queue.js';
import type { Call } from './call.js';
import type { Lead, Lookup } from './lookup.js';
import type { ReceiptCache } from './receipt-cache.js';
import {
  type LeadLookup,
  LeadLost,
  type LookupOutcome,
  type SingleFlight,
  type SingleFlightCaller,
  toOutcome,
} from './single-flight.js';
import { failureCooldownMs } from './view-limited.js';
import type { WaitingCalls } from './waiting-limits.js';

/** A receipt, and whether this call's own lookup fetched it. All other calls are served as cached. */
export interface FetchedReceipt {
  kept: CachedReceipt;
  fetched: boolean;
}

export interface FetchReceiptDeps {
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

/** The account and the quota reservation of a charged call. */
interface Charge {
  entry: Principal;
  place: Reservation;
}

/** What a call keeps when it has to start over: its place in the queue and its reservation. */
interface Held {
  queue: QueuePlace;
  place: Reservation | null;
}

/** What a call that leads the lookup needs. */
interface LeadContext {
  lead: Lead;
  /** Null without an account. */
  charge: Charge | null;
}

export function createFetchReceipt(deps: FetchReceiptDeps): FetchReceipt {
  return (call) =>
    admitted(deps, call).then((leave) =>
      obtain(deps, call, { queue: noPlace(), place: null }).finally(leave),
    );
}

/** Checks the bank's health first: `provider_down` takes precedence over `too_many_waiting`. @throws Failure with either */
async function admitted({ health, waitingCalls }: FetchReceiptDeps, call: Call): Promise<() => void> {
  assertUp(health, call.realm, call.target.provider);
  return await waitingCalls.enter(call, call.promised);
}

function obtain(deps: FetchReceiptDeps, call: Call, held: Held): Promise<FetchedReceipt> {
  return acquire(deps, call, held).then((got) => ('kept' in got ? got : runLookup(deps, call, got)));
}

async function acquire(
  deps: FetchReceiptDeps,
  call: Call,
  { queue, ...held }: Held,
): Promise<FetchedReceipt | LeadContext> {
  const { entry, owner, realm, target, id, signal, onPosition } = call;
  const terms = entry && termsOf(deps, entry);
  const priority = async () => (terms ? plans[(await terms).plan].priority : defaultPriority);
  const bank = `${realm}:${target.provider}`;
  const flightCaller: SingleFlightCaller = {
    id,
    signal,
    onPosition,
    // If this fails, the leader keeps its place until the next poll.
    raise: async (leader) =>
      await deps.bankQueue
        .raise(bank, leader, { priority: await priority(), owner, place: queue })
        .catch(() => false),
    inherit: (place) => {
      queue.lent = place;
    },
  };
  let { place } = held;
  try {
    for (;;) {
      assertUp(deps.health, realm, target.provider);
      const joined = await deps.singleFlight.joinOrLead(receiptOf(deps, call), flightCaller);
      if ('body' in joined) return { kept: deps.cache.parse(joined.body), fetched: false };
      const { flight } = joined;
      if (entry === null || terms === null) return departure(flight, await priority(), queue, null);

      place ??= await reserveOrAbandon(deps, call, entry, terms, flight);
      if (place) {
        const charge = { entry, place };
        place = null;
        return departure(flight, await priority(), queue, charge);
      }
      const reserved = await waitForReservation(deps, call, entry, await terms);
      if ('kept' in reserved) return reserved;
      place = reserved.place;
    }
  } finally {
    await place?.release().catch(() => undefined);
  }
}

function departure(
  flight: LeadLookup,
  priority: number,
  place: QueuePlace,
  charge: Charge | null,
): LeadContext {
  return { lead: { flight, priority, place }, charge };
}

/** Loaded while the single flight is being joined. Calls that wait for another's lookup never use it, so errors are ignored here. */
function termsOf({ quota }: FetchReceiptDeps, { account }: Principal): Promise<AccountTerms> {
  const terms = quota.planOf(account);
  terms.catch(() => undefined);
  return terms;
}

/**
 * Reserves a verification if one is free. If no reservation is free, gives up leadership before waiting, so that a
 * caller who can pay may lead.
 * @returns null when every verification left is reserved by running calls
 * @throws Failure `quota_exceeded`
 */
async function reserveOrAbandon(
  { reservations }: FetchReceiptDeps,
  call: Call,
  entry: Principal,
  terms: Promise<AccountTerms>,
  flight: LeadLookup,
): Promise<Reservation | null> {
  try {
    const place = await reservations.tryReserve(limitOf(entry, await terms), reservationId(call));
    if (place === null) await flight.complete({ kind: 'withdrawn' });
    return place;
  } catch (error) {
    await flight.complete({ kind: 'withdrawn' }).catch(() => undefined);
    throw error;
  }
}

/** Waits for a reservation. If the cap is used up in the end, the call is still served when its receipt was cached meanwhile. */
async function waitForReservation(
  { reservations, cache }: FetchReceiptDeps,
  call: Call,
  entry: Principal,
  terms: AccountTerms,
): Promise<{ place: Reservation } | FetchedReceipt> {
  try {
    const { deadline, signal } = call;
    const limit = limitOf(entry, terms);
    return { place: await reservations.reserve(limit, reservationId(call), { deadline, signal }) };
  } catch (error) {
    const kept = error instanceof Failure ? await cache.read(call.realm, call.target) : null;
    if (kept === null) throw error;
    return { kept, fetched: false };
  }
}

/**
 * Runs the lookup, then stores the receipt, commits the reservation and completes the single flight, in this order. A call
 * that was suspended for longer than its leases may find the receipt stored by another, or its reservation expired: it is not
 * charged, and is served as cached.
 */
async function runLookup(
  deps: FetchReceiptDeps,
  call: Call,
  { lead: asking, charge }: LeadContext,
): Promise<FetchedReceipt> {
  const { flight, place: queue } = asking;
  const startedAt = deps.now();
  try {
    const receipt = await deps.lookup(call, asking);
    const { kept, first } = await deps.cache.put(call.realm, call.target, receipt);
    let fetched = first;
    if (charge && first) {
      const { counted } = await charge.place.commit({
        requestId: call.requestId,
        prefix: charge.entry.prefix,
        provider: call.target.provider,
        realm: call.realm,
        egress: kept.egressSource,
        ms: deps.now() - startedAt,
      });
      fetched = counted;
    } else {
      // If this fails, the reservation expires with its lease.
      await charge?.place.release().catch(() => undefined);
    }
    // Not awaited, so that the answer is not delayed: if it fails, waiting calls find the receipt in the cache.
    flight.complete({ kind: 'settled' }).catch(() => undefined);
    return { kept, fetched };
  } catch (error) {
    if (error instanceof LeadLost) {
      await flight.complete({ kind: 'withdrawn' }).catch(() => undefined);
      return await obtain(deps, call, { queue, place: charge?.place ?? null });
    }
    const outcome = outcomeOf(error, queue);
    const cools = call.provider.viewLimited && outcome.kind === 'failed';
    await flight.complete(outcome, cools ? failureCooldownMs : 0).catch(() => undefined);
    // If this fails, the reservation expires with its lease.
    await charge?.place.release().catch(() => undefined);
    throw error;
  }
}

/** Failures caused by this caller or by Redis, not by the bank: waiting callers should run the lookup themselves. */
function outcomeOf(error: unknown, { own, lent }: QueuePlace): LookupOutcome {
  const place = lent ?? own;
  if (error instanceof Withdrawn) return { kind: 'withdrawn', place };
  if (!(error instanceof Failure)) return toOutcome(new Failure('internal'));
  return error.kind.bankAsked ? toOutcome(error) : { kind: 'withdrawn', place };
}

function reservationId({ place, id }: Call): string {
  return place ?? id;
}

function receiptOf({ cache }: FetchReceiptDeps, { realm, target }: Call): string {
  return cache.keyOf(realm, target);
}
