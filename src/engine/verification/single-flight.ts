/**
 * One lookup per receipt at a time, across all processes. The first call leads; later calls for the same receipt wait for
 * its outcome, success or failure, and are not charged.
 */
import { Failure, type FailureDetails, type FailureName, withdrawalOf } from '../api/errors.js';
import * as names from '../store/key-names.js';
import { createLeases } from '../store/leases.js';
import type { Notifier } from '../store/pubsub.js';
import { retryPolicy, type Scripts } from '../store/scripts.js';
import type { Call } from './call.js';

/** The lease of a leader whose process died expires after this. */
const leaseMs = 15_000;
const renewal = { periodMs: 5_000, tickMs: 250 };
/** Waiting calls poll at this interval, in case a message was lost. */
const pollMs = 2_000;
/** A waiting call whose leader is not in the queue yet polls after this interval. */
const raiseMs = 250;
/** Outcomes are stored much longer than the poll interval of waiting calls. */
const outcomeMs = 60_000;

/**
 * How a single flight ends. `withdrawn`: its leader ended before the bank was asked. Another call has to lead, and inherits
 * the leader's place in the bank's queue.
 */
export type LookupOutcome =
  | { kind: 'settled' }
  | { kind: 'withdrawn'; place?: string | null }
  | { kind: 'failed'; failure: FailureName; details: FailureDetails };

export interface LeadLookup {
  /**
   * Call it right before the bank is asked. It checks that this call still leads.
   * @param spends the link is view-limited: the same script stores a mark that a view is being spent
   * @throws LeadLost; Failure of a call that spent a view recently
   */
  mayAsk(spends: boolean): Promise<void>;
  /** @param coolDownMs how long every call for this receipt gets this failure; 0: not at all */
  complete(outcome: LookupOutcome, coolDownMs?: number): Promise<void>;
}

/** Another call leads by now, or has stored the receipt: this call was suspended for longer than its lease. */
export class LeadLost extends Error {
  override readonly name = 'LeadLost';
}

/** A call that follows another's lookup. */
export interface Follower {
  /** Lends the leader this call's place in the bank's queue. @returns false when the leader is not in the queue (yet) */
  raise(leader: string): Promise<boolean>;
  /** Called with the place in the queue of a leader that has left. */
  inherit(place: string): void;
}

export type SingleFlight = ReturnType<typeof createSingleFlight>;

/**
 * @param spentMs how long the mark of a spent view blocks other fetches when its call never reports back. It has to cover an
 * attempt, and the time for which a call may be suspended between mark and answer without another call opening the link again
 * @param closing when it aborts, calls that join or wait fail with its reason
 */
export function createSingleFlight(
  scripts: Scripts,
  notifier: Notifier,
  spentMs: number,
  closing?: AbortSignal,
) {
  const flying = createLeases<LedFlight>({
    ...renewal,
    keyOf: ({ receipt }) => names.flight(receipt),
    renew: (_, flights) => Promise.all(flights.map((flight) => flight.extend())),
  });

  /** @param followed the leader that the call has waited for so far, '' for none */
  function takeOff(receipt: string, call: string, mark: string, followed: string) {
    const keys = [receipt, names.flight(receipt), names.coolDown(receipt), names.landed(receipt, followed)];
    return scripts.run('single-flight-join', keys, [call, leaseMs, mark, spentMs, followed]);
  }

  class LedFlight implements LeadLookup {
    /** No other call can lead before this moment, by `performance.now()`. */
    private safeUntil: number;
    /** The mark of a spent view that may be in the store although the bank has not been asked; '' when none is. */
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
      // The call id tells it from the marks of others.
      if (spends) this.mark = JSON.stringify({ ...toOutcome(interruptedFailure()), call: this.call });
      const [answer, value] = await takeOff(this.receipt, this.call, this.mark, '');
      if (answer === 'cooling') readOutcome(String(value));
      // If the reply was late, the lease may have expired meanwhile.
      if (answer !== 'lead' || (spends && performance.now() - askedAt > leaseMs)) throw new LeadLost();
      this.mark = '';
    }

    async complete(outcome: LookupOutcome, coolDownMs = 0): Promise<void> {
      const { receipt, call, mark } = this;
      flying.remove(this);
      const keys = [names.flight(receipt), names.landed(receipt, call), names.coolDown(receipt)];
      const args = [call, JSON.stringify(outcome), outcomeMs, coolDownMs, mark];
      const end = () => scripts.run('single-flight-complete', keys, args);
      try {
        await end();
      } catch (error) {
        // Retried: until the mark is removed, every call is refused because of a view that was never spent.
        if (mark !== '') retryPolicy.execute(end).catch(() => undefined);
        throw error;
      }
      await notifier.publish(receipt);
    }
  }

  return {
    /**
     * Returns the stored receipt once it is cached or another call has fetched it; else a flight for this call to lead.
     * While it follows another, the call is told the position null: it is not in the queue itself.
     * @throws Failure of the lookup that was waited for, or of a recent one whose cooldown has not ended; Withdrawn when the
     * caller has disconnected
     */
    async joinOrLead(
      receipt: string,
      { id: call, signal, onPosition }: Pick<Call, 'id' | 'signal' | 'onPosition'>,
      follower: Follower,
    ): Promise<{ body: string } | { flight: LeadLookup }> {
      // Subscribes before the first read, so that no message is missed.
      const subscription = notifier.subscribe(receipt);
      let followed = '';
      let isRaised = false;
      try {
        for (;;) {
          closing?.throwIfAborted();
          const askedAt = performance.now();
          const [answer, value] = await takeOff(receipt, call, '', followed);
          if (answer === 'kept') return { body: String(value) };
          if (answer === 'lead') return { flight: new LedFlight(receipt, call, askedAt) };
          if (answer === 'follow') {
            if (value !== followed) onPosition?.(null);
            isRaised &&= value === followed;
            followed = String(value);
            isRaised ||= await follower.raise(followed);
            await subscription.wait(isRaised ? pollMs : raiseMs, signal);
            if (signal?.aborted) throw withdrawalOf(signal);
            continue;
          }
          const outcome = readOutcome(String(value));
          if (outcome.kind === 'withdrawn' && outcome.place) follower.inherit(outcome.place);
          followed = '';
        }
      } finally {
        subscription.close();
      }
    },
  };
}

/** The failure of a lookup whose process died after a view was marked as spent. */
export function interruptedFailure(): Failure {
  const message =
    'The lookup was interrupted after the bank had been asked; the link is not opened again at once.';
  return new Failure('bank_timeout', { message, retry: 'never' });
}

/** @param text an outcome as stored by `complete` @throws Failure when the outcome is a failure */
export function readOutcome(text: string): Exclude<LookupOutcome, { kind: 'failed' }> {
  const outcome = JSON.parse(text) as LookupOutcome;
  if (outcome.kind === 'failed') throw new Failure(outcome.failure, outcome.details);
  return outcome;
}

/** Details of a failure that belong to the receipt, not to the caller. */
const receiptDetails = ['message', 'receipt', 'httpStatus', 'retry', 'retryAfterSeconds'] as const;

/** A failure as stored for the calls that wait. */
export function toOutcome({ failure, details }: Failure): LookupOutcome {
  const shared = Object.fromEntries(receiptDetails.map((name) => [name, details[name]]));
  return { kind: 'failed', failure, details: shared as FailureDetails };
}
