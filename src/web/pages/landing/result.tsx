/** The verdict for a person. Texts of receipts are escaped like all others. */
import { endOfChosen, type Failure, type Verification } from '../../../engine/index.js';
import { Code } from '../../components/code.js';
import { Fact } from '../../components/fact.js';
import { StatusIcon } from '../../components/status-icon.js';
import { formatTime, moneyText } from '../../components/time.js';
import { verdictTones } from '../../components/tones.js';
import type { PageContext } from '../../types.js';
import type { DemoOutcome } from './demo.js';
import { failureTexts, needsMore } from './failure-words.js';

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
  const { result } = context.words.landing;
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
        <Code text={JSON.stringify(json, null, 2)} words={context.words} />
      </details>
    </section>
  );
}

/** Tells that another receipt in the picture was not checked. */
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
  const { language, words } = context;
  const { result, verdicts } = words.landing;
  const { payment, providerKey, livemode, checks } = verification;
  const { payer, receiver, paidAt } = payment;
  const isOff = checks?.amount?.ok === false;
  return (
    <>
      <p class="amount">{moneyText(payment.amount, payment.currency)}</p>
      <p>{result.verifiedMeans}</p>
      <AmountCheck context={context} verification={verification} />
      <p class="next">
        <strong>{verdicts.next}</strong> {isOff ? result.amountOffNext : result.verifiedNext}
      </p>
      {livemode ? null : <p class="small">{result.simulated}</p>}
      <dl class="facts">
        <Fact name={result.payer}>{listed(payer.name, payer.account) || result.unknown}</Fact>
        <Fact name={result.receiver}>
          {listed(receiver.name, receiver.account, receiver.bank) || result.unknown}
        </Fact>
        <Fact name={result.time}>
          {paidAt === null
            ? result.unknown
            : formatTime({ language, timeZone }, new Date(paidAt), { dateStyle: 'long', timeStyle: 'short' })}
        </Fact>
        <Fact name={result.bank}>{bankName(providerKey)}</Fact>
        <Fact name={result.reference}>{payment.reference || result.unknown}</Fact>
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
          <Fact name={result.bank}>{bankName(providerKey)}</Fact>
          {misread ? <Fact name={result.reference}>{reference}</Fact> : null}
        </dl>
      )}
    </>
  );
}

function listed(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' · ');
}
