/**
 * Screenshot reads (docs/api.md#pictures). Before a picture is read, one read is reserved twice: in the month of the account
 * (or the day of the demo), and in the day of the service. Both are committed or released together.
 */

import type { Window } from '#engine/shared/windows.js';
import type { Principal } from '../access/authenticate.js';
import { Failure } from '../api/errors.js';
import type { Plan, ScreenshotBudget } from '../api/index.js';
import { inForce } from '../api/plans.js';
import * as names from '../store/key-names.js';
import type { Limit, Reservations, WaitOptions } from './reservations.js';
import type { Payer } from './verification-quota.js';

const busyRetrySeconds = 5;

export type ScreenshotQuota = ReturnType<typeof createScreenshotQuota>;
/** One reserved read. Call exactly one of `commit` and `release`, once. */
export type ReadReservation = Awaited<ReturnType<ScreenshotQuota['reserve']>>;

interface ScreenshotQuotaDeps {
  reservations: Reservations;
  /** Reads per day of the whole service. */
  dailyBudget: number;
  /** Percentage of the daily reads that the demo may use. */
  demoPercent: number;
  /** Called after every read, and when a read is refused because the budget is used up. */
  onDailyUse?: (used: number, day: Window) => void;
}

export function createScreenshotQuota({
  reservations,
  dailyBudget,
  demoPercent,
  onDailyUse,
}: ScreenshotQuotaDeps) {
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
  /** The demo may use only a part of the budget, so that it cannot use up the reads of accounts. */
  const demo: Limit = {
    ...daily,
    cap: Math.ceil((dailyBudget * demoPercent) / 100),
    keys: (day) => [names.demoReads(day), names.demoReadsHeld(day)],
    exceeded: (_, retryAfterSeconds) => new Failure('ocr_daily_cap_reached', { retryAfterSeconds }),
  };

  return {
    /**
     * Reserves one read; waits while running calls reserve the rest of an allowance.
     * @param entry null for the demo, which may use a fixed part of the service's day
     * @throws Failure `image_cap_reached`, then `ocr_daily_cap_reached`; `unavailable` when the wait ends without a
     * reservation; Withdrawn when the caller has disconnected
     */
    async reserve(entry: Principal | null, plan: Plan, call: string, wait: WaitOptions) {
      const own = await reservations.reserve(entry ? monthly(entry, plan) : demo, call, wait);
      try {
        const day = await reservations.reserve(daily, call, wait);
        return {
          // The service is counted first: a crash between the two errs in the customer's favour.
          async commit(): Promise<void> {
            const { used } = await day.commit();
            onDailyUse?.(used, day.window);
            await own.commit();
          },
          async release(): Promise<void> {
            await Promise.all([day.release(), own.release()]);
          },
        };
      } catch (error) {
        await own.release().catch(() => undefined);
        throw error;
      }
    },

    /** Usage of the month of an account, or of an Enterprise key with its own reads. */
    async month(entry: Payer, plan: Plan) {
      const limit = monthly(entry, plan);
      const { window, used } = await reservations.counts(limit);
      return { used, cap: limit.cap, window };
    },

    async today(): Promise<ScreenshotBudget> {
      const { window, used } = await reservations.counts(daily);
      return { used, budget: dailyBudget, endsAt: new Date(window.endsAt).toISOString() };
    },
  };
}

/** An Enterprise key with its own reads is counted separately; all other keys count for their account. */
export function monthly({ account, scope, contract }: Payer, plan: Plan): Limit {
  const ownContract = plan === 'enterprise' && contract.reads !== null;
  const counter = ownContract ? scope : 'all';
  return {
    window: 'month',
    counter: { account, of: 'screenshots', scope: counter },
    cap: inForce(plan, contract).reads,
    keys: (month) => [names.reads(account, counter, month), names.readsHeld(account, counter, month)],
    exceeded: (_, retryAfterSeconds) => new Failure('image_cap_reached', { retryAfterSeconds }),
    busy,
  };
}

function busy(): Failure {
  const message = 'Your remaining screenshot reads are in use by running calls; try again shortly.';
  return new Failure('unavailable', { message, retryAfterSeconds: busyRetrySeconds });
}
