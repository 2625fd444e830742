/** Memory for bodies with pictures, shared by all requests of a process and reserved as the bytes arrive. */
import { deadlineIn } from '../../deadline.js';
import { Failure, withdrawalOf } from '../../engine/api/errors.js';

export interface UploadMemory {
  /**
   * Waits until fewer than two bodies of this owner are being read.
   * @param owner an account, or a group of addresses
   * @throws Failure `unavailable` when that takes too long; CallerGone
   */
  open(owner: string, gone: AbortSignal): Promise<UploadLease>;
}

export interface UploadLease {
  /** Reserves memory for bytes that have arrived; while it waits, the sender waits too. @throws Failure `unavailable`; CallerGone */
  take(bytes: number): Promise<void>;
  /** All bytes have arrived: from now on the body is not given up. */
  complete(): void;
  /** Aborts with a Failure when the body arrives too slowly while others wait for memory. */
  readonly evicted: AbortSignal;
  /** Gives everything back. May be called more than once. */
  release(): void;
}

export interface UploadMemoryLimits {
  bytesMax: number;
  /** How long a body waits for its turn, or for memory. */
  waitMs?: number;
  /** A body that brings less than this in `slowMs` is given up when another one waits. */
  slowBytes?: number;
  slowMs?: number;
}

const bodiesOfOwnerMax = 2;
const retrySeconds = 2;
const byDefault = { waitMs: 10_000, slowBytes: 32 * 1024, slowMs: 2_000 };

/** Something that waits; woken in the order in which it began to. */
interface Waiter {
  /** True once it has what it waits for. */
  attempt(): boolean;
  resolve(): void;
}

interface Body {
  owner: string;
  taken: number;
  /** Bytes that have arrived since `since`, in milliseconds of this process. */
  arrived: number;
  since: number;
  /** Nothing can arrive: it waits for memory itself, or is complete. */
  held: boolean;
  eviction: AbortController;
}

export function createUploadMemory(limits: UploadMemoryLimits): UploadMemory {
  const { bytesMax, waitMs, slowBytes, slowMs } = { ...byDefault, ...limits };
  /** Oldest first. */
  const bodies = new Set<Body>();
  const waiters = new Set<Waiter>();
  let taken = 0;
  let watch: NodeJS.Timeout | undefined;

  function wake(): void {
    for (const waiter of waiters) {
      if (!waiter.attempt()) continue;
      waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** While anybody waits, bodies that have all but stopped are given up. */
  function watchSlowBodies(): void {
    watch ??= setInterval(() => {
      if (waiters.size === 0) {
        clearInterval(watch);
        watch = undefined;
        return;
      }
      for (const body of bodies) giveUpWhenSlow(body);
    }, slowMs / 4);
    watch.unref();
  }

  function giveUpWhenSlow(body: Body): void {
    const now = performance.now();
    if (body.held || now - body.since < slowMs) return;
    if (body.arrived < slowBytes) body.eviction.abort(busy('The pictures arrive too slowly.'));
    body.arrived = 0;
    body.since = now;
  }

  async function until(attempt: () => boolean, gone: AbortSignal): Promise<void> {
    if (attempt()) return;
    const { signal, clear } = deadlineIn(waitMs, gone);
    await new Promise<void>((resolve, reject) => {
      const waiter = { attempt, resolve };
      waiters.add(waiter);
      watchSlowBodies();
      signal.addEventListener('abort', () => {
        waiters.delete(waiter);
        reject(
          gone.aborted ? withdrawalOf(gone) : busy('Too many pictures are being taken in at the moment.'),
        );
      });
      if (signal.aborted) signal.dispatchEvent(new Event('abort'));
    }).finally(clear);
  }

  /** The oldest body always gets what it needs: otherwise all could hold a part, and none go on. */
  function reserve(body: Body, bytes: number): boolean {
    const [oldest] = bodies;
    if (taken + bytes > bytesMax && body !== oldest) return false;
    taken += bytes;
    body.taken += bytes;
    return true;
  }

  return {
    async open(owner, gone) {
      const body: Body = {
        owner,
        taken: 0,
        arrived: 0,
        since: performance.now(),
        held: false,
        eviction: new AbortController(),
      };
      const hasTurn = () => {
        if ([...bodies].filter((other) => other.owner === owner).length >= bodiesOfOwnerMax) return false;
        bodies.add(body);
        return true;
      };
      await until(hasTurn, gone);
      body.since = performance.now();
      return {
        evicted: body.eviction.signal,
        async take(bytes) {
          body.arrived += bytes;
          body.held = true;
          try {
            await until(() => reserve(body, bytes), gone);
          } finally {
            body.held = false;
            body.since = Math.max(body.since, performance.now() - slowMs / 2);
          }
        },
        complete() {
          body.held = true;
        },
        release() {
          if (!bodies.delete(body)) return;
          taken -= body.taken;
          wake();
        },
      };
    },
  };
}

function busy(message: string): Failure {
  return new Failure('unavailable', { message, retryAfterSeconds: retrySeconds });
}
