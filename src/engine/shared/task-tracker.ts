/** Tracks tasks that outlive their callers, and ends them when the service stops. */
import { setMaxListeners } from 'node:events';
import { unlessAborted, within } from '../../deadline.js';
import { Failure } from '../api/errors.js';

/** Signals of a service that stops. */
export interface Stopping {
  /** Aborts when no more lookups are started. Waiting calls fail with its reason: `throwIfAborted()`. */
  readonly closing: AbortSignal;
  /** Aborts later, with the same reason, when lookups that still run are abandoned. */
  readonly givenUp: AbortSignal;
}

export interface TaskTracker extends Stopping {
  /** Wraps work so that it is tracked while it runs. */
  track<A, R>(work: (argument: A) => Promise<R>): (argument: A) => Promise<R>;
  /** Starts no more lookups from now on. */
  close(): void;
  /**
   * Resolves when no task runs. Tasks that still run when `until` aborts are abandoned, and get `settleMsMax` more to store
   * their outcome.
   */
  drained(until: AbortSignal): Promise<void>;
}

/** Time to release slots, reservations and flights: a few commands, each answered within 1.5 s or not at all. */
const settleMsMax = 1_500;
const retryAfterSeconds = 1;

export function createTaskTracker(): TaskTracker {
  const closing = createSignal();
  const givenUp = createSignal();
  const stopped = new Failure('unavailable', {
    message: 'The service is stopping; send the same request again.',
    retryAfterSeconds,
  });
  const underWay = new Set<Promise<unknown>>();

  /** A task may start another before it ends. */
  async function allEnded(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  }

  return {
    closing: closing.signal,
    givenUp: givenUp.signal,
    track: (work) => (argument) => {
      const run = work(argument);
      const forget = () => void underWay.delete(run);
      underWay.add(run);
      run.then(forget, forget);
      return run;
    },
    close: () => closing.abort(stopped),
    async drained(until) {
      const ended = allEnded();
      try {
        await unlessAborted(until, ended);
      } catch {
        givenUp.abort(stopped);
        await within(settleMsMax, [], (limit) => unlessAborted(limit, ended)).catch(() => undefined);
      }
    },
  };
}

/** Every lookup under way listens. */
function createSignal(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
