/** Current status and history of the service and each bank. */
import type {
  BankComponent,
  BankDays,
  BankTimes,
  Incident,
  InternalComponent,
  StatusReport,
} from '../../../engine/index.js';
import { assets } from '../../assets.js';
import { Layout } from '../../components/layout.js';
import { State, StatusIcon } from '../../components/status-icon.js';
import { type Clock, figure, Moment } from '../../components/time.js';
import { stateTones } from '../../components/tones.js';
import type { Visitor } from '../../types.js';
import { Board } from './board.js';
import { Meanings, Subscribe } from './help.js';
import { Incidents } from './incidents.js';

interface StatusProps {
  context: Visitor;
  clock: Clock;
  report: StatusReport;
  /** Null when the history cannot be read. */
  days: readonly BankDays[] | null;
  times: readonly BankTimes[] | null;
  incidents: readonly Incident[] | null;
  bankName(key: string): string;
  /** Refresh interval of the page, ms. */
  renewMs: number;
}

export function StatusPage(props: StatusProps) {
  const { context, clock, report, days, times, incidents, bankName, renewMs } = props;
  const { status } = context.words;
  const banks = report.components.filter((component) => component.group === 'upstream');
  return (
    <Layout
      context={context}
      title={status.title}
      page="status"
      head={<Head context={context} renewMs={renewMs} />}
    >
      <div class="status-head">
        <h1>{status.title}</h1>
        <p id="checked" data-live data-renew-ms={renewMs} class="quiet small">
          {status.checked} <Moment clock={clock} at={report.checkedAt} />. {status.live}
          {report.banks === 'sandbox' ? ` ${status.simulated}` : ''}
        </p>
      </div>
      <Overall {...props} banks={banks} />
      <section aria-labelledby="banks">
        <h2 id="banks" class="visually-hidden">
          {status.banks}
        </h2>
        <div id="state" data-live>
          <Board {...{ context, clock, banks, days, times, bankName }} />
        </div>
      </section>
      <Service context={context} report={report} />
      <section aria-labelledby="incidents">
        <h2 id="incidents">{status.incidents}</h2>
        <div id="timeline" data-live>
          <Incidents context={context} clock={clock} incidents={incidents} bankName={bankName} />
        </div>
      </section>
      <Meanings context={context} />
      <Subscribe context={context} />
    </Layout>
  );
}

function Head({ context, renewMs }: Pick<StatusProps, 'context' | 'renewMs'>) {
  return (
    <>
      <link rel="stylesheet" href={assets['status.css']} />
      <link
        rel="alternate"
        type="application/atom+xml"
        href="/status.atom"
        title={context.words.status.feedTitle}
      />
      <script type="module" src={assets['live.js']}></script>
      <noscript>
        <meta http-equiv="refresh" content={String(Math.max(30, Math.ceil(renewMs / 1000)))} />
      </noscript>
    </>
  );
}

interface OverallProps extends Pick<StatusProps, 'context' | 'report' | 'bankName'> {
  banks: readonly BankComponent[];
}

function Overall({ context, report, banks, bankName }: OverallProps) {
  const overall = overallOf(report, banks);
  return (
    <div id="overall" data-live aria-live="polite">
      <p class={`notice overall ${stateTones[overall]}`}>
        <StatusIcon tone={stateTones[overall]} />{' '}
        <strong>
          {(overall === 'slow' && affectedText(context, banks, bankName)) ||
            context.words.status.overall[overall]}
        </strong>
      </p>
    </div>
  );
}

/** Without probes banks are not reported as working, so the overall status is unknown too. */
function overallOf({ status }: StatusReport, banks: readonly BankComponent[]): OverallState {
  if (status !== 'operational') return status;
  return banks.length > 0 && banks.every((bank) => bank.status === 'unknown') ? 'unknown' : status;
}

type OverallState = keyof Visitor['words']['status']['overall'];

/** The banks that are down, and those that are degraded; empty when a queue alone is slow. */
function affectedText(
  { words: { status } }: Visitor,
  banks: readonly BankComponent[],
  bankName: (key: string) => string,
): string {
  const texts = (['down', 'degraded'] as const).map((state) => {
    const names = banks.filter((bank) => bank.status === state).map((bank) => bankName(bank.providerKey));
    return names.length === 0 ? '' : `${status.states[state]}: ${names.join(', ')}`;
  });
  return texts.filter(Boolean).join(' · ');
}

function Service({ context, report }: Pick<StatusProps, 'context' | 'report'>) {
  const { status } = context.words;
  const parts = report.components.filter((component) => component.group === 'internal');
  return (
    <section aria-labelledby="service">
      <h2 id="service">{status.service}</h2>
      <ul id="parts" data-live class="plain parts">
        {parts.map((component) => (
          <Part key={component.name} context={context} component={component} />
        ))}
      </ul>
      {report.store === 'embedded' ? <p class="quiet small">{status.embedded}</p> : null}
    </section>
  );
}

function Part({ context, component }: { context: Visitor; component: InternalComponent }) {
  const { status } = context.words;
  const { name, error, responseMs } = component;
  const speed = responseMs === null || responseMs === 0 ? null : status.ms(figure(responseMs));
  return (
    <li>
      <strong>{status.internal[name] ?? name}</strong>
      <State tone={stateTones[component.status]}>{status.states[component.status]}</State>
      <span class="quiet small">
        {[speed, error && (status.errors[error] ?? error)].filter(Boolean).join(', ')}
      </span>
    </li>
  );
}
