/** The page of a payment request, for the customer who pays it. */
import type { PayerView, RequestReceiver } from '../../../engine/index.js';
import { assets } from '../../assets.js';
import { Fact } from '../../components/fact.js';
import { Layout } from '../../components/layout.js';
import { State, StatusIcon } from '../../components/status-icon.js';
import { moneyText } from '../../components/time.js';
import { requestTones } from '../../components/tones.js';
import type { Words } from '../../i18n/index.js';
import type { PageContext } from '../../types.js';
import type { ReceiptInput } from '../landing/form.js';
import { messageOf, type PayMessage, toneOf } from './pay-messages.js';
import { ReceiptForm } from './receipt-form.js';

interface PayProps {
  context: PageContext;
  view: PayerView;
  /** ms since 1970. */
  now: number;
  input: ReceiptInput;
  /** Why a receipt was not taken. */
  refusal: PayMessage | null;
  /** No pictures are read on this deployment, not even QR codes. */
  readsNothing: boolean;
  bankName(key: string): string;
}

/** While a check runs, the page refreshes more often. */
const renewMs = { checking: 2_000, waiting: 5_000 } as const;
const reloadSeconds = { checking: 4, waiting: 60 } as const;
/** States that change without the customer. */
const underWay: ReadonlySet<PayMessage | null> = new Set<PayMessage>(['checking', 'retrying']);

export function PayPage(props: PayProps) {
  const { context, view, refusal, readsNothing } = props;
  const { pay } = context.words;
  const own = view.attempt;
  const message = refusal ?? (own && messageOf(own, view.status, readsNothing));
  const reload = reloadAfter(props, message);
  return (
    <Layout
      context={context}
      title={pay.title(view.merchant)}
      head={<Head seconds={reload} />}
      query={own ? { attempt: own.id } : undefined}
    >
      <h1>{pay.title(view.merchant)}</h1>
      {view.livemode ? null : <p class="notice">{pay.simulated}</p>}
      <div id="attempt" data-live={refusal === null ? true : undefined} aria-live="polite">
        {message && (
          <StatusMessage
            words={context.words}
            message={message}
            oneOfSeveral={(refusal === null && own?.oneOfSeveral) || null}
          />
        )}
      </div>
      <div id="due" data-live>
        <Due {...props} message={refusal === null ? message : null} />
        {!isFinal(view) && <Refresh pay={pay} message={message} isScripted={reload === null} />}
      </div>
      {!isFinal(view) && reload === null && (
        <noscript>
          <p class="quiet small">{pay.reload}</p>
        </noscript>
      )}
      <div id="pay" data-while>
        {isOpen(props) && <HowToPay {...props} message={message} />}
      </div>
    </Layout>
  );
}

/** Seconds until the page reloads without scripts; null when it does not, because the customer may be typing. */
function reloadAfter(props: PayProps, message: PayMessage | null): number | null {
  const { view, refusal } = props;
  if (refusal !== null) return null;
  if (message === 'checking') return reloadSeconds.checking;
  const isWaiting = view.status === 'review' || underWay.has(message);
  return isWaiting && !isOpen(props) ? reloadSeconds.waiting : null;
}

function Head({ seconds }: { seconds: number | null }) {
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <script type="module" src={assets['live.js']}></script>
      {seconds !== null && (
        <noscript>
          <meta http-equiv="refresh" content={String(seconds)} />
        </noscript>
      )}
    </>
  );
}

interface RefreshProps {
  pay: Words['pay'];
  message: PayMessage | null;
  /** True where only scripts refresh the page. */
  isScripted: boolean;
}

function Refresh({ pay, message, isScripted }: RefreshProps) {
  const pace = message === 'checking' ? 'checking' : 'waiting';
  return (
    <p class={`quiet small${isScripted ? ' scripted' : ''}`} data-renew-ms={renewMs[pace]}>
      {pay.refresh}
    </p>
  );
}

function isFinal({ status }: PayProps['view']): boolean {
  return status === 'paid' || status === 'canceled';
}

