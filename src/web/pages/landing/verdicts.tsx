/** The three verdicts, each with an answer that the service gave (docs/sandbox-answers.ts), and what to do next. */
import type { ComponentChildren } from 'preact';
import { sandboxAnswers } from '../../../engine/api/example.js';
import type { Payment, Verdict } from '../../../engine/index.js';
import { StatusIcon } from '../../components/status-icon.js';
import { moneyText } from '../../components/time.js';
import { verdictTones } from '../../components/tones.js';
import type { PageContext } from '../../types.js';
import { failureWords } from './failure-words.js';

/** A recorded answer; which members it has depends on its name. */
interface Recorded {
  verdict: Verdict;
  reference: string;
  payment: Payment;
  checks: { ok: boolean };
}

const failures = ['receipt_not_found', 'bank_blocked'] as const;
const answerOf = (name: string) => sandboxAnswers[name] as unknown as Recorded;

export function Verdicts({ context }: { context: PageContext }) {
  const { landing } = context.words;
  return (
    <section aria-labelledby="verdicts">
      <h2 id="verdicts">{landing.verdicts.title}</h2>
      <p>{landing.verdicts.lead}</p>
      <ul class="cards verdicts">
        <VerdictCard context={context} answer={answerOf('as_expected')}>
          <Paid context={context} answer={answerOf('as_expected')} />
        </VerdictCard>
        {failures.map((name) => (
          <VerdictCard key={name} context={context} answer={answerOf(name)}>
            <p>{failureWords(landing, name)[0]}</p>
          </VerdictCard>
        ))}
      </ul>
      <p class="quiet small">{landing.verdicts.example}</p>
    </section>
  );
}

interface CardProps {
  context: PageContext;
  answer: Recorded;
}

function VerdictCard({ context, answer, children }: CardProps & { children: ComponentChildren }) {
  const { result, verdicts } = context.words.landing;
  const { verdict, reference } = answer;
  return (
    <li class={`card ${verdictTones[verdict]}`}>
      <h3 class="verdict">
        <StatusIcon tone={verdictTones[verdict]} />
        {result[verdict]}
      </h3>
      <p class="small quiet">
        Telebirr · <code>{reference}</code>
      </p>
      {children}
      <p class="next">
        <strong>{verdicts.next}</strong> {verdicts[verdict]}
      </p>
    </li>
  );
}

function Paid({ context, answer: { payment, checks } }: CardProps) {
  const { result, verdicts } = context.words.landing;
  return (
    <>
      <p class="amount">{moneyText(payment.amount)}</p>
      <p>
        {result.payer}: {payment.payer.name}
        <br />
        {result.receiver}: {payment.receiver.name}
        {checks.ok && <br />}
        {checks.ok && verdicts.asExpected}
      </p>
    </>
  );
}
