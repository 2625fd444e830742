/**
 * How an uncached receipt is obtained: one flight for everybody who asks for it, a place under the cap for whoever
 * leads it, and everything kept in the order that can only err in the customer's favour
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

/** A receipt, and whether this call's own lookup fetched it: everybody else is served as cached. */
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

/** @throws Failure with the bank's no or why the bank could not be asked; Withdrawn when the caller is gone */
export type Obtain = (call: Call) => Promise<Obtained>;

/** The operator and the demo wait where the Free plan does. */
const priorityWithoutPlan = 2;

/** What a charged call holds while it flies. */
interface Charge {
  entry: Entry;
  place: Reservation;
}

/** What a call keeps, however often it has to set out anew. */
interface Held {
  queue: QueuePlace;
  place: Reservation | null;
}

/** What a call that has to ask the bank itself sets out with. */
interface Departure {
  lead: Lead;
  /** Null for whoever has no account. */
  charge: Charge | null;
}

export function createObtain(deps: ObtainDeps): Obtain {
  return (call) =>
    admitted(deps, call).then((leave) =>
      obtain(deps, call, { queue: noPlace(), place: null }).finally(leave),
    );
}

/** A bank that is down is said to be down, however many wait. @throws Failure `provider_down`, `too_many_waiting` */
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
    // Where this fails, the leader stays where it is until the next look.
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

/** Asked for while the flight is being joined: who follows another's never needs them. */
function termsOf({ quota }: ObtainDeps, { account }: Entry): Promise<AccountTerms> {
  const terms = quota.terms(account);
  terms.catch(() => undefined);
  return terms;
}

/**
 * A place, where one is free. Where not, the flight is landed first: nobody may lead one who cannot pay for it yet.
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

/** A call that finds the cap spent in the end is still served when its receipt has arrived while it waited. */
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
 * Receipt stored, reservation counted, flight ended: in this order. A call that stood still for longer than its flight's
 * lease may find that another has stored the receipt: it is served as cached and not charged.
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
      // Where this fails, the place expires with its lease.
      await charge?.place.release().catch(() => undefined);
    }
    // Sent before the answer, which does not wait for it: followers find the receipt also when they are not told.
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
    // Where this fails, the place expires with its lease.
    await charge?.place.release().catch(() => undefined);
    throw error;
  }
}

/** What ends this call without a word of the bank leaves the flight to somebody else. */
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
