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
  type Problem,
  type State,
  type StatusSnapshot,
  type Transition,
} from '../types.js';
import { effectOf, endsByHand, storeProblem } from './event-to-problem.js';
import { addNote, closeIncident, endProblem, openProblem } from './lifecycle.js';
import {
  contradicts,
  endSilences,
  incidentAbout,
  lastChange,
  nextReminder,
  silenceOf,
  storeIsDown,
  subjectsOf,
} from './selectors.js';
import { addTransition, releaseSuppressed, type Step } from './suppression.js';

export function advance(
  before: State,
  input: Input,
  now: number,
): { state: State; transitions: Transition[] } {
  const step: Step = { state: structuredClone(before), now, transitions: [] };
  if (input.kind === 'event') applyEvent(step, input.event);
  else if (input.kind === 'status') applyStatus(step, input.view);
  else if (input.kind === 'press') applyPress(step, input.press);
  step.state.silences = step.state.silences.filter(({ until }) => until > now);
  releaseSuppressed(step);
  for (const incident of step.state.incidents) {
    if (incident.endedAt === null) {
      endBudgetDay(step, incident);
      updateFlapping(step, incident);
      remind(step, incident);
    }
  }
  return { state: step.state, transitions: step.transitions };
}

function applyEvent(step: Step, event: RecordedEvent): void {
  const at = Math.min(step.now, Date.parse(event.at));
  const found = effectOf(event, at);
  if (found.effect === 'none') return;
  if (found.effect === 'opens') openProblem(step, found.problem);
  else if (found.effect === 'ends') endProblem(step, found.subject, found.at);
  else if (found.effect === 'blocks') addBlockedEgress(step, found.problem);
  else removeBlockedEgress(step, found.subject, found.egress, found.at);
}

function addBlockedEgress(step: Step, more: Problem): void {
  const existing = incidentAbout(step.state, more.subject);
  if (existing?.problem.endedAt !== null) {
    openProblem(step, more);
    return;
  }
  const { incident, problem } = existing;
  const names = new Set([...problem.egress, ...more.egress]);
  if (names.size === problem.egress.length) return;
  problem.egress = [...names].sort();
  addTransition(step, incident, 'changed');
}

function removeBlockedEgress(step: Step, subject: string, egress: string, at: number): void {
  const existing = incidentAbout(step.state, subject);
  if (existing === null || !existing.problem.egress.includes(egress)) return;
  const left = existing.problem.egress.filter((name) => name !== egress);
  if (left.length === 0) {
    endProblem(step, subject, at);
    return;
  }
  existing.problem.egress = left;
  addTransition(step, existing.incident, 'changed');
}

function endBudgetDay(step: Step, incident: Incident): void {
  for (const { subject, facts, endedAt } of incident.troubles) {
    const endsAt = Number(facts.endsAt ?? Number.POSITIVE_INFINITY);
    if (subject === 'budget' && endedAt === null && step.now >= endsAt) endProblem(step, subject, endsAt);
  }
}

function updateFlapping(step: Step, incident: Incident): void {
  if (incident.flapping === null) return;
  if (step.now - lastChange(step.state, incident) >= limits.flappingMs) {
    incident.flapping = null;
    if (incident.troubles.every(({ endedAt }) => endedAt !== null)) {
      closeIncident(step, incident);
      return;
    }
    incident.remindAt = step.now + limits.remindersMs[0];
    addNote(step, incident, 'calm');
  } else if (step.now >= incident.flapping.digestAt) {
    incident.flapping.digestAt = step.now + limits.digestMs;
    if (silenceOf(step.state, incident, step.now) === null) addNote(step, incident, 'digest');
  }
}

function remind(step: Step, incident: Incident): void {
  const { state, now } = step;
  const { remindAt, toldAt, acknowledged, endedAt, flapping } = incident;
  if (remindAt === null || toldAt === null || now < remindAt || endedAt !== null) return;
  if (acknowledged || flapping || silenceOf(state, incident, now)) return;
  if (storeIsDown(state) && incident.troubles.every(({ kind }) => kind !== 'store_unreachable')) return;
  addNote(step, incident, 'reminder');
  incident.remindAt = toldAt + nextReminder(now - toldAt);
}

function applyPress(step: Step, press: ButtonPress): void {
  const { state, now } = step;
  const action = { by: press.by, at: now };
  if ('scopes' in press) {
    const scopes = press.scopes.flatMap((scope) => subjectsOf(state, scope));
    endSilences(state, scopes);
    if (press.what === 'unsilence') {
      for (const { hold } of state.incidents) if (hold?.why === 'silenced') hold.until = now;
    } else if (scopes.length > 0) {
      const hours = Math.min(limits.silenceHoursMax, Math.max(0, press.hours));
      state.silences.push({ scopes, until: now + hours * 3_600_000, ...action });
    }
    return;
  }
  const incident = state.incidents.find(({ id }) => id === press.incident);
  if (!incident || incident.endedAt !== null) return;
  if (press.what === 'acknowledge') {
    incident.acknowledged ??= action;
    addTransition(step, incident, 'changed');
    return;
  }
  if (!incident.troubles.every(endsByHand)) return;
  incident.fixed = action;
  for (const { subject } of incident.troubles) endProblem(step, subject, now);
}

function applyStatus(step: Step, view: StatusSnapshot): void {
  const { state, now } = step;
  state.storeBadSince = view.ready ? null : (state.storeBadSince ?? now);
  state.storeGoodSince = view.ready ? (state.storeGoodSince ?? now) : null;
  const isDown = storeIsDown(state);
  if (!isDown && state.storeBadSince !== null && now - state.storeBadSince >= limits.storeBadMs) {
    openProblem(step, storeProblem(state.storeBadSince, now));
  } else if (isDown && state.storeGoodSince !== null && now - state.storeGoodSince >= limits.storeGoodMs) {
    endProblem(step, 'store', state.storeGoodSince);
  }
  if (view.ready) endContradicted(step, view);
}

/** Ends problems that the status has contradicted for a minute: their event was lost. */
function endContradicted(step: Step, view: StatusSnapshot): void {
  const { state, now } = step;
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
    if (now - since >= limits.contradictedMs) endProblem(step, subject, since);
  }
}
