/** The dashboard of one account. */

import type { Member, ReceivingAccount, Usage, WebhookEndpoint } from '../../../engine/index.js';
import {
  type AccountInfo,
  type DayActivity,
  type KeyInfo,
  plans,
  type RecentCall,
} from '../../../engine/index.js';
import { assets } from '../../assets.js';
import { CsrfField } from '../../components/form.js';
import { Layout } from '../../components/layout.js';
import type { Clock } from '../../components/time.js';
import type { PageContext } from '../../types.js';
import { Chart } from './chart.js';
import { Keys, NewKey } from './keys.js';
import { Notice, type NoticeName } from './notice.js';
import { Recent } from './recent.js';
import { Shop } from './shop.js';
import { UsageSection } from './usage.js';

/** The account's data from the engine. */
export interface AccountView {
  account: AccountInfo;
  keys: readonly KeyInfo[];
  usage: Usage;
  contracts: readonly { prefix: string; label: string; usage: Usage }[];
  days: readonly DayActivity[];
  recent: readonly RecentCall[];
  members: readonly Member[];
  receiving: readonly ReceivingAccount[];
  endpoints: readonly WebhookEndpoint[];
}

interface DashboardProps {
  context: PageContext;
  clock: Clock;
  view: AccountView;
  notice: NoticeName | null;
  /** A newly created key. */
  apiKey: string | null;
  baseUrl: string;
  bankName(key: string): string;
}

export function DashboardPage({ context, clock, view, notice, apiKey, baseUrl, bankName }: DashboardProps) {
  const words = context.words.dashboard;
  const { account, keys, usage, contracts, days, recent, members, receiving, endpoints } = view;
  return (
    <Layout
      context={context}
      title={words.title}
      head={<link rel="stylesheet" href={assets['figures.css']} />}
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.account(account.name, plans[account.plan].name)}</p>
      <p class="quiet small">
        <code>{account.id}</code>
      </p>
      <Notice context={context} name={notice} />
      {apiKey === null ? null : <NewKey context={context} apiKey={apiKey} baseUrl={baseUrl} />}
      <DisabledEndpoints context={context} endpoints={endpoints} />
      <Keys context={context} clock={clock} keys={keys} />
      <PaymentRequests context={context} />
      <Webhooks context={context} count={endpoints.length} />
      <UsageSection context={context} clock={clock} usage={usage} contracts={contracts} />
      <Chart context={context} days={days} bankName={bankName} />
      <Recent context={context} clock={clock} calls={recent} bankName={bankName} />
      <Shop context={context} clock={clock} members={members} accounts={receiving} bankName={bankName} />
      <SignOut context={context} />
    </Layout>
  );
}

/** Tells the owner at every visit, until the endpoint is enabled or removed. */
function DisabledEndpoints({
  context,
  endpoints,
}: Pick<AccountView, 'endpoints'> & { context: PageContext }) {
  const words = context.words.dashboard.webhooks;
  const disabled = endpoints.filter(
    ({ disabledReason }) => disabledReason !== null && disabledReason !== 'owner',
  );
  return (
    <>
      {disabled.map(({ id, url, description, disabledReason }) => (
        <p key={id} class="notice unsure" role="status">
          {words.disabled(description ?? url)} {words.why[disabledReason ?? 'owner']}.{' '}
          <a href="/dashboard/webhooks">{words.title}</a>
        </p>
      ))}
    </>
  );
}

function PaymentRequests({ context }: { context: PageContext }) {
  const words = context.words.payments;
  return (
    <section aria-labelledby="payment-requests">
      <h2 id="payment-requests">{words.title}</h2>
      <p>{words.lead}</p>
      <p class="row">
        <a class="button" href="/dashboard/payment-requests">
          {words.manage}
        </a>
        <a class="button" href="/dashboard/receiving-accounts">
          {words.receiving.title}
        </a>
      </p>
    </section>
  );
}

function Webhooks({ context, count }: { context: PageContext; count: number }) {
  const words = context.words.dashboard.webhooks;
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{words.title}</h2>
      <p>{words.lead}</p>
      <p>
        <a class="button" href="/dashboard/webhooks">
          {words.manage(count)}
        </a>
      </p>
    </section>
  );
}

function SignOut({ context }: { context: PageContext }) {
  const words = context.words.dashboard;
  return (
    <section class="leave" aria-label={words.signOut}>
      <form method="post" action="/dashboard/logout">
        <CsrfField context={context} />
        <button type="submit">{words.signOut}</button>
      </form>
      <details>
        <summary>{words.signOutEverywhere}</summary>
        <p>{words.signOutEverywhereMeans}</p>
        <form method="post" action="/dashboard/logout-everywhere">
          <CsrfField context={context} />
          <button class="danger" type="submit">
            {words.signOutEverywhereConfirm}
          </button>
        </form>
      </details>
    </section>
  );
}
