/** Outcomes of webhook deliveries in this process, for its metrics. */
import type { WebhookFigures } from '../api/webhooks.js';
import type { DeliveryOutcome } from './delivery-store.js';

/** Attempts older than this no longer count for an account. */
const recentMs = 15 * 60_000;
/** Maximum number of accounts; one more drops the account whose last attempt is oldest. */
const accountsMax = 10_000;

interface AttemptFigures {
  count(account: string, outcome: DeliveryOutcome): void;
  read(): WebhookFigures;
}

export function createAttemptFigures(now: () => number): AttemptFigures {
  const attempts = { delivered: 0, failed: 0, gone: 0 };
  /** Oldest attempt first. */
  const accounts = new Map<string, { at: number; deliveredAt: number }>();

  function dropOld(): void {
    for (const [account, { at }] of accounts) {
      if (now() - at <= recentMs && accounts.size <= accountsMax) return;
      accounts.delete(account);
    }
  }

  return {
    count(account, outcome) {
      attempts[outcome] += 1;
      const before = accounts.get(account)?.deliveredAt ?? Number.NEGATIVE_INFINITY;
      accounts.delete(account);
      accounts.set(account, { at: now(), deliveredAt: outcome === 'delivered' ? now() : before });
      dropOld();
    },
    read() {
      dropOld();
      const all = [...accounts.values()];
      const delivering = all.filter(({ deliveredAt }) => now() - deliveredAt <= recentMs).length;
      return { attempts: { ...attempts }, accounts: { delivering, failing: all.length - delivering } };
    },
  };
}
