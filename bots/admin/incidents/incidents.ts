/**
 * The incident state machine: (state, event | status | tick | press, now) -> (state, transitions). Pure: no clock, no network,
 * no texts. The outbox compares its state with what was reported to each chat.
 *
 * Invariants, checked by property tests: no two open incidents share a subject; each reported incident ends with exactly one
 * recovery; silenced, inhibited and acknowledged incidents get no reminders.
 */
import type { RecordedEvent } from '../../../src/engine/index.js';
import {
  type ButtonPress,
  type Incident,
  type Input,
  limits,
  type NoteKind,
  type Problem,
  type State,
  type StatusSnapshot,
  type Transition,
} from '../types.js';
import { canFlap, effectOf, endsByHand, isBank, storeProblem } from './event-to-problem.js';
import { addTransition, groupBanks, releaseSuppressed, report, type Step, suppressionOf } from './holds.js';
import {
  changesOf,
  contradicts,
  endSilences,
  incidentAbout,
  lastChange,
  nextReminder,
  silenceOf,
  storeIsDown,
  subjectsOf,
} from './selectors.js';

export function advance(
  before: State,
  input: Input,
  now: number,
): { state: State; transitions: Transition[] } {
  const turn: Step = { state: structuredClone(before), now, transitions: [] };
  if (input.kind === 'event') applyEvent(turn, input.event);
  else if (input.kind === 'status') applyStatus(turn, input.view);
  else if (input.kind === 'press') applyPress(turn, input.press);
  turn.state.silences = turn.state.silences.filter(({ until }) => until > now);
  releaseSuppressed(turn);
  for (const incident of turn.state.incidents) {
    if (incident.endedAt === null) {
      endBudgetDay(turn, incident);
      updateFlapping(turn, incident);
      remind(turn, incident);
    }
  }
  return { state: turn.state, transitions: turn.transitions };
}

function applyEvent(turn: Step, event: RecordedEvent): void {
  const at = Math.min(turn.now, Date.parse(event.at));
  const found = effectOf(event, at);
  if (found.effect === 'none') return;
  if (found.effect === 'opens') openProblem(turn, found.problem);
  else if (found.effect === 'ends') endProblem(turn, found.subject, found.at);
  else if (found.effect === 'blocks') addBlockedEgress(turn, found.problem);
  else removeBlockedEgress(turn, found.subject, found.egress, found.at);
}

function addBlockedEgress(turn: Step, more: Problem): void {
  const existing = incidentAbout(turn.state, more.subject);
  if (existing?.problem.endedAt !== null) {
    openProblem(turn, more);
    return;
  }
  const { incident, problem } = existing;
  const names = new Set([...problem.egress, ...more.egress]);
  if (names.size === problem.egress.length) return;
  problem.egress = [...names].sort();
  addTransition(turn, incident, 'changed');
}

function removeBlockedEgress(turn: Step, subject: string, egress: string, at: number): void {
  const existing = incidentAbout(turn.state, subject);
  if (existing === null || !existing.problem.egress.includes(egress)) return;
  const left = existing.problem.egress.filter((name) => name !== egress);
  if (left.length === 0) {
    endProblem(turn, subject, at);
    return;
  }
  existing.problem.egress = left;
  addTransition(turn, existing.incident, 'changed');
}

function openProblem(turn: Step, problem: Problem): void {
  const isOther = ({ facts }: Problem) => facts.day !== problem.facts.day;
  const before = incidentAbout(turn.state, problem.subject);
  if (before && isOther(before.problem)) endProblem(turn, problem.subject, problem.since);
  const existing = incidentAbout(turn.state, problem.subject);
  if (existing && existing.problem.endedAt === null) {
    updateProblem(turn, existing.incident, existing.problem, problem);
    return;
  }
  const flaps = countChange(turn, problem);
  const incident = existing ? reopenProblem(turn, existing.incident, problem) : openIncident(turn, problem);
  if (flaps) startFlapping(turn, incident);
}

/** The problem is already open: updates its facts. A budget that goes from low to spent, or is spent again after a raise, is `worse`. */
function updateProblem(
  turn: Step,
  incident: Incident,
  old: Problem,
  { cause, egress, facts }: Problem,
): void {
  const isOther = facts.budget !== old.facts.budget;
  const [spent, before] = [Number(facts.spent ?? 0), Number(old.facts.spent ?? 0)];
  if (spent < before && !isOther) return;
  const isWorse = spent > before || (spent === 1 && isOther);
  Object.assign(old, { cause, egress, facts });
  if (isWorse) addNote(turn, incident, 'worse');
  else addTransition(turn, incident, 'changed');
}

