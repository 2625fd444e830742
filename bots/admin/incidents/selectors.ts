/** Queries on the state and the status. Pure. */
import {
  type Incident,
  limits,
  type Problem,
  type Silence,
  type State,
  type StatusSnapshot,
} from '../types.js';

/** The open incident with a problem about `subject`, even if that problem has ended and others have not. */
export function incidentAbout(
  { incidents }: State,
  subject: string,
): { incident: Incident; problem: Problem } | null {
  for (const incident of incidents) {
    const problem = incident.troubles.find((candidate) => candidate.subject === subject);
    if (problem && incident.endedAt === null) return { incident, problem };
  }
  return null;
}

/** Whether there is a problem about `subject` now. An open incident is not enough: while flapping, it stays open between problems. */
export function isOpen(state: State, subject: string): boolean {
  return incidentAbout(state, subject)?.problem.endedAt === null;
}

export function storeIsDown(state: State): boolean {
  return isOpen(state, 'store');
}

/** The silence that covers all of an incident and lasts longest; null if there is none. */
export function silenceOf(state: State, { troubles }: Incident, now: number): Silence | null {
  const covers = ({ scopes, until }: Silence) =>
    until > now &&
    troubles.every(
      ({ subject, provider }) =>
        scopes.includes('all') ||
        scopes.includes(subject) ||
        (provider !== null && scopes.includes(provider)),
    );
  const [longest] = state.silences.filter(covers).sort((a, b) => b.until - a.until);
  return longest ?? null;
}

/** Removes scopes from every silence. `all` ends all silences; a bank's key also removes the subjects of that bank. */
export function endSilences(state: State, scopes: readonly string[]): void {
  if (scopes.includes('all')) state.silences = [];
  const isLifted = (scope: string) =>
    scopes.includes(scope) || scopes.includes(scope.slice(scope.indexOf(':') + 1));
  for (const silence of state.silences) {
    silence.scopes = silence.scopes.filter((scope) => !isLifted(scope));
  }
  state.silences = state.silences.filter((silence) => silence.scopes.length > 0);
}

/** Replaces `#<incident id>` by the incident's subjects, so that the silence also covers a later incident about them. */
export function subjectsOf(state: State, scope: string): string[] {
  const incident = state.incidents.find(({ id }) => `#${id}` === scope);
  return incident ? incident.troubles.map(({ subject }) => subject) : [scope];
}

/** How long a problem must persist after the store is back before it is reported, ms. */
export function settleMsOf({ troubles }: Incident): number {
  const isBlind = troubles.some(({ kind }) => kind === 'monitor_blind');
  return isBlind ? limits.blindAfterStoreMs : limits.storeSettleMs;
}

export function lastChange({ changes }: State, incident: Incident): number {
  const times = incident.troubles.flatMap(({ subject }) => changes[subject] ?? []);
  return Math.max(incident.openedAt, ...times);
}

/** Number of changes of an incident's problems in the hour before `now`. */
export function changesOf(state: State, { troubles }: Incident, now: number): number {
  const times = troubles.flatMap(({ subject }) => state.changes[subject] ?? []);
  return times.filter((time) => time > now - limits.digestMs).length;
}

/** @param ms since the message @returns when the next reminder is due, ms since the message */
export function nextReminder(ms: number): number {
  const [first, second] = limits.remindersMs;
  if (ms < first) return first;
  if (ms < second) return second;
  return second + (Math.floor((ms - second) / limits.remindersEveryMs) + 1) * limits.remindersEveryMs;
}

export function contradicts(
  { banks, monitor }: StatusSnapshot,
  { kind, provider, egress }: Problem,
): boolean {
  if (kind === 'monitor_blind') return monitor === 'operational';
  if (kind !== 'bank_down' && kind !== 'egress_blocked') return false;
  const bank = banks[provider ?? ''];
  if (!bank) return true;
  if (bank.status === 'unknown') return false;
  if (kind === 'bank_down') return bank.status !== 'down';
  return bank.status !== 'down' && bank.egress.every(({ name, ok }) => ok || !egress.includes(name));
}
