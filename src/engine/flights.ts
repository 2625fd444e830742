/**
 * One lookup per receipt at a time, across all processes: whoever asks for a receipt that is being fetched waits
 * for that outcome, success or failure, and is not charged.
 */
import { Failure, type FailureDetails, type FailureName, withdrawalOf } from './errors.js';
import type { Bus } from './store/bus.js';
import * as names from './store/keys.js';
import { createLeases } from './store/leases.js';
import { persistent } from './store/persistent.js';
import type { Scripts } from './store/scripts.js';

/** A flight whose process died is over after this long. */
const leaseMs = 15_000;
const renewal = { periodMs: 5_000, tickMs: 250 };
/** A follower looks this often, in case a message was lost. */
const lookMs = 2_000;
/** A leader that does not stand in the queue yet is looked for again after this long. */
const raiseMs = 250;
/** An outcome is left for longer than any follower needs to look. */
const outcomeMs = 60_000;

/**
 * How a flight ends. Withdrawn: its call ended before the bank was asked, somebody else has to lead, from the place that
 * it had in the bank's queue.
 */
export type Outcome =
  | { kind: 'settled' }
  | { kind: 'withdrawn'; place?: string | null }
  | { kind: 'failed'; failure: FailureName; details: FailureDetails };

export interface Flight {
  /**
   * Called when the bank is about to be asked. `spends`: the link opens a few times only, and that a view is spent has to
   * be noted first, in one step with finding out that this call leads.
   * @throws LeadLost; Failure of a call that has spent a view lately
   */
  mayAsk(spends: boolean): Promise<void>;
  /** @param coolDownMs for how long this failure answers for everybody; 0: not at all */
  land(outcome: Outcome, coolDownMs?: number): Promise<void>;
}

/** Another call leads by now, or has stored the receipt: this one has stood still for longer than its lease. */
export class LeadLost extends Error {
  override readonly name = 'LeadLost';
}

