/** One payment request: what is due, the customer's link, the receipts that were handed in, and what the owner may do. */
import type { ComponentChildren } from 'preact';
import type {
  AttemptOutcome,
  PaymentAttempt,
  PaymentRequest,
  PaymentRequestStatus,
} from '../../../../engine/index.js';
import { assets } from '../../../assets.js';
import { Code } from '../../../components/code.js';
import { CsrfField } from '../../../components/form.js';
import { Layout } from '../../../components/layout.js';
import { QrCode } from '../../../components/qr-code.js';
import { Scroll } from '../../../components/scroll.js';
import { State, type Tone } from '../../../components/status-icon.js';
import { birrText, type Clock, Moment } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import { Notice, type NoticeName } from '../notice.js';

const path = '/dashboard/payment-requests';

export const requestTones: Readonly<Record<PaymentRequestStatus, Tone>> = {
  open: 'unknown',
  paid: 'good',
  review: 'unsure',
  expired: 'unknown',
  canceled: 'unknown',
};

interface OneProps {
  context: PageContext;
  clock: Clock;
  shown: PaymentRequest;
  notice: NoticeName | null;
  bankName(key: string): string;
}

export function PaymentRequestPage(props: OneProps) {
  const { context, shown, notice } = props;
  const words = context.words.payments;
  return (
    <Layout context={context} title={words.one} head={<link rel="stylesheet" href={assets['figures.css']} />}>
      <h1>{words.one}</h1>
      <p>
        <a href={path}>{words.backToList}</a>
      </p>
      <Notice context={context} name={notice} />
      {shown.livemode ? null : <p class="notice">{words.testMeans}</p>}
      <Due {...props} />
      {shown.status === 'review' ? <Review {...props} /> : null}
      {shown.status === 'open' ? <Link context={context} shown={shown} /> : null}
      <Attempts {...props} />
      {shown.status === 'open' ? <Cancel context={context} shown={shown} /> : null}
    </Layout>
  );
}

