/** `/docs/guide`: "verify in ten minutes". */
import type { FastifyInstance } from 'fastify';
import { curlJson } from '../../../http/curl.js';
import type { SandboxExample } from '../../../http/pages.js';
import { baseUrlFor } from '../../base-url.js';
import { Code, Marked } from '../../components/code.js';
import { Layout } from '../../components/layout.js';
import { pageContext, renderPage } from '../../render.js';
import type { PageContext, WebDeps } from '../../types.js';
import { order, type Snippet } from '../landing/snippets.js';
import { programs } from './programs.js';
import { GuideStep, mintCommand } from './step.js';

export function guidePage(site: FastifyInstance, { config, sandbox }: WebDeps): void {
  // telebirr has bare references for every outcome, and screenshots with a QR code.
  const examples = (sandbox?.examples() ?? []).filter(({ provider }) => provider === 'telebirr');
  site.route({
    method: 'GET',
    url: '/docs/guide',
    schema: { hide: true },
    handler: async (request, reply) => {
      const commands = commandsFor(baseUrlFor(request, config), examples, config.BANKS === 'sandbox');
      return renderPage(
        reply,
        <Guide context={pageContext(request, reply)} commands={commands} timeouts={timeoutsOf(config)} />,
      );
    },
  });
}

function commandsFor(baseUrl: string, examples: readonly SandboxExample[], drawn: boolean) {
  const example = (name: string) => examples.find(({ outcome }) => outcome === name);
  const referenceOf = (name: string) => example(name)?.request.reference ?? `DKK4A1${name}`;
  const verify = (body: object) => curlJson(baseUrl, '/api/verify', body);
  const screenshot = drawn ? example('SETTLED')?.screenshot : undefined;
  const withKey = '-H "x-api-key: $DERESEGN_KEY"';
  return {
    key: `export DERESEGN_URL=${baseUrl}\n${mintCommand}`,
    first: verify({ reference: referenceOf('SETTLED') }),
    picture: screenshot && [
      `curl -sS ${baseUrl}${screenshot} -o receipt.png`,
      `curl -sS ${baseUrl}/api/verify-image ${withKey} -F file=@receipt.png`,
    ],
    later: `answer=$(${verify({ reference: referenceOf('SLOW'), waitMs: 0 })})
sleep 5
curl -sS ${withKey} ${baseUrl}$(node -p 'JSON.parse(process.argv[1]).statusUrl' "$answer")`,
    /** What the programs print for each number. */
    answers: {
      paid: [order.reference, `hand over: ${order.amount}`],
      other: [
        referenceOf('SETTLED'),
        'not for this order: amount_mismatch, receiver_mismatch, bank_mismatch',
      ],
      refused: [referenceOf('GONE'), 'do not hand over: not_found'],
      unsure: [referenceOf('WALL'), 'ask again later: bank_blocked'],
    } satisfies Record<string, readonly [reference: string, printed: string]>,
  };
}

/** The longest time a call can take, plus a margin for the network. */
function timeoutsOf({ QUEUE_WAIT_SECONDS: line, ATTEMPT_TIMEOUT_SECONDS: attempt }: WebDeps['config']) {
  return { line, attempt, timeOut: line + 2 * attempt + 10 };
}

interface GuideProps {
  context: PageContext;
  commands: ReturnType<typeof commandsFor>;
  timeouts: ReturnType<typeof timeoutsOf>;
}

function Guide({ context, commands, timeouts }: GuideProps) {
  const { guide, landing } = context.words;
  const { steps } = guide;
  const paste = (text: string) => <Code text={text} labels={landing.code} />;
  return (
    <Layout context={context} title={guide.title}>
      <h1>{guide.title}</h1>
      <p class="lead">{guide.lead}</p>
      <GuideStep {...steps.key}>{paste(commands.key)}</GuideStep>
      <GuideStep {...steps.client}>{paste(commands.first)}</GuideStep>
      <GuideStep {...steps.decide}>
        {programs.map((program) => (
          <Program key={program.language} program={program} labels={landing.code} />
        ))}
      </GuideStep>
      <Answers context={context} answers={commands.answers} />
      <GuideStep {...steps.once}>
        <Rules rules={steps.once.rules} />
      </GuideStep>
      {commands.picture && <GuideStep {...steps.picture}>{paste(commands.picture.join('\n'))}</GuideStep>}
      <GuideStep {...steps.later}>{paste(commands.later)}</GuideStep>
      <GuideStep {...steps.log}>
        <Rules rules={steps.log.rules} />
      </GuideStep>
      <Live context={context} timeouts={timeouts} />
    </Layout>
  );
}

/** The first language is unfolded. */
function Program({ program, labels }: { program: Snippet; labels: { copy: string; copied: string } }) {
  return (
    <details open={program === programs[0]}>
      <summary>{program.language}</summary>
      <Code text={program.text} labels={labels} />
    </details>
  );
}

function Answers({
  context,
  answers,
}: Pick<GuideProps, 'context'> & Pick<GuideProps['commands'], 'answers'>) {
  const { verdicts } = context.words.guide.steps;
  return (
    <GuideStep title={verdicts.title} text={verdicts.text}>
      <dl class="entries">
        {(['paid', 'other', 'refused', 'unsure'] as const).map((name) => (
          <div key={name}>
            <dt>
              <code>{answers[name][0]}</code> <code>{answers[name][1]}</code>
            </dt>
            <dd>
              <Marked text={verdicts.means[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </GuideStep>
  );
}

function Rules({ rules }: { rules: readonly string[] }) {
  return (
    <ul>
      {rules.map((rule) => (
        <li key={rule}>
          <Marked text={rule} />
        </li>
      ))}
    </ul>
  );
}

function Live({ context, timeouts }: Pick<GuideProps, 'context' | 'timeouts'>) {
  const { live } = context.words.guide.steps;
  return (
    <GuideStep title={live.title} text={live.text}>
      <Rules rules={live.rules(timeouts)} />
      <p>
        <Marked text={live.errors} />
      </p>
      <ul>
        <li>
          <a href="/docs">{live.reference}</a>
        </li>
        <li>
          <a href="/sandbox">{live.sandbox}</a>
        </li>
        <li>
          <a href="/docs/payment-requests">{context.words.paymentGuide.title}</a>
        </li>
      </ul>
    </GuideStep>
  );
}
