/** What administrators are told of: the events of the service. */
import type { Realm } from '../../egress/types.js';

/** A pinned host shows another key: nothing is sent to it until somebody has checked and pinned the new one. */
export interface CertificateChanged {
  kind: 'certificate_changed';
  /** `host:port` */
  host: string;
  expected: readonly string[];
  /** `sha256/BASE64` of the key it shows; null when it shows none. */
  presented: string | null;
}
/** What all events about a bank say. */
interface OfBank {
  realm: Realm;
  provider: string;
  /** When the change was found, ISO 8601 UTC. */
  since: string;
}
/** A bank fails from every egress address. */

export interface BankDown extends OfBank {
  kind: 'bank_down';
  /** One word: `timeout`, `unreachable`, `block_page`, … */
  cause: string;
  /** Names of the egress addresses it was tried from. */
  egress: readonly string[];
  /** The last round in which it answered; null when there was none. */
  lastSuccessAt: string | null;
}
/** It answers again, from one egress address at least. */

export interface BankUp extends OfBank {
  kind: 'bank_up';
  downSince: string;
  downtimeMs: number;
}
/** A bank answers, but not towards this egress address. */

export interface EgressBlocked extends OfBank {
  kind: 'egress_blocked';
  egress: string;
  cause: string;
}
export interface EgressFree extends OfBank {
  kind: 'egress_free';
  egress: string;
}
/** A bank answers with pages that look like receipts and cannot be read, several in a row; told again when twice as many have. */

export interface LayoutChanged {
  kind: 'layout_changed';
  realm: Realm;
  provider: string;
}
/** A receipt was read again after a layout that could not be. */

export interface LayoutReadable {
  kind: 'layout_readable';
  realm: Realm;
  provider: string;
}
/** No round of probes for three intervals: how the banks are is not known. */

export interface MonitorBlind {
  kind: 'monitor_blind';
  realm: Realm;
  /** ISO 8601 UTC; null when there never was a round. */
  lastRoundAt: string | null;
}
/** Rounds come again. Not told where every process that had noticed the blindness has ended. */

export interface MonitorSees {
  kind: 'monitor_sees';
  realm: Realm;
  /** `lastRoundAt` of the blindness that is over. */
  blindSince: string | null;
}
/** The screenshot reads of the day for the whole service (OCR_DAILY_BUDGET). */
interface OfBudget {
  /** The day in TIME_ZONE, `2026-11-21`. */
  day: string;
  used: number;
  budget: number;
  /** When the next day begins, ISO 8601 UTC. */
  endsAt: string;
}
/** Four fifths of the day's reads are spent. */

export interface ScreenshotBudgetLow extends OfBudget {
  kind: 'screenshot_budget_low';
}
/** All are: screenshots are refused until the day ends. */

export interface ScreenshotBudgetSpent extends OfBudget {
  kind: 'screenshot_budget_spent';
}
/** The model that reads pictures without a code, or the processes here that read codes and PDFs. */

export type ExtractorPart = 'model' | 'codes';
/** A part of the extractor has failed several times in a row. */

export interface ExtractorFailing {
  kind: 'extractor_failing';
  part: ExtractorPart;
  /** The first failure, ISO 8601 UTC. */
  since: string;
  /** One word, of the last failure: `timeout`, `refused`, `rate_limited`, `server_error`, `bad_answer`, `unreachable`. */
  cause: string;
  failures: number;
}
/** It answers again. */

export interface ExtractorWorks {
  kind: 'extractor_works';
  part: ExtractorPart;
  /** `since` of the failing that is over. */
  failingSince: string;
}
/** Every kind of event; a new one is a member here and a case of `identityOf`. */

export type ServiceEvent =
  | CertificateChanged
  | BankDown
  | BankUp
  | EgressBlocked
  | EgressFree
  | LayoutChanged
  | LayoutReadable
  | MonitorBlind
  | MonitorSees
  | ScreenshotBudgetLow
  | ScreenshotBudgetSpent
  | ExtractorFailing
  | ExtractorWorks;
/** An event in the stream. */

export type RecordedEvent = ServiceEvent & {
  /** When it was noticed, ISO 8601 UTC. */
  at: string;
};
