/**
 * Reservations under a cap: made before the work, then committed or released. Verifications (`verification-quota.ts`) and
 * screenshot reads (`screenshot-quota.ts`) use the same scripts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { secondsUntil, type Window, type WindowKind, windowAt } from '#engine/shared/windows.js';
import { optionalNumber } from '../access/authenticate.js';
import { type Failure, withdrawalOf } from '../api/errors.js';
import { createLeases } from '../store/leases.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** Reservations of a process that died expire after this. */
const leaseMs = 30_000;
const renewal = { periodMs: 10_000, tickMs: 500 };
/** A call that waits for a reservation retries at this interval. */
const retryMs = 500;
/** Counts and ledgers are kept this long past their window. */
const keepMs = 400 * 86_400_000;

/** A cap and its keys. */
export interface Limit {
  window: WindowKind;
  /** Null: unlimited. */
  cap: number | null;
  /** Verifications over the cap are allowed and counted separately. */
  overage?: boolean;
  /** Keys of the count and of the reservations of a window, by its name. */
  keys(window: string): [counted: string, held: string];
  /** The failure when the cap is used up. */
  exceeded(used: number, retryAfterSeconds: number, window: Window): Failure;
  /** The failure when the wait ends while running calls still reserve the rest of the cap. */
  busy(): Failure;
  /** Owner of the cap; absent for caps of the service, for which no threshold is published. */
  counter?: Counter;
  /** Key of the ledger of a window, a stream with one entry per committed reservation; absent: no ledger. */
  ledger?(window: string): string;
}

/** What an account has a cap on. */
export interface Counter {
  account: string;
  of: 'verifications' | 'screenshots';
  /** `all`, or the prefix of a key with its own contract. */
  scope: string;
}

/** Used percentages of a cap at which a threshold is reached. */
const thresholds = [80, 100] as const;

/** A part of a cap has been used, and that is not published yet. */
export interface ReachedThreshold extends Counter {
  percent: number;
  /** ms since 1970. */
  at: number;
  /** Name of the window. */
  window: string;
  /** Key of the counts of the window. */
  counts: string;
}

/** Fields of a ledger entry. Never a receipt's reference, which opens the receipt. */
type LedgerEntry = Readonly<Record<string, string | number>>;

/** Call exactly one of `commit` and `release`; repeating it has no effect. */
export interface Reservation {
  readonly window: Window;
  /**
   * Counts the reservation, once.
   * @returns the used part of the window, and whether this counted it: not when it had expired, because its process was
   * suspended for longer than the lease, or was committed before
   */
  commit(entry?: LedgerEntry): Promise<{ used: number; counted: boolean }>;
  release(): Promise<void>;
}

export interface WaitOptions {
  /** End of the wait, by `performance.now()`. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

export type Reservations = ReturnType<typeof createReservations>;

interface ReservationsDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  timeZone: string;
  /** When it aborts, waiting calls fail with its reason. */
  closing?: AbortSignal;
  now: () => number;
}

export function createReservations({ store, scripts, timeZone, closing, now }: ReservationsDeps) {
  let onThreshold: (limit: Limit) => void = () => undefined;

  const leases = createLeases<Held>({
    ...renewal,
    keyOf: ({ keys: [, held] }) => held,
    renew: (held, some) => scripts.run('lease-renew', [held], ['', leaseMs, ...some.map(({ call }) => call)]),
  });

  class Held implements Reservation {
    constructor(
      readonly limit: Limit,
      readonly window: Window,
      readonly keys: [counted: string, held: string],
      readonly call: string,
    ) {
      leases.add(this);
    }

    async commit(entry: LedgerEntry = {}) {
      leases.remove(this);
      const { cap, ledger, counter } = this.limit;
      const { name, endsAt } = this.window;
      const keys = ledger ? [...this.keys, ledger(name)] : this.keys;
      const facts = Object.entries(entry).flat();
      const args = [this.call, cap ?? '', endsAt, keepMs, counter ? '1' : '', ...facts];
      const [counted, used, isReached] = await scripts.run('reservation-commit', keys, args);
      if (isReached === 1) onThreshold(this.limit);
      return { counted: counted !== 'none', used: Number(used) };
    }

    async release(): Promise<void> {
      leases.remove(this);
      await orUnavailable(store.client.zrem(this.keys[1], this.call));
    }
  }

  /**
   * Makes a reservation; null while running calls reserve the rest of the cap. Retries with the store's time when the local
   * clock is in another window.
   * @param call id of the reservation: a process that resumes the call of a dead one replaces its reservation
   * @throws Failure of the limit once the cap is used up
   */
  async function tryReserve(limit: Limit, call: string): Promise<Reservation | null> {
    const { cap, overage } = limit;
    for (let at = now(); ; ) {
      const window = windowAt(limit.window, at, timeZone);
      const keys = limit.keys(window.name);
      const args = [call, leaseMs, cap ?? '', overage ? '1' : '0', window.startsAt, window.endsAt];
      const [answer, used, storeNow] = await scripts.run('reservation-reserve', keys, args);
      at = Number(storeNow);
      if (answer === 'held') return new Held(limit, window, keys, call);
      if (answer === 'wait') return null;
      if (answer === 'exceeded') throw limit.exceeded(Number(used), secondsUntil(window.endsAt, at), window);
    }
  }

  return {
    tryReserve,

    /**
     * The same, but waits while running calls reserve the rest of the cap.
     * @throws Failure of the limit; Withdrawn when the caller has disconnected
     */
    async reserve(limit: Limit, call: string, { deadline, signal }: WaitOptions): Promise<Reservation> {
      for (;;) {
        closing?.throwIfAborted();
        const reservation = await tryReserve(limit, call);
        if (reservation) return reservation;
        if (signal?.aborted) throw withdrawalOf(signal);
        if (performance.now() >= deadline) throw limit.busy();
        await sleep(retryMs);
      }
    },

    /** Calls `listener` at every count under a limit with a reached threshold that is not published yet. */
    onThreshold(listener: (limit: Limit) => void): void {
      onThreshold = listener;
    },

    /** Reached thresholds of the current window and the one before that are not published yet. */
    async unpublished({ window: kind, keys, counter }: Limit): Promise<ReachedThreshold[]> {
      if (!counter) return [];
      const current = windowAt(kind, now(), timeZone);
      const windows = [current, windowAt(kind, current.startsAt - 1, timeZone)];
      const fields = thresholds.flatMap((percent) => [`at${percent}`, `told${percent}`]);
      const found = windows.map(async ({ name: window }) => {
        const [counts] = keys(window);
        const noted = await orUnavailable(store.client.hmget(counts, ...fields));
        return thresholds.flatMap((percent, index) => {
          const [at, published] = [noted[2 * index], noted[2 * index + 1]];
          return at && !published ? [{ ...counter, percent, at: Number(at), window, counts }] : [];
        });
      });
      return (await Promise.all(found)).flat();
    },

    /** Records that a threshold was published. */
    async markPublished({ counts, percent }: ReachedThreshold): Promise<void> {
      await orUnavailable(store.client.hset(counts, `told${percent}`, '1'));
    },

    /** Counts of the current window. */
    async counts(limit: Pick<Limit, 'window' | 'keys'>) {
      const window = windowAt(limit.window, now(), timeZone);
      const [counted] = limit.keys(window.name);
      const [used, overage] = await orUnavailable(store.client.hmget(counted, 'used', 'overage'));
      return { window, used: optionalNumber(used) ?? 0, overage: optionalNumber(overage) ?? 0 };
    },
  };
}
