/** Which incidents are reported at once, and which are held back: silenced, inhibited, or waiting for others to join. Pure. */

import { type Incident, limits, type Problem, type State, type Transition } from '../types.js';
import { isBank } from './event-to-problem.js';
import { settleMsOf, silenceOf, storeIsDown } from './selectors.js';

/** One input applied to a copy of the state. */
export interface Step {
  state: State;
  now: number;
  transitions: Transition[];
}

export const addTransition = (turn: Step, { id }: Incident, what: Transition['what']) =>
  turn.transitions.push({ incident: id, what });

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

/** Reports the first bank at once. A second one waits for a third; three within `companyMs` become one incident. */
export function groupBanks(turn: Step, incident: Incident, problem: Problem): Incident {
  const isRecent = (one: Problem) =>
    isBank(one) && Math.abs(problem.openedAt - one.openedAt) < limits.companyMs;
  const company = turn.state.incidents.filter(
    (one) =>
      one.id !== incident.id && one.endedAt === null && one.flapping === null && one.troubles.some(isRecent),
  );
  const free = company.filter(({ hold }) => hold === null || hold.why === 'company');
  const banks = free.flatMap(({ troubles }) => troubles.filter(isRecent)).length + 1;
  const first = free[0];
  if (first === undefined) return report(turn, incident);
  if (banks >= limits.companyBanks) return merge(turn, [...free, incident]);
  incident.hold = { why: 'company', until: first.openedAt + limits.companyMs };
  addTransition(turn, incident, 'suppressed');
  return incident;
}

/** Merges the unreported incidents into the reported one, or into the first. */
function merge(turn: Step, incidents: Incident[]): Incident {
  const into = incidents.find(({ toldAt }) => toldAt !== null) ?? incidents[0];
  if (into === undefined) throw new RangeError('nobody to join');
  const others = incidents.filter((one) => one !== into && one.toldAt === null);
  for (const other of others) into.troubles.push(...other.troubles);
  const gone = new Set(others.map(({ id }) => id));
  turn.state.incidents = turn.state.incidents.filter(({ id }) => !gone.has(id));
  if (into.toldAt === null) return report(turn, into);
  // The acknowledgement was for fewer banks.
  into.acknowledged = null;
  addTransition(turn, into, 'merged');
  return into;
}

export function report(turn: Step, incident: Incident): Incident {
  incident.hold = null;
  incident.toldAt = turn.now;
  incident.remindAt = turn.now + limits.remindersMs[0];
  addTransition(turn, incident, 'reported');
  return incident;
}

/** Reports the incidents whose reason for being held back is gone. */
export function releaseSuppressed(turn: Step): void {
  const { state, now } = turn;
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
  if (banks.length >= limits.companyBanks) merge(turn, banks);
  for (const incident of ready) {
    if (incident.toldAt === null && state.incidents.includes(incident)) report(turn, incident);
  }
}
