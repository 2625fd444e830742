/** The webhook endpoints of an account, and a new secret. */
import type { WebhookEndpoint, WebhookEndpointSecret } from '../../../../engine/index.js';
import { Code } from '../../../components/code.js';
import { DataTable } from '../../../components/data-table.js';
import { EmptyState } from '../../../components/empty-state.js';
import { State } from '../../../components/status-icon.js';
import { Moment } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { DashboardShell, type Frame } from '../shell.js';
import { ConfirmForm, CreateEndpoint, PressForm, TestForm } from './forms.js';

const path = '/dashboard/webhooks';

interface WebhooksProps {
  frame: Frame;
  endpoints: readonly WebhookEndpoint[];
  /** An endpoint with its new secret. */
  shown: WebhookEndpointSecret | null;
}

export function WebhooksPage({ frame, endpoints, shown }: WebhooksProps) {
  const { context } = frame;
  const words = context.words.dashboard.webhooks;
  return (
    <DashboardShell frame={frame} section="webhooks" lead={words.lead}>
      {shown === null ? null : <NewSecret context={context} shown={shown} />}
      {endpoints.length > 0 ? (
        <Endpoints frame={frame} endpoints={endpoints} />
      ) : (
        <EmptyState icon="webhook" title={words.empty}>
          <p>{words.emptyMeans}</p>
          <a class="button primary" href="#create">
            {words.create}
          </a>
        </EmptyState>
      )}
      <CreateEndpoint context={context} />
    </DashboardShell>
  );
}

/** The only time a secret is shown. */
function NewSecret({ context, shown }: { context: PageContext; shown: WebhookEndpointSecret }) {
  const words = context.words.dashboard.webhooks;
  return (
    <section class="card notice good" aria-labelledby="new-secret">
      <h2 id="new-secret" tabIndex={-1}>
        {words.secret}
      </h2>
      <p>{words.secretMeans}</p>
      <p class="quiet small">{shown.url}</p>
      <Code text={shown.secret} labels={context.words.dashboard.keys} />
      <p>
        <a class="button" href={path}>
          {words.done}
        </a>
      </p>
    </section>
  );
}

function Endpoints({ frame, endpoints }: Omit<WebhooksProps, 'shown'>) {
  const { context, clock } = frame;
  const words = context.words.dashboard.webhooks;
  return (
    <div class="card">
      <DataTable
        caption={words.title}
        rows={endpoints}
        keyOf={({ id }) => id}
        columns={[
          { title: words.endpoint, cell: (one) => <Name one={one} /> },
          { title: words.state, cell: (one) => <EndpointState frame={frame} one={one} /> },
          {
            title: words.events,
            cell: ({ events }) => (events.includes('*') ? words.all : events.join(', ')),
          },
          { title: words.created, cell: ({ createdAt }) => <Moment clock={clock} at={createdAt} /> },
          { title: words.change, cell: (one) => <Actions context={context} one={one} /> },
        ]}
      />
    </div>
  );
}

function Name({ one: { description, url } }: { one: WebhookEndpoint }) {
  if (description === null) return <span class="written">{url}</span>;
  return (
    <>
      <span class="written">{description}</span>
      <br />
      <span class="quiet small written">{url}</span>
    </>
  );
}

function EndpointState({ frame: { context, clock }, one }: { frame: Frame; one: WebhookEndpoint }) {
  const words = context.words.dashboard.webhooks;
  const { disabledAt, disabledReason, failingSince } = one;
  if (disabledAt !== null) {
    return (
      <>
        <State tone="bad">{words.off}</State>
        <div class="small">
          {words.why[disabledReason ?? 'owner']} <Moment clock={clock} at={disabledAt} />
        </div>
      </>
    );
  }
  if (failingSince === null) return <State tone="good">{words.on}</State>;
  return (
    <>
      <State tone="unsure">{words.failing}</State> <Moment clock={clock} at={failingSince} />
    </>
  );
}

function Actions({ context, one }: { context: PageContext; one: WebhookEndpoint }) {
  const words = context.words.dashboard.webhooks;
  const isOn = one.disabledAt === null;
  return (
    <>
      <a href={`${path}/${one.id}`} aria-label={`${words.log}: ${one.description ?? one.url}`}>
        {words.log}
      </a>
      {isOn ? <TestForm context={context} one={one} /> : null}
      <ConfirmForm context={context} one={one} what="rotate" />
      <ConfirmForm context={context} one={one} what="remove" />
      <PressForm context={context} one={one} what={isOn ? 'pause' : 'continue'} />
    </>
  );
}
