/** What needs the owner's attention: banks, webhooks, caps. */
import type { ComponentChildren } from 'preact';
import type { BankComponent, StatusReport, WebhookEndpoint } from '../../../../engine/index.js';
import { State, type Tone } from '../../../components/status-icon.js';
import { figure } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { type Cap, levelOf } from './cap.js';

interface HealthProps {
  context: PageContext;
  status: StatusReport;
  endpoints: readonly WebhookEndpoint[];
  caps: readonly Cap[];
}

export function HealthSection(props: HealthProps) {
  const { context, status, endpoints, caps } = props;
  const words = context.words.dashboard.overview.health;
  const banks = status.components.filter((component) => component.group === 'upstream');
  const affected = banks.flatMap((bank) =>
    bank.status === 'down' || bank.status === 'degraded' ? [{ bank, status: bank.status }] : [],
  );
  // An endpoint that the owner paused is no problem.
  const failing = endpoints.filter(
    ({ disabledReason, failingSince }) =>
      disabledReason !== 'owner' && (disabledReason !== null || failingSince !== null),
  );
  const close = caps.filter((cap) => levelOf(cap) !== 'free');
  const isQuiet = affected.length + failing.length + close.length === 0;
  return (
    <section aria-labelledby="health">
      <h2 id="health">{words.title}</h2>
      <div class="card">
        {isQuiet ? <Quiet context={context} banks={banks} /> : null}
        <ul class="problems">
          {affected.map((problem) => (
            <BankProblem key={problem.bank.providerKey} context={context} {...problem} />
          ))}
          {failing.map((endpoint) => (
            <EndpointProblem key={endpoint.id} context={context} endpoint={endpoint} />
          ))}
          {close.map((cap) => (
            <CapProblem key={cap.name} context={context} cap={cap} />
          ))}
        </ul>
        <p>
          <a href="/status">{words.status}</a>
        </p>
      </div>
    </section>
  );
}

/** There is no known problem. */
function Quiet({ context, banks }: { context: PageContext; banks: readonly BankComponent[] }) {
  const words = context.words.dashboard.overview.health;
  const isMeasured = banks.some(({ status }) => status === 'operational');
  return <p>{isMeasured ? words.good : <span class="quiet">{words.unmeasured}</span>}</p>;
}

interface ProblemProps {
  tone: Tone;
  state: string;
  name: string;
  children: ComponentChildren;
}

function Problem({ tone, state, name, children }: ProblemProps) {
  return (
    <li>
      <p class="row">
        <State tone={tone}>{state}</State> <strong>{name}</strong>
      </p>
      <p class="small">{children}</p>
    </li>
  );
}

interface BankProblemProps {
  context: PageContext;
  bank: BankComponent;
  status: 'down' | 'degraded';
}

function BankProblem({ context, bank, status }: BankProblemProps) {
  const words = context.words.dashboard.overview.health;
  return (
    <Problem tone={status === 'down' ? 'bad' : 'unsure'} state={words.bank[status]} name={bank.name}>
      {words.bankMeans[status]}
    </Problem>
  );
}

function EndpointProblem({ context, endpoint }: { context: PageContext; endpoint: WebhookEndpoint }) {
  const { overview, webhooks } = context.words.dashboard;
  const { description, url, disabledReason } = endpoint;
  const words = overview.health;
  return (
    <Problem
      tone={disabledReason === null ? 'unsure' : 'bad'}
      state={disabledReason === null ? words.webhookFails : words.webhook}
      name={description ?? url}
    >
      {disabledReason === null ? words.failing : webhooks.why[disabledReason]}{' '}
      <a href="/dashboard/webhooks">{webhooks.title}</a>
    </Problem>
  );
}

function CapProblem({ context, cap }: { context: PageContext; cap: Cap }) {
  const { overview, usage } = context.words.dashboard;
  const words = overview.health;
  const isFull = levelOf(cap) === 'full';
  return (
    <Problem tone={isFull ? 'bad' : 'unsure'} state={isFull ? words.capFull : words.cap} name={cap.name}>
      {usage.of(figure(cap.used), figure(cap.cap ?? 0))}. <a href="/dashboard/settings">{words.settings}</a>
    </Problem>
  );
}
