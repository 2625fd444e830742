/** What the state and the status say, asked by those who decide. */
import { type Incident, limits, type Silence, type State, type Trouble, type View } from './types.js';

/** The open incident about a subject: also one in which that trouble is over and others are not. */
export function incidentAbout(
  { incidents }: State,
  subject: string,
): { incident: Incident; trouble: Trouble } | null {
  for (const incident of incidents) {
    const trouble = incident.troubles.find((one) => one.subject === subject);
    if (trouble && incident.endedAt === null) return { incident, trouble };
  }
  return null;
}

/** At this moment: while it flaps its incident stays open, also between two outages. */
export function storeIsDown(state: State): boolean {
  return incidentAbout(state, 'store')?.trouble.endedAt === null;
}

/** What keeps an incident quiet, the one that lasts longest; null when nothing does. */
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

/** Takes scopes out of every silence; `all` ends them all, the key of a bank also those of a single trouble of it. */
export function lift(state: State, scopes: readonly string[]): void {
  if (scopes.includes('all')) state.silences = [];
  const isLifted = (scope: string) =>
    scopes.includes(scope) || scopes.includes(scope.slice(scope.indexOf(':') + 1));
  for (const silence of state.silences) {
    silence.scopes = silence.scopes.filter((scope) => !isLifted(scope));
  }
  state.silences = state.silences.filter((silence) => silence.scopes.length > 0);
}

/** The id of an incident stands for what it is about: what is silenced stays so when it comes again. */
export function subjectsOf(state: State, scope: string): string[] {
  const incident = state.incidents.find(({ id }) => `#${id}` === scope);
  return incident ? incident.troubles.map(({ subject }) => subject) : [scope];
}

/** How long after the store is back what is told must still be so. */
export function settleMsOf({ troubles }: Incident): number {
  const isBlind = troubles.some(({ kind }) => kind === 'monitor_blind');
  return isBlind ? limits.blindAfterStoreMs : limits.storeSettleMs;
}

export function lastChange({ changes }: State, incident: Incident): number {
  const times = incident.troubles.flatMap(({ subject }) => changes[subject] ?? []);
  return Math.max(incident.openedAt, ...times);
}

/** Changes of an incident's troubles in the hour before `now`. */
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

export function contradicts({ banks, monitor }: View, { kind, provider, egress }: Trouble): boolean {
  if (kind === 'monitor_blind') return monitor === 'operational';
  if (kind !== 'bank_down' && kind !== 'egress_blocked') return false;
  const bank = banks[provider ?? ''];
  if (!bank) return true;
  if (bank.status === 'unknown') return false;
  if (kind === 'bank_down') return bank.status !== 'down';
  return bank.status !== 'down' && bank.egress.every(({ name, ok }) => ok || !egress.includes(name));
}
