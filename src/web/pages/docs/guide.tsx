/** `/docs/guide`: "verify in ten minutes". */
import type { FastifyInstance } from 'fastify';
import { curlJson } from '../../../http/curl.js';
import type { SandboxExample } from '../../../http/pages.js';
import { baseUrlFor } from '../../base-url.js';
import { Code, Marked } from '../../components/code.js';
import { LinkButtons } from '../../components/link-buttons.js';
import { Tabs } from '../../components/tabs.js';
import { pageContext, renderPage } from '../../render.js';
import type { PageContext, WebDeps } from '../../types.js';
import { order } from '../landing/snippets.js';
import { installation, programs } from './programs.js';
import { GuideFrame, GuideStep, mintCommand, Rules, ToDashboard } from './step.js';

export function guidePage(site: FastifyInstance, { config, sandbox }: WebDeps): void {
  // telebirr has bare references for every outcome, and screenshots with a QR code.
  const examples = (sandbox?.examples() ?? []).filter(({ provider }) => provider === 'telebirr');
  site.get('/docs/guide', { schema: { hide: true } }, async (request, reply) => {
    const commands = commandsFor(baseUrlFor(request, config), examples, config.BANKS === 'sandbox');
    return renderPage(
      reply,
      <Guide context={pageContext(request, reply)} commands={commands} timeouts={timeoutsOf(config)} />,
    );
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
  const { guide } = context.words;
  const { steps } = guide;
  const paste = (text: string) => <Code text={text} words={context.words} />;
  const titles = Object.entries(steps).flatMap(([name, { title }]) =>
    name === 'picture' && !commands.picture ? [] : title,
  );
  return (
    <GuideFrame context={context} title={guide.title} lead={guide.lead} steps={titles}>
      <GuideStep {...steps.key}>
        {paste(commands.key)}
        <ToDashboard context={context} />
      </GuideStep>
      <GuideStep {...steps.client}>
        {paste(installation)}
        <p>{steps.client.call}</p>
        {paste(commands.first)}
      </GuideStep>
      <GuideStep {...steps.decide}>
        <Tabs
          name="language"
          label={guide.language}
          tabs={programs.map(({ language, text }) => ({ title: language, content: paste(text) }))}
        />
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
    </GuideFrame>
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

function Live({ context, timeouts }: Pick<GuideProps, 'context' | 'timeouts'>) {
  const { live } = context.words.guide.steps;
  return (
    <GuideStep title={live.title} text={live.text}>
      <Rules rules={live.rules(timeouts)} />
      <p>
        <Marked text={live.errors} />
      </p>
      <LinkButtons
        links={[
          ['code', '/docs', live.reference],
          ['bank', '/sandbox', live.sandbox],
          ['request', '/docs/payment-requests', context.words.paymentGuide.title],
        ]}
      />
    </GuideStep>
  );
}
