/** Usage and caps of a key or an account (GET /api/usage, docs/api.md#quotas-and-windows). */
import { TZDate } from '@date-fns/tz';
import { formatISO } from 'date-fns/formatISO';
import { parseBirr } from '#engine/shared/money.js';
import { decimal } from '../../money.js';
import type { Principal } from '../access/authenticate.js';
import type { Plan, Usage } from '../api/index.js';
import { plans } from '../api/plans.js';
import type { ScreenshotQuota } from './screenshot-quota.js';
import type { Counts, Payer, VerificationQuota } from './verification-quota.js';

interface UsageDeps {
  quota: VerificationQuota;
  reads: ScreenshotQuota;
  timeZone: string;
  now: () => number;
}

/** The members of usage that are not of one key alone. */
export type PayerUsage = Pick<Usage, 'account' | 'plan' | 'verifications' | 'screenshots'>;

/** @param entry an admitted key, or a whole account with the scope `all` */
export async function usageOf(deps: UsageDeps, entry: Principal): Promise<Usage> {
  const { account, plan, verifications, screenshots } = await payerUsageOf(deps, entry);
  const { limit, used, resetsInSeconds } = entry.rate;
  return {
    ok: true,
    account,
    plan,
    mode: entry.mode,
    verifications,
    screenshots,
    rate: {
      limit,
      used: Math.min(used, limit),
      resetsAt: new Date(deps.now() + resetsInSeconds * 1000).toISOString(),
    },
  };
}

export async function payerUsageOf(deps: UsageDeps, payer: Payer): Promise<PayerUsage> {
  const terms = await deps.quota.planOf(payer.account);
  const [counts, { used, cap, window }] = await Promise.all([
    deps.quota.counts(payer, terms),
    deps.reads.month(payer, terms.plan),
  ]);
  return {
    account: payer.account,
    plan: terms.plan,
    verifications: verificationsOf(counts, terms.plan, terms.overage, deps.timeZone),
    screenshots: { used, cap, endsAt: local(window.endsAt, deps.timeZone) },
  };
}

function verificationsOf(
  counts: Counts,
  plan: Plan,
  enabled: boolean,
  timeZone: string,
): Usage['verifications'] {
  const priceEtb = plans[plan].overageEtb;
  const price = parseBirr(priceEtb ?? 0) ?? 0n;
  return {
    used: counts.used,
    cap: counts.cap,
    window: counts.window.kind,
    startsAt: local(counts.window.startsAt, timeZone),
    endsAt: local(counts.window.endsAt, timeZone),
    timeZone,
    overage: {
      available: priceEtb !== null,
      enabled,
      count: counts.overage,
      priceEtb,
      amountEtb: Number(decimal(BigInt(counts.overage) * price)),
    },
  };
}

/** ISO 8601 in the given time zone, with offset. */
function local(moment: number, timeZone: string): string {
  return formatISO(new TZDate(moment, timeZone));
}
