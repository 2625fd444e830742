/** Usage of the plan, and the overage switch. */
import { plans, type Usage } from '../../../engine/index.js';
import { CsrfField } from '../../components/form.js';
import { State } from '../../components/status-icon.js';
import { type Clock, figure, Moment } from '../../components/time.js';
import type { PageContext } from '../../types.js';

interface UsageProps {
  context: PageContext;
  clock: Clock;
  usage: Usage;
  /** Keys with their own contract, and their usage. */
  contracts: readonly { prefix: string; label: string; usage: Usage }[];
}

export function UsageSection({ context, clock, usage, contracts }: UsageProps) {
  const words = context.words.dashboard.usage;
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">{words.title}</h2>
      <div class="columns">
        <div class="card">
          {contracts.length === 0 ? <Figures context={context} clock={clock} usage={usage} /> : null}
          {contracts.map(({ prefix, label, usage: own }) => (
            <div key={prefix}>
              <h3>{words.key(label)}</h3>
              <Figures context={context} clock={clock} usage={own} />
            </div>
          ))}
          <p class="quiet small">{words.note}</p>
        </div>
        <Overage context={context} usage={usage} />
      </div>
    </section>
  );
}

function Figures({ context, clock, usage: { verifications, screenshots } }: Omit<UsageProps, 'contracts'>) {
  const words = context.words.dashboard.usage;
  const window = verifications.window === 'day' ? words.today : words.month;
  return (
    <>
      <Figure
        context={context}
        name={`${words.verifications} · ${window}`}
        used={verifications.used}
        cap={verifications.cap}
      />
      <p class="quiet small">
        {words.until}: <Moment clock={clock} at={verifications.endsAt} />
      </p>
      <Figure
        context={context}
        name={`${words.reads} · ${words.month}`}
        used={screenshots.used}
        cap={screenshots.cap}
      />
      <p class="quiet small">
        {words.until}: <Moment clock={clock} at={screenshots.endsAt} />
      </p>
    </>
  );
}

function Figure({
  context,
  name,
  used,
  cap,
}: {
  context: PageContext;
  name: string;
  used: number;
  cap: number | null;
}) {
  const words = context.words.dashboard.usage;
  const text = cap === null ? words.unlimited(figure(used)) : words.of(figure(used), figure(cap));
  return (
    <>
      <p class="label">{name}</p>
      <p class="figure">{text}</p>
      {cap === null ? null : (
        <meter min={0} max={Math.max(1, cap)} value={used} aria-label={`${name}: ${text}`} />
      )}
    </>
  );
}

function Overage({ context, usage: { plan, verifications } }: { context: PageContext; usage: Usage }) {
  const words = context.words.dashboard.usage.overage;
  const { available, enabled, count, amountEtb } = verifications.overage;
  const price = String(plans[plan].overageEtb ?? '');
  return (
    <div class="card">
      <h3>{words.title}</h3>
      {available ? null : <p>{words.none}</p>}
      {available ? (
        <p>
          <State tone={enabled ? 'good' : 'unknown'}>{enabled ? words.stateOn : words.stateOff}</State>
        </p>
      ) : null}
      {available ? <p>{enabled ? words.on(price) : words.off(price)}</p> : null}
      {available ? <p>{words.sofar(figure(count), amountEtb.toFixed(2))}</p> : null}
      {available && !enabled ? (
        <details>
          <summary>{words.switchOn}</summary>
          <p>{words.means}</p>
          <Switch context={context} to="on" text={words.confirmOn(price)} />
        </details>
      ) : null}
      {available && enabled ? <Switch context={context} to="off" text={words.switchOff} /> : null}
    </div>
  );
}

function Switch({ context, to, text }: { context: PageContext; to: 'on' | 'off'; text: string }) {
  return (
    <form method="post" action="/dashboard/overage">
      <CsrfField context={context} />
      <input type="hidden" name="overage" value={to} />
      <button type="submit">{text}</button>
    </form>
  );
}
