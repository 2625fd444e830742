/** Settings: the account, what its plan holds, overage, sessions. */
import { plans, type Usage } from '../../../../engine/index.js';
import { CsrfField } from '../../../components/form.js';
import { figure, Moment } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { DashboardShell, type Frame } from '../shell.js';
import { Overage } from './overage.js';

export function SettingsPage({ frame, usage }: { frame: Frame; usage: Usage }) {
  const { context } = frame;
  return (
    <DashboardShell frame={frame} section="settings">
      <div class="columns">
        <AccountFacts frame={frame} />
        <PlanFacts frame={frame} />
        <Overage context={context} usage={usage} />
        <Sessions context={context} />
      </div>
    </DashboardShell>
  );
}

function AccountFacts({ frame: { context, clock, account } }: { frame: Frame }) {
  const words = context.words.dashboard.settings;
  return (
    <section class="card" aria-labelledby="account">
      <h2 id="account">{words.account}</h2>
      <dl class="facts">
        <dt>{words.name}</dt>
        <dd>{account.name || '–'}</dd>
        <dt>{words.id}</dt>
        <dd>
          <code>{account.id}</code>
        </dd>
        <dt>{words.created}</dt>
        <dd>
          <Moment clock={clock} at={account.createdAt} />
        </dd>
        <dt>{words.timeZone}</dt>
        <dd>{clock.timeZone}</dd>
      </dl>
      <p class="quiet small">{words.idHint}</p>
    </section>
  );
}

function PlanFacts({ frame: { context, account } }: { frame: Frame }) {
  const words = context.words.dashboard.settings;
  const { name, cap, window, reads, requests } = plans[account.plan];
  // Without a cap of its own, a plan has those that contracts of its keys set.
  const most = (value: number | null) => (value === null ? words.contract : figure(value));
  return (
    <section class="card" aria-labelledby="plan">
      <h2 id="plan">{words.plan}</h2>
      <dl class="facts">
        <dt>{words.name}</dt>
        <dd>{name}</dd>
        <dt>{words.verifications[window]}</dt>
        <dd>{most(cap)}</dd>
        <dt>{words.reads}</dt>
        <dd>{most(reads)}</dd>
        <dt>{words.requests}</dt>
        <dd>{figure(requests)}</dd>
      </dl>
      <p>
        <a href="/dashboard#usage">{context.words.dashboard.usage.title}</a>
      </p>
    </section>
  );
}

function Sessions({ context }: { context: PageContext }) {
  const words = context.words.dashboard.settings;
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">{words.sessions}</h2>
      <p>{words.everywhereMeans}</p>
      <details>
        <summary>{words.everywhere}</summary>
        <form method="post" action="/dashboard/logout-everywhere">
          <CsrfField context={context} />
          <button class="danger" type="submit">
            {words.everywhereConfirm}
          </button>
        </form>
      </details>
    </section>
  );
}
