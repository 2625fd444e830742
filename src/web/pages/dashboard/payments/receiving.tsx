/** Receiving accounts: list, add, remove. Whole numbers are not shown. */
import type { ReceivingAccount } from '../../../../engine/index.js';
import { CsrfField } from '../../../components/form.js';
import { Layout } from '../../../components/layout.js';
import type { PageContext } from '../../../types.js';
import { Notice, type NoticeName } from '../notice.js';
import { Field } from './list.js';

const path = '/dashboard/receiving-accounts';

interface ReceivingProps {
  context: PageContext;
  accounts: readonly ReceivingAccount[];
  banks: readonly { key: string; name: string }[];
  notice: NoticeName | null;
}

export function ReceivingPage({ context, accounts, banks, notice }: ReceivingProps) {
  const words = context.words.payments.receiving;
  const names = new Map(banks.map(({ key, name }) => [key, name]));
  return (
    <Layout context={context} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <p class="row">
        <a href="/dashboard">{context.words.dashboard.webhooks.back}</a>
        <a href="/dashboard/payment-requests">{context.words.payments.title}</a>
      </p>
      <Notice context={context} name={notice} />
      {accounts.length === 0 ? <p>{words.none}</p> : null}
      <ul class="cards">
        {accounts.map((one) => (
          <Saved key={one.id} context={context} one={one} bank={names.get(one.provider) ?? one.provider} />
        ))}
      </ul>
      <AddForm context={context} banks={banks} />
    </Layout>
  );
}

function Saved({ context, one, bank }: { context: PageContext; one: ReceivingAccount; bank: string }) {
  const words = context.words.payments.receiving;
  const ends = context.words.dashboard.shop.ends(one.lastFour);
  return (
    <li class="card">
      <h2>{bank}</h2>
      <p>
        {ends}
        {one.holder === null ? '' : ` · ${one.holder}`}
      </p>
      <details>
        <summary aria-label={`${words.remove}: ${bank}, ${ends}`}>{words.remove}</summary>
        <p>{words.removeMeans}</p>
        <form method="post" action={`${path}/${one.id}/remove`}>
          <CsrfField context={context} />
          <button class="danger" type="submit" aria-label={`${words.removeConfirm}: ${bank}, ${ends}`}>
            {words.removeConfirm}
          </button>
        </form>
      </details>
    </li>
  );
}

function AddForm({ context, banks }: Pick<ReceivingProps, 'context' | 'banks'>) {
  const words = context.words.payments.receiving;
  return (
    <details class="card">
      <summary>{words.add}</summary>
      <form method="post" action={path}>
        <CsrfField context={context} />
        <label for="new-provider">{words.bank}</label>
        <select id="new-provider" name="provider">
          {banks.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
        <Field name="number" label={words.number} hint={words.numberHint} maxLength={64} required />
        <Field name="holder" label={words.holder} hint={words.holderHint} maxLength={200} />
        <div class="row">
          <button class="primary" type="submit">
            {words.addButton}
          </button>
        </div>
      </form>
    </details>
  );
}