function Due({ context, clock, shown, bankName }: OneProps) {
  const words = context.words.payments;
  const { status, review, late, closedAt, partial, receivers } = shown;
  const accounts = receivers.map(({ provider, account, name }) =>
    [bankName(provider), account, name].filter(Boolean).join(', '),
  );
  return (
    <section class="card" aria-label={words.one}>
      <State tone={requestTones[status]}>{words.status[status]}</State>
      <p class="amount">{birrText(shown.amount)}</p>
      <p>{words.means[status]}</p>
      <dl class="facts">
        {status === 'open' ? <Fact name={words.remaining}>{birrText(shown.remaining)}</Fact> : null}
        {shown.paid === '0.00' ? null : <Fact name={words.paid}>{birrText(shown.paid)}</Fact>}
        {shown.description && <Fact name={words.for}>{shown.description}</Fact>}
        {shown.externalId && <Fact name={words.externalId}>{shown.externalId}</Fact>}
        <Fact name={words.made}>
          <Moment clock={clock} at={shown.createdAt} />
        </Fact>
        <Fact name={closedAt === null ? words.until : words.closed}>
          <Moment clock={clock} at={closedAt ?? shown.expiresAt} />
        </Fact>
        <Fact name={words.to}>{accounts.join('; ')}</Fact>
      </dl>
      {partial ? <p class="quiet small">{words.partialMeans}</p> : null}
      {late ? <p class="quiet small">{words.late}</p> : null}
      {review?.decision ? (
        <p class="quiet small">
          {words.decided[review.decision.kind]} <Moment clock={clock} at={review.decision.at} />:{' '}
          {review.decision.reason}
        </p>
      ) : null}
      <p class="quiet small">
        <code>{shown.id}</code>
      </p>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What the owner sends to the customer, or shows on a screen. */
function Link({ context, shown: { url } }: Pick<OneProps, 'context' | 'shown'>) {
  const words = context.words.payments;
  return (
    <section aria-labelledby="link">
      <h2 id="link">{words.link}</h2>
      <p>{words.linkMeans}</p>
      <Code text={url} labels={context.words.dashboard.keys} />
      <p>
        <a href={url}>{words.open}</a>
      </p>
      <QrCode text={url} label={words.code} />
    </section>
  );
}

/** What is doubtful about a payment, and the owner's decision. */
function Review({ context, shown: { id, review } }: OneProps) {
  const words = context.words.payments;
  return (
    <section class="card notice unsure" aria-labelledby="review">
      <h2 id="review">{words.review}</h2>
      <ul>
        {(review?.reasons ?? []).map((reason) => (
          <li key={reason}>{words.reasons[reason]}</li>
        ))}
      </ul>
      <p>{words.reviewMeans}</p>
      <form method="post" action={`${path}/${id}/accept`}>
        <CsrfField context={context} />
        <input type="hidden" name="attempt" value={review?.attempt} />
        <label for="reason">{words.reason}</label>
        <input id="reason" name="reason" maxLength={200} required autocomplete="off" />
        <div class="row">
          <button class="primary" type="submit">
            {words.accept}
          </button>
          <button class="danger" type="submit" formAction={`${path}/${id}/refuse`}>
            {words.refuse}
          </button>
        </div>
      </form>
    </section>
  );
}

function Cancel({ context, shown: { id } }: Pick<OneProps, 'context' | 'shown'>) {
  const words = context.words.payments;
  return (
    <details>
      <summary>{words.cancel}</summary>
      <p>{words.cancelMeans}</p>
      <form method="post" action={`${path}/${id}/cancel`}>
        <CsrfField context={context} />
        <button class="danger" type="submit">
          {words.cancelConfirm}
        </button>
      </form>
    </details>
  );
}

function Attempts({ context, clock, shown: { attempts }, bankName }: OneProps) {
  const words = context.words.payments;
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{words.attempts}</h2>
      {attempts.length === 0 ? (
        <p>{words.noAttempts}</p>
      ) : (
        <Scroll label={words.attempts}>
          <table class="recent">
            <thead>
              <tr>
                <th scope="col">{words.time}</th>
                <th scope="col">{words.outcome}</th>
                <th scope="col">{words.receipt}</th>
                <th scope="col">{words.by}</th>
              </tr>
            </thead>
            <tbody>
              {attempts.toReversed().map((attempt) => (
                <tr key={attempt.id}>
                  <td>
                    <Moment clock={clock} at={attempt.at} />
                  </td>
                  <td>
                    <Outcome context={context} attempt={attempt} />
                  </td>
                  <td>{receiptOf(attempt, bankName)}</td>
                  <td>{words.who[attempt.by]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

const outcomeTones: Readonly<Record<AttemptOutcome, Tone>> = {
  paid: 'good',
  partial: 'good',
  review: 'unsure',
  too_little: 'bad',
  wrong_receiver: 'bad',
  wrong_currency: 'bad',
  too_early: 'bad',
  too_late: 'bad',
  used: 'bad',
  repeated: 'good',
  not_verified: 'bad',
  could_not_check: 'unsure',
  closed: 'unsure',
  too_many: 'unsure',
};

function Outcome({ context, attempt }: { context: PageContext; attempt: PaymentAttempt }) {
  const words = context.words.payments;
  const { outcome, reason, retrying } = attempt;
  if (outcome === null) return <State tone="unknown">{words.checking}</State>;
  const [title = '', means] = words.outcomes[outcome];
  return (
    <>
      <State tone={outcomeTones[outcome]}>{title}</State>
      <div class="why small">
        {retrying ? words.retrying : means}
        {reason === null ? null : (
          <>
            {' '}
            <a href={`/docs/errors/${reason}`}>
              <code>{reason}</code>
            </a>
          </>
        )}
      </div>
    </>
  );
}

/** The whole reference: the owner has to find the payment at the bank. */
function receiptOf(
  { providerKey, reference, amount }: PaymentAttempt,
  bankName: OneProps['bankName'],
): string {
  const parts = [providerKey && bankName(providerKey), reference, amount && birrText(amount)];
  return parts.filter(Boolean).join(', ') || '–';
}
