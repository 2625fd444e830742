/** What happens past the cap, and the switch for it. */
import { plans, type Usage } from '../../../../engine/index.js';
import { PostForm } from '../../../components/form.js';
import { State } from '../../../components/status-icon.js';
import { figure } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';

interface OverageProps {
  context: PageContext;
  usage: Usage;
}

export function Overage({ context, usage }: OverageProps) {
  const words = context.words.dashboard.usage.overage;
  return (
    <section class="card" aria-labelledby="overage">
      <h2 id="overage">{words.title}</h2>
      {usage.verifications.overage.available ? (
        <Terms context={context} usage={usage} />
      ) : (
        <p>{words.none}</p>
      )}
    </section>
  );
}

function Terms({ context, usage: { plan, verifications } }: OverageProps) {
  const words = context.words.dashboard.usage.overage;
  const { enabled, count, amountEtb } = verifications.overage;
  const price = String(plans[plan].overageEtb ?? '');
  return (
    <>
      <p>
        <State tone={enabled ? 'good' : 'unknown'}>{enabled ? words.stateOn : words.stateOff}</State>
      </p>
      <p>{enabled ? words.on(price) : words.off(price)}</p>
      <p>{words.sofar(figure(count), amountEtb.toFixed(2))}</p>
      {enabled ? (
        <Switch context={context} to="off" text={words.switchOff} />
      ) : (
        <details>
          <summary>{words.switchOn}</summary>
          <p>{words.means}</p>
          <Switch context={context} to="on" text={words.confirmOn(price)} />
        </details>
      )}
    </>
  );
}

function Switch({ context, to, text }: { context: PageContext; to: 'on' | 'off'; text: string }) {
  return (
    <PostForm context={context} action="/dashboard/overage">
      <input type="hidden" name="overage" value={to} />
      <button type="submit">{text}</button>
    </PostForm>
  );
}
