/**
 * The incident state machine: (state, event | look | tick | press, now) -> (state, transitions). Pure: no clock, no network,
 * no texts. The outbox compares its state with what was reported to each chat.
 *
 * Invariants, checked by property tests: no two open incidents share a subject; each reported incident ends with exactly one
 * recovery; silenced, inhibited and acknowledged incidents get no reminders.
 */
import type { RecordedEvent } from '../../src/engine/index.js';
import { canFlap, effectOf, endsByHand, isBank, storeTrouble } from './event-to-problem.js';
import {
  changesOf,
  contradicts,
  incidentAbout,
  lastChange,
  lift,
  nextReminder,
  settleMsOf,
  silenceOf,
  storeIsDown,
  subjectsOf,
} from './selectors.js';
import {
  type ButtonPress,
  type Incident,
  type Input,
  limits,
  type NoteKind,
  type Problem,
  type State,
  type Transition,
  type View,
} from './types.js';

/** One input applied to a copy of the state. */
interface Turn {
  state: State;
  now: number;
  transitions: Transition[];
}

export function advance(
  before: State,
  input: Input,
  now: number,
): { state: State; transitions: Transition[] } {
  const turn: Turn = { state: structuredClone(before), now, transitions: [] };
  if (input.kind === 'event') hear(turn, input.event);
  else if (input.kind === 'look') look(turn, input.view);
  else if (input.kind === 'press') press(turn, input.press);
  turn.state.silences = turn.state.silences.filter(({ until }) => until > now);
  release(turn);
  for (const incident of turn.state.incidents) {
    if (incident.endedAt === null) {
      endBudgetDay(turn, incident);
      flap(turn, incident);
      remind(turn, incident);
    }
  }
  return { state: turn.state, transitions: turn.transitions };
}

const tell = (turn: Turn, { id }: Incident, what: Transition['what']) =>
  turn.transitions.push({ incident: id, what });

function hear(turn: Turn, event: RecordedEvent): void {
  const at = Math.min(turn.now, Date.parse(event.at));
  const found = effectOf(event, at);
  if (found.effect === 'none') return;
  if (found.effect === 'opens') open(turn, found.trouble);
  else if (found.effect === 'ends') end(turn, found.subject, found.at);
  else if (found.effect === 'blocks') block(turn, found.trouble);
  else free(turn, found.subject, found.egress, found.at);
}

function block(turn: Turn, more: Problem): void {
  const known = incidentAbout(turn.state, more.subject);
  if (known?.trouble.endedAt !== null) {
    open(turn, more);
    return;
  }
  const { incident, trouble } = known;
  const names = new Set([...trouble.egress, ...more.egress]);
  if (names.size === trouble.egress.length) return;
  trouble.egress = [...names].sort();
  tell(turn, incident, 'changed');
}

function free(turn: Turn, subject: string, egress: string, at: number): void {
  const known = incidentAbout(turn.state, subject);
  if (known === null || !known.trouble.egress.includes(egress)) return;
  const left = known.trouble.egress.filter((name) => name !== egress);
  if (left.length === 0) {
    end(turn, subject, at);
    return;
  }
  known.trouble.egress = left;
  tell(turn, known.incident, 'changed');
}

function open(turn: Turn, trouble: Problem): void {
  const isOther = ({ facts }: Problem) => facts.day !== trouble.facts.day;
  const before = incidentAbout(turn.state, trouble.subject);
  if (before && isOther(before.trouble)) end(turn, trouble.subject, trouble.since);
  const known = incidentAbout(turn.state, trouble.subject);
  if (known && known.trouble.endedAt === null) {
    renew(turn, known.incident, known.trouble, trouble);
    return;
  }
  const flaps = countChange(turn, trouble);
  const incident = known ? reopen(turn, known.incident, trouble) : begin(turn, trouble);
  if (flaps) startFlapping(turn, incident);
}

