/** The plans: caps, windows, overage, screenshot reads and queue priority (docs/api.md#quotas-and-windows). */
import type { Plan } from './index.js';

export interface PlanTerms {
  name: string;
  /** Uncached verifications per window; null: per contract, unlimited unless the key says otherwise. */
  cap: number | null;
  window: 'day' | 'month';
  /** Price of one verification over the cap in ETB; null: hard stop. */
  overageEtb: number | null;
  /** Screenshot reads per calendar month; null: per contract. */
  reads: number | null;
  /** Place in a bank's line: lower is served first. */
  priority: 0 | 1 | 2;
  /** Calls that may wait or be promised (202) at once; on Enterprise the contract may say otherwise. */
  waiting: number;
  /** Requests answered 202 that are kept, those of about eight days. */
  requests: number;
  /** Idempotency-Keys that may be used in about a day. */
  idempotencyKeys: number;
}

export const plans: Readonly<Record<Plan, PlanTerms>> = {
  free: {
    name: 'Free',
    cap: 200,
    window: 'month',
    overageEtb: null,
    reads: 200,
    priority: 2,
    waiting: 50,
    requests: 1_000,
    idempotencyKeys: 1_000,
  },
  shop: {
    name: 'Shop',
    cap: 2_000,
    window: 'day',
    overageEtb: null,
    reads: 1_000,
    priority: 2,
    waiting: 50,
    requests: 30_000,
    idempotencyKeys: 10_000,
  },
  developer: {
    name: 'Developer',
    cap: 30_000,
    window: 'month',
    overageEtb: 0.05,
    reads: 2_000,
    priority: 1,
    waiting: 200,
    requests: 30_000,
    idempotencyKeys: 10_000,
  },
  scale: {
    name: 'Scale',
    cap: 150_000,
    window: 'month',
    overageEtb: 0.03,
    reads: 6_000,
    priority: 0,
    waiting: 1_000,
    requests: 150_000,
    idempotencyKeys: 50_000,
  },
  enterprise: {
    name: 'Enterprise',
    cap: null,
    window: 'month',
    overageEtb: 0.03,
    reads: null,
    priority: 0,
    waiting: 1_000,
    requests: 500_000,
    idempotencyKeys: 200_000,
  },
};

/** Calls that may wait at once from one address of the demo. */
export const demoWaiting = 5;

export const planNames = Object.keys(plans) as Plan[];

/** Requests per key and minute unless the key says otherwise. */
export const defaultRate = 60;

/** An Enterprise key's own figures, as they stand in its contract. */
export interface Contract {
  cap: number | null;
  reads: number | null;
}

/** The figures in force for a key: a contract counts on Enterprise alone. Null is unlimited. */
export function inForce(plan: Plan, contract: Contract): Contract {
  const terms = plans[plan];
  return plan === 'enterprise' ? contract : { cap: terms.cap, reads: terms.reads };
}
