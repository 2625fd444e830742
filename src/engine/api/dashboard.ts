/** What the dashboard and the status page are told: shapes alone, which other rooms fill. */
import type { Realm } from '../../egress/types.js';

export interface Session {
  account: string;
  /** When it was signed in, ISO 8601. */
  since: string;
}

/** Everything throws `Failure` `unavailable` when the store does not answer. */
export interface Sessions {
  /**
   * Turns the token of a sign-in link into a session; of two who bring one token at once, one gets it.
   * @returns the session's own token, 256 random bits, kept only as SHA-256; null for a link that is used up,
   * expired or made up
   */
  redeem(linkToken: string): Promise<{ token: string; session: Session } | null>;
  /** The account a sign-in link opens, without using it up; null for one that is used up, expired or made up. */
  opens(linkToken: string): Promise<string | null>;
  /**
   * Null for a session that is over, or never was. One that is read lives 30 days more, up to 90 days from the
   * sign-in.
   */
  read(token: string): Promise<Session | null>;
  /** Safe to call for one that is over. */
  end(token: string): Promise<void>;
  /** Ends every session of an account, this one included, in all processes at once. */
  endAll(account: string): Promise<void>;
}

/** `verified` was asked of the bank, `cached` was verified before. */
export const outcomes = ['verified', 'cached', 'not_verified', 'could_not_check'] as const;
export type Outcome = (typeof outcomes)[number];

export interface RecentCall {
  /** ISO 8601. */
  at: string;
  /** Null where no bank was recognised. */
  provider: string | null;
  outcome: Outcome;
  /** Code or reason of a failure, null where there was none. */
  why: string | null;
  /** The last four characters of the reference; null where none was recognised. */
  lastFour: string | null;
  /** Prefix of the key that asked; null for a member of the shop. */
  prefix: string | null;
  /** Name of the member who asked; null for a key, and where nothing is known of the member any more. */
  member: string | null;
}

export interface DayActivity {
  /** `yyyy-MM-dd` in TIME_ZONE. */
  date: string;
  counts: { provider: string | null; outcome: Outcome; count: number }[];
}

/** Both throw `Failure` `unavailable`. Calls refused for their key or their rate are not among them. */
export interface Activity {
  /** Oldest first, today last; days without a call have no counts. */
  days(account: string, count: number): Promise<DayActivity[]>;
  /** Newest first, up to 50 of the last 30 days. */
  recent(account: string): Promise<RecentCall[]>;
}

/** The rounds of one day at one bank. */
export interface UptimeDay {
  /** `yyyy-MM-dd` in TIME_ZONE. */
  date: string;
  /** Rounds in which the bank answered from every egress address, from some, and from none. */
  good: number;
  partly: number;
  bad: number;
  /** How much of the day, today of what has passed of it, its rounds cover, 0 to 1: of the rest nothing is known. */
  covered: number;
}

export interface BankDays {
  provider: string;
  /** 90 days, oldest first, today last; a day without a round is all zeros. */
  days: UptimeDay[];
}

export type IncidentKind =
  /** The bank failed from every egress address. */
  | 'bank_down'
  /** It answered others, but not one of our addresses. */
  | 'egress_blocked'
  /** Its pages could not be read. */
  | 'layout_changed'
  /** No rounds were made: how the banks were is not known. */
  | 'monitor_blind'
  /** Pictures could not be read. */
  | 'extractor_failing';

export interface Incident {
  /** Stays the same while more becomes known of it. */
  id: string;
  kind: IncidentKind;
  realm: Realm | null;
  provider: string | null;
  egress: string | null;
  /** One word; null where there is none. */
  cause: string | null;
  /** ISO 8601; null where the beginning is not known any more. */
  startedAt: string | null;
  /** Null while it lasts. */
  endedAt: string | null;
}

/** Both are answered from a memory of a few seconds, and throw `Failure` `unavailable` where there is none. */
export interface Uptime {
  /** Banks that are asked, in the order of `providers()`. */
  days(): Promise<readonly BankDays[]>;
  /** Newest first: those of the last 90 days that the stream of events still knows. */
  incidents(): Promise<readonly Incident[]>;
}
