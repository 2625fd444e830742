/** The receipts that were submitted for a payment request, and their outcomes. */
import type { AttemptOutcome, PaymentAttempt, PaymentRequest } from '../../../../engine/index.js';
import { DataTable } from '../../../components/data-table.js';
import { FailureReason } from '../../../components/failure-reason.js';
import { State, type Tone } from '../../../components/status-icon.js';
import { Moment, moneyText } from '../../../components/time.js';
import type { PageContext } from '../../../types.js';
import type { Frame } from '../shell.js';

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

interface SentReceiptsProps {
  frame: Frame;
  shown: PaymentRequest;
}

export function SentReceipts({ frame, shown: { attempts } }: SentReceiptsProps) {
  const { context, clock, bankName } = frame;
  const words = context.words.payments;
  return (
    <section class="card" aria-labelledby="attempts">
      <h2 id="attempts">{words.attempts}</h2>
      {attempts.length === 0 ? (
        <p class="quiet">{words.noAttempts}</p>
      ) : (
        <DataTable
          caption={words.attempts}
          rows={attempts.toReversed()}
          keyOf={({ id, at }) => id ?? at}
          columns={[
            { title: words.time, cell: ({ at }) => <Moment clock={clock} at={at} /> },
            {
              title: words.outcome,
              cell: (attempt) => <Outcome context={context} attempt={attempt} />,
            },
            {
              title: words.receipt,
              cell: (attempt) => <span class="written">{receiptOf(attempt, bankName)}</span>,
            },
            { title: words.by, cell: ({ by }) => words.who[by] },
          ]}
        />
      )}
    </section>
  );
}

function Outcome({ context, attempt }: { context: PageContext; attempt: PaymentAttempt }) {
  const words = context.words.payments;
  const { outcome, reason, retrying } = attempt;
  if (outcome === null) return <State tone="unknown">{words.checking}</State>;
  const [title = '', means] = words.outcomes[outcome];
  return (
    <>
      <State tone={outcomeTones[outcome]}>{title}</State>
      <div class="small">
        {retrying ? words.retrying : means}
        {reason === null ? null : (
          <>
            {' '}
            <FailureReason context={context} name={reason} />
          </>
        )}
      </div>
    </>
  );
}

/** The whole reference: the owner has to find the payment at the bank. */
function receiptOf({ providerKey, reference, amount }: PaymentAttempt, bankName: Frame['bankName']): string {
  const parts = [providerKey && bankName(providerKey), reference, amount && moneyText(amount)];
  return parts.filter(Boolean).join(', ') || '–';
}
