/**
 * Screenshot reads: one is reserved in the month of the account, or in the day of the demo, and in the day of the service
 * before anybody looks at a picture, and is spent or given back (docs/api.md#pictures).
 */
import type { Entry } from '../access/authenticate.js';
import { Failure } from '../api/errors.js';
import type { Plan, ScreenshotBudget } from '../api/index.js';
import { inForce } from '../api/plans.js';
import type { Window } from '../shared/windows.js';
import * as names from '../store/key-names.js';
import type { Limit, Reservations, WaitOptions } from './reservations.js';

const busyRetrySeconds = 5;

/** One read, held. Exactly one of `spend` and `release` is called, once. */
export interface HeldRead {
  spend(): Promise<void>;
  release(): Promise<void>;
}

export interface Reads {
  /**
   * Holds one read; waits while the rest of an allowance is held by running calls.
   * @param entry null for the demo, which has a part of the service's day to itself and no more
   * @throws Failure `image_cap_reached`, then `ocr_daily_cap_reached`; `unavailable` when the wait is over before a
   * place is free; Withdrawn when the caller is gone
   */
  hold(entry: Entry | null, plan: Plan, call: string, wait: WaitOptions): Promise<HeldRead>;
  /** What is spent of an account's month, or of an Enterprise key's own. */
  month(entry: Payer, plan: Plan): Promise<Allowance>;
  today(): Promise<ScreenshotBudget>;
}

export interface Allowance {
  used: number;
  /** Null: unlimited. */
  cap: number | null;
  window: Window;
}

type Payer = Pick<Entry, 'account' | 'scope' | 'contract'>;

export interface ReadsDeps {
  reservations: Reservations;
  /** Reads a day, for the whole service. */
  dailyBudget: number;
  /** How many of a hundred of them the demo may use. */
  demoPercent: number;
  /** Told after every read, and when one is refused for the budget. */
  onDailyUse?: (used: number, day: Window) => void;
}

export function createReads({ reservations, dailyBudget, demoPercent, onDailyUse }: ReadsDeps): Reads {
  const daily: Limit = {
    window: 'day',
    cap: dailyBudget,
    busy,
    keys: (day) => [names.dailyReads(day), names.dailyReadsHeld(day)],
    exceeded(used, retryAfterSeconds, day) {
      onDailyUse?.(used, day);
      return new Failure('ocr_daily_cap_reached', { retryAfterSeconds });
    },
  };
  /** Strangers never use up what accounts pay for. */
  const demo: Limit = {
    ...daily,
    cap: Math.ceil((dailyBudget * demoPercent) / 100),
    keys: (day) => [names.demoReads(day), names.demoReadsHeld(day)],
    exceeded: (_, retryAfterSeconds) => new Failure('ocr_daily_cap_reached', { retryAfterSeconds }),
  };

  return {
    async hold(entry, plan, call, wait) {
      const own = await reservations.reserve(entry ? monthly(entry, plan) : demo, call, wait);
      try {
        const day = await reservations.reserve(daily, call, wait);
        return {
          // The service first: a crash in between errs in the customer's favour.
          async spend() {
            const used = await day.commit();
            onDailyUse?.(used, day.window);
            await own.commit();
          },
          async release() {
            await Promise.all([day.release(), own.release()]);
          },
        };
      } catch (error) {
        await own.release().catch(() => undefined);
        throw error;
      }
    },

    async month(entry, plan) {
      const limit = monthly(entry, plan);
      const { window, used } = await reservations.counts(limit);
      return { used, cap: limit.cap, window };
    },

    async today() {
      const { window, used } = await reservations.counts(daily);
      return { used, budget: dailyBudget, endsAt: new Date(window.endsAt).toISOString() };
    },
  };
}

/** An Enterprise key's own reads are its contract, counted for that key. */
function monthly({ account, scope, contract }: Payer, plan: Plan): Limit {
  const ownContract = plan === 'enterprise' && contract.reads !== null;
  const counter = ownContract ? scope : 'all';
  return {
    window: 'month',
    cap: inForce(plan, contract).reads,
    keys: (month) => [names.reads(account, counter, month), names.readsHeld(account, counter, month)],
    exceeded: (_, retryAfterSeconds) => new Failure('image_cap_reached', { retryAfterSeconds }),
    busy,
  };
}

function busy(): Failure {
  const message = 'Pictures being read hold the rest of the allowance; try again when they are done.';
  return new Failure('unavailable', { message, retryAfterSeconds: busyRetrySeconds });
}
