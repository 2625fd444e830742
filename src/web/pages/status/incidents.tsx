/** Incidents, newest first. */
import type { Incident } from '../../../engine/index.js';
import { State } from '../../components/status-icon.js';
import { type Clock, Moment } from '../../components/time.js';
import type { Visitor } from '../../types.js';

interface IncidentsProps {
  context: Visitor;
  clock: Clock;
  /** Null when the history cannot be read. */
  incidents: readonly Incident[] | null;
  bankName(key: string): string;
}

const shownMax = 50;

export function Incidents({ context, clock, incidents, bankName }: IncidentsProps) {
  const { status } = context.words;
  if (incidents === null) return <p class="notice unsure">{status.noHistory}</p>;
  if (incidents.length === 0) return <p>{status.noIncidents}</p>;
  return (
    <ul class="plain">
      {incidents.slice(0, shownMax).map((incident) => (
        <li key={incident.id} id={anchorOf(incident)} class="card">
          <p>
            <State tone={toneOf(incident)}>{incident.endedAt === null ? status.lasting : status.over}</State>{' '}
            <strong>{headline(context, incident, bankName)}</strong>
          </p>
          <p class="quiet small">
            {status.from}{' '}
            {incident.startedAt === null ? (
              status.unknownStart
            ) : (
              <Moment clock={clock} at={incident.startedAt} />
            )}
            {incident.endedAt === null ? null : (
              <>
                {' · '}
                {status.to} <Moment clock={clock} at={incident.endedAt} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** An incident in one line. */
export function headline(
  { words }: Pick<Visitor, 'words'>,
  { kind, provider, egress }: Incident,
  bankName: (key: string) => string,
): string {
  return words.status.incident[kind](provider === null ? '' : bankName(provider), egress ?? '');
}

/** Its anchor on the page. */
export function anchorOf({ id }: Incident): string {
  return `incident-${id.replace(/[^\w-]+/g, '-')}`;
}

function toneOf({ kind, endedAt }: Incident) {
  if (endedAt !== null) return 'unknown';
  return kind === 'bank_down' || kind === 'extractor_failing' ? 'bad' : 'unsure';
}
