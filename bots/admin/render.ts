/** Renders messages: plain text without markup, one sign (🔴 🟢 ⚪) at the start. Makes no decisions. */

import { between, causeWords, clip, messageLengthMax, moment, nameOf, span } from './format.js';
import { endsByHand } from './incidents/event-to-problem.js';
import { silenceOf, storeIsDown } from './incidents/selectors.js';
import type { Action, Incident, IncidentNote, Problem, State, StatusSnapshot } from './types.js';

export interface Button {
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
  const { timeZone, now } = context;
  const flaps = incident.flapping !== null;
  const isUp = problem.endedAt !== null;
  const title = flaps
    ? `🔴 ${about(context, problem)} is flapping, ${isUp ? 'up' : 'down'} now`
    : `🔴 ${headline(context, problem)}`;
  const at = (ms: number) => moment(ms, now, timeZone);
  const since = isUp ? `Up since ${at(problem.endedAt ?? now)}` : `Since ${at(problem.since)}`;
  return [title, since, ...(isUp ? [] : factLines(context, problem))];
}

function headline(context: RenderContext, problem: Problem): string {
  const name = about(context, problem);
  const { facts } = problem;
  switch (problem.kind) {
    case 'bank_down':
      return `${name} is down`;
    case 'egress_blocked':
      return `${name}: our address is blocked, the bank answers others of ours`;
    case 'layout_changed':
      return `${name}: layout changed, settled receipts cannot be read. Ours to fix`;
    case 'store_unreachable':
      return 'The store cannot be reached: nothing is verified';
    case 'monitor_blind':
      return 'Monitor blind: no probe for three intervals';
    case 'screenshot_budget':
      return facts.spent ? 'Screenshot budget is spent' : 'Screenshot budget: 80 % is spent';
    case 'extractor_failing':
      return `The extractor is failing (${name})`;
    case 'webhooks_failing':
      return 'Webhooks arrive nowhere: our network, DNS or firewall?';
    case 'certificate_changed':
      return `${name} shows another certificate: nothing is sent to it`;
  }
}

/** Display name of the subject. */
function about({ view }: RenderContext, { kind, provider, facts }: Problem): string {
  if (provider !== null) return nameOf(view, provider);
  switch (kind) {
    case 'store_unreachable':
      return 'The store';
    case 'monitor_blind':
      return 'The monitor';
    case 'screenshot_budget':
      return 'The screenshot budget';
    case 'webhooks_failing':
      return 'Webhooks';
    case 'extractor_failing':
      return facts.part === 'model' ? 'the AI model' : 'reading of codes and PDFs';
    default:
      return String(facts.host ?? kind);
  }
}

function factLines(context: RenderContext, problem: Problem): string[] {
  const { timeZone, now, view } = context;
  const { kind, cause, egress, lastSuccessAt, facts, provider } = problem;
  const lines: string[] = [];
  if (cause !== null) lines.push(`Cause: ${causeWords(cause, problem.httpStatus)}`);
  if (kind === 'bank_down') {
    lines.push(`Failing from all our addresses: ${egress.join(', ') || 'every one'}`);
  } else if (kind === 'egress_blocked') lines.push(`Blocked: ${egress.join(', ')}`);
  if (kind === 'bank_down' || kind === 'monitor_blind') {
    const last = lastSuccessAt === null ? 'never seen' : moment(lastSuccessAt, now, timeZone);
    lines.push(kind === 'bank_down' ? `Last success: ${last}` : `Last round: ${last}`);
  }
  if (kind === 'bank_down') {
    lines.push(`Waiting lookups: ${view.banks[provider ?? '']?.waiting ?? 0}`);
    lines.push(`Other banks down: ${otherBanksDown(context, [provider ?? '']) || 'none'}`);
  }
  if (kind === 'screenshot_budget') {
    lines.push(`${facts.used} of ${facts.budget} reads of ${facts.day}`);
    lines.push(
      facts.spent
        ? `Screenshots are refused until ${moment(Number(facts.endsAt), now, timeZone)}`
        : `The next day begins ${moment(Number(facts.endsAt), now, timeZone)}`,
    );
  }
  if (kind === 'extractor_failing') lines.push(`Failures in a row: ${facts.failures}`);
  if (kind === 'webhooks_failing') lines.push(`Accounts that nothing reaches: ${facts.accounts}`);
  if (kind === 'store_unreachable') lines.push('Bank alerts are held back until it answers.');
  if (kind === 'certificate_changed') lines.push('Check it (pins show), then pin it (pins add).');
  return lines;
}

