/**
 * Screenshot reads: a place is held in the month of the account and in the day of the service before anybody looks
 * at a picture, and is spent or given back (docs/api.md#pictures).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Entry, figure } from './auth.js';
import { Failure, type FailureName, withdrawalOf } from './errors.js';
import { inForce } from './plans.js';
import type { Patience } from './quota.js';
import * as names from './store/keys.js';
import { reach, type Scripts } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';
import type { Plan, ScreenshotBudget } from './types.js';
import { secondsUntil, type Window, type WindowKind, windowAt } from './windows.js';

/** A crashed process gives its places back after this long. */
const leaseMs = 30_000;
const renewEveryMs = 10_000;
/** How often a call that waits for the rest of an allowance looks again. */
const lookAgainMs = 250;
/** Counts are kept this long past their window. */
const keepMs = 400 * 86_400_000;
const busyRetrySeconds = 5;

/** One read, held. Exactly one of `spend` and `release` is called, once. */
export interface HeldRead {
  spend(): Promise<void>;
  release(): Promise<void>;
}

export interface Reads {
  /**
   * Holds one read; waits while the rest of an allowance is held by running calls.
   * @param entry null for whoever has no account: only the day of the service is charged
   * @throws Failure `image_cap_reached`, then `ocr_daily_cap_reached`; `unavailable` when the wait is over before a
   * place is free; Withdrawn when the caller is gone
   */
  hold(entry: Entry | null, plan: Plan, call: string, patience: Patience): Promise<HeldRead>;
  /** What is spent of an account's month, or of an Enterprise key's own. */
  month(entry: Pick<Entry, 'account' | 'scope' | 'contract'>, plan: Plan): Promise<Allowance>;
  today(): Promise<ScreenshotBudget>;
}

export interface Allowance {
  used: number;
  /** Null: unlimited. */
  cap: number | null;
  window: Window;
}

export interface ReadsDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  timeZone: string;
  /** Reads a day, for the whole service. */
  dailyBudget: number;
  /** Told after every read, and when one is refused for the budget. */
  onDailyUse?: (used: number, day: Window) => void;
  /** From when it aborts nobody gets a read any more, with its reason. */
  closing?: AbortSignal;
  now: () => number;
}

/** Something reads are counted against. */
interface Account {
  window: WindowKind;
  cap: number | null;
  refusal: FailureName;
  /** Names of the count and of the places held, in a window. */
  keys(window: string): [counted: string, held: string];
}

export function createReads(deps: ReadsDeps): Reads {
  const { store, scripts, timeZone, dailyBudget, onDailyUse, closing, now } = deps;
  const { client } = store;

  const daily: Account = {
    window: 'day',
    cap: dailyBudget,
    refusal: 'ocr_daily_cap_reached',
    keys: (day) => [names.dailyReads(day), names.dailyReadsHeld(day)],
  };

  /** One look for a place, again under the store's own clock when ours had the wrong window. */
  async function ask({ window: kind, cap, refusal, keys }: Account, call: string) {
    for (let at = now(); ; ) {
      const window = windowAt(kind, at, timeZone);
      const limits = [call, leaseMs, cap ?? '', '0', window.startsAt, window.endsAt];
      const [answer, used, storeNow] = await scripts.run('hold', keys(window.name), limits);
      at = Number(storeNow);
      if (answer === 'window') continue;
      if (answer === 'exceeded') {
        if (kind === 'day') onDailyUse?.(Number(used), window);
        throw new Failure(refusal, { retryAfterSeconds: secondsUntil(window.endsAt, at) });
      }
      return answer === 'held' ? window : null;
    }
  }

  function held({ window: kind, keys }: Account, window: Window, call: string): HeldRead {
    const [counted, places] = keys(window.name);
    const renewal = setInterval(() => {
      scripts.run('renew', [places], [leaseMs, call]).catch(() => undefined);
    }, renewEveryMs).unref();
    return {
      async spend() {
        clearInterval(renewal);
        const [, used] = await scripts.run('spend', [counted, places], [call, window.endsAt, keepMs]);
        if (kind === 'day') onDailyUse?.(Number(used), window);
      },
      async release() {
        clearInterval(renewal);
        await reach(client.zrem(places, call));
      },
    };
  }

  async function holdIn(account: Account, call: string, { deadline, signal }: Patience): Promise<HeldRead> {
    for (;;) {
      closing?.throwIfAborted();
      const window = await ask(account, call);
      if (window) return held(account, window, call);
      if (signal?.aborted) throw withdrawalOf(signal);
      if (performance.now() >= deadline) {
        const message = 'Pictures being read hold the rest of the allowance; try again when they are done.';
        throw new Failure('unavailable', { message, retryAfterSeconds: busyRetrySeconds });
      }
      await sleep(lookAgainMs);
    }
  }

  async function usedOf({ keys }: Account, window: Window): Promise<number> {
    const [counted] = keys(window.name);
    return figure(await reach(client.hget(counted, 'used'))) ?? 0;
  }

  return {
    async hold(entry, plan, call, patience) {
      const month = entry && (await holdIn(monthly(entry, plan), call, patience));
      try {
        const day = await holdIn(daily, call, patience);
        return {
          // The service first: a crash in between errs in the customer's favour.
          async spend() {
            await day.spend();
            await month?.spend();
          },
          async release() {
            await Promise.all([day.release(), month?.release()]);
          },
        };
      } catch (error) {
        await month?.release().catch(() => undefined);
        throw error;
      }
    },

    async month(entry, plan) {
      const account = monthly(entry, plan);
      const window = windowAt('month', now(), timeZone);
      return { used: await usedOf(account, window), cap: account.cap, window };
    },

    async today() {
      const window = windowAt('day', now(), timeZone);
      const endsAt = new Date(window.endsAt).toISOString();
      return { used: await usedOf(daily, window), budget: dailyBudget, endsAt };
    },
  };
}

/** An Enterprise key's own reads are its contract, counted for that key. */
function monthly(entry: Pick<Entry, 'account' | 'scope' | 'contract'>, plan: Plan): Account {
  const ownContract = plan === 'enterprise' && entry.contract.reads !== null;
  const scope = ownContract ? entry.scope : 'all';
  return {
    window: 'month',
    cap: inForce(plan, entry.contract).reads,
    refusal: 'image_cap_reached',
    keys: (month) => [names.reads(entry.account, scope, month), names.readsHeld(entry.account, scope, month)],
  };
}
