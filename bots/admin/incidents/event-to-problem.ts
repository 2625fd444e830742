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

function problemOf(kind: ProblemKind, subject: string, at: number, about: ProblemFields): Problem {
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
  const opens = (kind: ProblemKind, subject: string, about: ProblemFields): Effect => ({
    effect: 'opens',
    problem: problemOf(kind, subject, at, about),
  });
  const ends = (subject: string, when = at): Effect => ({ effect: 'ends', subject, at: when });
  const since = 'since' in event ? Math.min(at, Date.parse(event.since)) : at;
  switch (event.kind) {
    case 'bank_down': {
      const { provider, cause, egress, lastSuccessAt } = event;
      return opens('bank_down', `bank:${provider}`, { provider, since, cause, egress, lastSuccessAt });
    }
    case 'bank_up':
      return ends(`bank:${event.provider}`, since);
    case 'egress_blocked': {
      const { provider, cause, egress } = event;
      const about = { provider, since, cause, egress: [egress] };
      return { effect: 'blocks', problem: problemOf('egress_blocked', `egress:${provider}`, at, about) };
    }
    case 'egress_free':
      return { effect: 'frees', subject: `egress:${event.provider}`, egress: event.egress, at };
    case 'layout_changed':
      return opens('layout_changed', `layout:${event.provider}`, { provider: event.provider });
    case 'layout_readable':
      return ends(`layout:${event.provider}`);
    case 'monitor_blind':
      return opens('monitor_blind', 'monitor', { lastSuccessAt: event.lastRoundAt });
    case 'monitor_sees':
      return ends('monitor');
    case 'screenshot_budget_low':
    case 'screenshot_budget_spent': {
      const { day, used, budget } = event;
      const spent = event.kind === 'screenshot_budget_spent' ? 1 : 0;
      const facts = { day, used, budget, spent, endsAt: Date.parse(event.endsAt) };
      return opens('screenshot_budget', 'budget', { facts });
    }
    case 'extractor_failing': {
      const { part, failures, cause } = event;
      return opens('extractor_failing', `extractor:${part}`, { since, cause, facts: { part, failures } });
    }
    case 'extractor_works':
      return ends(`extractor:${event.part}`);
    case 'webhooks_failing': {
      const { accounts, cause } = event;
      const about = { since, facts: { accounts }, ...(cause !== null && { cause }) };
      return opens('webhooks_failing', 'webhooks', about);
    }
    case 'webhooks_arrive':
      return ends('webhooks');
    case 'certificate_changed':
      return opens('certificate_changed', `certificate:${event.host}`, { facts: { host: event.host } });
    default:
      // Written by a newer version that runs at the same time, or ran before a rollback.
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
