/** The landing page, top to bottom. */
import { type DemoAllowance, type ProviderInfo, planNames, plans } from '../../../engine/index.js';
import type { SandboxExample } from '../../../http/pages.js';
import { Code } from '../../components/code.js';
import { Layout } from '../../components/layout.js';
import type { PageContext } from '../../types.js';
import type { DemoOutcome } from './demo.js';
import { Allowance, DemoBox } from './demo-form.js';
import type { DemoInput } from './form.js';
import { Result, verdictOf } from './result.js';
import { snippets } from './snippets.js';

export interface LandingProps {
  context: PageContext;
  baseUrl: string;
  timeZone: string;
  providers: readonly ProviderInfo[];
  /** Sandbox examples, one per outcome; none under BANKS=live. */
  examples: readonly SandboxExample[];
  allowance: DemoAllowance | null;
  input: DemoInput;
  /** The submitted fields and their result. */
  answered?: { outcome: DemoOutcome; json: unknown };
}

export function LandingPage(props: LandingProps) {
  const { context, answered, input, providers, examples, allowance, timeZone } = props;
  const { landing } = context.words;
  const bankName = (key: string) => providers.find((provider) => provider.key === key)?.name ?? key;
  return (
    <Layout context={context} title={answered ? landing.result[verdictOf(answered.outcome)] : landing.title}>
      <h1>{landing.title}</h1>
      <p class="lead">{landing.lead}</p>
      <div id="result" aria-live="polite">
        {answered && <Result context={context} bankName={bankName} timeZone={timeZone} {...answered} />}
      </div>
      <section aria-labelledby="try">
        <h2 id="try">{landing.boxTitle}</h2>
        <DemoBox
          context={context}
          input={input}
          providers={providers}
          examples={examples}
          more={needsMore(answered?.outcome) || Boolean(input.account || input.phone || input.amount)}
        />
        <Allowance context={context} allowance={allowance} />
      </section>
      <HowItWorks context={context} />
      <InCode {...props} />
      <Plans context={context} />
      <Banks context={context} providers={providers} />
    </Layout>
  );
}

function needsMore(outcome: DemoOutcome | undefined): boolean {
  if (outcome?.kind !== 'failed') return false;
  return ['needs_account', 'needs_phone', 'ambiguous'].includes(outcome.failure.failure);
}

function HowItWorks({ context }: Pick<LandingProps, 'context'>) {
  const { how } = context.words.landing;
  return (
    <section aria-labelledby="how">
      <h2 id="how">{how.title}</h2>
      <ol>
        {how.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

function InCode({ context, baseUrl, examples }: LandingProps) {
  const { code } = context.words.landing;
  return (
    <section aria-labelledby="code">
      <h2 id="code">{code.title}</h2>
      <p>{code.lead}</p>
      {snippets(baseUrl).map(({ language, text }) => (
        <details key={language} open={language === 'curl'}>
          <summary>{language}</summary>
          <Code text={text} labels={code} />
        </details>
      ))}
      <ul>
        <li>
          <a href="/docs/guide">{code.guide}</a>
        </li>
        <li>
          <a href="/docs">{code.reference}</a>
        </li>
        {examples.length === 0 ? null : (
          <li>
            <a href="/sandbox">{code.sandbox}</a>
          </li>
        )}
      </ul>
    </section>
  );
}

function Plans({ context }: Pick<LandingProps, 'context'>) {
  const { words } = context;
  const text = words.landing.plans;
  const figure = (value: number | null) => value?.toLocaleString('en') ?? text.contract;
  return (
    <section aria-labelledby="plans">
      <h2 id="plans">{text.title}</h2>
      <ul class="cards">
        {planNames.map((key) => {
          const { name, cap, window, overageEtb, reads } = plans[key];
          return (
            <li key={key} class="card">
              <h3>{name}</h3>
              <dl class="facts">
                <dt>{text.verifications}</dt>
                <dd>{cap === null ? text.contract : `${figure(cap)} ${text.window[window]}`}</dd>
                <dt>{text.over}</dt>
                <dd>{overageEtb === null ? text.stop : text.price(overageEtb)}</dd>
                <dt>{text.pictures}</dt>
                <dd>{figure(reads)}</dd>
              </dl>
            </li>
          );
        })}
      </ul>
      <p class="quiet">{text.note}</p>
    </section>
  );
}

function Banks({ context, providers }: Pick<LandingProps, 'context' | 'providers'>) {
  const { banks } = context.words.landing;
  const supported = providers.filter(({ support }) => support === 'supported');
  const recognised = providers.filter(({ support }) => support !== 'supported');
  return (
    <section aria-labelledby="banks">
      <h2 id="banks">{banks.title}</h2>
      <ul>
        {supported.map(({ key, name, needs }) => (
          <li key={key}>
            {name}
            {needs.length > 0 && (
              <span class="quiet"> ({needs.map((need) => banks.needs[need]).join(', ')})</span>
            )}
          </li>
        ))}
      </ul>
      <p class="quiet">
        {banks.recognised}: {recognised.map(({ name }) => name).join(', ')}
      </p>
    </section>
  );
}
