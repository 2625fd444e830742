/**
 * Fetches an uncached receipt. Joins or leads the single flight of that receipt; the leader reserves one verification under
 * the cap and runs the lookup. The order of writes makes every crash err in the customer's favour
 * (docs/architecture.md#order-of-writes-and-what-a-crash-costs).
 */
import type { Entry } from '../access/authenticate.js';
import { Failure, Withdrawn } from '../api/errors.js';
import { plans } from '../api/plans.js';
import type { Reservation, Reservations } from '../metering/reservations.js';
import { type AccountTerms, limitOf, type Quota } from '../metering/verification-quota.js';
import type { Kept } from '../store/receipt-store.js';
import { type Health, refuseDown } from './bank-health.js';
import { type Line, noPlace, type QueuePlace } from './bank-queue.js';
import type { Call } from './call.js';
import type { Lead, LookUp } from './lookup.js';
import type { Cache } from './receipt-cache.js';
import {
  asOutcome,
  type Flight,
  type Flights,
  LeadLost,
  type Outcome,
  type Passenger,
} from './single-flight.js';
import { coolDownMs } from './view-limited.js';
import type { WaitingCalls } from './waiting-limits.js';

/** A receipt, and whether this call's own lookup fetched it. All other calls are served as cached. */
export interface Obtained {
  kept: Kept;
  fetched: boolean;
}

export interface ObtainDeps {
  cache: Cache;
  health: Health;
  quota: Pick<Quota, 'terms'>;
  reservations: Reservations;
  flights: Flights;
  line: Line;
  waitingCalls: WaitingCalls;
  lookUp: LookUp;
  now: () => number;
}

/** @throws Failure when the bank rejects the receipt or could not be asked; Withdrawn when the caller has disconnected */
export type Obtain = (call: Call) => Promise<Obtained>;

/** Operator and demo calls have the priority of the Free plan. */
const priorityWithoutPlan = 2;

/** The account and the quota reservation of a charged call. */
interface Charge {
  entry: Entry;
  place: Reservation;
}

/** What a call keeps when it has to start over: its place in the queue and its reservation. */
interface Held {
  queue: QueuePlace;
  place: Reservation | null;
}

/** What a call that leads the lookup needs. */
interface Departure {
  lead: Lead;
  /** Null without an account. */
  charge: Charge | null;
}

export function createObtain(deps: ObtainDeps): Obtain {
  return (call) =>
    admitted(deps, call).then((leave) =>
      obtain(deps, call, { queue: noPlace(), place: null }).finally(leave),
    );
}

/** Checks the bank's health first: `provider_down` takes precedence over `too_many_waiting`. @throws Failure with either */
async function admitted({ health, waitingCalls }: ObtainDeps, call: Call): Promise<() => void> {
  refuseDown(health, call.realm, call.target.provider);
  return await waitingCalls.enter(call, call.promised);
}

function obtain(deps: ObtainDeps, call: Call, held: Held): Promise<Obtained> {
  return depart(deps, call, held).then((got) => ('kept' in got ? got : lead(deps, call, got)));
}

async function depart(deps: ObtainDeps, call: Call, { queue, ...held }: Held): Promise<Obtained | Departure> {
  const { entry, owner, realm, target, id, signal, onPosition } = call;
  const terms = entry && termsOf(deps, entry);
  const priority = async () => (terms ? plans[(await terms).plan].priority : priorityWithoutPlan);
  const bank = `${realm}:${target.provider}`;
  const passenger: Passenger = {
    id,
    signal,
    onPosition,
    // If this fails, the leader keeps its place until the next poll.
    raise: async (leader) =>
      await deps.line
        .raise(bank, leader, { priority: await priority(), owner, place: queue })
        .catch(() => false),
    inherit: (place) => {
      queue.lent = place;
    },
  };
  let { place } = held;
  try {
    for (;;) {
      refuseDown(deps.health, realm, target.provider);
      const joined = await deps.flights.join(receiptOf(deps, call), passenger);
      if ('body' in joined) return { kept: deps.cache.parse(joined.body), fetched: false };
      const { flight } = joined;
      if (entry === null || terms === null) return departure(flight, await priority(), queue, null);

      place ??= await holdOrLand(deps, call, entry, terms, flight);
      if (place) {
        const charge = { entry, place };
        place = null;
        return departure(flight, await priority(), queue, charge);
      }
      const reserved = await holdPatiently(deps, call, entry, await terms);
      if ('kept' in reserved) return reserved;
      place = reserved.place;
    }
  } finally {
    await place?.release().catch(() => undefined);
  }
}

