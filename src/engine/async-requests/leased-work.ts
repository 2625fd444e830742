/** What this process works on in the list of unfinished requests. It renews the leases, and stops what another has taken over. */
import { LeaseLost } from '../api/errors.js';
import { createLeases, type Leases } from '../store/leases.js';
import type { RequestStore } from './request-store.js';

const renewal = { periodMs: 3_000, tickMs: 250 };

/** An entry of the list: a request, or a job. */
export interface LeasedEntry {
  id: string;
  /** Aborts when the work is no longer wanted here. */
  gone: AbortController;
  /** True once it cannot simply be left to another process. */
  bankContacted: boolean;
}

export class LeasedWork {
  readonly #active = new Map<string, LeasedEntry>();
  readonly #leases: Leases<LeasedEntry>;

  constructor(records: Pick<RequestStore, 'renewLeases'>, logError: (error: unknown) => void) {
    const renew = async (ids: readonly string[]) => {
      for (const id of await records.renewLeases(ids)) this.leave(id);
    };
    this.#leases = createLeases<LeasedEntry>({
      ...renewal,
      keyOf: () => 'requests',
      renew: (_, some) => renew(some.map(({ id }) => id)).catch(logError),
    });
  }

  has(id: string): boolean {
    return this.#active.has(id);
  }

  /** Renews the lease of an entry from now on. */
  keep(entry: LeasedEntry): void {
    this.#active.set(entry.id, entry);
    this.#leases.add(entry);
  }

  /** Stops renewing a lease. @returns whether this process worked on it */
  drop(id: string): boolean {
    const entry = this.#active.get(id);
    if (entry) this.#leases.remove(entry);
    return this.#active.delete(id);
  }

  /** The same, and stops the work. */
  leave(id: string): void {
    this.#active.get(id)?.gone.abort(new LeaseLost());
    this.drop(id);
  }

  /** Entries that can be left to another process. */
  waiting(): string[] {
    return [...this.#active.values()].flatMap(({ id, bankContacted }) => (bankContacted ? [] : [id]));
  }

  close(): void {
    for (const entry of this.#active.values()) this.#leases.remove(entry);
  }
}
