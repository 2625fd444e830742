/** What the admin bot knows of what is wrong. All of it is JSON, kept in the notebook; moments are ms since 1970. */
import type { RecordedEvent } from '../../src/engine/index.js';

/** docs/admin-bot.md#one-incident-one-message says when each ends. A changed certificate is one: nothing is sent to that bank. */
export type TroubleKind =
  | 'bank_down'
  | 'egress_blocked'
  | 'layout_changed'
  | 'store_unreachable'
  | 'monitor_blind'
  | 'screenshot_budget'
  | 'extractor_failing'
  | 'certificate_changed';

/** One thing that is wrong. An incident has one; several banks at once are one incident with several. */
export interface Trouble {
  /** Names what it is about: at no time are two open troubles about the same. */
  subject: string;
  kind: TroubleKind;
  /** Key of the bank; null for what is no bank's. */
  provider: string | null;
  since: number;
  /** When the bot was told, for what happens "within 30 s". */
  openedAt: number;
  endedAt: number | null;
  /** One word of the engine's; null where there is none. */
  cause: string | null;
  httpStatus: number | null;
  /** Names of the egress addresses that fail. */
  egress: string[];
  lastSuccessAt: number | null;
  /** What the kind has beside: day, used and budget; part of the extractor; host. */
  facts: Readonly<Record<string, string | number>>;
}

/** Somebody who pressed or wrote. */
export interface Deed {
  by: string;
  at: number;
}

export interface Silence extends Deed {
  /** `all`, keys of banks, subjects of troubles. */
  scopes: string[];
  until: number;
}

export type NoteKind = 'recovery' | 'reminder' | 'worse' | 'flapping' | 'digest' | 'calm';

/** Something said in reply to the incident's message. */
export interface Note {
  /** Counts up within the incident: with it and the chat, what is said is said once. */
  n: number;
  kind: NoteKind;
  at: number;
  /** Changes of state in the last hour, for those about flapping. */
  changes: number;
}

/** Why an incident that is open has no message yet. */
export interface Hold {
  /** `company`: others may join. `settling`: it may be over at once. */
  why: 'company' | 'settling' | 'inhibited' | 'silenced';
  /** Null: until what keeps it back is over. */
  until: number | null;
}

export interface Incident {
  /** Short; part of what buttons send. */
  id: string;
  openedAt: number;
  troubles: Trouble[];
  hold: Hold | null;
  toldAt: number | null;
  endedAt: number | null;
  acknowledged: Deed | null;
  /** Who said that it is mended, where nothing else can tell. */
  fixed: Deed | null;
  flapping: { since: number; digestAt: number } | null;
  remindAt: number | null;
  notes: Note[];
}

/** An incident that is over, for /incidents. */
export interface Past {
  id: string;
  kind: TroubleKind;
  providers: string[];
  openedAt: number;
  endedAt: number;
}

export interface State {
  nextId: number;
  /** Open ones, and those that have ended until every chat knows. */
  incidents: Incident[];
  silences: Silence[];
  /** When a subject has changed of late, oldest first. */
  changes: Record<string, number[]>;
  past: Past[];
  /** Since when the store has not answered, has answered again; null when it is not so. */
  storeBadSince: number | null;
  storeGoodSince: number | null;
  storeBackAt: number | null;
  /** Since when the status has said otherwise than an open trouble. */
  contradicted: Record<string, number>;
}

/** What the engine's status says, read from memory. */
export interface View {
  /** The store answers. */
  ready: boolean;
  /** Rounds of probes come. */
  monitor: 'operational' | 'down' | 'unknown';
  banks: Readonly<Record<string, BankView>>;
}

export interface BankView {
  name: string;
  status: 'operational' | 'degraded' | 'down' | 'unknown';
  running: number;
  waiting: number;
  httpStatus: number | null;
  egress: readonly { name: string; ok: boolean; error: string | null; at: string }[];
}

export type Press =
  | { what: 'acknowledge'; incident: string; by: string }
  | { what: 'fixed'; incident: string; by: string }
  /** @member scopes an incident's id, `all`, or keys of banks */
  | { what: 'silence'; scopes: readonly string[]; hours: number; by: string }
  | { what: 'unsilence'; scopes: readonly string[]; by: string };

export type Input =
  | { kind: 'event'; event: RecordedEvent }
  | { kind: 'look'; view: View }
  | { kind: 'tick' }
  | { kind: 'press'; press: Press };

/** What an input has brought about, for whoever logs or tests. */
export interface Transition {
  incident: string;
  what: 'told' | 'held' | 'joined' | 'changed' | 'ended' | 'dropped' | NoteKind;
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
  /** A blip is no outage. */
  storeBadMs: 3_000,
  storeGoodMs: 1_500,
  /** Rounds that come a moment too late (a restart, say) are no blindness. */
  blindSettleMs: 4_000,
  /** After the store is back, what was only its consequence gets so long to go away. */
  storeSettleMs: 10_000,
  blindAfterStoreMs: 45_000,
  contradictedMs: 60_000,
  pastKept: 10,
  changesKept: 60,
} as const;

export function nothingWrong(): State {
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