/** The problem is already open: updates its facts. A budget that goes from low to spent, or is spent again after a raise, is `worse`. */
function renew(turn: Turn, incident: Incident, old: Problem, { cause, egress, facts }: Problem): void {
  const isOther = facts.budget !== old.facts.budget;
  const [spent, before] = [Number(facts.spent ?? 0), Number(old.facts.spent ?? 0)];
  if (spent < before && !isOther) return;
  const isWorse = spent > before || (spent === 1 && isOther);
  Object.assign(old, { cause, egress, facts });
  if (isWorse) note(turn, incident, 'worse');
  else tell(turn, incident, 'changed');
}

function reopen(turn: Turn, incident: Incident, trouble: Problem): Incident {
  incident.troubles = incident.troubles.map((one) => (one.subject === trouble.subject ? trouble : one));
  tell(turn, incident, 'changed');
  return incident;
}

function begin(turn: Turn, trouble: Problem): Incident {
  const { state } = turn;
  const incident: Incident = {
    id: state.nextId.toString(36),
    openedAt: trouble.openedAt,
    troubles: [trouble],
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
  const hold = holdOf(turn, incident, trouble);
  if (hold !== null) {
    incident.hold = hold;
    tell(turn, incident, 'held');
    return incident;
  }
  return isBank(trouble) ? keepCompany(turn, incident, trouble) : announce(turn, incident);
}

/** Why the incident is not reported yet; null if it may be reported now. */
function holdOf({ state, now }: Turn, incident: Incident, { kind }: Problem): Incident['hold'] {
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
function keepCompany(turn: Turn, incident: Incident, trouble: Problem): Incident {
  const isRecent = (one: Problem) =>
    isBank(one) && Math.abs(trouble.openedAt - one.openedAt) < limits.companyMs;
  const company = turn.state.incidents.filter(
    (one) =>
      one.id !== incident.id && one.endedAt === null && one.flapping === null && one.troubles.some(isRecent),
  );
  const free = company.filter(({ hold }) => hold === null || hold.why === 'company');
  const banks = free.flatMap(({ troubles }) => troubles.filter(isRecent)).length + 1;
  const first = free[0];
  if (first === undefined) return announce(turn, incident);
  if (banks >= limits.companyBanks) return join(turn, [...free, incident]);
  incident.hold = { why: 'company', until: first.openedAt + limits.companyMs };
  tell(turn, incident, 'held');
  return incident;
}

/** Merges the unreported incidents into the reported one, or into the first. */
function join(turn: Turn, incidents: Incident[]): Incident {
  const into = incidents.find(({ toldAt }) => toldAt !== null) ?? incidents[0];
  if (into === undefined) throw new RangeError('nobody to join');
  const others = incidents.filter((one) => one !== into && one.toldAt === null);
  for (const other of others) into.troubles.push(...other.troubles);
  const gone = new Set(others.map(({ id }) => id));
  turn.state.incidents = turn.state.incidents.filter(({ id }) => !gone.has(id));
  if (into.toldAt === null) return announce(turn, into);
  // The acknowledgement was for fewer banks.
  into.acknowledged = null;
  tell(turn, into, 'joined');
  return into;
}

function announce(turn: Turn, incident: Incident): Incident {
  incident.hold = null;
  incident.toldAt = turn.now;
  incident.remindAt = turn.now + limits.remindersMs[0];
  tell(turn, incident, 'told');
  return incident;
}

function end(turn: Turn, subject: string, at: number): void {
  const known = incidentAbout(turn.state, subject);
  if (known === null || known.trouble.endedAt !== null) return;
  const { incident, trouble } = known;
  const flaps = countChange(turn, trouble, at);
  trouble.endedAt = Math.max(at, trouble.since);
  if (subject === 'store') turn.state.storeBackAt = turn.now;
  if (flaps) startFlapping(turn, incident);
  settleEnd(turn, incident);
}

/** Closes the incident when all its problems have ended. A flapping one stays open until it has been quiet. */
function settleEnd(turn: Turn, incident: Incident): void {
  const isOver = incident.troubles.every(({ endedAt }) => endedAt !== null);
  if (!isOver || incident.flapping) {
    tell(turn, incident, 'changed');
    return;
  }
  close(turn, incident);
}

function close(turn: Turn, incident: Incident): void {
  const { state } = turn;
  const endedAt = Math.max(...incident.troubles.map((one) => one.endedAt ?? turn.now));
  incident.endedAt = endedAt;
  const { id, openedAt, troubles } = incident;
  const providers = troubles.flatMap(({ provider }) => (provider === null ? [] : [provider]));
  const kind = troubles[0]?.kind ?? 'bank_down';
  state.past = [...state.past, { id, kind, providers, openedAt, endedAt }].slice(-limits.pastKept);
  if (incident.hold && incident.hold.why !== 'company') {
    state.incidents = state.incidents.filter((one) => one !== incident);
    tell(turn, incident, 'dropped');
    return;
  }
  if (incident.toldAt === null) {
    // Ended before it was reported: one message reports start and end.
    announce(turn, incident);
    tell(turn, incident, 'ended');
    return;
  }
  note(turn, incident, 'recovery');
  tell(turn, incident, 'ended');
}

function endBudgetDay(turn: Turn, incident: Incident): void {
  for (const { subject, facts, endedAt } of incident.troubles) {
    const endsAt = Number(facts.endsAt ?? Number.POSITIVE_INFINITY);
    if (subject === 'budget' && endedAt === null && turn.now >= endsAt) end(turn, subject, endsAt);
  }
}

/** Counts a change of the problem. @returns whether it changes too often to report every change */
function countChange({ state, now }: Turn, trouble: Problem, at = trouble.openedAt): boolean {
  if (!canFlap(trouble)) return false;
  const since = now - limits.digestMs;
  const times = [...(state.changes[trouble.subject] ?? []), at].filter((time) => time > since);
  state.changes[trouble.subject] = times.slice(-limits.changesKept);
  return times.filter((time) => time > at - limits.flappingMs).length > limits.flappingChanges;
}

function startFlapping(turn: Turn, incident: Incident): void {
  if (incident.flapping || incident.toldAt === null || incident.endedAt !== null) return;
  incident.flapping = { since: turn.now, digestAt: turn.now + limits.digestMs };
  incident.remindAt = null;
  note(turn, incident, 'flapping');
}

function flap(turn: Turn, incident: Incident): void {
  if (incident.flapping === null) return;
  if (turn.now - lastChange(turn.state, incident) >= limits.flappingMs) {
    incident.flapping = null;
    if (incident.troubles.every(({ endedAt }) => endedAt !== null)) {
      close(turn, incident);
      return;
    }
    incident.remindAt = turn.now + limits.remindersMs[0];
    note(turn, incident, 'calm');
  } else if (turn.now >= incident.flapping.digestAt) {
    incident.flapping.digestAt = turn.now + limits.digestMs;
    if (silenceOf(turn.state, incident, turn.now) === null) note(turn, incident, 'digest');
  }
}

function remind(turn: Turn, incident: Incident): void {
  const { state, now } = turn;
  const { remindAt, toldAt, acknowledged, endedAt, flapping } = incident;
  if (remindAt === null || toldAt === null || now < remindAt || endedAt !== null) return;
  if (acknowledged || flapping || silenceOf(state, incident, now)) return;
  if (storeIsDown(state) && incident.troubles.every(({ kind }) => kind !== 'store_unreachable')) return;
  note(turn, incident, 'reminder');
  incident.remindAt = toldAt + nextReminder(now - toldAt);
}

function note(turn: Turn, incident: Incident, kind: NoteKind): void {
  const n = (incident.notes.at(-1)?.n ?? 0) + 1;
  const more = { n, kind, at: turn.now, changes: changesOf(turn.state, incident, turn.now) };
  // Only the latest note is sent to a chat, so old ones can be dropped.
  incident.notes = [...incident.notes, more].slice(-6);
  tell(turn, incident, kind);
}

/** Reports the incidents whose reason for being held back is gone. */
function release(turn: Turn): void {
  const { state, now } = turn;
  for (const incident of state.incidents.filter(({ hold }) => hold?.until === null)) {
    if (!storeIsDown(state)) incident.hold = { why: 'inhibited', until: now + settleMsOf(incident) };
  }
  const due = state.incidents.filter(({ hold }) => hold !== null && hold.until !== null && now >= hold.until);
  const ready: Incident[] = [];
  for (const incident of due) {
    incident.hold = null;
    const [trouble] = incident.troubles;
    const silence = silenceOf(state, incident, now);
    if (silence) incident.hold = { why: 'silenced', until: silence.until };
    else if (trouble && storeIsDown(state)) incident.hold = { why: 'inhibited', until: null };
    else ready.push(incident);
  }
  const banks = ready.filter(({ troubles }) => troubles.every(isBank));
  if (banks.length >= limits.companyBanks) join(turn, banks);
  for (const incident of ready) {
    if (incident.toldAt === null && state.incidents.includes(incident)) announce(turn, incident);
  }
}

function press(turn: Turn, pressed: ButtonPress): void {
  const { state, now } = turn;
  const deed = { by: pressed.by, at: now };
  if (pressed.what === 'silence') {
    const hours = Math.min(limits.silenceHoursMax, Math.max(0, pressed.hours));
    const scopes = pressed.scopes.flatMap((scope) => subjectsOf(state, scope));
    lift(state, scopes);
    if (scopes.length > 0) state.silences.push({ scopes, until: now + hours * 3_600_000, ...deed });
    return;
  }
  if (pressed.what === 'unsilence') {
    lift(
      state,
      pressed.scopes.flatMap((scope) => subjectsOf(state, scope)),
    );
    for (const { hold } of state.incidents) if (hold?.why === 'silenced') hold.until = now;
    return;
  }
  const incident = state.incidents.find(({ id }) => id === pressed.incident);
  if (!incident || incident.endedAt !== null) return;
  if (pressed.what === 'acknowledge') {
    incident.acknowledged ??= deed;
    tell(turn, incident, 'changed');
    return;
  }
  if (!incident.troubles.every(endsByHand)) return;
  incident.fixed = deed;
  for (const { subject } of incident.troubles) end(turn, subject, now);
}

function look(turn: Turn, view: View): void {
  const { state, now } = turn;
  state.storeBadSince = view.ready ? null : (state.storeBadSince ?? now);
  state.storeGoodSince = view.ready ? (state.storeGoodSince ?? now) : null;
  const isDown = storeIsDown(state);
  if (!isDown && state.storeBadSince !== null && now - state.storeBadSince >= limits.storeBadMs) {
    open(turn, storeTrouble(state.storeBadSince, now));
  } else if (isDown && state.storeGoodSince !== null && now - state.storeGoodSince >= limits.storeGoodMs) {
    end(turn, 'store', state.storeGoodSince);
  }
  if (view.ready) compare(turn, view);
}

/** Ends problems that the status has contradicted for a minute: their event was lost. */
function compare(turn: Turn, view: View): void {
  const { state, now } = turn;
  const open = state.incidents
    .filter(({ endedAt }) => endedAt === null)
    .flatMap(({ troubles }) => troubles.filter(({ endedAt }) => endedAt === null));
  const doubts: Record<string, number> = {};
  for (const trouble of open) {
    const bank = view.banks[trouble.provider ?? ''];
    // Only if the bank is down: otherwise `httpStatus` is from a successful probe of another egress address.
    if (trouble.kind === 'bank_down' && bank?.status === 'down') trouble.httpStatus ??= bank.httpStatus;
    if (!contradicts(view, trouble)) continue;
    const since = state.contradicted[trouble.subject] ?? now;
    doubts[trouble.subject] = since;
  }
  state.contradicted = doubts;
  for (const [subject, since] of Object.entries(doubts)) {
    if (now - since >= limits.contradictedMs) end(turn, subject, since);
  }
}
