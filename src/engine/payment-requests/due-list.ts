/** The list of payment requests with work to do, in Redis: those that expire or have receipts to check again. */
import * as names from '../store/key-names.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import type { RequestRef } from './record.js';

/** Number of requests in one claim, and its duration. */
const claimedAtOnce = 50;
const claimLeaseMs = 30_000;
/** Work is overdue when it has been due for this long. */
const overdueMs = 60_000;
/** Longer than a receipt can wait for its bank: a week that a request is open, and a day. */
const waitingMsMax = 9 * 86_400_000;

export type DueList = ReturnType<typeof createDueList>;

/** All methods throw Failure `unavailable`. */
export function createDueList(
  scripts: Scripts,
  { client }: Pick<StoreConnection, 'client'>,
  now: () => number = Date.now,
) {
  const due = [names.duePaymentRequests(), names.duePaymentRequestClaims()];

  return {
    /** Makes a request due after `ms` at the latest, for any process. */
    async setDue(ref: RequestRef, ms: number): Promise<void> {
      await scripts.run('lease-settle', due, [itemOf(ref), '', Math.max(0, Math.round(ms))]);
    },

    /** Lists a request that a failover has removed from the list. */
    async relist(ref: RequestRef, ms: number): Promise<void> {
      await scripts.run('lease-claim', due, ['', Math.max(0, Math.round(ms)), 0, itemOf(ref)]);
    },

    /** Claims requests that are due, for 30 s. @param claim a unique name */
    async claimDue(claim: string): Promise<RequestRef[]> {
      const items = await scripts.run('lease-claim', due, [claim, claimLeaseMs, claimedAtOnce]);
      return items.map((item) => refOf(String(item)));
    },

    /** Ends a claim. @param nextMs until the request is due again; null: it has nothing left to do */
    async settle(ref: RequestRef, claim: string, nextMs: number | null): Promise<void> {
      await scripts.run('lease-settle', due, [itemOf(ref), claim, nextMs === null ? '' : Math.ceil(nextMs)]);
    },

    /** Counts a receipt as waiting for its bank, once. For metrics only: a crash may lose the count until the next check. */
    async startWaiting(ref: RequestRef, attempt: string): Promise<void> {
      await orUnavailable(
        client.zadd(names.waitingPaymentChecks(), 'NX', now(), `${itemOf(ref)}/${attempt}`),
      );
    },

    /** Stops counting a receipt as waiting. */
    async endWaiting(ref: RequestRef, attempt: string): Promise<void> {
      await orUnavailable(client.zrem(names.waitingPaymentChecks(), `${itemOf(ref)}/${attempt}`));
    },

    /** Number of receipts that wait for their bank, and of requests with overdue work. */
    async counts(): Promise<{ waiting: number; overdue: number }> {
      const waiting = names.waitingPaymentChecks();
      const [, count, overdue] = await orUnavailable(
        Promise.all([
          client.zremrangebyscore(waiting, '-inf', now() - waitingMsMax),
          client.zcard(waiting),
          client.zcount(names.duePaymentRequests(), '-inf', now() - overdueMs),
        ]),
      );
      return { waiting: count, overdue };
    },
  };
}

function itemOf({ account, id }: RequestRef): string {
  return `${account}/${id}`;
}

function refOf(item: string): RequestRef {
  const at = item.lastIndexOf('/');
  return { account: item.slice(0, at), id: item.slice(at + 1) };
}