function reopenProblem(turn: Step, incident: Incident, problem: Problem): Incident {
  incident.troubles = incident.troubles.map((one) => (one.subject === problem.subject ? problem : one));
  addTransition(turn, incident, 'changed');
  return incident;
}

function openIncident(turn: Step, problem: Problem): Incident {
  const { state } = turn;
  const incident: Incident = {
    id: state.nextId.toString(36),
    openedAt: problem.openedAt,
    troubles: [problem],
    hold: null,
    toldAt: null,
    endedAt: null,
    acknowledged: null,
    fixed: null,
    flapping: null,
    remindAt: null,
    notes: [],
  };
  state.nextId += 1;
  state.incidents.push(incident);
  const hold = suppressionOf(turn, incident, problem);
  if (hold !== null) {
    incident.hold = hold;
    addTransition(turn, incident, 'suppressed');
    return incident;
  }
  return isBank(problem) ? groupBanks(turn, incident, problem) : report(turn, incident);
}

function endProblem(turn: Step, subject: string, at: number): void {
  const existing = incidentAbout(turn.state, subject);
  if (existing === null || existing.problem.endedAt !== null) return;
  const { incident, problem } = existing;
  const flaps = countChange(turn, problem, at);
  problem.endedAt = Math.max(at, problem.since);
  if (subject === 'store') turn.state.storeBackAt = turn.now;
  if (flaps) startFlapping(turn, incident);
  closeIfOver(turn, incident);
}

/** Closes the incident when all its problems have ended. A flapping one stays open until it has been quiet. */
function closeIfOver(turn: Step, incident: Incident): void {
  const isOver = incident.troubles.every(({ endedAt }) => endedAt !== null);
  if (!isOver || incident.flapping) {
    addTransition(turn, incident, 'changed');
    return;
  }
  closeIncident(turn, incident);
}

function closeIncident(turn: Step, incident: Incident): void {
  const { state } = turn;
  const endedAt = Math.max(...incident.troubles.map((one) => one.endedAt ?? turn.now));
  incident.endedAt = endedAt;
  const { id, openedAt, troubles } = incident;
  const providers = troubles.flatMap(({ provider }) => (provider === null ? [] : [provider]));
  const kind = troubles[0]?.kind ?? 'bank_down';
  state.past = [...state.past, { id, kind, providers, openedAt, endedAt }].slice(-limits.pastKept);
  if (incident.hold && incident.hold.why !== 'company') {
    state.incidents = state.incidents.filter((one) => one !== incident);
    addTransition(turn, incident, 'dropped');
    return;
  }
  if (incident.toldAt === null) {
    // Ended before it was reported: one message reports start and end.
    report(turn, incident);
    addTransition(turn, incident, 'ended');
    return;
  }
  addNote(turn, incident, 'recovery');
  addTransition(turn, incident, 'ended');
}

function endBudgetDay(turn: Step, incident: Incident): void {
  for (const { subject, facts, endedAt } of incident.troubles) {
    const endsAt = Number(facts.endsAt ?? Number.POSITIVE_INFINITY);
    if (subject === 'budget' && endedAt === null && turn.now >= endsAt) endProblem(turn, subject, endsAt);
  }
}

/** Counts a change of the problem. @returns whether it changes too often to report every change */
function countChange({ state, now }: Step, problem: Problem, at = problem.openedAt): boolean {
  if (!canFlap(problem)) return false;
  const since = now - limits.digestMs;
  const times = [...(state.changes[problem.subject] ?? []), at].filter((time) => time > since);
  state.changes[problem.subject] = times.slice(-limits.changesKept);
  return times.filter((time) => time > at - limits.flappingMs).length > limits.flappingChanges;
}

function startFlapping(turn: Step, incident: Incident): void {
  if (incident.flapping || incident.toldAt === null || incident.endedAt !== null) return;
  incident.flapping = { since: turn.now, digestAt: turn.now + limits.digestMs };
  incident.remindAt = null;
  addNote(turn, incident, 'flapping');
}

