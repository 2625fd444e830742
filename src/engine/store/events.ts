/** What an administrator has to know, as a stream that every reader follows with a cursor of its own. */
import type { RecordedEvent, ServiceEvent } from '../api/events.js';
import { sha256 } from '../shared/secrets.js';
import * as names from './key-names.js';
import { reach, type Scripts } from './scripts.js';
import type { StoreConnection } from './types.js';

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
      const [written] = await scripts.run('append-event-once', [told, names.events()], args);
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
