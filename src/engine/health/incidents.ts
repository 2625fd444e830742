/**
 * Public incidents, derived from the event stream of the administrators. Events about certificates, budgets and
 * webhooks are omitted.
 */

import type { Incident, IncidentKind } from '../api/dashboard.js';
import type { RecordedEvent } from '../api/events.js';

/**
 * @param events oldest first; old events are trimmed from the stream, so the start of an incident may be missing
 * @param seeing probe rounds are running now: an open `monitor_blind` is over even if its end was not emitted
 * @returns newest first
 */
export function incidentsOf(events: readonly RecordedEvent[], seeing: boolean): Incident[] {
  const open = new Map<string, Incident>();
  const all: Incident[] = [];

  function begin(what: What, startedAt: string, cause: string | null): void {
    const name = nameOf(what);
    // Emitted again while it is ongoing: the same incident.
    if (open.has(name)) return;
    const incident = {
      id: `${name} ${startedAt}`.replaceAll(' ', '/'),
      ...what,
      cause,
      startedAt,
      endedAt: null,
    };
    open.set(name, incident);
    all.push(incident);
  }

  function end(what: What, endedAt: string, startedAt: string | null): void {
    const name = nameOf(what);
    const incident = open.get(name);
    open.delete(name);
    if (incident) incident.endedAt = endedAt;
    else if (startedAt !== null) {
      const id = `${name} ${startedAt}`.replaceAll(' ', '/');
      all.push({ id, ...what, cause: null, startedAt, endedAt });
    }
  }

  for (const event of events) {
    const { at } = event;
    switch (event.kind) {
      case 'bank_down':
        begin(ofBank('bank_down', event), event.since, event.cause);
        break;
      case 'bank_up':
        end(ofBank('bank_down', event), event.since, event.downSince);
        break;
      case 'egress_blocked':
        begin(ofBank('egress_blocked', event), event.since, event.cause);
        break;
      case 'egress_free':
        end(ofBank('egress_blocked', event), event.since, null);
        break;
      case 'layout_changed':
        begin(ofBank('layout_changed', event), at, null);
        break;
      case 'layout_readable':
        end(ofBank('layout_changed', event), at, null);
        break;
      case 'monitor_blind':
        begin({ ...noScope, kind: 'monitor_blind', realm: event.realm }, event.lastRoundAt ?? at, null);
        break;
      case 'monitor_sees':
        end({ ...noScope, kind: 'monitor_blind', realm: event.realm }, at, event.blindSince);
        break;
      case 'extractor_failing':
        begin({ ...noScope, kind: 'extractor_failing', egress: event.part }, event.since, event.cause);
        break;
      case 'extractor_works':
        end({ ...noScope, kind: 'extractor_failing', egress: event.part }, at, event.failingSince);
        break;
      default:
        break;
    }
    if ('provider' in event) seenBy(event.realm, at);
  }
  return all
    .filter(({ kind, endedAt }) => !(seeing && kind === 'monitor_blind' && endedAt === null))
    .map((incident) => (incident.kind === 'extractor_failing' ? { ...incident, egress: null } : incident))
    .sort((a, b) => (b.startedAt ?? '').localeCompare(a.startedAt ?? ''));

  /** An event about a bank shows that its realm is probed again. */
  function seenBy(realm: Incident['realm'], at: string): void {
    const blind = { ...noScope, kind: 'monitor_blind', realm } as const;
    if (open.has(nameOf(blind))) end(blind, at, null);
  }
}

type What = Pick<Incident, 'kind' | 'realm' | 'provider' | 'egress'>;

const noScope = { realm: null, provider: null, egress: null } as const;

function ofBank(
  kind: IncidentKind,
  { realm, provider, ...rest }: { realm: Incident['realm']; provider: string; egress?: unknown },
): What {
  const egress = kind === 'egress_blocked' && typeof rest.egress === 'string' ? rest.egress : null;
  return { kind, realm, provider, egress };
}

function nameOf({ kind, realm, provider, egress }: What): string {
  return [kind, realm, provider, egress].filter((part) => part !== null).join(' ');
}
