/** What this process works on in the list of unfinished requests. It renews the leases, and stops what another has taken over. */
import { LeaseLost } from '../api/errors.js';
import { createLeases } from '../store/leases.js';
import type { RequestStore } from './request-store.js';

const renewal = { periodMs: 3_000, tickMs: 250 };

/** An entry of the list: a request, or a job. */
export interface LeasedEntry {
  id: string;
  /** Aborts when the work is no longer wanted here. */
  gone: AbortController;
  /** True once it cannot simply be left to another process. */
  bankContacted(): boolean;
}

export interface LeasedWork {
  has(id: string): boolean;
  /** Renews the lease of an entry from now on. */
  keep(entry: LeasedEntry): void;
  /** Stops renewing a lease. @returns whether this process worked on it */
  drop(id: string): boolean;
  /** The same, and stops the work. */
  leave(id: string): void;
  /** Entries that can be left to another process. */
  waiting(): string[];
  close(): void;
}

export function createLeasedWork(
  records: Pick<RequestStore, 'renewLeases'>,
  logError: (error: unknown) => void,
): LeasedWork {
  const active = new Map<string, LeasedEntry>();
  const leases = createLeases<LeasedEntry>({
    ...renewal,
    keyOf: () => 'requests',
    renew: (_, some) => renew(some.map(({ id }) => id)).catch(logError),
  });

  async function renew(ids: readonly string[]): Promise<void> {
    for (const id of await records.renewLeases(ids)) leave(id);
  }

  function drop(id: string): boolean {
    const entry = active.get(id);
    if (entry) leases.remove(entry);
    return active.delete(id);
  }

  function leave(id: string): void {
    active.get(id)?.gone.abort(new LeaseLost());
    drop(id);
  }

  return {
    has: (id) => active.has(id),
    keep(entry) {
      active.set(entry.id, entry);
      leases.add(entry);
    },
    drop,
    leave,
    waiting: () => [...active.values()].flatMap(({ id, bankContacted }) => (bankContacted() ? [] : [id])),
    close() {
      for (const entry of active.values()) leases.remove(entry);
    },
  };
}
