/** Renders messages: plain text without markup, one sign (🔴 🟢 ⚪) at the start. Makes no decisions. */

import { causeWords, clip, messageLengthMax, moment, nameOf, span } from './format.js';
import { endsByHand } from './incidents/event-to-problem.js';
import { silenceOf, storeIsDown } from './incidents/selectors.js';
import type { Action, Incident, IncidentNote, Problem, State, StatusSnapshot } from './types.js';

interface Button {
  text: string;
  /** Callback data of a press, at most 64 bytes. */
  data: string;
}

export interface Message {
  text: string;
  /** Rows of buttons. */
  buttons: Button[][];
  /** Sent without a sound. */
  silent: boolean;
}

/** Input of all render functions. */
export interface RenderContext {
  state: State;
  view: StatusSnapshot;
  timeZone: string;
  now: number;
}

/** The current message of an incident, or of several that had to be merged. */
export function card(context: RenderContext, incidents: readonly Incident[]): Message {
  const several = incidents.length > 1;
  const parts = incidents.map((incident) =>
    cardText(context, incident, several ? `Incident ${incident.id}` : ''),
  );
  const text = several
    ? [`${incidents.length} alerts in one message.`, ...parts].join('\n\n')
    : parts.join('');
  return {
    text: clip(text, messageLengthMax),
    buttons: incidents.flatMap((incident) => buttonsOf(context, incident, several)),
    silent: incidents.every(({ endedAt }) => endedAt !== null),
  };
}

function cardText(context: RenderContext, incident: Incident, label: string): string {
  const open = incident.troubles.filter(({ endedAt }) => endedAt === null);
  const [first] = incident.troubles;
  if (first === undefined) return '';
  const lines =
    incident.endedAt !== null
      ? endedLines(context, incident)
      : incident.troubles.length > 1
        ? severalLines(context, incident, open)
        : oneLines(context, incident, first);
  return [...lines, ...peopleLines(context, incident), ...(label ? [label] : [])].join('\n');
}

function oneLines(context: RenderContext, incident: Incident, problem: Problem): string[] {
  const flaps = incident.flapping !== null;
  const isUp = problem.endedAt !== null;
  const title = flaps
    ? `🔴 ${about(context, problem)} is flapping, ${isUp ? 'up' : 'down'} now`
    : `🔴 ${headline(context, problem)}`;
  const since = `${isUp ? 'Up since' : 'Since'} ${moment(problem.endedAt ?? problem.since, context)}`;
  return [title, since, ...(isUp ? [] : factLines(context, problem))];
}

/** Names the subject, unless it is a bank, and says that the problem is there, or is over. */
interface ProblemTexts {
  about?(facts: Problem['facts']): string;
  open(name: string, facts: Problem['facts']): string;
  over(name: string): string;
}

const texts: Readonly<Record<Problem['kind'], ProblemTexts>> = {
  bank_down: { open: (name) => `${name} is down`, over: (name) => `${name} answers again` },
  egress_blocked: {
    open: (name) => `${name}: our address is blocked; the bank answers other addresses of ours`,
    over: (name) => `${name}: our address is no longer blocked`,
  },
  layout_changed: {
    open: (name) => `${name}: layout changed, settled receipts cannot be read. Ours to fix`,
    over: (name) => `${name}: receipts can be read again`,
  },
  store_unreachable: {
    about: () => 'The store',
    open: (name) => `${name} cannot be reached: nothing is verified`,
    over: (name) => `${name} answers again`,
  },
  monitor_blind: {
    about: () => 'The monitor',
    open: () => 'Monitor blind: no probe for three intervals',
    over: () => 'Probes are running again',
  },
  screenshot_budget: {
    about: () => 'The screenshot budget',
    open: (_, { spent }) => (spent ? 'Screenshot budget is spent' : 'Screenshot budget: 80 % is spent'),
    over: () => 'The screenshot budget is renewed for the new day',
  },
  extractor_failing: {
    about: ({ part }) => (part === 'model' ? 'the AI model' : 'reading of codes and PDFs'),
    open: (name) => `The extractor is failing (${name})`,
    over: (name) => `The extractor works again (${name})`,
  },
  webhooks_failing: {
    about: () => 'Webhooks',
    open: (name) => `${name} do not arrive: our network, DNS or firewall?`,
    over: (name) => `${name} arrive again`,
  },
  certificate_changed: {
    about: ({ host }) => String(host),
    open: (name) => `${name} presents a different certificate: nothing is sent to it`,
    over: (name) => `${name}: the certificate matches its pin`,
  },
};

