/** The payment requests of an account, by status and page. */
import {
  type PaymentRequest,
  type PaymentRequestQuery,
  paymentRequestStatuses,
} from '../../../../engine/index.js';
import { DataTable } from '../../../components/data-table.js';
import { EmptyState } from '../../../components/empty-state.js';
import { Icon } from '../../../components/icon.js';
import { State } from '../../../components/status-icon.js';
import { Moment, moneyText } from '../../../components/time.js';
import { requestTones } from '../../../components/tones.js';
import type { PageContext } from '../../../types.js';
import { Pager } from '../pager.js';
import { DashboardShell, type Frame } from '../shell.js';
import { CreateRequest, type CreationForm } from './create.js';

const path = '/dashboard/payment-requests';

interface ListProps {
  frame: Frame;
  query: PaymentRequestQuery;
  paymentRequests: readonly PaymentRequest[];
  more: boolean;
  form: CreationForm;
}

export function PaymentRequestsPage({ frame, query, paymentRequests, more, form }: ListProps) {
  const { context } = frame;
  const { status, after } = query;
  const parameters = { ...(status && { status }), ...(after && { after }) };
  const isUnused = paymentRequests.length === 0 && status === undefined && after === undefined;
  return (
    <DashboardShell frame={frame} section="requests" lead={context.words.payments.lead} query={parameters}>
      {form.hasAccounts ? null : <NoAccounts context={context} />}
      {isUnused ? null : <Filter context={context} status={status} />}
      {isUnused || !form.hasAccounts ? null : (
        <p>
          <a class="button" href="#create">
            <Icon name="plus" /> {context.words.payments.create}
          </a>
        </p>
      )}
      {paymentRequests.length === 0 ? (
        <EmptyList context={context} isUnused={isUnused} form={form} />
      ) : (
        <Requests frame={frame} paymentRequests={paymentRequests} />
      )}
      <Pager
        path={path}
        query={{ ...(status && { status }) }}
        words={context.words.dashboard}
        isFirst={after === undefined}
        next={more ? paymentRequests.at(-1)?.id : undefined}
      />
      {form.hasAccounts ? <CreateRequest context={context} form={form} /> : null}
    </DashboardShell>
  );
}

function NoAccounts({ context }: { context: PageContext }) {
  const { payments: words } = context.words;
  return (
    <EmptyState
      icon="account"
      title={words.noAccounts}
      text={words.noAccountsMeans}
      next={['/dashboard/receiving-accounts', words.receiving.add]}
    />
  );
}

interface EmptyListProps {
  context: PageContext;
  /** There has never been a request. */
  isUnused: boolean;
  form: CreationForm;
}

function EmptyList({ context, isUnused, form }: EmptyListProps) {
  const words = context.words.payments;
  if (!isUnused) {
    return (
      <EmptyState icon="request" title={words.none}>
        <p>
          <a href={path}>{words.showAll}</a>
        </p>
      </EmptyState>
    );
  }
  if (!form.hasAccounts) return null;
  return (
    <EmptyState icon="request" title={words.empty} text={words.emptyMeans} next={['#create', words.create]} />
  );
}

function Filter({ context, status }: { context: PageContext; status: PaymentRequestQuery['status'] }) {
  const words = context.words.payments;
  return (
    <nav class="filter" aria-label={words.filter}>
      <a href={path} aria-current={status === undefined ? 'page' : undefined}>
        {words.all}
      </a>
      {paymentRequestStatuses.map((name) => (
        <a key={name} href={`${path}?status=${name}`} aria-current={status === name ? 'page' : undefined}>
          {words.status[name]}
        </a>
      ))}
    </nav>
  );
}

function Requests({ frame, paymentRequests }: Pick<ListProps, 'frame' | 'paymentRequests'>) {
  const { context, clock } = frame;
  const words = context.words.payments;
  return (
    <div class="card">
      <DataTable
        caption={words.title}
        rows={paymentRequests}
        keyOf={({ id }) => id}
        columns={[
          {
            title: words.amount,
            cell: ({ id, amount }) => <a href={`${path}/${id}`}>{moneyText(amount)}</a>,
          },
          {
            title: words.state,
            cell: (request) => <Status context={context} request={request} />,
          },
          { title: words.for, cell: (request) => <span class="written">{purposeOf(request)}</span> },
          { title: words.made, cell: ({ createdAt }) => <Moment clock={clock} at={createdAt} /> },
        ]}
      />
    </div>
  );
}

function Status({
  context,
  request: { status, livemode },
}: {
  context: PageContext;
  request: PaymentRequest;
}) {
  const { payments, dashboard } = context.words;
  return (
    <>
      <State tone={requestTones[status]}>{payments.status[status]}</State>
      {livemode ? null : <span class="quiet small"> {dashboard.keys.modes.test}</span>}
    </>
  );
}

function purposeOf({ description, externalId }: PaymentRequest): string {
  return [description, externalId].filter((text) => text !== null).join(' · ') || '–';
}
