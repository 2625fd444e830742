/** The payment requests of an account, and the form that makes one. */
import {
  type PaymentRequest,
  type PaymentRequestQuery,
  paymentRequestStatuses,
} from '../../../../engine/index.js';
import { assets } from '../../../assets.js';
import { CsrfField } from '../../../components/form.js';
import { Layout } from '../../../components/layout.js';
import { Scroll } from '../../../components/scroll.js';
import { State } from '../../../components/status-icon.js';
import { birrText, type Clock, Moment } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { Notice, type NoticeName } from '../notice.js';
import { requestTones } from './one.js';

const path = '/dashboard/payment-requests';

interface ListProps {
  context: PageContext;
  clock: Clock;
  query: PaymentRequestQuery;
  paymentRequests: readonly PaymentRequest[];
  more: boolean;
  notice: NoticeName | null;
  form: CreationForm;
}

interface CreationForm {
  /** Of this form: sent twice, it makes one request. */
  token: string;
  /** False without receiving accounts: there is nowhere to pay to. */
  hasAccounts: boolean;
}

export function PaymentRequestsPage(props: ListProps) {
  const { context, query, paymentRequests, more, notice, form } = props;
  const words = context.words.payments;
  const kept = {
    ...(query.status && { status: query.status }),
    ...(query.after && { after: query.after }),
  };
  return (
    <Layout
      context={context}
      title={words.title}
      head={<link rel="stylesheet" href={assets['figures.css']} />}
      keep={kept}
    >
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <p>
        <a href="/dashboard">{context.words.dashboard.webhooks.back}</a>
      </p>
      <Notice context={context} name={notice} />
      {form.hasAccounts ? <CreateForm context={context} form={form} /> : <NoAccounts context={context} />}
      <Filter context={context} status={query.status} />
      {paymentRequests.length === 0 ? <p>{words.none}</p> : <Requests {...props} />}
      <Pages context={context} query={query} last={more ? paymentRequests.at(-1)?.id : undefined} />
    </Layout>
  );
}

function NoAccounts({ context }: { context: PageContext }) {
  const { payments: words } = context.words;
  return (
    <p class="notice unsure">
      {words.noAccounts} <a href="/dashboard/receiving-accounts">{words.receiving.title}</a>
    </p>
  );
}

function Filter({ context, status }: { context: PageContext; status: PaymentRequestQuery['status'] }) {
  const words = context.words.payments;
  return (
    <nav aria-label={words.filter}>
      <a href={path} aria-current={status === undefined ? 'page' : undefined}>
        {words.all}
      </a>
      {paymentRequestStatuses.map((one) => (
        <a key={one} href={`${path}?status=${one}`} aria-current={status === one ? 'page' : undefined}>
          {words.status[one]}
        </a>
      ))}
    </nav>
  );
}

function Requests({ context, clock, paymentRequests }: ListProps) {
  const words = context.words.payments;
  return (
    <Scroll label={words.title}>
      <table class="recent">
        <thead>
          <tr>
            <th scope="col">{words.made}</th>
            <th scope="col">{words.state}</th>
            <th scope="col">{words.amount}</th>
            <th scope="col">{words.for}</th>
          </tr>
        </thead>
        <tbody>
          {paymentRequests.map((one) => (
            <tr key={one.id}>
              <td>
                <Moment clock={clock} at={one.createdAt} />
              </td>
              <td>
                <State tone={requestTones[one.status]}>{words.status[one.status]}</State>
                {one.livemode ? null : ` ${words.test}`}
              </td>
              <td>
                <a href={`${path}/${one.id}`}>{birrText(one.amount)}</a>
              </td>
              <td>{[one.description, one.externalId].filter((text) => text !== null).join(' · ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface PagesProps {
  context: PageContext;
  query: PaymentRequestQuery;
  /** The last one of this page, when there is another page. */
  last: string | undefined;
}

function Pages({ context, query: { status, after }, last }: PagesProps) {
  const words = context.words.payments;
  const at = (more: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...(status && { status }), ...more })}`;
  return (
    <p class="row">
      {after === undefined ? null : <a href={at({})}>{words.newest}</a>}
      {last === undefined ? null : <a href={at({ after: last })}>{words.older}</a>}
    </p>
  );
}

function CreateForm({ context, form }: { context: PageContext; form: CreationForm }) {
  const words = context.words.payments;
  const { live, test, mode } = context.words.dashboard.keys;
  return (
    <details class="card">
      <summary>{words.create}</summary>
      <form method="post" action={path}>
        <CsrfField context={context} />
        <input type="hidden" name="token" value={form.token} />
        <Field name="amount" label={words.amountLabel} hint={words.amountHint} inputMode="decimal" required />
        <Field name="description" label={words.description} hint={words.descriptionHint} maxLength={200} />
        <Field name="externalId" label={words.externalId} hint={words.externalIdHint} maxLength={100} />
        <Field name="minutes" label={words.minutes} hint={words.minutesHint} inputMode="numeric" value="60" />
        <label class="choice">
          <input type="checkbox" name="partial" /> {words.partial}
        </label>
        <fieldset>
          <legend>{mode}</legend>
          <label class="choice">
            <input type="radio" name="mode" value="live" checked /> {live}
          </label>
          <label class="choice">
            <input type="radio" name="mode" value="test" /> {test}
          </label>
        </fieldset>
        <p class="quiet small">
          {words.receiversHint} <a href="/dashboard/receiving-accounts">{words.receiving.title}</a>
        </p>
        <div class="row">
          <button class="primary" type="submit">
            {words.createButton}
          </button>
        </div>
      </form>
    </details>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint: string;
  value?: string;
  maxLength?: number;
  required?: boolean;
  inputMode?: 'decimal' | 'numeric';
}

/** A line of text with its hint. */
export function Field({ name, label, hint, ...input }: FieldProps) {
  return (
    <>
      <label for={`new-${name}`}>{label}</label>
      <input
        id={`new-${name}`}
        name={name}
        autocomplete="off"
        aria-describedby={`new-${name}-hint`}
        maxLength={32}
        {...input}
      />
      <p class="quiet small" id={`new-${name}-hint`}>
        {hint}
      </p>
    </>
  );
}
