/** The overview of an account: what happened today, what is left, what needs the owner. */
import type { DayActivity, RecentCall, StatusReport, WebhookEndpoint } from '../../../../engine/index.js';
import { BotButton } from '../../../components/bot-button.js';
import { EmptyState } from '../../../components/empty-state.js';
import type { PageContext } from '../../../types.js';
import { DashboardShell, type Frame } from '../shell.js';
import type { Cap } from './cap.js';
import { Caps } from './caps.js';
import { Chart } from './chart.js';
import { TodayFigures, type Waiting } from './figures.js';
import { HealthSection } from './health.js';
import { Recent } from './recent.js';
import { tallyOf } from './tally.js';

export interface OverviewContent {
  /** Oldest first, today last. */
  days: readonly DayActivity[];
  waiting: Waiting;
  caps: readonly Cap[];
  status: StatusReport;
  endpoints: readonly WebhookEndpoint[];
  recent: readonly RecentCall[];
}

export function OverviewPage({ frame, content }: { frame: Frame; content: OverviewContent }) {
  const { context, clock, bankName } = frame;
  const { days, waiting, caps, status, endpoints, recent } = content;
  const isUsed = days.some(({ counts }) => counts.length > 0);
  return (
    <DashboardShell frame={frame} section="overview">
      <TodayFigures context={context} today={tallyOf(days.at(-1)?.counts ?? [])} waiting={waiting} />
      {isUsed ? null : <FirstStep context={context} bot={frame.bot} />}
      <div class="columns">
        <Caps context={context} clock={clock} caps={caps} />
        <HealthSection context={context} status={status} endpoints={endpoints} caps={caps} />
      </div>
      {isUsed ? <Chart context={context} days={days} bankName={bankName} /> : null}
      {recent.length > 0 ? <Recent frame={frame} calls={recent} /> : null}
    </DashboardShell>
  );
}

function FirstStep({ context, bot }: { context: PageContext; bot: string | undefined }) {
  const words = context.words.dashboard.overview.empty;
  return (
    <EmptyState icon="receipt" title={words.title} text={words.means}>
      <p class="row">
        <BotButton context={context} bot={bot} />
        <a class={bot === undefined ? 'button primary' : 'button'} href="/dashboard/keys#create">
          {words.key}
        </a>
        <a class="button" href="/dashboard/receiving-accounts">
          {words.account}
        </a>
      </p>
    </EmptyState>
  );
}
