/** State of the admin bot, stored as JSON in the bot store. Times are ms since 1970. */
import type { RecordedEvent } from '../../src/engine/index.js';

/** docs/admin-bot.md#one-incident-one-message lists when each kind ends. */
export type ProblemKind =
  | 'bank_down'
  | 'egress_blocked'
  | 'layout_changed'
  | 'store_unreachable'
  | 'monitor_blind'
  | 'screenshot_budget'
  | 'extractor_failing'
  | 'webhooks_failing'
  | 'certificate_changed';

/** A problem. An incident has one; if several banks fail at once, their problems form one incident. */
export interface Problem {
  /** No two open problems have the same subject. */
  subject: string;
  kind: ProblemKind;
  /** Key of the bank; null if it is about no bank. */
  provider: string | null;
  since: number;
  /** Time of the event, or of detection by the bot; banks are grouped by it. */
  openedAt: number;
  endedAt: number | null;
  /** Cause code of the engine; null if there is none. */
  cause: string | null;
  httpStatus: number | null;
  /** Names of the egress addresses that fail. */
  egress: string[];
  lastSuccessAt: number | null;
  /** Details of the kind: day, used and budget; part of the extractor; host. */
  facts: Readonly<Record<string, string | number>>;
}

/** An administrator's press or command. */
export interface Action {
  by: string;
  at: number;
}

export interface Silence extends Action {
  /** `all`, keys of banks, or subjects of problems. */
  scopes: string[];
  until: number;
}

export type NoteKind = 'recovery' | 'reminder' | 'worse' | 'flapping' | 'digest' | 'calm';

/** A reply to the incident's message. */
export interface IncidentNote {
  /** Counts up within the incident. Each chat gets a number at most once. */
  n: number;
  kind: NoteKind;
  at: number;
  /** Changes of state in the last hour; shown in notes about flapping. */
  changes: number;
}

/** Why an open incident is not reported yet. */
interface Suppression {
  /** `company`: waits for other banks. `settling`: it may end at once. */
  why: 'company' | 'settling' | 'inhibited' | 'silenced';
  /** Null: until the store is back. */
  until: number | null;
}

export interface Incident {
  /** Short, because it is part of the buttons' callback data. */
  id: string;
  openedAt: number;
  troubles: Problem[];
  hold: Suppression | null;
  toldAt: number | null;
  endedAt: number | null;
  acknowledged: Action | null;
  /** Who marked it as fixed. */
  fixed: Action | null;
  flapping: { since: number; digestAt: number } | null;
  remindAt: number | null;
  notes: IncidentNote[];
}

/** An ended incident, for /incidents. */
export interface PastIncident {
  id: string;
  kind: ProblemKind;
  providers: string[];
  openedAt: number;
  endedAt: number;
}

export interface State {
  nextId: number;
  /** Open incidents, and ended ones until every chat got their end. */
  incidents: Incident[];
  silences: Silence[];
  /** Times of a subject's changes in the last hour, oldest first. */
  changes: Record<string, number[]>;
  past: PastIncident[];
  /** Since when the store has been failing (`Bad`) or answering (`Good`); null otherwise. */
  storeBadSince: number | null;
  storeGoodSince: number | null;
  storeBackAt: number | null;
  /** By subject of an open problem: since when the status contradicts it. */
  contradicted: Record<string, number>;
}

/** The engine's status, read from memory. */
export interface StatusSnapshot {
  /** Whether the store answers. */
  ready: boolean;
  /** State of the health monitor: `operational` while probe rounds complete. */
  monitor: 'operational' | 'down' | 'unknown';
  banks: Readonly<Record<string, BankSnapshot>>;
}

export interface BankSnapshot {
  name: string;
  status: 'operational' | 'degraded' | 'down' | 'unknown';
  running: number;
  waiting: number;
  httpStatus: number | null;
  egress: readonly { name: string; ok: boolean; error: string | null; at: string }[];
}

export type ButtonPress =
  | { what: 'acknowledge'; incident: string; by: string }
  | { what: 'fixed'; incident: string; by: string }
  /** `scopes`: an incident's id, `all`, or keys of banks. */
  | { what: 'silence'; scopes: readonly string[]; hours: number; by: string }
  | { what: 'unsilence'; scopes: readonly string[]; by: string };

export type Input =
  | { kind: 'event'; event: RecordedEvent }
  | { kind: 'status'; view: StatusSnapshot }
  | { kind: 'tick' }
  | { kind: 'press'; press: ButtonPress };

/** What an input has changed, for logs and tests. */
export interface Transition {
  incident: string;
  what: 'reported' | 'suppressed' | 'merged' | 'changed' | 'ended' | 'dropped' | NoteKind;
}

const minute = 60_000;
const hour = 60 * minute;

/** docs/admin-bot.md#what-keeps-it-quiet */
export const limits = {
  companyMs: 30_000,
  companyBanks: 3,
  flappingMs: 30 * minute,
  flappingChanges: 3,
  digestMs: hour,
  remindersMs: [30 * minute, 2 * hour],
  remindersEveryMs: 6 * hour,
  silenceHoursMax: 24,
  /** The store must fail this long before it counts as down. */
  storeBadMs: 3_000,
  storeGoodMs: 1_500,
  /** Tolerates a probe round that is slightly late, for example after a restart. */
  blindSettleMs: 4_000,
  /** After the store is back: time for its consequences to end before they are reported. */
  storeSettleMs: 10_000,
  blindAfterStoreMs: 45_000,
  contradictedMs: 60_000,
  pastKept: 10,
  changesKept: 60,
} as const;

export function noIncidents(): State {
  return {
    nextId: 1,
    incidents: [],
    silences: [],
    changes: {},
    past: [],
    storeBadSince: null,
    storeGoodSince: null,
    storeBackAt: null,
    contradicted: {},
  };
}
