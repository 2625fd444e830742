/** Incidents as a timeline, newest first, by the day they began on. */
import type { Incident } from '../../../engine/index.js';
import { EmptyState } from '../../components/empty-state.js';
import { State } from '../../components/status-icon.js';
import { type Clock, dayText, Moment } from '../../components/time.js';
import type { Visitor } from '../../types.js';

interface IncidentsProps {
  context: Visitor;
  clock: Clock;
  /** Null when the history cannot be read. */
  incidents: readonly Incident[] | null;
  bankName(key: string): string;
}

/** The feed has the others. */
const shownMax = 20;

export function Incidents({ context, clock, incidents, bankName }: IncidentsProps) {
  const { status } = context.words;
  if (incidents === null) return <p class="notice unsure">{status.noHistory}</p>;
  if (incidents.length === 0) {
    return <EmptyState icon="check" title={status.noIncidents} text={status.noIncidentsHint} />;
  }
  return (
    <>
      {byDay(clock, incidents.slice(0, shownMax)).map(({ day, list }) => (
        <section key={day} class="incident-day">
          <h3>{day === '' ? status.unknownStart : dayText(context.language, day)}</h3>
          <ol class="timeline">
            {list.map((incident) => (
              <Entry key={incident.id} {...{ context, clock, incident, bankName }} />
            ))}
          </ol>
        </section>
      ))}
      {incidents.length > shownMax ? <p class="quiet small">{status.moreIncidents}</p> : null}
    </>
  );
}

function Entry({
  context,
  clock,
  incident,
  bankName,
}: Omit<IncidentsProps, 'incidents'> & { incident: Incident }) {
  const { status } = context.words;
  return (
    <li id={anchorOf(incident)} class={toneOf(incident)}>
      <p>
        <State tone={toneOf(incident)}>{incident.endedAt === null ? status.lasting : status.over}</State>{' '}
        <strong>{headline(context, incident, bankName)}</strong>
      </p>
      <p class="small">
        <Period context={context} clock={clock} incident={incident} />
      </p>
      <p class="quiet small">{status.incident[incident.kind].effect}</p>
    </li>
  );
}

interface PeriodProps {
  context: Visitor;
  clock: Clock;
  incident: Incident;
}

function Period({ context, clock, incident: { startedAt, endedAt } }: PeriodProps) {
  const { status } = context.words;
  // The heading says the day of the start.
  const start =
    startedAt === null ? status.unknownStart : <Moment clock={clock} at={startedAt} withDate={false} />;
  if (endedAt === null) return <>{[status.from, ' ', start]}</>;
  const isOneDay = startedAt !== null && dayOf(clock, startedAt) === dayOf(clock, endedAt);
  return (
    <>
      {status.from} {start} {status.to} <Moment clock={clock} at={endedAt} withDate={!isOneDay} />
      {startedAt === null ? '' : ` · ${durationText(context, startedAt, endedAt)}`}
    </>
  );
}

/** In whole minutes, at least one. */
function durationText({ words: { status } }: Visitor, startedAt: string, endedAt: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000));
  return status.duration(Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60);
}

/** Neighbours of the same day; day is empty where the start is not known. */
function byDay(clock: Clock, incidents: readonly Incident[]): { day: string; list: Incident[] }[] {
  const days: { day: string; list: Incident[] }[] = [];
  for (const incident of incidents) {
    const day = incident.startedAt === null ? '' : dayOf(clock, incident.startedAt);
    const last = days.at(-1);
    if (last?.day === day) last.list.push(incident);
    else days.push({ day, list: [incident] });
  }
  return days;
}

/** @returns `yyyy-MM-dd` in the clock's time zone */
function dayOf({ timeZone }: Clock, at: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at));
}

/** An incident in one line. */
export function headline(
  { words }: Visitor,
  { kind, provider, egress }: Incident,
  bankName: (key: string) => string,
): string {
  return words.status.incident[kind].title(provider === null ? '' : bankName(provider), egress ?? '');
}

/** Its anchor on the page. */
export function anchorOf({ id }: Incident): string {
  return `incident-${id.replace(/[^\w-]+/g, '-')}`;
}

function toneOf({ kind, endedAt }: Incident) {
  if (endedAt !== null) return 'good';
  return kind === 'bank_down' || kind === 'extractor_failing' ? 'bad' : 'unsure';
}