function headline(context: RenderContext, problem: Problem): string {
  return texts[problem.kind].open(about(context, problem), problem.facts);
}

/** Display name of the subject. */
function about({ view }: RenderContext, { kind, provider, facts }: Problem): string {
  return provider === null ? (texts[kind].about?.(facts) ?? kind) : nameOf(view, provider);
}

function factLines(context: RenderContext, problem: Problem): string[] {
  const { kind, cause, egress, lastSuccessAt, facts, provider } = problem;
  const lines: string[] = [];
  if (cause !== null) lines.push(`Cause: ${causeWords(cause, problem.httpStatus)}`);
  if (kind === 'bank_down') {
    lines.push(`Failing from all our addresses: ${egress.join(', ') || 'every one'}`);
  } else if (kind === 'egress_blocked') lines.push(`Blocked: ${egress.join(', ')}`);
  if (kind === 'bank_down' || kind === 'monitor_blind') {
    const last = lastSuccessAt === null ? 'none known' : moment(lastSuccessAt, context);
    lines.push(kind === 'bank_down' ? `Last success: ${last}` : `Last round: ${last}`);
  }
  if (kind === 'bank_down') {
    lines.push(...loadLines(context, [problem], [provider ?? '']));
  }
  if (kind === 'screenshot_budget') {
    const next = facts.spent ? 'Screenshots are refused until' : 'The next day begins';
    lines.push(`${facts.used} of ${facts.budget} reads used on ${facts.day}`);
    lines.push(`${next} ${moment(Number(facts.endsAt), context)}`);
  }
  if (kind === 'extractor_failing') lines.push(`Failures in a row: ${facts.failures}`);
  if (kind === 'webhooks_failing') lines.push(`Accounts that no webhook reaches: ${facts.accounts}`);
  if (kind === 'store_unreachable') lines.push('Bank alerts are held back until it answers.');
  if (kind === 'certificate_changed') lines.push('Check it (pins show), then pin it (pins add).');
  return lines;
}

function severalLines(context: RenderContext, incident: Incident, open: readonly Problem[]): string[] {
  const flaps = incident.flapping ? ', flapping' : '';
  const rows = incident.troubles.map((problem) => {
    const name = about(context, problem);
    if (problem.endedAt !== null) return `- ${name}: up since ${moment(problem.endedAt, context)}`;
    const where = problem.kind === 'egress_blocked' ? 'our address blocked' : 'down';
    const cause = causeWords(problem.cause ?? 'unknown', problem.httpStatus);
    const from = problem.egress.join(', ');
    return `- ${name}: ${where}, ${cause}, from ${from}, since ${moment(problem.since, context)}`;
  });
  const inside = incident.troubles.flatMap(({ provider }) => provider ?? []);
  return [
    `🔴 ${open.length} of ${incident.troubles.length} banks in trouble at once${flaps}: network or egress?`,
    ...rows,
    ...loadLines(context, open, inside),
  ];
}

/** Waiting lookups of these banks, and the banks that are down besides `inside`. */
function loadLines(context: RenderContext, open: readonly Problem[], inside: readonly string[]): string[] {
  const waiting = open.map(({ provider }) => context.view.banks[provider ?? '']?.waiting ?? 0);
  return [
    `Waiting lookups: ${waiting.reduce((sum, count) => sum + count, 0)}`,
    `Other banks down: ${otherBanksDown(context, inside) || 'none'}`,
  ];
}

function endedLines(context: RenderContext, incident: Incident): string[] {
  const from = Math.min(...incident.troubles.map(({ since }) => since));
  const until = incident.endedAt ?? context.now;
  const causes = new Set(incident.troubles.flatMap(({ cause }) => cause ?? []));
  return [
    ended(context, incident),
    `${moment(from, context)} to ${moment(until, context)} (${span(until - from)})`,
    ...(causes.size > 0 ? [`Cause: ${[...causes].map((cause) => causeWords(cause, null)).join(', ')}`] : []),
  ];
}

/** An incident closed by the button Mark as fixed is shown as ⚪: the end was not verified. */
function ended(context: RenderContext, incident: Incident): string {
  const { fixed, troubles } = incident;
  if (!fixed) return `🟢 ${recovered(context, incident)}`;
  const names = troubles.map((problem) => about(context, problem)).join(', ');
  return `⚪ ${names}: marked fixed by ${fixed.by}, not verified`;
}

