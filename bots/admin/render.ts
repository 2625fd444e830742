/** Renders messages: plain text without markup, one sign (🔴 🟢 ⚪) at the start. Makes no decisions. */

import { endsByHand } from './event-to-problem.js';
import { between, causeWords, clip, messageLengthMax, moment, nameOf, span } from './format.js';
import { silenceOf, storeIsDown } from './selectors.js';
import type { Action, Incident, IncidentNote, Problem, State, View } from './types.js';

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
  view: View;
  timeZone: string;
  now: number;
}

/** The current message of an incident, or of several that had to be merged. */
export function card(canvas: RenderContext, incidents: readonly Incident[]): Message {
  const several = incidents.length > 1;
  const parts = incidents.map((incident) =>
    cardText(canvas, incident, several ? `Incident ${incident.id}` : ''),
  );
  const text = several
    ? [`${incidents.length} alerts in one message.`, ...parts].join('\n\n')
    : parts.join('');
  return {
    text: clip(text, messageLengthMax),
    buttons: incidents.flatMap((incident) => buttonsOf(canvas, incident, several)),
    silent: incidents.every(({ endedAt }) => endedAt !== null),
  };
}

function cardText(canvas: RenderContext, incident: Incident, label: string): string {
  const open = incident.troubles.filter(({ endedAt }) => endedAt === null);
  const [first] = incident.troubles;
  if (first === undefined) return '';
  const lines =
    incident.endedAt !== null
      ? endedLines(canvas, incident)
      : incident.troubles.length > 1
        ? severalLines(canvas, incident, open)
        : oneLines(canvas, incident, first);
  return [...lines, ...peopleLines(canvas, incident), ...(label ? [label] : [])].join('\n');
}

function oneLines(canvas: RenderContext, incident: Incident, trouble: Problem): string[] {
  const { timeZone, now } = canvas;
  const flaps = incident.flapping !== null;
  const isUp = trouble.endedAt !== null;
  const title = flaps
    ? `🔴 ${about(canvas, trouble)} is flapping, ${isUp ? 'up' : 'down'} now`
    : `🔴 ${headline(canvas, trouble)}`;
  const at = (ms: number) => moment(ms, now, timeZone);
  const since = isUp ? `Up since ${at(trouble.endedAt ?? now)}` : `Since ${at(trouble.since)}`;
  return [title, since, ...(isUp ? [] : factLines(canvas, trouble))];
}

function headline(canvas: RenderContext, trouble: Problem): string {
  const name = about(canvas, trouble);
  const { facts } = trouble;
  switch (trouble.kind) {
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
    case 'extractor_failing':
      return facts.part === 'model' ? 'the AI model' : 'reading of codes and PDFs';
    default:
      return String(facts.host ?? kind);
  }
}

function factLines(canvas: RenderContext, trouble: Problem): string[] {
  const { timeZone, now, view } = canvas;
  const { kind, cause, egress, lastSuccessAt, facts, provider } = trouble;
  const lines: string[] = [];
  if (cause !== null) lines.push(`Cause: ${causeWords(cause, trouble.httpStatus)}`);
  if (kind === 'bank_down') {
    lines.push(`Failing from all our addresses: ${egress.join(', ') || 'every one'}`);
  } else if (kind === 'egress_blocked') lines.push(`Blocked: ${egress.join(', ')}`);
  if (kind === 'bank_down' || kind === 'monitor_blind') {
    const last = lastSuccessAt === null ? 'never seen' : moment(lastSuccessAt, now, timeZone);
    lines.push(kind === 'bank_down' ? `Last success: ${last}` : `Last round: ${last}`);
  }
  if (kind === 'bank_down') {
    lines.push(`Waiting lookups: ${view.banks[provider ?? '']?.waiting ?? 0}`);
    lines.push(`Other banks down: ${otherBanksDown(canvas, [provider ?? '']) || 'none'}`);
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
  if (kind === 'store_unreachable') lines.push('Bank alerts are held back until it answers.');
  if (kind === 'certificate_changed') lines.push('Check it (pins show), then pin it (pins add).');
  return lines;
}

function severalLines(canvas: RenderContext, incident: Incident, open: readonly Problem[]): string[] {
  const { now, timeZone } = canvas;
  const flaps = incident.flapping ? ', flapping' : '';
  const rows = incident.troubles.map((trouble) => {
    const name = about(canvas, trouble);
    if (trouble.endedAt !== null) return `- ${name}: up since ${moment(trouble.endedAt, now, timeZone)}`;
    const where = trouble.kind === 'egress_blocked' ? 'our address blocked' : 'down';
    const cause = causeWords(trouble.cause ?? 'unknown', trouble.httpStatus);
    const from = trouble.egress.join(', ');
    return `- ${name}: ${where}, ${cause}, from ${from}, since ${moment(trouble.since, now, timeZone)}`;
  });
  const waiting = open.reduce(
    (sum, { provider }) => sum + (canvas.view.banks[provider ?? '']?.waiting ?? 0),
    0,
  );
  const inside = incident.troubles.flatMap(({ provider }) => provider ?? []);
  return [
    `🔴 ${open.length} of ${incident.troubles.length} banks in trouble at once${flaps}: network or egress?`,
    ...rows,
    `Waiting lookups: ${waiting}`,
    `Other banks down: ${otherBanksDown(canvas, inside) || 'none'}`,
  ];
}

function endedLines(canvas: RenderContext, incident: Incident): string[] {
  const { now, timeZone } = canvas;
  const from = Math.min(...incident.troubles.map(({ since }) => since));
  const until = incident.endedAt ?? now;
  const causes = new Set(incident.troubles.flatMap(({ cause }) => cause ?? []));
  return [
    ended(canvas, incident),
    `${between(from, until, now, timeZone)} (${span(until - from)})`,
    ...(causes.size > 0 ? [`Cause: ${[...causes].map((cause) => causeWords(cause, null)).join(', ')}`] : []),
  ];
}

/** An incident closed by the button Mark as fixed is shown as ⚪: the end was not verified. */
function ended(canvas: RenderContext, incident: Incident): string {
  const { fixed, troubles } = incident;
  if (!fixed) return `🟢 ${recovered(canvas, incident)}`;
  const names = troubles.map((one) => about(canvas, one)).join(', ');
  return `⚪ ${names}: marked fixed by ${fixed.by}, not verified`;
}

function recovered(canvas: RenderContext, { troubles }: Incident): string {
  const [first] = troubles;
  if (first === undefined) return '';
  if (troubles.length > 1) {
    return `All ${troubles.length} banks answer again: ${troubles.map((one) => about(canvas, one)).join(', ')}`;
  }
  const name = about(canvas, first);
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
    case 'certificate_changed':
      return `${name}: the certificate is the pinned one`;
  }
}

