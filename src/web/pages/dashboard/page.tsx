/** The dashboard of one account. */

import type { Member, ReceivingAccount, Usage } from '../../../engine/index.js';
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
}

interface DashboardProps {
  visit: PageContext;
  clock: Clock;
  view: AccountView;
  notice: NoticeName | null;
  /** A newly created key. */
  apiKey: string | null;
  baseUrl: string;
  bankName(key: string): string;
}

export function DashboardPage({ visit, clock, view, notice, apiKey, baseUrl, bankName }: DashboardProps) {
  const words = visit.words.dashboard;
  const { account, keys, usage, contracts, days, recent, members, receiving } = view;
  return (
    <Layout visit={visit} title={words.title} head={<link rel="stylesheet" href={assets['figures.css']} />}>
      <h1>{words.title}</h1>
      <p class="lead">{words.account(account.name, plans[account.plan].name)}</p>
      <p class="quiet small">
        <code>{account.id}</code>
      </p>
      <Notice visit={visit} name={notice} />
      {apiKey === null ? null : <NewKey visit={visit} apiKey={apiKey} baseUrl={baseUrl} />}
      <Keys visit={visit} clock={clock} keys={keys} />
      <UsageSection visit={visit} clock={clock} usage={usage} contracts={contracts} />
      <Chart visit={visit} days={days} bankName={bankName} />
      <Recent visit={visit} clock={clock} calls={recent} bankName={bankName} />
      <Shop visit={visit} clock={clock} members={members} accounts={receiving} bankName={bankName} />
      <Leave visit={visit} />
    </Layout>
  );
}

function Leave({ visit }: { visit: PageContext }) {
  const words = visit.words.dashboard;
  return (
    <section class="leave" aria-label={words.signOut}>
      <form method="post" action="/dashboard/logout">
        <CsrfField visit={visit} />
        <button type="submit">{words.signOut}</button>
      </form>
      <details>
        <summary>{words.signOutEverywhere}</summary>
        <p>{words.signOutEverywhereMeans}</p>
        <form method="post" action="/dashboard/logout-everywhere">
          <CsrfField visit={visit} />
          <button class="danger" type="submit">
            {words.signOutEverywhereConfirm}
          </button>
        </form>
      </details>
    </section>
  );
}
