/** Memory budget for bodies with pictures, shared by all requests of a process, reserved as bytes arrive. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deadlineIn } from '../../deadline.js';
import { Failure, withdrawalOf } from '../../engine/api/errors.js';

export interface UploadMemory {
  /**
   * Waits until fewer than two bodies of this owner are being read.
   * @param owner an account, or a group of addresses
   * @throws Failure `unavailable` after `waitMs`; CallerGone
   */
  open(owner: string, gone: AbortSignal): Promise<UploadLease>;
}

export interface UploadLease {
  /** Reserves memory for arrived bytes; while it waits, nothing more is read from the sender. @throws Failure `unavailable`; CallerGone */
  take(bytes: number): Promise<void>;
  /** All bytes have arrived: the body can no longer be evicted. */
  complete(): void;
  /** Aborts with a Failure when the body arrives too slowly while others wait for memory. */
  readonly evicted: AbortSignal;
  /** Releases all memory. Idempotent. */
  release(): void;
}

/** Yields to the event loop after this many bytes. */
const unbrokenBytesMax = 256 * 1024;

/** Passes chunks on as memory is reserved for them. @throws Failure `payload_too_large` above `bytesMax` */
export async function* reservedChunks(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
  take: UploadLease['take'],
): AsyncGenerator<Buffer> {
  let length = 0;
  let unbroken = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > bytesMax) throw new Failure('payload_too_large');
    await take(chunk.byteLength);
    yield chunk;
    unbroken += chunk.byteLength;
    if (unbroken < unbrokenBytesMax) continue;
    unbroken = 0;
    await nextTurn();
  }
}

interface UploadMemoryLimits {
  bytesMax: number;
  /** Maximum wait for a turn or for memory, ms. */
  waitMs?: number;
  /** A body with fewer arrived bytes per `slowMs` is evicted when another one waits. */
  slowBytes?: number;
  slowMs?: number;
}

const bodiesOfOwnerMax = 2;
const retrySeconds = 2;
const defaultLimits = { waitMs: 10_000, slowBytes: 32 * 1024, slowMs: 2_000 };

/** A waiting call; woken in order of arrival. */
interface Waiter {
  /** @returns true on success */
  attempt(): boolean;
  resolve(): void;
}

interface Body {
  owner: string;
  taken: number;
  /** Bytes arrived since `since`, ms on the monotonic clock. */
  arrived: number;
  since: number;
  /** True while nothing can arrive: the body waits for memory, or is complete. */
  isPaused: boolean;
  eviction: AbortController;
}

export function createUploadMemory(limits: UploadMemoryLimits): UploadMemory {
  const { bytesMax, waitMs, slowBytes, slowMs } = { ...defaultLimits, ...limits };
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

  /** Evicts slow bodies while other calls wait. */
  function watchSlowBodies(): void {
    watch ??= setInterval(() => {
      if (waiters.size === 0) {
        clearInterval(watch);
        watch = undefined;
        return;
      }
      for (const body of bodies) evictIfSlow(body);
    }, slowMs / 4);
    watch.unref();
  }

  function evictIfSlow(body: Body): void {
    const now = performance.now();
    if (body.isPaused || now - body.since < slowMs) return;
    if (body.arrived < slowBytes) body.eviction.abort(busy('The pictures arrive too slowly.'));
    body.arrived = 0;
    body.since = now;
  }

  async function waitUntil(attempt: () => boolean, gone: AbortSignal): Promise<void> {
    if (attempt()) return;
    const { signal, clear } = deadlineIn(waitMs, gone);
    await new Promise<void>((resolve, reject) => {
      const waiter = { attempt, resolve };
      waiters.add(waiter);
      watchSlowBodies();
      signal.addEventListener('abort', () => {
        waiters.delete(waiter);
        reject(
          gone.aborted ? withdrawalOf(gone) : busy('Too many pictures are being uploaded at the moment.'),
        );
      });
      if (signal.aborted) signal.dispatchEvent(new Event('abort'));
    }).finally(clear);
  }

  /** The oldest body always gets memory, which prevents a deadlock of bodies that have a part each. */
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
        isPaused: false,
        eviction: new AbortController(),
      };
      const hasTurn = () => {
        if ([...bodies].filter((other) => other.owner === owner).length >= bodiesOfOwnerMax) return false;
        bodies.add(body);
        return true;
      };
      await waitUntil(hasTurn, gone);
      body.since = performance.now();
      return {
        evicted: body.eviction.signal,
        async take(bytes) {
          body.arrived += bytes;
          body.isPaused = true;
          try {
            await waitUntil(() => reserve(body, bytes), gone);
          } finally {
            body.isPaused = false;
            body.since = Math.max(body.since, performance.now() - slowMs / 2);
          }
        },
        complete() {
          body.isPaused = true;
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
