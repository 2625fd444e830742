/** Translates the engine's events into opened and ended problems. */
import type { RecordedEvent } from '../../../src/engine/index.js';
import type { Problem, ProblemKind } from '../types.js';

/** Effect of an event on the problems. */
type Effect =
  | { effect: 'opens'; problem: Problem }
  /** Adds or removes an egress address: the problem opens with the first and ends with the last. */
  | { effect: 'blocks'; problem: Problem }
  | { effect: 'frees'; subject: string; egress: string; at: number }
  | { effect: 'ends'; subject: string; at: number }
  | { effect: 'none' };

interface ProblemFields {
  provider?: string;
  since?: number;
  cause?: string;
  egress?: readonly string[];
  lastSuccessAt?: string | null;
  facts?: Problem['facts'];
}

function problemOf(kind: ProblemKind, subject: string, at: number, about: ProblemFields = {}): Problem {
  const { provider = null, since = at, cause = null, egress = [], lastSuccessAt = null, facts = {} } = about;
  return {
    subject,
    kind,
    provider,
    since,
    openedAt: at,
    endedAt: null,
    cause,
    httpStatus: null,
    egress: [...egress],
    lastSuccessAt: lastSuccessAt === null ? null : Date.parse(lastSuccessAt),
    facts,
  };
}

export const storeProblem = (since: number, at: number): Problem =>
  problemOf('store_unreachable', 'store', at, { since });

/** @param at time of the event in ms, not in the future */
export function effectOf(event: RecordedEvent, at: number): Effect {
  switch (event.kind) {
    case 'bank_down': {
      const { provider, cause, egress, lastSuccessAt } = event;
      const since = Math.min(at, Date.parse(event.since));
      const about = { provider, since, cause, egress, lastSuccessAt };
      return { effect: 'opens', problem: problemOf('bank_down', `bank:${provider}`, at, about) };
    }
    case 'bank_up':
      return { effect: 'ends', subject: `bank:${event.provider}`, at: Math.min(at, Date.parse(event.since)) };
    case 'egress_blocked': {
      const { provider, cause, egress } = event;
      const about = { provider, since: Math.min(at, Date.parse(event.since)), cause, egress: [egress] };
      return { effect: 'blocks', problem: problemOf('egress_blocked', `egress:${provider}`, at, about) };
    }
    case 'egress_free':
      return { effect: 'frees', subject: `egress:${event.provider}`, egress: event.egress, at };
    case 'layout_changed': {
      const { provider } = event;
      return {
        effect: 'opens',
        problem: problemOf('layout_changed', `layout:${provider}`, at, { provider }),
      };
    }
    case 'layout_readable':
      return { effect: 'ends', subject: `layout:${event.provider}`, at };
    case 'monitor_blind': {
      const lastSuccessAt = event.lastRoundAt;
      return { effect: 'opens', problem: problemOf('monitor_blind', 'monitor', at, { lastSuccessAt }) };
    }
    case 'monitor_sees':
      return { effect: 'ends', subject: 'monitor', at };
    case 'screenshot_budget_low':
    case 'screenshot_budget_spent': {
      const { day, used, budget } = event;
      const spent = event.kind === 'screenshot_budget_spent' ? 1 : 0;
      const facts = { day, used, budget, spent, endsAt: Date.parse(event.endsAt) };
      return { effect: 'opens', problem: problemOf('screenshot_budget', 'budget', at, { facts }) };
    }
    case 'extractor_failing': {
      const { part, failures, cause } = event;
      const about = { since: Math.min(at, Date.parse(event.since)), cause, facts: { part, failures } };
      return { effect: 'opens', problem: problemOf('extractor_failing', `extractor:${part}`, at, about) };
    }
    case 'extractor_works':
      return { effect: 'ends', subject: `extractor:${event.part}`, at };
    case 'webhooks_failing': {
      const { accounts, cause } = event;
      const since = Math.min(at, Date.parse(event.since));
      const about = { since, facts: { accounts }, ...(cause !== null && { cause }) };
      return { effect: 'opens', problem: problemOf('webhooks_failing', 'webhooks', at, about) };
    }
    case 'webhooks_arrive':
      return { effect: 'ends', subject: 'webhooks', at };
    case 'certificate_changed': {
      const facts = { host: event.host };
      return {
        effect: 'opens',
        problem: problemOf('certificate_changed', `certificate:${event.host}`, at, { facts }),
      };
    }
    default:
      // Written by a newer version, which runs at the same time or ran before a roll-back.
      event satisfies never;
      return { effect: 'none' };
  }
}

/** Problems that occur for several banks at once when a network fails. */
export function isBank({ kind }: Problem): boolean {
  return kind === 'bank_down' || kind === 'egress_blocked';
}

/** False for kinds that cannot start and end repeatedly by themselves. */
export function canFlap({ kind }: Problem): boolean {
  return kind !== 'screenshot_budget' && kind !== 'certificate_changed';
}

/** Whether the alert has the button Mark as fixed. */
export function endsByHand({ kind }: Problem): boolean {
  return kind === 'certificate_changed' || kind === 'layout_changed';
}
