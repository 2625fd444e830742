/** The webhook endpoints of an account, and a new secret. */
import type { WebhookEndpoint, WebhookEndpointSecret } from '../../../../engine/index.js';
import { Code } from '../../../components/code.js';
import { DataTable } from '../../../components/data-table.js';
import { EmptyState } from '../../../components/empty-state.js';
import { State } from '../../../components/status-icon.js';
import { Moment } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { ConfirmForm } from '../forms.js';
import { DashboardShell, type Frame } from '../shell.js';
import { CreateEndpoint, PauseForm, TestForm } from './forms.js';

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
        <EmptyState
          icon="webhook"
          title={words.empty}
          text={words.emptyMeans}
          next={['#create', words.create]}
        />
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
      <Code text={shown.secret} words={context.words} />
      <p>
        <a class="button" href={path}>
          {context.words.dashboard.done}
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
          { title: words.endpoint, cell: (endpoint) => <Name endpoint={endpoint} /> },
          {
            title: words.state,
            cell: (endpoint) => <EndpointState frame={frame} endpoint={endpoint} />,
          },
          {
            title: words.events,
            cell: ({ events }) => (events.includes('*') ? words.all : events.join(', ')),
          },
          { title: words.created, cell: ({ createdAt }) => <Moment clock={clock} at={createdAt} /> },
          {
            title: context.words.dashboard.change,
            cell: (endpoint) => <Actions context={context} endpoint={endpoint} />,
          },
        ]}
      />
    </div>
  );
}

function Name({ endpoint: { description, url } }: { endpoint: WebhookEndpoint }) {
  if (description === null) return <span class="written">{url}</span>;
  return (
    <>
      <span class="written">{description}</span>
      <br />
      <span class="quiet small written">{url}</span>
    </>
  );
}

interface EndpointStateProps {
  frame: Frame;
  endpoint: WebhookEndpoint;
}

function EndpointState({ frame: { context, clock }, endpoint }: EndpointStateProps) {
  const words = context.words.dashboard.webhooks;
  const { disabledAt, disabledReason, failingSince } = endpoint;
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

function Actions({ context, endpoint }: { context: PageContext; endpoint: WebhookEndpoint }) {
  const words = context.words.dashboard.webhooks;
  const { id, description, url, disabledAt } = endpoint;
  const target = description ?? url;
  return (
    <>
      <a href={`${path}/${id}`} aria-label={`${words.log}: ${target}`}>
        {words.log}
      </a>
      {disabledAt === null ? <TestForm context={context} endpoint={endpoint} /> : null}
      {(['rotate', 'remove'] as const).map((name) => (
        <ConfirmForm
          key={name}
          context={context}
          action={`${path}/${id}/${name}`}
          target={target}
          words={words[name]}
        />
      ))}
      <PauseForm context={context} endpoint={endpoint} />
    </>
  );
}
