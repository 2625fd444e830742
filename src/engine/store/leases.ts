/**
 * Leases: something a process holds for as long as it keeps saying so, and that others may take when it has been silent
 * for too long. Whatever of one kind a process holds is renewed by one timer; leases under one key are renewed in one
 * command, and their turns are spread over the period, so that ten thousand that came at once are not renewed at once.
 */

/** Leases renewed in one command: one script must not hold the store for long. */
const batchMax = 200;

export interface Leases<Lease> {
  /** Renewed before a period is over, and in every further one, until it is removed. Adding it twice changes nothing. */
  add(lease: Lease): void;
  remove(lease: Lease): void;
  /** All of them, in the order of their turns. */
  all(): IterableIterator<Lease>;
}

export interface LeaseOptions<Lease> {
  periodMs: number;
  /** By so much a turn may be late, ms. */
  tickMs: number;
  keyOf(lease: Lease): string;
  /** Renews leases of one key. Where it fails, their next turn comes before they expire. */
  renew(key: string, leases: readonly Lease[]): Promise<unknown>;
  /** Called on every tick while there are leases. */
  onTick?(leases: IterableIterator<Lease>): void;
}

/** The timer runs while there are leases, and keeps no process alive. */
export function createLeases<Lease>(options: LeaseOptions<Lease>): Leases<Lease> {
  const { periodMs, tickMs, keyOf, renew, onTick } = options;
  /** With the end of its period, ms. Whoever had a turn goes to the end, so the first are the longest without. */
  const leases = new Map<Lease, number>();
  let timer: NodeJS.Timeout | undefined;

  function takeDue(): Lease[] {
    const now = performance.now();
    const share = Math.floor((leases.size * tickMs) / periodMs);
    const due: Lease[] = [];
    for (const [lease, at] of leases) {
      if ((at > now && due.length >= share) || due.length === leases.size) break;
      due.push(lease);
    }
    for (const lease of due) {
      leases.delete(lease);
      leases.set(lease, now + periodMs);
    }
    return due;
  }

  function tick(): void {
    onTick?.(leases.keys());
    for (const [key, some] of batches(takeDue(), keyOf)) renew(key, some).catch(() => undefined);
  }

  return {
    add(lease) {
      if (leases.has(lease)) return;
      leases.set(lease, performance.now() + periodMs);
      timer ??= setInterval(tick, tickMs).unref();
    },
    remove(lease) {
      leases.delete(lease);
      if (leases.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    all: () => leases.keys(),
  };
}

/** Those of one key together, not too many at a time. */
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
