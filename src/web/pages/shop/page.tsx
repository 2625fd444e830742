/** The shop of the sandbox: the visitor's requests; one of them with receipts to pay it with, and what the shop's system receives. */
import type { PaymentRequest, ShopRequest } from '../../../engine/index.js';
import { assets } from '../../assets.js';
import { FailureReason } from '../../components/failure-reason.js';
import { PostForm, Submit } from '../../components/form.js';
import { Icon } from '../../components/icon.js';
import { Layout } from '../../components/layout.js';
import { LinkButtons } from '../../components/link-buttons.js';
import { State } from '../../components/status-icon.js';
import { moneyText } from '../../components/time.js';
import { requestTones } from '../../components/tones.js';
import type { PageContext } from '../../types.js';

const path = '/sandbox/shop';

export type ShopNotice = 'amount' | 'busy';

interface ShopProps {
  context: PageContext;
  paymentRequests: readonly PaymentRequest[];
  notice: ShopNotice | null;
  step: number;
  birrMax: number;
}

export function ShopPage({ context, paymentRequests, notice, step, birrMax }: ShopProps) {
  const { shop: words, payments } = context.words;
  return (
    <Layout context={context} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {notice === null ? null : (
        <p class="notice unsure" role="status">
          {words.notices[notice]}
        </p>
      )}
      <PostForm context={context} class="card" action={path}>
        <label for="amount">{payments.amountLabel}</label>
        <input
          id="amount"
          name="amount"
          type="number"
          min={step}
          max={birrMax}
          step={step}
          value="500"
          required
          aria-describedby="amount-hint"
        />
        <p class="quiet small" id="amount-hint">
          {words.amountHint(step, birrMax.toLocaleString('en'))}
        </p>
        <div class="row">
          <Submit>{words.make}</Submit>
        </div>
      </PostForm>
      {paymentRequests.length === 0 ? null : (
        <section aria-labelledby="yours">
          <h2 id="yours">{words.yours}</h2>
          <ul class="plain">
            {paymentRequests.map(({ id, amount, status }) => (
              <li key={id}>
                <a href={`${path}/${id}`}>{moneyText(amount)}</a>{' '}
                <State tone={requestTones[status]}>{payments.status[status]}</State>
              </li>
            ))}
          </ul>
        </section>
      )}
      <More context={context} />
    </Layout>
  );
}

interface OrderProps extends ShopRequest {
  context: PageContext;
  receipts: readonly (readonly [outcome: string, reference: string])[];
}

export function OrderPage(props: OrderProps) {
  const { context, paymentRequest } = props;
  const { shop: words } = context.words;
  const isOpen = paymentRequest.status === 'open';
  return (
    <Layout
      context={context}
      title={words.order}
      head={<script type="module" src={assets['live.js']}></script>}
    >
      <h1>{words.order}</h1>
      <p>
        <a href={path}>{words.back}</a>
      </p>
      <Outcome {...props} />
      <section aria-labelledby="pay">
        <h2 id="pay">{words.pay}</h2>
        <p>{words.payMeans}</p>
        <p>
          <a class="button primary" href={`/pay/${paymentRequest.id}`}>
            <Icon name="phone" />
            {context.words.payments.open}
          </a>
        </p>
      </section>
      <div id="receipts" data-while>
        {isOpen ? <Receipts {...props} /> : null}
      </div>
      <More context={context} />
    </Layout>
  );
}

/** What changes while the customer pays, on this page or another. */
function Outcome({ context, paymentRequest, events }: OrderProps) {
  const { shop: words, payments } = context.words;
  const { status, amount, attempts } = paymentRequest;
  return (
    <div id="outcome" data-live aria-live="polite" data-renew-ms={3000}>
      <section class="card" aria-label={payments.state}>
        <State tone={requestTones[status]}>{payments.status[status]}</State>
        <p class="amount">{moneyText(amount)}</p>
        <p>{words.means[status]}</p>
        <ul class="plain">
          {attempts.map(({ id, reference, outcome, reason, retrying }) => (
            <li key={id}>
              <code>{reference ?? '…'}</code>:{' '}
              {outcome === null ? payments.checking : payments.outcomes[outcome][0]}
              {reason === null ? null : '. '}
              {reason === null ? null : <FailureReason context={context} name={reason} />}
              {retrying ? `. ${payments.retrying}` : ''}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="events">
        <h2 id="events">{words.events}</h2>
        <p>{events.length === 0 ? words.noEvents : words.eventsMean}</p>
        {events.map(({ id, body }) => (
          <div key={id}>
            <p class="quiet small">
              <code>webhook-id: {id}</code>
            </p>
            <pre>
              <code>{JSON.stringify(JSON.parse(body), null, 2)}</code>
            </pre>
          </div>
        ))}
      </section>
    </div>
  );
}

/** The buttons hand a receipt in as the customer would on the payment page. */
function Receipts({ context, paymentRequest, receipts }: OrderProps) {
  const { shop: words, sandbox, common } = context.words;
  const outcomes: Readonly<Record<string, string>> = sandbox.outcomes;
  return (
    <section aria-labelledby="to-pay">
      <h2 id="to-pay">{words.receipts}</h2>
      <p>{words.receiptsMean}</p>
      <ul class="cards">
        {receipts.map(([outcome, reference]) => (
          <li key={reference} class="card">
            <p>{outcomes[outcome] ?? outcome}</p>
            <p>
              <code data-copy={common.copy} data-copied={common.copied}>
                {reference}
              </code>
            </p>
            <PostForm context={context} action={`/pay/${paymentRequest.id}`} encType="multipart/form-data">
              <input type="hidden" name="text" value={reference} />
              <button type="submit" aria-label={`${words.payWith} ${reference}`}>
                {words.payWith}
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  );
}

function More({ context }: { context: PageContext }) {
  const { shop: words } = context.words;
  return (
    <LinkButtons
      links={[
        ['code', '/docs/payment-requests', context.words.paymentGuide.title],
        ['bank', '/sandbox', words.sandbox],
      ]}
    />
  );
}
