/** What an administrator has to know, as a stream that every reader follows with a cursor of its own. */
import { createHash } from 'node:crypto';
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

/** Every kind of event; a new one is a member here and a line in `identities`. */
export type ServiceEvent = CertificateChanged;

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
}

const dayMs = 86_400_000;

interface Identity {
  /** Two events with the same identity are one. */
  of(event: ServiceEvent): string;
  /** How long the same is not told again, ms; 0: it is told every time. */
  quietMs: number;
}

/** What makes two events the same. A key that is shown for weeks is told of again, because somebody still has to act. */
const identities: Readonly<Record<ServiceEvent['kind'], Identity>> = {
  certificate_changed: { of: ({ host, presented }) => `${host} ${presented}`, quietMs: 7 * dayMs },
};

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
      const { of, quietMs } = identities[event.kind];
      const told = names.eventTold(sha256(`${event.kind} ${of(event)}`));
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
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
