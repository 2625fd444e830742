/** Types of the dashboard and the status page. */
import type { Realm } from '../../egress/types.js';

export interface Session {
  account: string;
  /** Time of the sign-in, ISO 8601. */
  since: string;
}

/** All methods throw `Failure` `unavailable` when the store does not answer. */
export interface Sessions {
  /**
   * Exchanges the token of a sign-in link for a session. A token works once, also when two calls bring it at the same time.
   * @returns the session token, 256 random bits, stored only as SHA-256; null for a link that is used, expired or unknown
   */
  redeem(linkToken: string): Promise<{ token: string; session: Session } | null>;
  /** The account of a sign-in link, without using the link; null for a link that is used, expired or unknown. */
  opens(linkToken: string): Promise<string | null>;
  /**
   * Null for a session that has ended or is unknown. Reading extends it by 30 days, up to 90 days from the sign-in.
   */
  read(token: string): Promise<Session | null>;
  /** Safe to call for a session that has ended. */
  end(token: string): Promise<void>;
  /** Ends every session of an account, this one included, in all processes at once. */
  endAll(account: string): Promise<void>;
}

/** `verified`: fetched from the bank; `cached`: verified before. */
export const outcomes = ['verified', 'cached', 'not_verified', 'could_not_check'] as const;
export type Outcome = (typeof outcomes)[number];

export interface RecentCall {
  /** ISO 8601. */
  at: string;
  /** Null when no bank was recognised. */
  provider: string | null;
  outcome: Outcome;
  /** Code or reason of the failure; null when there was none. */
  why: string | null;
  /** The last four characters of the reference; null when none was recognised. */
  lastFour: string | null;
  /** Prefix of the calling key; null for a member of the shop. */
  prefix: string | null;
  /** Name of the calling member; null for a key, and for a member whose data was deleted. */
  member: string | null;
}

export interface DayActivity {
  /** `yyyy-MM-dd` in TIME_ZONE. */
  date: string;
  counts: { provider: string | null; outcome: Outcome; count: number }[];
}

/** Calls of an account; those refused for their key or rate are not included. Both methods throw `Failure` `unavailable`. */
export interface Activity {
  /** Oldest first, today last; days without a call have no counts. */
  days(account: string, count: number): Promise<DayActivity[]>;
  /** Newest first, up to 50 of the last 30 days. */
  recent(account: string): Promise<RecentCall[]>;
}

/** The probe rounds of one day at one bank. */
export interface UptimeDay {
  /** `yyyy-MM-dd` in TIME_ZONE. */
  date: string;
  /** Rounds in which the bank answered from every egress address, from some, and from none. */
  good: number;
  partly: number;
  bad: number;
  /** Share of the day (today: of its time so far) that the rounds cover, 0 to 1. Nothing is known about the rest. */
  covered: number;
}

export interface BankDays {
  provider: string;
  /** 90 days, oldest first, today last; a day without rounds is all zeros. */
  days: UptimeDay[];
}

/** The probes of a bank in a quarter of an hour, by all processes and from all egress addresses. */
export interface ProbeTimes {
  /** Probes with a healthy answer, and those without. */
  answered: number;
  failed: number;
  /** Response times of the answered ones, whole ms; null when there are none. */
  meanMs: number | null;
  maxMs: number | null;
}

export interface BankTimes {
  provider: string;
  /** Start of the first quarter, ISO 8601. */
  from: string;
  /** 96 quarters of an hour, oldest first, the running one last; null without a probe. */
  quarters: (ProbeTimes | null)[];
}

export type IncidentKind =
  /** The bank failed from every egress address. */
  | 'bank_down'
  /** It answered others, but not one of our addresses. */
  | 'egress_blocked'
  /** Its pages could not be read. */
  | 'layout_changed'
  /** No probe rounds ran: the state of the banks was unknown. */
  | 'monitor_blind'
  /** Pictures could not be read. */
  | 'extractor_failing';

export interface Incident {
  /** Stays the same while the incident is updated. */
  id: string;
  kind: IncidentKind;
  realm: Realm | null;
  provider: string | null;
  egress: string | null;
  /** One word; null when unknown. */
  cause: string | null;
  /** ISO 8601; null when the start is no longer known. */
  startedAt: string | null;
  /** Null while it is ongoing. */
  endedAt: string | null;
}

/** Cached for a few seconds. The methods throw `Failure` `unavailable` when the store does not answer and nothing is cached. */
export interface Uptime {
  /** Banks that are probed, in the order of `providers()`. */
  days(): Promise<readonly BankDays[]>;
  /** Response times of the last 24 hours, of the same banks. */
  times(): Promise<readonly BankTimes[]>;
  /** Incidents of the last 90 days, newest first, as far back as the event stream reaches. */
  incidents(): Promise<readonly Incident[]>;
}