function updateFlapping(turn: Step, incident: Incident): void {
  if (incident.flapping === null) return;
  if (turn.now - lastChange(turn.state, incident) >= limits.flappingMs) {
    incident.flapping = null;
    if (incident.troubles.every(({ endedAt }) => endedAt !== null)) {
      closeIncident(turn, incident);
      return;
    }
    incident.remindAt = turn.now + limits.remindersMs[0];
    addNote(turn, incident, 'calm');
  } else if (turn.now >= incident.flapping.digestAt) {
    incident.flapping.digestAt = turn.now + limits.digestMs;
    if (silenceOf(turn.state, incident, turn.now) === null) addNote(turn, incident, 'digest');
  }
}

function remind(turn: Step, incident: Incident): void {
  const { state, now } = turn;
  const { remindAt, toldAt, acknowledged, endedAt, flapping } = incident;
  if (remindAt === null || toldAt === null || now < remindAt || endedAt !== null) return;
  if (acknowledged || flapping || silenceOf(state, incident, now)) return;
  if (storeIsDown(state) && incident.troubles.every(({ kind }) => kind !== 'store_unreachable')) return;
  addNote(turn, incident, 'reminder');
  incident.remindAt = toldAt + nextReminder(now - toldAt);
}

function addNote(turn: Step, incident: Incident, kind: NoteKind): void {
  const n = (incident.notes.at(-1)?.n ?? 0) + 1;
  const more = { n, kind, at: turn.now, changes: changesOf(turn.state, incident, turn.now) };
  // Only the latest note is sent to a chat, so old ones can be dropped.
  incident.notes = [...incident.notes, more].slice(-6);
  addTransition(turn, incident, kind);
}

function applyPress(turn: Step, press: ButtonPress): void {
  const { state, now } = turn;
  const action = { by: press.by, at: now };
  if (press.what === 'silence') {
    const hours = Math.min(limits.silenceHoursMax, Math.max(0, press.hours));
    const scopes = press.scopes.flatMap((scope) => subjectsOf(state, scope));
    endSilences(state, scopes);
    if (scopes.length > 0) state.silences.push({ scopes, until: now + hours * 3_600_000, ...action });
    return;
  }
  if (press.what === 'unsilence') {
    endSilences(
      state,
      press.scopes.flatMap((scope) => subjectsOf(state, scope)),
    );
    for (const { hold } of state.incidents) if (hold?.why === 'silenced') hold.until = now;
    return;
  }
  const incident = state.incidents.find(({ id }) => id === press.incident);
  if (!incident || incident.endedAt !== null) return;
  if (press.what === 'acknowledge') {
    incident.acknowledged ??= action;
    addTransition(turn, incident, 'changed');
    return;
  }
  if (!incident.troubles.every(endsByHand)) return;
  incident.fixed = action;
  for (const { subject } of incident.troubles) endProblem(turn, subject, now);
}

function applyStatus(turn: Step, view: StatusSnapshot): void {
  const { state, now } = turn;
  state.storeBadSince = view.ready ? null : (state.storeBadSince ?? now);
  state.storeGoodSince = view.ready ? (state.storeGoodSince ?? now) : null;
  const isDown = storeIsDown(state);
  if (!isDown && state.storeBadSince !== null && now - state.storeBadSince >= limits.storeBadMs) {
    openProblem(turn, storeProblem(state.storeBadSince, now));
  } else if (isDown && state.storeGoodSince !== null && now - state.storeGoodSince >= limits.storeGoodMs) {
    endProblem(turn, 'store', state.storeGoodSince);
  }
  if (view.ready) endContradicted(turn, view);
}

/** Ends problems that the status has contradicted for a minute: their event was lost. */
function endContradicted(turn: Step, view: StatusSnapshot): void {
  const { state, now } = turn;
  const open = state.incidents
    .filter(({ endedAt }) => endedAt === null)
    .flatMap(({ troubles }) => troubles.filter(({ endedAt }) => endedAt === null));
  const contradicted: Record<string, number> = {};
  for (const problem of open) {
    const bank = view.banks[problem.provider ?? ''];
    // Only if the bank is down: otherwise `httpStatus` is from a successful probe of another egress address.
    if (problem.kind === 'bank_down' && bank?.status === 'down') problem.httpStatus ??= bank.httpStatus;
    if (!contradicts(view, problem)) continue;
    const since = state.contradicted[problem.subject] ?? now;
    contradicted[problem.subject] = since;
  }
  state.contradicted = contradicted;
  for (const [subject, since] of Object.entries(contradicted)) {
    if (now - since >= limits.contradictedMs) endProblem(turn, subject, since);
  }
}
