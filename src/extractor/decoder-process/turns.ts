/** Fair queue of files: callers take turns, one file of each at a time. */
import type { DecoderCaller } from '../types.js';

interface Waiting {
  caller: DecoderCaller;
  /** Continues an admitted file: goes before new files, whose callers have not waited yet. */
  continues: boolean;
}

interface DecoderTurns<J extends Waiting> {
  readonly size: number;
  /** Number of anonymous callers with a waiting job. */
  readonly anonymous: number;
  /** Number of waiting jobs of this caller. */
  waiting(caller: DecoderCaller): number;
  add(job: J): void;
  remove(job: J): void;
  /** The next job, running until `done`; undefined when none may run now. */
  take(): J | undefined;
  done(job: J): void;
  all(): J[];
}

/**
 * Each caller has at most one running job; its others wait after the first jobs of all callers. Accounts go before anonymous
 * callers.
 * @param anonymousAtOnce maximum of running jobs of anonymous callers
 */
export function createTurns<J extends Waiting>(anonymousAtOnce: number): DecoderTurns<J> {
  /** In order of turns: the caller served last is last. */
  const queues = new Map<string, J[]>();
  const running = new Map<string, J>();

  function mayRun([first]: J[], anonymous: boolean): boolean {
    if (first === undefined || first.caller.anonymous !== anonymous || running.has(keyOf(first.caller)))
      return false;
    const anonymousRunning = [...running.values()].filter(({ caller }) => caller.anonymous).length;
    return !anonymous || anonymousRunning < anonymousAtOnce;
  }

  function next(anonymous: boolean, continues: boolean): J | undefined {
    for (const [key, queue] of queues) {
      if (!mayRun(queue, anonymous) || queue[0]?.continues !== continues) continue;
      const job = queue.shift();
      queues.delete(key);
      if (queue.length > 0) queues.set(key, queue);
      if (job) running.set(key, job);
      return job;
    }
    return undefined;
  }

  return {
    get size() {
      return [...queues.values()].reduce((so, queue) => so + queue.length, 0);
    },
    get anonymous() {
      return [...queues.values()].filter(([first]) => first?.caller.anonymous).length;
    },
    waiting: (caller) => queues.get(keyOf(caller))?.length ?? 0,
    add(job) {
      const key = keyOf(job.caller);
      const queue = queues.get(key);
      if (!queue) queues.set(key, [job]);
      else if (job.continues) queue.splice(queue.filter(({ continues }) => continues).length, 0, job);
      else queue.push(job);
    },
    remove(job) {
      const key = keyOf(job.caller);
      const left = (queues.get(key) ?? []).filter((other) => other !== job);
      if (left.length > 0) queues.set(key, left);
      else queues.delete(key);
    },
    take: () => next(false, true) ?? next(false, false) ?? next(true, true) ?? next(true, false),
    done(job) {
      running.delete(keyOf(job.caller));
    },
    all: () => [...queues.values()].flat(),
  };
}

function keyOf({ name, anonymous }: DecoderCaller): string {
  return `${anonymous ? 'anonymous' : 'account'}:${name}`;
}
