/**
 * One lookup per receipt at a time, across all processes: whoever asks for a receipt that is being fetched waits
 * for that outcome, success or failure, and is not charged.
 */
import { Failure, type FailureDetails, type FailureName, withdrawalOf } from '../api/errors.js';
import * as names from '../store/key-names.js';
import { createLeases } from '../store/leases.js';
import { persistent } from '../store/persistent.js';
import type { Bus, Ear } from '../store/pubsub.js';
import type { Scripts } from '../store/scripts.js';

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

  /** @param followed the call whose flight it has followed so far, '' for none */
  function takeOff(receipt: string, call: string, mark: string, followed: string) {
    const keys = [receipt, names.flight(receipt), names.coolDown(receipt), names.landed(receipt, followed)];
    return scripts.run('single-flight-join', keys, [call, leaseMs, mark, spentMs, followed]);
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
      const [answer, value] = await takeOff(this.receipt, this.call, this.mark, '');
      if (answer === 'cooling') readOutcome(String(value));
      // A mark that came back late may have ended meanwhile.
      if (answer !== 'lead' || (spends && performance.now() - askedAt > leaseMs)) throw new LeadLost();
      this.mark = '';
    }

    async land(outcome: Outcome, coolDownMs = 0): Promise<void> {
      const { receipt, call, mark } = this;
      flying.remove(this);
      const keys = [names.flight(receipt), names.landed(receipt, call), names.coolDown(receipt)];
      const end = () =>
        scripts.run('single-flight-complete', keys, [
          call,
          JSON.stringify(outcome),
          outcomeMs,
          coolDownMs,
          mark,
        ]);
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

  async function join(receipt: string, passenger: Passenger, ear: Ear): ReturnType<Flights['join']> {
    const { id: call, signal, raise, inherit, onPosition } = passenger;
    let followed = '';
    let isRaised = false;
    for (;;) {
      closing?.throwIfAborted();
      const askedAt = performance.now();
      const [answer, value] = await takeOff(receipt, call, '', followed);
      if (answer === 'kept') return { body: String(value) };
      if (answer === 'lead') return { flight: new LedFlight(receipt, call, askedAt) };
      if (answer === 'follow') {
        if (value !== followed) onPosition?.(null);
        isRaised = raise === undefined || (isRaised && value === followed);
        followed = String(value);
        isRaised ||= (await raise?.(followed)) ?? true;
        await ear.wait(isRaised ? lookMs : raiseMs, signal);
        if (signal?.aborted) throw withdrawalOf(signal);
        continue;
      }
      const outcome = readOutcome(String(value));
      if (outcome.kind === 'withdrawn' && outcome.place) inherit?.(outcome.place);
      followed = '';
    }
  }

  return {
    async join(receipt, passenger) {
      // Before it looks: what is said of the receipt from then on is not missed.
      const ear = bus.listen(receipt);
      try {
        return await join(receipt, passenger, ear);
      } finally {
        ear.close();
      }
    },
  };
}

/** What is said of a view that was spent by a process which then died. */
export function asInterrupted(): Failure {
  const message =
    'The lookup was interrupted after the bank had been asked; the link is not opened again at once.';
  return new Failure('bank_timeout', { message, retry: 'never' });
}

/** The spent mark of one call: its own is told from another's. */
function markOf(call: string): string {
  return JSON.stringify({ ...asOutcome(asInterrupted()), call });
}

/** @param text an outcome as `land` has stored it @throws Failure where it is one */
export function readOutcome(text: string): Exclude<Outcome, { kind: 'failed' }> {
  const outcome = JSON.parse(text) as Outcome;
  if (outcome.kind === 'failed') throw new Failure(outcome.failure, outcome.details);
  return outcome;
}

/** What a failure says of the receipt, and not of whose call it was. */
const saidOfReceipt = ['message', 'receipt', 'httpStatus', 'retry', 'retryAfterSeconds'] as const;

/** A failure as it is left for others. */
export function asOutcome({ failure, details }: Failure): Outcome {
  const said = Object.fromEntries(saidOfReceipt.map((name) => [name, details[name]]));
  return { kind: 'failed', failure, details: said as FailureDetails };
}
