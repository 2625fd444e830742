/** Events for administrators. */
import type { Realm } from '../../egress/types.js';

/** A pinned host shows another key. Nothing is sent to it until an operator has checked and pinned the new key. */
interface CertificateChanged {
  kind: 'certificate_changed';
  /** `host:port` */
  host: string;
  expected: readonly string[];
  /** `sha256/BASE64` of the key it shows; null when it shows none. */
  presented: string | null;
}

/** Fields of all events about a bank. */
interface BankFields {
  realm: Realm;
  provider: string;
  /** When the change was detected, ISO 8601 UTC. */
  since: string;
}

/** A bank fails from every egress address. */
export interface BankDown extends BankFields {
  kind: 'bank_down';
  /** One word: `timeout`, `unreachable`, `block_page`, … */
  cause: string;
  /** Names of the egress addresses it was tried from. */
  egress: readonly string[];
  /** The last round in which it answered; null when there was none. */
  lastSuccessAt: string | null;
}

/** The bank answers again, from at least one egress address. */
export interface BankUp extends BankFields {
  kind: 'bank_up';
  downSince: string;
  downtimeMs: number;
}

/** A bank answers, but not to this egress address. */
interface EgressBlocked extends BankFields {
  kind: 'egress_blocked';
  egress: string;
  cause: string;
}

interface EgressFree extends BankFields {
  kind: 'egress_free';
  egress: string;
}

/** Several pages of a bank in a row look like receipts but cannot be parsed. Emitted again each time their number has doubled. */
interface LayoutChanged {
  kind: 'layout_changed';
  realm: Realm;
  provider: string;
}

/** A receipt was parsed again after `layout_changed`. */
interface LayoutReadable {
  kind: 'layout_readable';
  realm: Realm;
  provider: string;
}

/** No probe round for three intervals: the state of the banks is unknown. */
interface MonitorBlind {
  kind: 'monitor_blind';
  realm: Realm;
  /** ISO 8601 UTC; null when there never was a round. */
  lastRoundAt: string | null;
}

/** Probe rounds run again. Not emitted when every process that had noticed the gap has ended. */
interface MonitorSees {
  kind: 'monitor_sees';
  realm: Realm;
  /** `lastRoundAt` of the `monitor_blind` that is over. */
  blindSince: string | null;
}

/** Screenshot reads of the day for the whole service (OCR_DAILY_BUDGET). */
interface BudgetFields {
  /** The day in TIME_ZONE, `2026-11-21`. */
  day: string;
  used: number;
  budget: number;
  /** When the next day begins, ISO 8601 UTC. */
  endsAt: string;
}

/** Four fifths of the day's screenshot reads are used. */
interface ScreenshotBudgetLow extends BudgetFields {
  kind: 'screenshot_budget_low';
}

/** All screenshot reads of the day are used: screenshots are refused until it ends. */
interface ScreenshotBudgetSpent extends BudgetFields {
  kind: 'screenshot_budget_spent';
}

/** `model`: the AI model, for pictures without a code; `codes`: the local processes that read codes and PDFs. */
export type ExtractorPart = 'model' | 'codes';

/** A part of the extractor has failed several times in a row. */
interface ExtractorFailing {
  kind: 'extractor_failing';
  part: ExtractorPart;
  /** The first failure, ISO 8601 UTC. */
  since: string;
  /** Cause of the last failure: `timeout`, `refused`, `rate_limited`, `server_error`, `bad_answer`, `unreachable`. */
  cause: string;
  failures: number;
}

/** The part works again. */
interface ExtractorWorks {
  kind: 'extractor_works';
  part: ExtractorPart;
  /** `since` of the `extractor_failing` that is over. */
  failingSince: string;
}

/** Webhooks fail for (nearly) all accounts, and for at least three: the fault is ours, or our network's. */
interface WebhooksFailing {
  kind: 'webhooks_failing';
  /** When it was noticed, ISO 8601 UTC. */
  since: string;
  /** Accounts that no webhook has reached for 15 minutes. */
  accounts: number;
  /** Why most attempts fail: `timeout`, `unreachable`, `certificate`, `private_address`, `http_status`, …; null: unknown. */
  cause: string | null;
}

/** Webhooks arrive again. */
interface WebhooksArrive {
  kind: 'webhooks_arrive';
  /** `since` of the `webhooks_failing` that is over. */
  failingSince: string;
}

/** All kinds of events. A new kind also needs a case in `identityOf`. */
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
  | ExtractorWorks
  | WebhooksFailing
  | WebhooksArrive;

/** An event in the stream. */
export type RecordedEvent = ServiceEvent & {
  /** Time of detection, ISO 8601 UTC. */
  at: string;
};
