/** The landing page, top to bottom. */
import type { BankComponent, DemoAllowance, ProviderInfo } from '../../../engine/index.js';
import type { SandboxExample } from '../../../http/pages.js';
import { Layout } from '../../components/layout.js';
import type { PageContext } from '../../types.js';
import { BankGrid } from './banks.js';
import { CashierChat } from './chat.js';
import type { DemoOutcome } from './demo.js';
import { DemoBox } from './demo-form.js';
import { HowItWorks } from './drawing.js';
import { needsMore } from './failure-words.js';
import type { ReceiptInput } from './form.js';
import { LandingHead } from './head.js';
import { Result, verdictOf } from './result.js';
import { BotInvitation, CommonQuestions, InCode, Plans } from './sections.js';
import { Verdicts } from './verdicts.js';

export interface LandingProps {
  context: PageContext;
  baseUrl: string;
  timeZone: string;
  /** Name of the cashier bot at Telegram. */
  bot: string | undefined;
  /** False where simulated banks answer. */
  isLive: boolean;
  providers: readonly ProviderInfo[];
  states: ReadonlyMap<string, BankComponent['status']>;
  /** Sandbox examples, one per outcome; none under BANKS=live. */
  examples: readonly SandboxExample[];
  allowance: DemoAllowance | null;
  input: ReceiptInput;
  /** The submitted fields and their result. */
  answered?: { outcome: DemoOutcome; json: unknown };
}

export function LandingPage(props: LandingProps) {
  const { context, answered, baseUrl, bot, providers, states, isLive, examples } = props;
  const { landing } = context.words;
  return (
    <Layout
      context={context}
      title={answered ? landing.result[verdictOf(answered.outcome)] : landing.title}
      head={<LandingHead context={context} baseUrl={baseUrl} />}
    >
      <FirstScreen {...props} />
      <Verdicts context={context} />
      <HowItWorks context={context} />
      {bot === undefined ? null : <BotInvitation context={context} bot={bot} />}
      <InCode context={context} baseUrl={baseUrl} hasSandbox={examples.length > 0} />
      <BankGrid context={context} providers={providers} states={states} isLive={isLive} />
      <Plans context={context} />
      <CommonQuestions context={context} bot={bot} />
    </Layout>
  );
}

/** The promise and the form; beside them a verdict: an example at first, then the visitor's own. */
function FirstScreen({ context, answered, input, providers, examples, allowance, timeZone }: LandingProps) {
  const { landing } = context.words;
  const outcome = answered?.outcome;
  const asksForMore = outcome?.kind === 'failed' && needsMore(outcome.failure);
  const bankName = (key: string) => providers.find((provider) => provider.key === key)?.name ?? key;
  return (
    <div class="first">
      <div>
        <h1>{landing.title}</h1>
        <p class="lead">{landing.lead}</p>
        <DemoBox
          context={context}
          input={input}
          providers={providers}
          examples={examples}
          allowance={allowance}
          more={asksForMore || Boolean(input.account || input.phone || input.amount)}
        />
      </div>
      <div id="result" class="answer" aria-live="polite">
        {answered ? (
          <Result context={context} bankName={bankName} timeZone={timeZone} {...answered} />
        ) : (
          <CashierChat context={context} />
        )}
      </div>
    </div>
  );
}