function departure(flight: Flight, priority: number, place: QueuePlace, charge: Charge | null): Departure {
  return { lead: { flight, priority, place }, charge };
}

/** Loaded while the single flight is being joined. Calls that wait for another's lookup never use it, so errors are ignored here. */
function termsOf({ quota }: ObtainDeps, { account }: Entry): Promise<AccountTerms> {
  const terms = quota.terms(account);
  terms.catch(() => undefined);
  return terms;
}

/**
 * Reserves a verification if one is free. If no reservation is free, gives up leadership before waiting, so that a
 * caller who can pay may lead.
 * @returns null when every verification left is reserved by running calls
 * @throws Failure `quota_exceeded`
 */
async function holdOrLand(
  { reservations }: ObtainDeps,
  call: Call,
  entry: Entry,
  terms: Promise<AccountTerms>,
  flight: Flight,
): Promise<Reservation | null> {
  try {
    const place = await reservations.tryReserve(limitOf(entry, await terms), placeOf(call));
    if (place === null) await flight.land({ kind: 'withdrawn' });
    return place;
  } catch (error) {
    await flight.land({ kind: 'withdrawn' }).catch(() => undefined);
    throw error;
  }
}

/** Waits for a reservation. If the cap is used up in the end, the call is still served when its receipt was cached meanwhile. */
async function holdPatiently(
  { reservations, cache }: ObtainDeps,
  call: Call,
  entry: Entry,
  terms: AccountTerms,
): Promise<{ place: Reservation } | Obtained> {
  try {
    const { deadline, signal } = call;
    const limit = limitOf(entry, terms);
    return { place: await reservations.reserve(limit, placeOf(call), { deadline, signal }) };
  } catch (error) {
    const kept = error instanceof Failure ? await cache.read(call.realm, call.target) : null;
    if (kept === null) throw error;
    return { kept, fetched: false };
  }
}

/**
 * Runs the lookup, then stores the receipt, commits the reservation and completes the single flight, in this order. A call
 * that was suspended for longer than its lease may find the receipt stored by another: it is served as cached, not charged.
 */
async function lead(deps: ObtainDeps, call: Call, { lead: asking, charge }: Departure): Promise<Obtained> {
  const { flight, place: queue } = asking;
  const startedAt = deps.now();
  try {
    const fetched = await deps.lookUp(call, asking);
    const { kept, first } = await deps.cache.keep(call.realm, call.target, fetched);
    if (first) {
      await charge?.place.commit({
        requestId: call.requestId,
        prefix: charge.entry.prefix,
        provider: call.target.provider,
        realm: call.realm,
        egress: kept.egressSource,
        ms: deps.now() - startedAt,
      });
    } else {
      // If this fails, the reservation expires with its lease.
      await charge?.place.release().catch(() => undefined);
    }
    // Not awaited, so that the answer is not delayed: if it fails, waiting calls find the receipt in the cache.
    flight.land({ kind: 'settled' }).catch(() => undefined);
    return { kept, fetched: first };
  } catch (error) {
    if (error instanceof LeadLost) {
      await flight.land({ kind: 'withdrawn' }).catch(() => undefined);
      return await obtain(deps, call, { queue, place: charge?.place ?? null });
    }
    const outcome = outcomeOf(error, queue);
    const cools = call.provider.viewLimited && outcome.kind === 'failed';
    await flight.land(outcome, cools ? coolDownMs : 0).catch(() => undefined);
    // If this fails, the reservation expires with its lease.
    await charge?.place.release().catch(() => undefined);
    throw error;
  }
}

/** Failures caused by this caller or by Redis, not by the bank: waiting callers should run the lookup themselves. */
function outcomeOf(error: unknown, { own, lent }: QueuePlace): Outcome {
  const place = lent ?? own;
  if (error instanceof Withdrawn) return { kind: 'withdrawn', place };
  if (!(error instanceof Failure)) return asOutcome(new Failure('internal'));
  return error.kind.bankAsked ? asOutcome(error) : { kind: 'withdrawn', place };
}

function placeOf({ place, id }: Call): string {
  return place ?? id;
}

function receiptOf({ cache }: ObtainDeps, { realm, target }: Call): string {
  return cache.nameOf(realm, target);
}
