/** One payment request: what is due, the customer's link, the receipts that were handed in, and what the owner can do. */
import type { PaymentRequest } from '../../../../engine/index.js';
import { assets } from '../../../assets.js';
import { Code } from '../../../components/code.js';
import { Fact } from '../../../components/fact.js';
import { PostForm, Submit } from '../../../components/form.js';
import { QrCode } from '../../../components/qr-code.js';
import { State } from '../../../components/status-icon.js';
import { TextField } from '../../../components/text-field.js';
import { Moment, moneyText } from '../../../components/time.js';
import { requestTones } from '../../../components/tones.js';
import type { PageContext } from '../../../types.js';
import { ConfirmForm } from '../forms.js';
import { DashboardShell, type Frame } from '../shell.js';
import { SentReceipts } from './attempts.js';

const path = '/dashboard/payment-requests';

/** Refresh interval while the customer may pay or hand in a receipt. */
const renewMs = 5_000;
/** The same without scripts. */
const reloadSeconds = 60;

interface RequestPageProps {
  frame: Frame;
  shown: PaymentRequest;
}

export function PaymentRequestPage({ frame, shown }: RequestPageProps) {
  const { context } = frame;
  const words = context.words.payments;
  const isOpen = shown.status === 'open';
  return (
    <DashboardShell frame={frame} section="requests" title={words.one} head={<Head shown={shown} />}>
      <p>
        <a href={path}>{words.backToList}</a>
      </p>
      {shown.livemode ? null : <p class="notice">{words.testMeans}</p>}
      <div id="decision" data-while>
        {shown.status === 'review' ? <Review context={context} shown={shown} /> : null}
      </div>
      <div class="columns">
        <div id="due" data-live aria-live="polite" data-renew-ms={isFinal(shown) ? undefined : renewMs}>
          <Due frame={frame} shown={shown} />
        </div>
        <div id="customer" data-while>
          {isOpen ? <Link context={context} shown={shown} /> : null}
        </div>
      </div>
      <div id="sent" data-live>
        <SentReceipts frame={frame} shown={shown} />
      </div>
      <div id="ending" data-while>
        {isOpen ? (
          <ConfirmForm
            context={context}
            action={`${path}/${shown.id}/cancel`}
            words={{ open: words.cancel, means: words.cancelMeans, confirm: words.cancelConfirm }}
          />
        ) : null}
      </div>
    </DashboardShell>
  );
}

function isFinal({ status }: PaymentRequest): boolean {
  return status === 'paid' || status === 'canceled';
}

/** The page changes by itself. In review it does not reload without scripts, because a reason may be typed in it. */
function Head({ shown }: { shown: PaymentRequest }) {
  if (isFinal(shown)) return null;
  return (
    <>
      <script type="module" src={assets['live.js']}></script>
      {shown.status === 'review' ? null : (
        <noscript>
          <meta http-equiv="refresh" content={String(reloadSeconds)} />
        </noscript>
      )}
    </>
  );
}

interface PartProps {
  context: PageContext;
  shown: PaymentRequest;
}

function Due({ frame: { context, clock, bankName }, shown }: RequestPageProps) {
  const words = context.words.payments;
  const { status, review, late, closedAt, partial, receivers } = shown;
  const accounts = receivers.map(({ provider, account, name }) =>
    [bankName(provider), account, name].filter(Boolean).join(', '),
  );
  return (
    <section class="card" aria-label={words.one}>
      <State tone={requestTones[status]}>{words.status[status]}</State>
      <p class="amount">{moneyText(shown.amount)}</p>
      <p>{words.means[status]}</p>
      <dl class="facts">
        {status === 'open' ? <Fact name={words.remaining}>{moneyText(shown.remaining)}</Fact> : null}
        {shown.paid === '0.00' ? null : <Fact name={words.paid}>{moneyText(shown.paid)}</Fact>}
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

/** What the owner sends to the customer, or shows on a screen. */
function Link({ context, shown: { url } }: PartProps) {
  const words = context.words.payments;
  return (
    <section class="card" aria-labelledby="link">
      <h2 id="link">{words.link}</h2>
      <p>{words.linkMeans}</p>
      <Code text={url} words={context.words} />
      <p>
        <a href={url}>{words.open}</a>
      </p>
      <QrCode text={url} label={words.code} />
    </section>
  );
}

/** What is doubtful about a payment, and the owner's decision. */
function Review({ context, shown: { id, review } }: PartProps) {
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
      <PostForm context={context} action={`${path}/${id}/accept`}>
        <input type="hidden" name="attempt" value={review?.attempt} />
        <TextField name="reason" label={words.reason} maxLength={200} required />
        <div class="row">
          <Submit>{words.accept}</Submit>
          <button class="danger" type="submit" formAction={`${path}/${id}/refuse`}>
            {words.refuse}
          </button>
        </div>
      </PostForm>
    </section>
  );
}
