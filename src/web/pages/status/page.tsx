/** Current status and history of the service and each bank. */
import type {
  BankComponent,
  BankDays,
  Incident,
  InternalComponent,
  StatusReport,
} from '../../../engine/index.js';
import { assets } from '../../assets.js';
import { Layout } from '../../components/layout.js';
import { State, type Tone } from '../../components/status-icon.js';
import { type Clock, figure, Moment } from '../../components/time.js';
import type { Visitor } from '../../types.js';
import { Days, DaysLegend } from './days.js';
import { Incidents } from './incidents.js';

export interface StatusProps {
  context: Visitor;
  clock: Clock;
  report: StatusReport;
  /** Null when the history cannot be read. */
  days: readonly BankDays[] | null;
  incidents: readonly Incident[] | null;
  bankName(key: string): string;
  /** Refresh interval of the page, ms. */
  renewMs: number;
}

const tones = {
  operational: 'good',
  degraded: 'unsure',
  slow: 'unsure',
  down: 'bad',
  unknown: 'unknown',
} as const satisfies Record<string, Tone>;

export function StatusPage(props: StatusProps) {
  const { context, report } = props;
  const { status } = context.words;
  return (
    <Layout context={context} title={status.title} head={<Head context={context} renewMs={props.renewMs} />}>
      <h1>{status.title}</h1>
      <div id="overall" data-live aria-live="polite">
        <p class={`notice ${tones[overallOf(report)]}`}>
          <State tone={tones[overallOf(report)]}>{overallText(context, report)}</State>
        </p>
      </div>
      <div id="state" data-live data-renew-ms={props.renewMs}>
        <States {...props} />
      </div>
      <p class="quiet small">{status.live}</p>
      <ul>
        <li>
          <a href="/status.atom">{status.feed}</a>
        </li>
        <li>
          <a href="/api/status">{status.json}</a>
        </li>
      </ul>
    </Layout>
  );
}

function Head({ context, renewMs }: Pick<StatusProps, 'context' | 'renewMs'>) {
  return (
    <>
      <link rel="stylesheet" href={assets['figures.css']} />
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

/** Without probes banks are not reported as working, so the overall status is unknown too. */
function overallOf({ status, components }: StatusReport): keyof typeof tones {
  if (status !== 'operational') return status;
  const banks = components.filter(isBank);
  return banks.length > 0 && banks.every((bank) => bank.status === 'unknown') ? 'unknown' : status;
}

function overallText({ words: { status } }: Visitor, report: StatusReport): string {
  const overall = overallOf(report);
  return overall === 'unknown' ? status.states.unknown : status.overall[report.status];
}

function States({ context, clock, report, days, incidents, bankName }: StatusProps) {
  const { status } = context.words;
  const banks = report.components.filter(isBank);
  return (
    <>
      <p class="quiet">
        {status.checked} <Moment clock={clock} at={report.checkedAt} />
        {report.banks === 'sandbox' ? ` · ${status.simulated}` : ''}
      </p>
      {report.store === 'embedded' ? <p class="quiet small">{status.embedded}</p> : null}
      <section aria-labelledby="service">
        <h2 id="service">{status.service}</h2>
        <ul class="cards">
          {report.components.filter(isInternal).map((component) => (
            <Internal key={component.name} context={context} component={component} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="banks">
        <h2 id="banks">{status.banks}</h2>
        <DaysLegend context={context} />
        {days === null ? <p class="notice unsure">{status.noHistory}</p> : null}
        {banks.map((bank) => (
          <Bank
            key={bank.providerKey}
            context={context}
            clock={clock}
            bank={bank}
            name={bankName(bank.providerKey)}
            days={days?.find(({ provider }) => provider === bank.providerKey) ?? null}
          />
        ))}
      </section>
      <section aria-labelledby="incidents">
        <h2 id="incidents">{status.incidents}</h2>
        <Incidents context={context} clock={clock} incidents={incidents} bankName={bankName} />
      </section>
    </>
  );
}

function Internal({ context, component }: { context: Visitor; component: InternalComponent }) {
  const { status } = context.words;
  const { name, error, responseMs } = component;
  return (
    <li class="card">
      <h3>{status.internal[name] ?? name}</h3>
      <State tone={tones[component.status]}>{status.states[component.status]}</State>
      {responseMs === null || responseMs === 0 ? null : (
        <span class="quiet small"> {status.ms(figure(responseMs))}</span>
      )}
      {error === null ? null : <p class="quiet small">{error}</p>}
    </li>
  );
}

interface BankProps {
  context: Visitor;
  clock: Clock;
  bank: BankComponent;
  name: string;
  days: BankDays | null;
}

function Bank({ context, clock, bank, name, days }: BankProps) {
  const { status } = context.words;
  const { providerKey, since, queue, host } = bank;
  return (
    <article class="card bank" id={`bank-${providerKey}`}>
      <h3>{name}</h3>
      <p>
        <State tone={tones[bank.status]}>{status.states[bank.status]}</State>{' '}
        {since === null ? null : (
          <span class="quiet small">
            {status.since} <Moment clock={clock} at={since} />
          </span>
        )}
      </p>
      <p class="quiet small">
        {host}
        {queue.running + queue.waiting > 0 ? ` · ${status.queue(queue.running, queue.waiting)}` : ''}
      </p>
      <Egress context={context} clock={clock} bank={bank} />
      {days === null ? null : <Days context={context} bank={name} provider={providerKey} days={days.days} />}
    </article>
  );
}

function Egress({
  context,
  clock,
  bank: { providerKey, egress },
}: Pick<BankProps, 'context' | 'clock' | 'bank'>) {
  const { status } = context.words;
  return (
    <details id={`egress-${providerKey}`} open={egress.some(({ ok }) => !ok)}>
      <summary id={`egress-summary-${providerKey}`}>
        {status.egress}: {egress.filter(({ ok }) => ok).length}/{egress.length}
      </summary>
      {egress.length === 0 ? <p class="quiet small">{status.noEgress}</p> : null}
      <ul class="plain">
        {egress.map(({ name, ok, responseMs, error, at }) => (
          <li key={name}>
            <State tone={ok ? 'good' : 'bad'}>{ok ? status.answers : status.fails}</State> <code>{name}</code>{' '}
            <span class="quiet small">
              {[responseMs === null ? null : status.ms(figure(responseMs)), error]
                .filter(Boolean)
                .join(' · ')}{' '}
              <Moment clock={clock} at={at} withDate={false} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function isBank(component: StatusReport['components'][number]): component is BankComponent {
  return component.group === 'upstream';
}

function isInternal(component: StatusReport['components'][number]): component is InternalComponent {
  return component.group === 'internal';
}
