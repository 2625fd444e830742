/** The verdict for a person. Texts of receipts are escaped like all others. */
import { endOfChosen, type Failure, type Payment, type Verification } from '../../../engine/index.js';
import { Code } from '../../components/code.js';
import { StatusIcon } from '../../components/status-icon.js';
import type { PageContext } from '../../types.js';
import type { DemoOutcome } from './demo.js';
import { failureTexts, needsMore, verdictTones } from './failure-words.js';

interface ResultProps {
  context: PageContext;
  outcome: DemoOutcome;
  /** The JSON response of the API. */
  json: unknown;
  /** Names of banks by provider key. */
  bankName(key: string): string;
  timeZone: string;
}

export function verdictOf(outcome: DemoOutcome): keyof typeof verdictTones {
  return outcome.kind === 'verified' ? 'verified' : outcome.failure.kind.verdict;
}

export function Result(props: ResultProps) {
  const { outcome, context, json } = props;
  const { result, code } = context.words.landing;
  const verdict = verdictOf(outcome);
  return (
    <section class={`card notice ${verdictTones[verdict]}`} aria-labelledby="verdict">
      <h2 class="verdict" id="verdict" tabIndex={-1}>
        <StatusIcon tone={verdictTones[verdict]} />
        {result[verdict]}
      </h2>
      {outcome.kind === 'verified' ? (
        <Verified {...props} verification={outcome.verification} />
      ) : (
        <Failed {...props} failure={outcome.failure} />
      )}
      <OneOfSeveral {...props} />
      <details>
        <summary>{result.json}</summary>
        <Code text={JSON.stringify(json, null, 2)} labels={code} />
      </details>
    </section>
  );
}

/** What the picture shows besides was not checked. */
function OneOfSeveral({ outcome, context }: ResultProps) {
  const [detections = [], chosen] =
    outcome.kind === 'verified'
      ? [outcome.detections, outcome.verification.reference]
      : [outcome.failure.details.detections, outcome.failure.details.reference];
  const end = endOfChosen(detections, chosen);
  return end && <p>{context.words.landing.result.oneOfSeveral(end)}</p>;
}

function Verified({
  context,
  verification,
  bankName,
  timeZone,
}: ResultProps & { verification: Verification }) {
  const { result, verdicts } = context.words.landing;
  const { payment, providerKey, livemode, checks } = verification;
  const isOff = checks?.amount?.ok === false;
  return (
    <>
      <p class="amount">{money(payment)}</p>
      <p>{result.verifiedMeans}</p>
      <AmountCheck context={context} verification={verification} />
      <p class="next">
        <strong>{verdicts.next}</strong> {isOff ? result.amountOffNext : result.verifiedNext}
      </p>
      {livemode ? null : <p class="small">{result.simulated}</p>}
      <dl class="facts">
        <Fact name={result.payer} value={party(payment.payer)} unknown={result.unknown} />
        <Fact name={result.receiver} value={receiver(payment)} unknown={result.unknown} />
        <Fact
          name={result.time}
          value={payment.paidAt && moment(payment.paidAt, context.language, timeZone)}
          unknown={result.unknown}
        />
        <Fact name={result.bank} value={bankName(providerKey)} unknown={result.unknown} />
        <Fact name={result.reference} value={payment.reference} unknown={result.unknown} />
      </dl>
    </>
  );
}

function AmountCheck({
  context,
  verification: { checks },
}: {
  context: PageContext;
  verification: Verification;
}) {
  const { result } = context.words.landing;
  if (!checks?.amount) return null;
  const { ok, difference } = checks.amount;
  return (
    <p class={`notice ${ok ? 'good' : 'bad'}`}>
      <StatusIcon tone={ok ? 'good' : 'bad'} /> {ok ? result.amountAsExpected : result.amountOff(difference)}
    </p>
  );
}

function Failed({ context: { words }, failure, bankName }: ResultProps & { failure: Failure }) {
  const { result, verdicts } = words.landing;
  const { providerKey, reference } = failure.details;
  const misread = failure.failure === 'doubtful_reading' && reference !== undefined;
  const [means, next] = failureTexts(words.landing, failure);
  return (
    <>
      <p>{means}</p>
      {next === undefined ? null : (
        <p class="next">
          <strong>{verdicts.next}</strong> {next}
        </p>
      )}
      {needsMore(failure) ? (
        <p>
          <a class="button" href="#provider">
            {words.landing.more}
          </a>
        </p>
      ) : null}
      {providerKey === undefined ? null : (
        <dl class="facts">
          <Fact name={result.bank} value={bankName(providerKey)} unknown={result.unknown} />
          {misread ? <Fact name={result.reference} value={reference} unknown={result.unknown} /> : null}
        </dl>
      )}
    </>
  );
}

function Fact({ name, value, unknown }: { name: string; value: string | null; unknown: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value || unknown}</dd>
    </>
  );
}

/** Thousands separators; the digits are the bank's. */
function money({ amount, currency }: Payment): string {
  const [whole = '', cents] = amount.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${cents === undefined ? grouped : `${grouped}.${cents}`} ${currency}`;
}

function party({ name, account }: Payment['payer']): string | null {
  return [name, account].filter(Boolean).join(' · ') || null;
}

function receiver({ receiver: { name, account, bank } }: Payment): string | null {
  return [name, account, bank].filter(Boolean).join(' · ') || null;
}

function moment(iso: string, language: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return format.format(new Date(iso));
}
