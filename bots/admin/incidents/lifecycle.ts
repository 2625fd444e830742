/** Opens, updates and closes incidents. Pure. */
import { type Incident, limits, type NoteKind, type Problem } from '../types.js';
import { canFlap, isBank } from './event-to-problem.js';
import { changesOf, incidentAbout } from './selectors.js';
import { addTransition, groupBanks, report, type Step, suppressionOf } from './suppression.js';

export function openProblem(step: Step, problem: Problem): void {
  const isOther = ({ facts }: Problem) => facts.day !== problem.facts.day;
  const before = incidentAbout(step.state, problem.subject);
  if (before && isOther(before.problem)) endProblem(step, problem.subject, problem.since);
  const existing = incidentAbout(step.state, problem.subject);
  if (existing && existing.problem.endedAt === null) {
    updateProblem(step, existing.incident, existing.problem, problem);
    return;
  }
  const flaps = countChange(step, problem);
  const incident = existing ? reopenProblem(step, existing.incident, problem) : openIncident(step, problem);
  if (flaps) startFlapping(step, incident);
}

/** The problem is already open: updates its facts. A budget that goes from low to spent, or is spent again after a raise, is `worse`. */
function updateProblem(
  step: Step,
  incident: Incident,
  old: Problem,
  { cause, egress, facts }: Problem,
): void {
  const isOther = facts.budget !== old.facts.budget;
  const [spent, before] = [Number(facts.spent ?? 0), Number(old.facts.spent ?? 0)];
  if (spent < before && !isOther) return;
  const isWorse = spent > before || (spent === 1 && isOther);
  Object.assign(old, { cause, egress, facts });
  if (isWorse) addNote(step, incident, 'worse');
  else addTransition(step, incident, 'changed');
}

function reopenProblem(step: Step, incident: Incident, problem: Problem): Incident {
  incident.troubles = incident.troubles.map((old) => (old.subject === problem.subject ? problem : old));
  addTransition(step, incident, 'changed');
  return incident;
}

function openIncident(step: Step, problem: Problem): Incident {
  const { state } = step;
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
  const hold = suppressionOf(step, incident, problem);
  if (hold !== null) {
    incident.hold = hold;
    addTransition(step, incident, 'suppressed');
    return incident;
  }
  return isBank(problem) ? groupBanks(step, incident, problem) : report(step, incident);
}

export function endProblem(step: Step, subject: string, at: number): void {
  const existing = incidentAbout(step.state, subject);
  if (existing === null || existing.problem.endedAt !== null) return;
  const { incident, problem } = existing;
  const flaps = countChange(step, problem, at);
  problem.endedAt = Math.max(at, problem.since);
  if (subject === 'store') step.state.storeBackAt = step.now;
  if (flaps) startFlapping(step, incident);
  closeIfOver(step, incident);
}

/** Closes the incident when all its problems have ended. A flapping one stays open until it has been quiet. */
function closeIfOver(step: Step, incident: Incident): void {
  const isOver = incident.troubles.every(({ endedAt }) => endedAt !== null);
  if (!isOver || incident.flapping) {
    addTransition(step, incident, 'changed');
    return;
  }
  closeIncident(step, incident);
}

export function closeIncident(step: Step, incident: Incident): void {
  const { state } = step;
  const endedAt = Math.max(...incident.troubles.map((problem) => problem.endedAt ?? step.now));
  incident.endedAt = endedAt;
  const { id, openedAt, troubles } = incident;
  const providers = troubles.flatMap(({ provider }) => (provider === null ? [] : [provider]));
  const kind = troubles[0]?.kind ?? 'bank_down';
  state.past = [...state.past, { id, kind, providers, openedAt, endedAt }].slice(-limits.pastKept);
  if (incident.hold && incident.hold.why !== 'company') {
    state.incidents = state.incidents.filter(({ id: other }) => other !== id);
    addTransition(step, incident, 'dropped');
    return;
  }
  if (incident.toldAt === null) {
    // Ended before it was reported: one message reports start and end.
    report(step, incident);
    addTransition(step, incident, 'ended');
    return;
  }
  addNote(step, incident, 'recovery');
  addTransition(step, incident, 'ended');
}

/** Counts a change of the problem. @returns whether it changes too often to report every change */
function countChange({ state, now }: Step, problem: Problem, at = problem.openedAt): boolean {
  if (!canFlap(problem)) return false;
  const since = now - limits.digestMs;
  const times = [...(state.changes[problem.subject] ?? []), at].filter((time) => time > since);
  state.changes[problem.subject] = times.slice(-limits.changesKept);
  return times.filter((time) => time > at - limits.flappingMs).length > limits.flappingChanges;
}

function startFlapping(step: Step, incident: Incident): void {
  if (incident.flapping || incident.toldAt === null || incident.endedAt !== null) return;
  incident.flapping = { since: step.now, digestAt: step.now + limits.digestMs };
  incident.remindAt = null;
  addNote(step, incident, 'flapping');
}

export function addNote(step: Step, incident: Incident, kind: NoteKind): void {
  const n = (incident.notes.at(-1)?.n ?? 0) + 1;
  const note = { n, kind, at: step.now, changes: changesOf(step.state, incident, step.now) };
  // Only the latest note is sent to a chat, so old ones can be dropped.
  incident.notes = [...incident.notes, note].slice(-6);
  addTransition(step, incident, kind);
}