function who({ now, timeZone }: RenderContext, { by, at }: Action): string {
  return `${by}, ${moment(at, now, timeZone)}`;
}

function peopleLines(canvas: RenderContext, incident: Incident): string[] {
  const { state, now, timeZone } = canvas;
  const silence = incident.endedAt === null ? silenceOf(state, incident, now) : null;
  return [
    ...(incident.acknowledged ? [`Acknowledged by ${who(canvas, incident.acknowledged)}`] : []),
    ...(silence ? [`Silenced until ${moment(silence.until, now, timeZone)} by ${who(canvas, silence)}`] : []),
  ];
}

function buttonsOf(canvas: RenderContext, incident: Incident, several: boolean): Button[][] {
  if (incident.endedAt !== null) return [];
  const { id } = incident;
  const name = several ? ` ${id}` : '';
  const first = incident.acknowledged ? [] : [{ text: `Acknowledge${name}`, data: `a:${id}` }];
  const fixed = incident.troubles.every(endsByHand)
    ? [{ text: `Mark as fixed${name}`, data: `f:${id}` }]
    : [];
  const silence = silenceOf(canvas.state, incident, canvas.now)
    ? [{ text: `End silence${name}`, data: `s0:${id}` }]
    : [
        { text: `Silence 1 h${name}`, data: `s1:${id}` },
        { text: `Silence 4 h${name}`, data: `s4:${id}` },
      ];
  return [[...first, ...fixed, { text: `Details${name}`, data: `d:${id}` }], silence];
}

/** Text of a reply to the incident's message. */
export function noteText(canvas: RenderContext, incident: Incident, note: IncidentNote): Message {
  return {
    text: clip(noteLines(canvas, incident, note).join('\n'), messageLengthMax),
    buttons: [],
    silent: isQuiet(note),
  };
}

const isQuiet = ({ kind }: IncidentNote) => kind === 'recovery' || kind === 'digest' || kind === 'calm';

function noteLines(canvas: RenderContext, incident: Incident, { kind, changes }: IncidentNote): string[] {
  const { now, timeZone } = canvas;
  const open = incident.troubles.filter(({ endedAt }) => endedAt === null);
  const names = (troubles: readonly Problem[]) => troubles.map((one) => about(canvas, one)).join(', ');
  const from = Math.min(...incident.troubles.map(({ since }) => since));
  const [first] = open;
  switch (kind) {
    case 'recovery': {
      const still = stillDown(canvas);
      return [
        `${ended(canvas, incident)}, after ${span((incident.endedAt ?? now) - from)}.`,
        still ? `Still down: ${still}.` : 'No other bank is down.',
      ];
    }
    case 'reminder': {
      const what =
        incident.troubles.length === 1 && first
          ? headline(canvas, first)
          : `Still in trouble: ${names(open)}`;
      return [`🔴 Reminder. ${what}.`, `Since ${moment(from, now, timeZone)} (${span(now - from)}).`];
    }
    case 'worse':
      return first ? [`🔴 ${headline(canvas, first)}.`, ...factLines(canvas, first)] : [];
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

function stillDown(canvas: RenderContext): string {
  const banks = otherBanksDown(canvas, []);
  return [...(storeIsDown(canvas.state) ? ['the store'] : []), ...(banks ? [banks] : [])].join(', ');
}