export interface Passenger {
  /** Names the call among all processes. */
  id: string;
  /** Lends a leader this call's place in the bank's queue. @returns false when the leader does not stand there (yet) */
  raise?: ((leader: string) => Promise<boolean>) | undefined;
  /** Told the place in the queue that a leader has left. */
  inherit?: ((place: string) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Told when another call's flight is followed: this one stands in no line of its own. */
  onPosition?: ((position: null) => void) | undefined;
}

export interface Flights {
  /**
   * The body of the receipt, when it is kept or another call fetches it; else the flight, for this call to lead.
   * @throws Failure of the flight that was followed, or of one that ended lately where that is held against it;
   * Withdrawn when the caller is gone
   */
  join(receipt: string, passenger: Passenger): Promise<{ body: string } | { flight: Flight }>;
}

export interface FlightsOptions {
  /**
   * How long a spent mark answers for everybody when its call never comes back. No call that stands still between the
   * mark and the bank's answer for less than this, minus an attempt, has its link opened a second time by another.
   */
  spentMs: number;
  /** From when it aborts nobody leads or follows any more, with its reason. */
  closing?: AbortSignal;
}

export function createFlights(scripts: Scripts, bus: Bus, { spentMs, closing }: FlightsOptions): Flights {
  const flying = createLeases<LedFlight>({
    ...renewal,
    keyOf: ({ receipt }) => names.flight(receipt),
    renew: (_, flights) => Promise.all(flights.map((flight) => flight.extend())),
  });

  function takeOff(receipt: string, call: string, mark = '') {
    const keys = [receipt, names.flight(receipt), names.coolDown(receipt)];
    return scripts.run('takeoff', keys, [call, leaseMs, mark, spentMs]);
  }

  class LedFlight implements Flight {
    /** Until when nobody else can lead, by `performance.now()`. */
    private safeUntil: number;
    /** The spent mark as it may be in the store, while the bank has not been asked. */
    private mark = '';

    constructor(
      readonly receipt: string,
      readonly call: string,
      askedAt: number,
    ) {
      this.safeUntil = askedAt + leaseMs;
      flying.add(this);
    }

    async extend(): Promise<void> {
      const { receipt, call } = this;
      const askedAt = performance.now();
      const [leads] = await scripts.run('lease', [names.flight(receipt)], [call, leaseMs, 'keep']);
      this.safeUntil = leads === 1 ? askedAt + leaseMs : 0;
    }

    async mayAsk(spends: boolean): Promise<void> {
      const askedAt = performance.now();
      if (!spends && askedAt < this.safeUntil) return;
      if (spends) this.mark = markOf(this.call);
      const [answer, value] = await takeOff(this.receipt, this.call, this.mark);
      if (answer === 'cooling') unlessFailed(JSON.parse(String(value)) as Outcome);
      // A mark that came back late may have ended meanwhile.
      if (answer !== 'lead' || (spends && performance.now() - askedAt > leaseMs)) throw new LeadLost();
      this.mark = '';
    }

    async land(outcome: Outcome, coolDownMs = 0): Promise<void> {
      const { receipt, call, mark } = this;
      flying.remove(this);
      const keys = [names.flight(receipt), names.landed(receipt, call), names.coolDown(receipt)];
      const end = () =>
        scripts.run('land', keys, [call, JSON.stringify(outcome), outcomeMs, coolDownMs, mark]);
      try {
        await end();
      } catch (error) {
        // The mark would answer everybody that a view was spent, and none was.
        if (mark !== '') persistent.execute(end).catch(() => undefined);
        throw error;
      }
      await bus.announce(receipt);
    }
  }

  /** @returns the receipt, or null when somebody else has to lead */
  async function follow(receipt: string, leader: string, passenger: Passenger): Promise<string | null> {
    const { signal, raise, inherit } = passenger;
    const keys = [receipt, names.flight(receipt), names.landed(receipt, leader)];
    const ear = bus.listen(receipt);
    let isRaised = raise === undefined;
    try {
      for (;;) {
        const [where, value] = await scripts.run('follow', keys, [leader]);
        if (where === 'kept') return String(value);
        if (where === 'lost') return null;
        if (where === 'landed') {
          const outcome = JSON.parse(String(value)) as Outcome;
          if (outcome.kind === 'withdrawn' && outcome.place) inherit?.(outcome.place);
          return unlessFailed(outcome);
        }
        closing?.throwIfAborted();
        isRaised ||= (await raise?.(leader)) ?? true;
        await ear.wait(isRaised ? lookMs : raiseMs, signal);
        if (signal?.aborted) throw withdrawalOf(signal);
      }
    } finally {
      ear.close();
    }
  }

  return {
    async join(receipt, passenger) {
      const { id: call, onPosition } = passenger;
      for (;;) {
        closing?.throwIfAborted();
        const askedAt = performance.now();
        const [answer, value] = await takeOff(receipt, call);
        if (answer === 'kept') return { body: String(value) };
        if (answer === 'lead') return { flight: new LedFlight(receipt, call, askedAt) };
        if (answer === 'cooling') unlessFailed(JSON.parse(String(value)) as Outcome);
        onPosition?.(null);
        const body = await follow(receipt, String(value), passenger);
        if (body !== null) return { body };
      }
    },
  };
}

/** What is said of a view that was spent by a process which then died. */
export const interrupted: Outcome & { kind: 'failed' } = {
  kind: 'failed',
  failure: 'bank_timeout',
  details: {
    message:
      'The lookup was interrupted after the bank had been asked; the link is not opened again at once.',
    retry: 'never',
  },
};

/** The spent mark of one call: its own is told from another's. */
function markOf(call: string): string {
  return JSON.stringify({ ...interrupted, call });
}

/** @throws Failure */
export function unlessFailed(outcome: Outcome): null {
  if (outcome.kind === 'failed') throw new Failure(outcome.failure, outcome.details);
  return null;
}

/** A failure as it is left for others: what it says of the receipt, not whose call it was. */
export function asOutcome({ failure, details }: Failure): Outcome {
  const { message, receipt, httpStatus, retry, retryAfterSeconds } = details;
  return {
    kind: 'failed',
    failure,
    details: {
      ...(message !== undefined && { message }),
      ...(receipt !== undefined && { receipt }),
      ...(httpStatus !== undefined && { httpStatus }),
      ...(retry !== undefined && { retry }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
}
