/**
 * One lookup per receipt at a time, across all processes: whoever asks for a receipt that is being fetched waits
 * for that outcome, success or failure, and is not charged.
 */
import { Failure, type FailureDetails, type FailureName, withdrawalOf } from './errors.js';
import { createRounds } from './rounds.js';
import type { Bus } from './store/bus.js';
import * as names from './store/keys.js';
import type { Scripts } from './store/scripts.js';

/** A flight whose process died is over after this long. */
const leaseMs = 15_000;
const renewal = { periodMs: 5_000, tickMs: 250 };
/** A follower looks this often, in case a message was lost. */
const lookMs = 2_000;
/** An outcome is left for longer than any follower needs to look. */
const outcomeMs = 60_000;

/** How a flight ends. Withdrawn: its caller left before the bank was asked, somebody else has to lead. */
export type Outcome =
  | { kind: 'settled' }
  | { kind: 'withdrawn' }
  | { kind: 'failed'; failure: FailureName; details: FailureDetails };

export interface Flight {
  /** @param coolDownMs for how long this failure answers for everybody; 0: not at all */
  land(outcome: Outcome, coolDownMs?: number): Promise<void>;
}

export interface Passenger {
  /** Names the call among all processes. */
  id: string;
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

/** @param closing from when it aborts nobody leads or follows any more, with its reason */
export function createFlights(scripts: Scripts, bus: Bus, closing?: AbortSignal): Flights {
  const flying = createRounds<LedFlight>({
    ...renewal,
    onTick(due) {
      for (const { receipt, call } of due) {
        scripts.run('extend', [names.flight(receipt)], [call, leaseMs]).catch(() => undefined);
      }
    },
  });

  class LedFlight implements Flight {
    constructor(
      readonly receipt: string,
      readonly call: string,
    ) {
      flying.add(this);
    }

    async land(outcome: Outcome, coolDownMs = 0): Promise<void> {
      const { receipt, call } = this;
      flying.remove(this);
      const keys = [names.flight(receipt), names.landed(receipt, call), names.coolDown(receipt)];
      await scripts.run('land', keys, [call, JSON.stringify(outcome), outcomeMs, coolDownMs]);
      await bus.announce(receipt);
    }
  }

  /** @returns the receipt, or null when somebody else has to lead */
  async function follow(receipt: string, leader: string, signal?: AbortSignal): Promise<string | null> {
    const keys = [receipt, names.flight(receipt), names.landed(receipt, leader)];
    const ear = bus.listen(receipt);
    try {
      for (;;) {
        const [where, value] = await scripts.run('follow', keys, [leader]);
        if (where === 'kept') return String(value);
        if (where === 'lost') return null;
        if (where === 'landed') return unlessFailed(JSON.parse(String(value)) as Outcome);
        closing?.throwIfAborted();
        await ear.wait(lookMs, signal);
        if (signal?.aborted) throw withdrawalOf(signal);
      }
    } finally {
      ear.close();
    }
  }

  return {
    async join(receipt, { id: call, signal, onPosition }) {
      const keys = [receipt, names.flight(receipt), names.coolDown(receipt)];
      for (;;) {
        closing?.throwIfAborted();
        const [answer, value] = await scripts.run('takeoff', keys, [call, leaseMs]);
        if (answer === 'kept') return { body: String(value) };
        if (answer === 'lead') return { flight: new LedFlight(receipt, call) };
        if (answer === 'cooling') unlessFailed(JSON.parse(String(value)) as Outcome);
        onPosition?.(null);
        const body = await follow(receipt, String(value), signal);
        if (body !== null) return { body };
      }
    },
  };
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
