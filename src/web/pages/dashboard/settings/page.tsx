/** Settings: the account, what its plan holds, overage, sessions. */
import { plans, type Usage } from '../../../../engine/index.js';
import { Fact } from '../../../components/fact.js';
import { figure, Moment } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { ConfirmForm } from '../forms.js';
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
        <Fact name={words.name}>{account.name || '–'}</Fact>
        <Fact name={words.id}>
          <code>{account.id}</code>
        </Fact>
        <Fact name={words.created}>
          <Moment clock={clock} at={account.createdAt} />
        </Fact>
        <Fact name={words.timeZone}>{clock.timeZone}</Fact>
      </dl>
      <p class="quiet small">{words.idHint}</p>
    </section>
  );
}

function PlanFacts({ frame: { context, account } }: { frame: Frame }) {
  const words = context.words.dashboard.settings;
  const { name, cap, window, reads, requests } = plans[account.plan];
  // Without a cap of its own, a plan has those that contracts of its keys set.
  const limitText = (value: number | null) => (value === null ? words.contract : figure(value));
  return (
    <section class="card" aria-labelledby="plan">
      <h2 id="plan">{words.plan}</h2>
      <dl class="facts">
        <Fact name={words.name}>{name}</Fact>
        <Fact name={words.verifications[window]}>{limitText(cap)}</Fact>
        <Fact name={words.reads}>{limitText(reads)}</Fact>
        <Fact name={words.requests}>{figure(requests)}</Fact>
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
      <ConfirmForm
        context={context}
        action="/dashboard/logout-everywhere"
        words={{ open: words.everywhere, confirm: words.everywhereConfirm }}
      />
    </section>
  );
}