function recovered(context: RenderContext, { troubles }: Incident): string {
  const [first] = troubles;
  if (first === undefined) return '';
  if (troubles.length > 1) {
    return `All ${troubles.length} banks answer again: ${troubles.map((problem) => about(context, problem)).join(', ')}`;
  }
  return texts[first.kind].over(about(context, first));
}

function who(context: RenderContext, { by, at }: Action): string {
  return `${by}, ${moment(at, context)}`;
}

function peopleLines(context: RenderContext, incident: Incident): string[] {
  const silence = incident.endedAt === null ? silenceOf(context.state, incident, context.now) : null;
  return [
    ...(incident.acknowledged ? [`Acknowledged by ${who(context, incident.acknowledged)}`] : []),
    ...(silence ? [`Silenced until ${moment(silence.until, context)} by ${who(context, silence)}`] : []),
  ];
}

function buttonsOf(context: RenderContext, incident: Incident, several: boolean): Button[][] {
  if (incident.endedAt !== null) return [];
  const { id } = incident;
  const name = several ? ` ${id}` : '';
  const first = incident.acknowledged ? [] : [{ text: `Acknowledge${name}`, data: `a:${id}` }];
  const fixed = incident.troubles.every(endsByHand)
    ? [{ text: `Mark as fixed${name}`, data: `f:${id}` }]
    : [];
  const silence = silenceOf(context.state, incident, context.now)
    ? [{ text: `End silence${name}`, data: `s0:${id}` }]
    : [
        { text: `Silence 1 h${name}`, data: `s1:${id}` },
        { text: `Silence 4 h${name}`, data: `s4:${id}` },
      ];
  return [[...first, ...fixed, { text: `Details${name}`, data: `d:${id}` }], silence];
}

/** Text of a reply to the incident's message. */
export function noteText(context: RenderContext, incident: Incident, note: IncidentNote): Message {
  return {
    text: clip(noteLines(context, incident, note).join('\n'), messageLengthMax),
    buttons: [],
    silent: isQuiet(note),
  };
}

const isQuiet = ({ kind }: IncidentNote) => kind === 'recovery' || kind === 'digest' || kind === 'calm';

function noteLines(context: RenderContext, incident: Incident, { kind, changes }: IncidentNote): string[] {
  const { now } = context;
  const open = incident.troubles.filter(({ endedAt }) => endedAt === null);
  const names = (troubles: readonly Problem[]) =>
    troubles.map((problem) => about(context, problem)).join(', ');
  const from = Math.min(...incident.troubles.map(({ since }) => since));
  const [first] = open;
  switch (kind) {
    case 'recovery': {
      const still = stillDown(context);
      return [
        `${ended(context, incident)}, after ${span((incident.endedAt ?? now) - from)}.`,
        still ? `Still down: ${still}.` : 'No other bank is down.',
      ];
    }
    case 'reminder': {
      const what =
        incident.troubles.length === 1 && first
          ? headline(context, first)
          : `Still in trouble: ${names(open)}`;
      return [`🔴 Reminder. ${what}.`, `Since ${moment(from, context)} (${span(now - from)}).`];
    }
    case 'worse':
      return first ? [`🔴 ${headline(context, first)}.`, ...factLines(context, first)] : [];
    case 'flapping':
      return [
        `🔴 ${names(incident.troubles)}: flapping, ${changes} changes in the last hour.`,
        'Changes are no longer reported one by one: a digest comes every hour, until nothing has changed for 30 minutes.',
      ];
    case 'digest':
      return [
        `🔴 Digest: ${names(incident.troubles)} still flapping, ${changes} changes in the last hour.`,
        open.length > 0 ? `Down now: ${names(open)}.` : 'Up now.',
      ];
    case 'calm':
      return [`🔴 Stopped flapping; still down: ${names(open)}.`];
  }
}

/** Names of the banks that are down, without `but`. */
function otherBanksDown({ state, view }: RenderContext, but: readonly string[]): string {
  const down = state.incidents
    .filter(({ endedAt }) => endedAt === null)
    .flatMap(({ troubles }) => troubles)
    .filter(({ kind, endedAt }) => kind === 'bank_down' && endedAt === null)
    .flatMap(({ provider }) => (provider === null || but.includes(provider) ? [] : nameOf(view, provider)));
  return [...new Set(down)].sort().join(', ');
}

function stillDown(context: RenderContext): string {
  const banks = otherBanksDown(context, []);
  return [...(storeIsDown(context.state) ? ['the store'] : []), ...(banks ? [banks] : [])].join(', ');
}
