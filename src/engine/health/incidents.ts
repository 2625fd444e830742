/**
 * Public incidents, derived from the event stream of the administrators. Events about certificates, budgets and
 * webhooks are omitted.
 */
import type { Incident, IncidentKind } from '../api/dashboard.js';
import type { RecordedEvent } from '../api/events.js';

/**
 * @param events oldest first; old events are trimmed from the stream, so the start of an incident may be missing
 * @param probesRunning an open `monitor_blind` is over even if its end was not emitted
 * @returns newest first
 */
export function incidentsOf(events: readonly RecordedEvent[], probesRunning: boolean): Incident[] {
  const ongoing = new Map<string, Incident>();
  const all: Incident[] = [];

  function add(key: IncidentKey, cause: string | null, startedAt: string, endedAt: string | null): Incident {
    const id = `${nameOf(key)} ${startedAt}`.replaceAll(' ', '/');
    const incident = { id, ...key, cause, startedAt, endedAt };
    all.push(incident);
    return incident;
  }

  /** Does nothing for an event that is emitted again while its incident is ongoing. */
  function open(key: IncidentKey, startedAt: string, cause: string | null): void {
    const name = nameOf(key);
    if (!ongoing.has(name)) ongoing.set(name, add(key, cause, startedAt, null));
  }

  function close(key: IncidentKey, endedAt: string, startedAt: string | null): void {
    const name = nameOf(key);
    const incident = ongoing.get(name);
    ongoing.delete(name);
    if (incident) incident.endedAt = endedAt;
    else if (startedAt !== null) add(key, null, startedAt, endedAt);
  }

  for (const event of events) {
    const { at } = event;
    switch (event.kind) {
      case 'bank_down':
        open(ofBank('bank_down', event), event.since, event.cause);
        break;
      case 'bank_up':
        close(ofBank('bank_down', event), event.since, event.downSince);
        break;
      case 'egress_blocked':
        open(ofBank('egress_blocked', event), event.since, event.cause);
        break;
      case 'egress_free':
        close(ofBank('egress_blocked', event), event.since, null);
        break;
      case 'layout_changed':
        open(ofBank('layout_changed', event), at, null);
        break;
      case 'layout_readable':
        close(ofBank('layout_changed', event), at, null);
        break;
      case 'monitor_blind':
        open({ ...noScope, kind: 'monitor_blind', realm: event.realm }, event.lastRoundAt ?? at, null);
        break;
      case 'monitor_sees':
        close({ ...noScope, kind: 'monitor_blind', realm: event.realm }, at, event.blindSince);
        break;
      case 'extractor_failing':
        open({ ...noScope, kind: 'extractor_failing', egress: event.part }, event.since, event.cause);
        break;
      case 'extractor_works':
        close({ ...noScope, kind: 'extractor_failing', egress: event.part }, at, event.failingSince);
        break;
      default:
        break;
    }
    // An event about a bank shows that its realm is probed again.
    if ('provider' in event) close({ ...noScope, kind: 'monitor_blind', realm: event.realm }, at, null);
  }
  return all
    .filter(({ kind, endedAt }) => !(probesRunning && kind === 'monitor_blind' && endedAt === null))
    .map((incident) => (incident.kind === 'extractor_failing' ? { ...incident, egress: null } : incident))
    .sort((a, b) => (b.startedAt ?? '').localeCompare(a.startedAt ?? ''));
}

type IncidentKey = Pick<Incident, 'kind' | 'realm' | 'provider' | 'egress'>;

const noScope = { realm: null, provider: null, egress: null } as const;

function ofBank(
  kind: IncidentKind,
  { realm, provider, ...rest }: { realm: Incident['realm']; provider: string; egress?: unknown },
): IncidentKey {
  const egress = kind === 'egress_blocked' && typeof rest.egress === 'string' ? rest.egress : null;
  return { kind, realm, provider, egress };
}

function nameOf({ kind, realm, provider, egress }: IncidentKey): string {
  return [kind, realm, provider, egress].filter((part) => part !== null).join(' ');
}
