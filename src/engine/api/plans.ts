/** The plans: caps, windows, overage, screenshot reads and queue priority (docs/api.md#quotas-and-windows). */
import type { Plan } from './index.js';

interface PlanTerms {
  name: string;
  /** Uncached verifications per window; null: set by the key's contract, else unlimited. */
  cap: number | null;
  window: 'day' | 'month';
  /** Price of one verification over the cap in ETB; null: hard stop. */
  overageEtb: number | null;
  /** Screenshot reads per calendar month; null: per contract. */
  reads: number | null;
  /** Priority in a bank's queue: lower is served first. */
  priority: 0 | 1 | 2;
  /** Calls that may wait or be answered 202 at once; an Enterprise contract may set another number. */
  waiting: number;
  /** Requests answered 202 that may be stored at once, each counted for about eight days; the same number of payment requests, for 99 days. */
  requests: number;
  /** Idempotency-Keys per day, approximately. */
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

/** A bound of each plan, as the scripts take them: plan, bound, plan, bound, … */
export function boundsByPlan(bound: (terms: PlanTerms) => number): (string | number)[] {
  return Object.entries(plans).flatMap(([plan, terms]) => [plan, bound(terms)]);
}

/** Calls that may wait at once from one address of the demo. */
export const demoWaiting = 5;

export const planNames = Object.keys(plans) as Plan[];

/** Requests per minute of a key without its own rate. */
export const defaultRate = 60;

/** Caps of an Enterprise key, set by its contract. */
interface Contract {
  cap: number | null;
  reads: number | null;
}

/** The effective caps of a key; null is unlimited. Contracts apply only on Enterprise. */
export function inForce(plan: Plan, contract: Contract): Contract {
  const terms = plans[plan];
  return plan === 'enterprise' ? contract : { cap: terms.cap, reads: terms.reads };
}
