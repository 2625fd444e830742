/** Events for administrators, in a stream. Each reader has its own cursor. */
import { sha256 } from '#engine/shared/secrets.js';
import type { RecordedEvent, ServiceEvent } from '../api/events.js';
import * as names from './key-names.js';
import { orUnavailable, type Scripts } from './scripts.js';
import type { StoreConnection } from './types.js';

export interface Events {
  /**
   * Writes an event, unless the same event was written recently.
   * @returns whether it was written
   * @throws Failure `unavailable`
   */
  emit(event: ServiceEvent): Promise<boolean>;
  /** Events after a cursor, oldest first. @param after cursor of the last event read; `0` to start at the beginning */
  read(after: string, count: number): Promise<{ cursor: string; event: RecordedEvent }[]>;
  /** The cursor of the last event; `0-0` when there is none. @throws Failure `unavailable` */
  end(): Promise<string>;
  /** The last events, oldest first. @throws Failure `unavailable` */
  latest(count: number): Promise<RecordedEvent[]>;
}

const dayMs = 86_400_000;

interface Identity {
  /** Events with the same identity are the same event. */
  name: string;
  /** How long the same event is not written again, ms; 0: it is always written. */
  quietMs: number;
}

/** The identity of an event. A changed certificate that stays for weeks is reported again, because an operator still has to act. */
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
      // The caller counts the pages and decides when to emit.
      return { name: `${event.realm} ${event.provider}`, quietMs: 0 };
    case 'monitor_blind':
      return { name: `${event.realm} ${event.lastRoundAt}`, quietMs: 7 * dayMs };
    case 'monitor_sees':
      return { name: `${event.realm} ${event.blindSince}`, quietMs: 7 * dayMs };
    case 'screenshot_budget_low':
    case 'screenshot_budget_spent':
      // A raised budget can be used up again on the same day.
      return { name: `${event.day} ${event.budget}`, quietMs: 7 * dayMs };
    case 'extractor_failing':
      return { name: `${event.part} ${event.since}`, quietMs: 7 * dayMs };
    case 'extractor_works':
      return { name: `${event.part} ${event.failingSince}`, quietMs: 7 * dayMs };
    case 'webhooks_failing':
      return { name: event.since, quietMs: 7 * dayMs };
    case 'webhooks_arrive':
      return { name: event.failingSince, quietMs: 7 * dayMs };
  }
}

interface EventsOptions {
  now?: () => number;
  /** Approximate number of events stored. */
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
      const sent = names.eventSent(sha256(`${event.kind} ${name}`));
      const recorded: RecordedEvent = { ...event, at: new Date(now()).toISOString() };
      const args = [quietMs, streamLength, JSON.stringify(recorded)];
      const [written] = await scripts.run('append-event-once', [sent, names.events()], args);
      return written === 1;
    },
    async read(after, count) {
      const found = await orUnavailable(client.xread('COUNT', count, 'STREAMS', names.events(), after));
      const entries = found?.[0]?.[1] ?? [];
      return entries.map(([cursor, fields]) => ({
        cursor,
        event: JSON.parse(fields[1] ?? '') as RecordedEvent,
      }));
    },
    async end() {
      const [last] = await orUnavailable(client.xrevrange(names.events(), '+', '-', 'COUNT', 1));
      return last?.[0] ?? '0-0';
    },
    async latest(count) {
      const entries = await orUnavailable(client.xrevrange(names.events(), '+', '-', 'COUNT', count));
      return entries.reverse().map(([, fields]) => JSON.parse(fields[1] ?? '') as RecordedEvent);
    },
  };
}
