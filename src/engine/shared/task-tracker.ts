/** Tracks tasks that outlive their callers, and ends them when the service stops. */
import { setMaxListeners } from 'node:events';
import { unlessAborted, within } from '../../deadline.js';
import { Failure } from '../api/errors.js';

/** Time to release slots, reservations and flights: a few commands, each answered within 1.5 s or not at all. */
const settleMsMax = 1_500;
const retryAfterSeconds = 1;

type TaskTracker = ReturnType<typeof createTaskTracker>;
/** Signals of a service that stops. */
export type Stopping = Pick<TaskTracker, 'closing' | 'givenUp'>;

export function createTaskTracker() {
  const closing = new AbortController();
  const givenUp = new AbortController();
  // Every lookup under way listens.
  setMaxListeners(0, closing.signal, givenUp.signal);
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
    /** Aborts when no more lookups are started. Waiting calls fail with its reason: `throwIfAborted()`. */
    closing: closing.signal,
    /** Aborts later, with the same reason, when lookups that still run are abandoned. */
    givenUp: givenUp.signal,

    /** Tracks a task while it runs. */
    track<R>(task: Promise<R>): Promise<R> {
      const forget = () => void underWay.delete(task);
      underWay.add(task);
      task.then(forget, forget);
      return task;
    },

    /** Starts no more lookups from now on. */
    close: () => closing.abort(stopped),

    /**
     * Resolves when no task runs. Tasks that still run when `until` aborts are abandoned, and get `settleMsMax` more to store
     * their outcome.
     */
    async drained(until: AbortSignal): Promise<void> {
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