function isOpen({ view, now }: Pick<PayProps, 'view' | 'now'>): boolean {
  return view.status === 'open' && Date.parse(view.expiresAt) > now;
}

interface MessageProps {
  words: Words;
  message: PayMessage;
  oneOfSeveral: string | null;
}

function StatusMessage({ words: { pay }, message, oneOfSeveral }: MessageProps) {
  const [title, advice] = pay.says[message];
  const tone = toneOf(message);
  return (
    <section class={`card notice ${tone}`} aria-labelledby="verdict">
      <p class="quiet small">{pay.attempt}</p>
      <h2 class="verdict" id="verdict">
        <StatusIcon tone={tone} />
        {title}
      </h2>
      <p>{advice}</p>
      {oneOfSeveral && <p>{pay.oneOfSeveral(oneOfSeveral)}</p>}
    </section>
  );
}

/** The state of the request. After its time it takes no receipt, even if it is not yet stored as expired. */
function Due(props: PayProps & { message: PayMessage | null }) {
  const { context, view, now, message } = props;
  const { pay } = context.words;
  const status = view.status === 'open' && !isOpen(props) ? 'expired' : view.status;
  const [title = '', advice] = pay.status[status];
  // The outcome of the payer's receipt says what to do: instructions to pay would contradict "do not pay again".
  const isAdvised = status === 'open' ? message !== null : status === 'expired' && underWay.has(message);
  const isPart = view.remaining !== view.amount && status !== 'paid';
  return (
    <section class="card">
      <State tone={requestTones[status]}>{title}</State>
      <p class="amount">{moneyText(view.amount)}</p>
      {!isAdvised && <p>{advice}</p>}
      <dl class="facts">
        {isPart && <Fact name={pay.left}>{moneyText(view.remaining)}</Fact>}
        {view.description && <Fact name={pay.for}>{view.description}</Fact>}
        {status === 'open' && (
          <Fact name={pay.timeLeft}>{timeLeft(pay, Date.parse(view.expiresAt) - now)}</Fact>
        )}
      </dl>
      {status === 'paid' && view.returnUrl !== null && (
        <p>
          <a class="button" href={returnLink(view.returnUrl, view.id)} rel="noreferrer">
            {pay.back}
          </a>
        </p>
      )}
    </section>
  );
}

function HowToPay({ context, view, input, bankName, message }: PayProps & { message: PayMessage | null }) {
  const { pay } = context.words;
  return (
    <div>
      <section aria-labelledby="to">
        <h2 id="to">{view.receivers.length === 1 ? pay.to : pay.toOneOf}</h2>
        <ul class="cards">
          {view.receivers.map((receiver) => (
            <li key={`${receiver.provider} ${receiver.account}`} class="card">
              <Receiver words={context.words} receiver={receiver} bankName={bankName} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="hand-in">
        <h2 id="hand-in">{pay.handIn}</h2>
        <ReceiptForm
          context={context}
          action={`/pay/${view.id}`}
          input={input}
          more={message === 'needsMore' || input.account !== '' || input.phone !== ''}
        />
      </section>
    </div>
  );
}

interface ReceiverProps extends Pick<PayProps, 'bankName'> {
  words: Words;
  receiver: RequestReceiver;
}

function Receiver({
  words: { pay, common },
  receiver: { provider, account, name },
  bankName,
}: ReceiverProps) {
  return (
    <dl class="facts">
      <Fact name={pay.bank}>{bankName(provider)}</Fact>
      <Fact name={pay.account}>
        <code data-copy={common.copy} data-copied={common.copied}>
          {account}
        </code>
      </Fact>
      {name && <Fact name={pay.name}>{name}</Fact>}
    </dl>
  );
}

function timeLeft(pay: Words['pay'], ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes < 60 ? pay.minutes(minutes) : pay.hours(Math.floor(minutes / 60), minutes % 60);
}

/** The shop's own address; the shop must ask the API whether the status is true. */
function returnLink(returnUrl: string, id: string): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_request', id);
  url.searchParams.set('status', 'paid');
  return url.href;
}