function severalLines(context: RenderContext, incident: Incident, open: readonly Problem[]): string[] {
  const { now, timeZone } = context;
  const flaps = incident.flapping ? ', flapping' : '';
  const rows = incident.troubles.map((problem) => {
    const name = about(context, problem);
    if (problem.endedAt !== null) return `- ${name}: up since ${moment(problem.endedAt, now, timeZone)}`;
    const where = problem.kind === 'egress_blocked' ? 'our address blocked' : 'down';
    const cause = causeWords(problem.cause ?? 'unknown', problem.httpStatus);
    const from = problem.egress.join(', ');
    return `- ${name}: ${where}, ${cause}, from ${from}, since ${moment(problem.since, now, timeZone)}`;
  });
  const waiting = open.reduce(
    (sum, { provider }) => sum + (context.view.banks[provider ?? '']?.waiting ?? 0),
    0,
  );
  const inside = incident.troubles.flatMap(({ provider }) => provider ?? []);
  return [
    `🔴 ${open.length} of ${incident.troubles.length} banks in trouble at once${flaps}: network or egress?`,
    ...rows,
    `Waiting lookups: ${waiting}`,
    `Other banks down: ${otherBanksDown(context, inside) || 'none'}`,
  ];
}

function endedLines(context: RenderContext, incident: Incident): string[] {
  const { now, timeZone } = context;
  const from = Math.min(...incident.troubles.map(({ since }) => since));
  const until = incident.endedAt ?? now;
  const causes = new Set(incident.troubles.flatMap(({ cause }) => cause ?? []));
  return [
    ended(context, incident),
    `${between(from, until, now, timeZone)} (${span(until - from)})`,
    ...(causes.size > 0 ? [`Cause: ${[...causes].map((cause) => causeWords(cause, null)).join(', ')}`] : []),
  ];
}

/** An incident closed by the button Mark as fixed is shown as ⚪: the end was not verified. */
function ended(context: RenderContext, incident: Incident): string {
  const { fixed, troubles } = incident;
  if (!fixed) return `🟢 ${recovered(context, incident)}`;
  const names = troubles.map((one) => about(context, one)).join(', ');
  return `⚪ ${names}: marked fixed by ${fixed.by}, not verified`;
}

function recovered(context: RenderContext, { troubles }: Incident): string {
  const [first] = troubles;
  if (first === undefined) return '';
  if (troubles.length > 1) {
    return `All ${troubles.length} banks answer again: ${troubles.map((one) => about(context, one)).join(', ')}`;
  }
  const name = about(context, first);
  switch (first.kind) {
    case 'bank_down':
      return `${name} answers again`;
    case 'egress_blocked':
      return `${name}: our address is free again`;
    case 'layout_changed':
      return `${name}: receipts can be read again`;
    case 'store_unreachable':
      return 'The store answers again';
    case 'monitor_blind':
      return 'Probes are running again';
    case 'screenshot_budget':
      return 'A new day, a new screenshot budget';
    case 'extractor_failing':
      return `The extractor works again (${name})`;
    case 'webhooks_failing':
      return 'Webhooks arrive again';
    case 'certificate_changed':
      return `${name}: the certificate is the pinned one`;
  }
}

function who({ now, timeZone }: RenderContext, { by, at }: Action): string {
  return `${by}, ${moment(at, now, timeZone)}`;
}

function peopleLines(context: RenderContext, incident: Incident): string[] {
  const { state, now, timeZone } = context;
  const silence = incident.endedAt === null ? silenceOf(state, incident, now) : null;
  return [
    ...(incident.acknowledged ? [`Acknowledged by ${who(context, incident.acknowledged)}`] : []),
    ...(silence
      ? [`Silenced until ${moment(silence.until, now, timeZone)} by ${who(context, silence)}`]
      : []),
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
  const { now, timeZone } = context;
  const open = incident.troubles.filter(({ endedAt }) => endedAt === null);
  const names = (troubles: readonly Problem[]) => troubles.map((one) => about(context, one)).join(', ');
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
      return [`🔴 Reminder. ${what}.`, `Since ${moment(from, now, timeZone)} (${span(now - from)}).`];
    }
    case 'worse':
      return first ? [`🔴 ${headline(context, first)}.`, ...factLines(context, first)] : [];
    case 'flapping':
      return [
        `🔴 ${names(incident.troubles)}: flapping, ${changes} changes within the hour.`,
        'Changes are no longer reported one by one: a digest comes every hour until 30 minutes are quiet.',
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
