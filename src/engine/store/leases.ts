/**
 * Leases: a process holds something as long as it renews the lease; when the lease expires, others may take it. One timer
 * renews all leases of a kind. Leases under one key are renewed in one command. Renewals are spread over the period, so that
 * ten thousand leases made at the same moment are not renewed at the same moment.
 */

/** Leases renewed in one command, so that one script does not block the store for long. */
const batchMax = 200;

interface LeaseOptions<Lease> {
  periodMs: number;
  /** Interval of the timer, ms: a renewal may be late by this much. */
  tickMs: number;
  keyOf(lease: Lease): string;
  /** Renews leases of one key. After a failure the next renewal comes before they expire. */
  renew(key: string, leases: readonly Lease[]): Promise<unknown>;
  /** Called on every tick while there are leases. */
  onTick?(leases: IterableIterator<Lease>): void;
}

/** The timer runs while there are leases, and does not keep the process alive. */
export function createLeases<Lease>({ periodMs, tickMs, keyOf, renew, onTick }: LeaseOptions<Lease>) {
  /** Each lease with the end of its period, ms. A renewed lease moves to the end, so the first is always the next one due. */
  const leases = new Map<Lease, number>();
  let timer: NodeJS.Timeout | undefined;

  function takeDue(): Lease[] {
    const now = performance.now();
    const share = Math.floor((leases.size * tickMs) / periodMs);
    const due: Lease[] = [];
    // Ends at the latest when it comes to a lease that it has moved.
    for (const [lease, at] of leases) {
      if (at > now && due.length >= share) break;
      leases.delete(lease);
      leases.set(lease, now + periodMs);
      due.push(lease);
    }
    return due;
  }

  function tick(): void {
    onTick?.(leases.keys());
    for (const [key, some] of batches(takeDue(), keyOf)) renew(key, some).catch(() => undefined);
  }

  return {
    /** Passes it to `renew` at least once per period until it is removed. Adding it twice has no effect. */
    add(lease: Lease): void {
      if (leases.has(lease)) return;
      leases.set(lease, performance.now() + periodMs);
      timer ??= setInterval(tick, tickMs).unref();
    },

    /** @returns whether it was there */
    remove(lease: Lease): boolean {
      const wasThere = leases.delete(lease);
      if (leases.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
      return wasThere;
    },

    /** All leases, in the order of their next renewal. */
    all: () => leases.keys(),
  };
}

/** Groups leases by key, in batches of limited size. */
function* batches<Lease>(
  leases: readonly Lease[],
  keyOf: (lease: Lease) => string,
): Generator<[string, Lease[]]> {
  const byKey = new Map<string, Lease[]>();
  for (const lease of leases) {
    const key = keyOf(lease);
    const some = byKey.get(key);
    if (some) some.push(lease);
    else byKey.set(key, [lease]);
  }
  for (const [key, all] of byKey) {
    for (let from = 0; from < all.length; from += batchMax) yield [key, all.slice(from, from + batchMax)];
  }
}
