/** Which incidents are reported at once, and which are suppressed: silenced, inhibited, or waiting for others to join. Pure. */
import { type Incident, limits, type Problem, type State, type Transition } from '../types.js';
import { isBank } from './event-to-problem.js';
import { settleMsOf, silenceOf, storeIsDown } from './selectors.js';

/** One input applied to a copy of the state. */
export interface Step {
  state: State;
  now: number;
  transitions: Transition[];
}

export const addTransition = (step: Step, { id }: Incident, what: Transition['what']) =>
  step.transitions.push({ incident: id, what });

/** Why the incident is not reported yet; null if it may be reported now. */
export function suppressionOf({ state, now }: Step, incident: Incident, { kind }: Problem): Incident['hold'] {
  const silence = silenceOf(state, incident, now);
  if (silence) return { why: 'silenced', until: silence.until };
  if (kind === 'store_unreachable') return null;
  if (storeIsDown(state)) return { why: 'inhibited', until: null };
  const settleMs = settleMsOf(incident);
  if (state.storeBackAt !== null && now < state.storeBackAt + settleMs) {
    return { why: 'inhibited', until: state.storeBackAt + settleMs };
  }
  return kind === 'monitor_blind' ? { why: 'settling', until: now + limits.blindSettleMs } : null;
}

/** Reports the first bank at once. A second bank waits for a third; three within `companyMs` become one incident. */
export function groupBanks(step: Step, incident: Incident, problem: Problem): Incident {
  const isRecent = (other: Problem) =>
    isBank(other) && Math.abs(problem.openedAt - other.openedAt) < limits.companyMs;
  const company = step.state.incidents.filter(
    ({ id, endedAt, flapping, troubles }) =>
      id !== incident.id && endedAt === null && flapping === null && troubles.some(isRecent),
  );
  const mergeable = company.filter(({ hold }) => hold === null || hold.why === 'company');
  const banks = mergeable.flatMap(({ troubles }) => troubles.filter(isRecent)).length + 1;
  const [first] = mergeable;
  if (first === undefined) return report(step, incident);
  if (banks >= limits.companyBanks) return merge(step, [...mergeable, incident]);
  incident.hold = { why: 'company', until: first.openedAt + limits.companyMs };
  addTransition(step, incident, 'suppressed');
  return incident;
}

/** Merges the unreported incidents into the reported one, or into the first. */
function merge(step: Step, incidents: Incident[]): Incident {
  const into = incidents.find(({ toldAt }) => toldAt !== null) ?? incidents[0];
  if (into === undefined) throw new RangeError('no incident to merge');
  const others = incidents.filter((incident) => incident !== into && incident.toldAt === null);
  for (const other of others) into.troubles.push(...other.troubles);
  const gone = new Set(others.map(({ id }) => id));
  step.state.incidents = step.state.incidents.filter(({ id }) => !gone.has(id));
  if (into.toldAt === null) return report(step, into);
  // The acknowledgement was for fewer banks.
  into.acknowledged = null;
  addTransition(step, into, 'merged');
  return into;
}

export function report(step: Step, incident: Incident): Incident {
  incident.hold = null;
  incident.toldAt = step.now;
  incident.remindAt = step.now + limits.remindersMs[0];
  addTransition(step, incident, 'reported');
  return incident;
}

/** Reports the incidents that no longer have a reason to be suppressed. */
export function releaseSuppressed(step: Step): void {
  const { state, now } = step;
  for (const incident of state.incidents.filter(({ hold }) => hold?.until === null)) {
    if (!storeIsDown(state)) incident.hold = { why: 'inhibited', until: now + settleMsOf(incident) };
  }
  const due = state.incidents.filter(({ hold }) => hold !== null && hold.until !== null && now >= hold.until);
  const ready: Incident[] = [];
  for (const incident of due) {
    incident.hold = null;
    const [problem] = incident.troubles;
    const silence = silenceOf(state, incident, now);
    if (silence) incident.hold = { why: 'silenced', until: silence.until };
    else if (problem && storeIsDown(state)) incident.hold = { why: 'inhibited', until: null };
    else ready.push(incident);
  }
  const banks = ready.filter(({ troubles }) => troubles.every(isBank));
  if (banks.length >= limits.companyBanks) merge(step, banks);
  for (const incident of ready) {
    if (incident.toldAt === null && state.incidents.includes(incident)) report(step, incident);
  }
}
