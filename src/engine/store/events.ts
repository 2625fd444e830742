/** What an administrator has to know, as a stream that every reader follows with a cursor of its own. */
import type { Realm } from '../../egress/types.js';
import { sha256 } from '../secrets.js';
import * as names from './keys.js';
import { reach, type Scripts } from './scripts.js';
import type { StoreConnection } from './types.js';

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

export interface Events {
  /**
   * Writes an event, unless the very same has been written of late.
   * @returns whether it was written
   * @throws Failure `unavailable`
   */
  emit(event: ServiceEvent): Promise<boolean>;
  /** Events behind a cursor, oldest first. @param after cursor of the last one known; `0` for the beginning */
  read(after: string, count: number): Promise<{ cursor: string; event: RecordedEvent }[]>;
  /** The last events, oldest first. @throws Failure `unavailable` */
  latest(count: number): Promise<RecordedEvent[]>;
}

const dayMs = 86_400_000;

interface Identity {
  /** Two events with the same identity are one. */
  name: string;
  /** How long the same is not told again, ms; 0: it is told every time. */
  quietMs: number;
}

/** What makes two events the same. A key that is shown for weeks is told of again, because somebody still has to act. */
function identityOf(event: ServiceEvent): Identity {
  switch (event.kind) {
    case 'certificate_changed':
      return { name: `${event.host} ${event.presented}`, quietMs: 7 * dayMs };
    case 'bank_down':
    case 'bank_up':
      return { name: `${event.realm} ${event.provider} ${event.since}`, quietMs: 7 * dayMs };
    case 'egress_blocked':
    case 'egress_free': {
      const { realm, provider, egress, since } = event;
      return { name: `${realm} ${provider} ${egress} ${since}`, quietMs: 7 * dayMs };
    }
    case 'layout_changed':
    case 'layout_readable':
      // Whoever counts the pages knows when a row of them is told of.
      return { name: `${event.realm} ${event.provider}`, quietMs: 0 };
    case 'monitor_blind':
      return { name: `${event.realm} ${event.lastRoundAt}`, quietMs: 7 * dayMs };
    case 'monitor_sees':
      return { name: `${event.realm} ${event.blindSince}`, quietMs: 7 * dayMs };
    case 'screenshot_budget_low':
    case 'screenshot_budget_spent':
      // A budget that was raised can be spent again.
      return { name: `${event.day} ${event.budget}`, quietMs: 7 * dayMs };
    case 'extractor_failing':
      return { name: `${event.part} ${event.since}`, quietMs: 7 * dayMs };
    case 'extractor_works':
      return { name: `${event.part} ${event.failingSince}`, quietMs: 7 * dayMs };
  }
}

export interface EventsOptions {
  now?: () => number;
  /** About how many events are kept. */
  streamLength?: number;
}

export function createEvents(
  { client }: Pick<StoreConnection, 'client'>,
  scripts: Scripts,
  { now = Date.now, streamLength = 10_000 }: EventsOptions = {},
): Events {
  return {
    async emit(event) {
      const { name, quietMs } = identityOf(event);
      const told = names.eventTold(sha256(`${event.kind} ${name}`));
      const recorded: RecordedEvent = { ...event, at: new Date(now()).toISOString() };
      const args = [quietMs, streamLength, JSON.stringify(recorded)];
      const [written] = await scripts.run('announce', [told, names.events()], args);
      return written === 1;
    },
    async read(after, count) {
      const found = await reach(client.xread('COUNT', count, 'STREAMS', names.events(), after));
      const entries = found?.[0]?.[1] ?? [];
      return entries.map(([cursor, fields]) => ({
        cursor,
        event: JSON.parse(fields[1] ?? '') as RecordedEvent,
      }));
    },
    async latest(count) {
      const entries = await reach(client.xrevrange(names.events(), '+', '-', 'COUNT', count));
      return entries.reverse().map(([, fields]) => JSON.parse(fields[1] ?? '') as RecordedEvent);
    },
  };
}
