/** The deliveries to one webhook endpoint. */
import type { WebhookDelivery, WebhookEndpoint } from '../../../../engine/index.js';
import { DataTable } from '../../../components/data-table.js';
import { EmptyState } from '../../../components/empty-state.js';
import { PostForm } from '../../../components/form.js';
import { State, type Tone } from '../../../components/status-icon.js';
import { Moment } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { DashboardShell, type Frame } from '../shell.js';

const path = '/dashboard/webhooks';

interface LogProps {
  frame: Frame;
  endpoint: WebhookEndpoint;
  log: readonly WebhookDelivery[];
}

const tones: Readonly<Record<WebhookDelivery['status'], Tone>> = {
  pending: 'unknown',
  delivered: 'good',
  failed: 'bad',
};

export function WebhookLogPage({ frame, endpoint, log }: LogProps) {
  const words = frame.context.words.dashboard.webhooks;
  const lead = endpoint.description ?? endpoint.url;
  return (
    <DashboardShell frame={frame} section="webhooks" title={words.log} lead={lead}>
      <p>
        <a href={path}>{words.backToList}</a>
      </p>
      {log.length > 0 ? (
        <Log frame={frame} endpoint={endpoint} log={log} />
      ) : (
        <EmptyState icon="webhook" title={words.nothing} text={words.nothingMeans} />
      )}
    </DashboardShell>
  );
}

function Log({ frame: { context, clock }, endpoint, log }: LogProps) {
  const words = context.words.dashboard.webhooks;
  return (
    <div class="card">
      <DataTable
        caption={words.log}
        rows={log}
        keyOf={({ id }) => id}
        columns={[
          { title: words.type, cell: ({ type }) => type },
          { title: words.result, cell: (delivery) => <Result context={context} delivery={delivery} /> },
          {
            title: words.time,
            cell: ({ attemptedAt, createdAt }) => <Moment clock={clock} at={attemptedAt ?? createdAt} />,
          },
          {
            title: words.next,
            cell: ({ nextAttemptAt }) =>
              nextAttemptAt === null ? '–' : <Moment clock={clock} at={nextAttemptAt} />,
          },
          {
            title: context.words.dashboard.change,
            cell: (delivery) => <Resend context={context} endpoint={endpoint} delivery={delivery} />,
          },
        ]}
      />
    </div>
  );
}

interface DeliveryProps {
  context: PageContext;
  delivery: WebhookDelivery;
}

function Result({ context, delivery }: DeliveryProps) {
  const words = context.words.dashboard.webhooks;
  const { attempt, httpStatus, error, status } = delivery;
  const cause = httpStatus === null ? error : `HTTP ${httpStatus}`;
  const details = [words.attempts(attempt), cause].filter((part) => part !== null);
  return (
    <>
      <State tone={tones[status]}>{words.status[status]}</State>
      <div class="small">{details.join(', ')}</div>
    </>
  );
}

function Resend({ context, endpoint, delivery }: DeliveryProps & { endpoint: WebhookEndpoint }) {
  const words = context.words.dashboard.webhooks;
  return (
    <PostForm context={context} action={`${path}/${endpoint.id}/deliveries/${delivery.id}/resend`}>
      <button type="submit" aria-label={`${words.resend}: ${delivery.type}, ${delivery.id}`}>
        {words.resend}
      </button>
    </PostForm>
  );
}
