/**
 * Reservations under a cap: one is held before the work that costs it, and becomes a count or is given back. Verifications
 * (quota.ts) and screenshot reads (reads.ts) are counted by the same scripts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from '../access/authenticate.js';
import { type Failure, withdrawalOf } from '../api/errors.js';
import { secondsUntil, type Window, type WindowKind, windowAt } from '../shared/windows.js';
import { createLeases } from '../store/leases.js';
import { reach, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** A crashed process gives its reservations back after this long. */
const leaseMs = 30_000;
const renewal = { periodMs: 10_000, tickMs: 500 };
/** How often a call that waits for the rest of a cap tries again: two commands a second for each. */
const retryMs = 500;
/** Counts and ledgers are kept this long past their window. */
const keepMs = 400 * 86_400_000;

/** What a reservation is made under. */
export interface Limit {
  window: WindowKind;
  /** Null: unlimited. */
  cap: number | null;
  /** More than the cap is allowed, and counted apart. */
  overage?: boolean;
  /** Keys of what is counted and of what is reserved in a window, by its name. */
  keys(window: string): [counted: string, held: string];
  /** Why a call is refused once the cap is used up. */
  exceeded(used: number, retryAfterSeconds: number, window: Window): Failure;
  /** Why a call is refused that has waited in vain while running calls hold the rest of the cap. */
  busy(): Failure;
  /** Key of the stream in which each is written down that is counted in a window; absent where none is. */
  ledger?(window: string): string;
}

/** Facts of what is counted, for the ledger. Never a receipt's reference: it opens the receipt. */
export type LedgerEntry = Readonly<Record<string, string | number>>;

/** Exactly one of `commit` and `release` is called; again does no harm. */
export interface Reservation {
  readonly window: Window;
  /** Counts it, once, unless it has expired. @returns how much of the window is used now */
  commit(entry?: LedgerEntry): Promise<number>;
  release(): Promise<void>;
}

export interface WaitOptions {
  /** The moment at which the wait is over, by `performance.now()`. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

export interface Reservations {
  /**
   * A reservation; null while the rest of the cap is held by running calls.
   * @param call names it: a process that takes up the call of a dead one replaces its reservation
   * @throws Failure of the limit once the cap is used up
   */
  tryReserve(limit: Limit, call: string): Promise<Reservation | null>;
  /**
   * The same, waiting while the rest of the cap is held.
   * @throws Failure of the limit; Withdrawn when the caller is gone
   */
  reserve(limit: Limit, call: string, wait: WaitOptions): Promise<Reservation>;
  /** What is counted in the window that runs. */
  counts(limit: Pick<Limit, 'window' | 'keys'>): Promise<{ window: Window; used: number; overage: number }>;
}

export interface ReservationsDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  timeZone: string;
  /** From when it aborts nobody waits any more: its reason is thrown. */
  closing?: AbortSignal;
  now: () => number;
}

export function createReservations(deps: ReservationsDeps): Reservations {
  const { scripts, timeZone, closing, now } = deps;
  const { client } = deps.store;

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

    async commit(entry: LedgerEntry = {}): Promise<number> {
      leases.remove(this);
      const { cap, ledger } = this.limit;
      const keys = ledger ? [...this.keys, ledger(this.window.name)] : this.keys;
      const facts = Object.entries(entry).flat();
      const args = [this.call, cap ?? '', this.window.endsAt, keepMs, ...facts];
      const [, used] = await scripts.run('reservation-commit', keys, args);
      return Number(used);
    }

    async release(): Promise<void> {
      leases.remove(this);
      await reach(client.zrem(this.keys[1], this.call));
    }
  }

  /** Asks again under the store's own clock where ours is in another window. */
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

    async reserve(limit, call, { deadline, signal }) {
      for (;;) {
        closing?.throwIfAborted();
        const reservation = await tryReserve(limit, call);
        if (reservation) return reservation;
        if (signal?.aborted) throw withdrawalOf(signal);
        if (performance.now() >= deadline) throw limit.busy();
        await sleep(retryMs);
      }
    },

    async counts(limit) {
      const window = windowAt(limit.window, now(), timeZone);
      const [counted] = limit.keys(window.name);
      const [used, overage] = await reach(client.hmget(counted, 'used', 'overage'));
      return { window, used: figure(used) ?? 0, overage: figure(overage) ?? 0 };
    },
  };
}
