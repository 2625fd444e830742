/** `/docs/guide`: "verify in ten minutes". */
import type { FastifyInstance } from 'fastify';
import { curlJson } from '../../../http/curl.js';
import type { SandboxExample } from '../../../http/pages.js';
import { baseUrlFor } from '../../base-url.js';
import { Code, Marked } from '../../components/code.js';
import { Layout } from '../../components/layout.js';
import { pageContext, renderPage } from '../../render.js';
import type { PageContext, WebDeps } from '../../types.js';
import { order, snippets } from '../landing/snippets.js';
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
  const settled = referenceOf('SETTLED');
  const verify = (body: object) => curlJson(baseUrl, '/api/verify', body);
  const screenshot = drawn ? example('SETTLED')?.screenshot : undefined;
  const withKey = '-H "x-api-key: $DERESEGN_KEY"';
  return {
    key: mintCommand,
    first: verify({ reference: settled }),
    expect: verify({ reference: settled, expect: { amount: 5000, account: order.account, maxAgeHours: 24 } }),
    missing: verify({ reference: referenceOf('GONE') }),
    silent: verify({ reference: referenceOf('WALL') }),
    picture: screenshot && [
      `curl -sS ${baseUrl}${screenshot} -o receipt.png`,
      `curl -sS ${baseUrl}/api/verify-image ${withKey} -F file=@receipt.png`,
    ],
    later: `answer=$(${verify({ reference: referenceOf('SLOW'), waitMs: 0 })})
sleep 5
curl -sS ${withKey} ${baseUrl}$(node -p 'JSON.parse(process.argv[1]).statusUrl' "$answer")`,
    programs: snippets(baseUrl).filter(({ language }) => language !== 'curl'),
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
      <GuideStep {...steps.first}>{paste(commands.first)}</GuideStep>
      <GuideStep {...steps.expect}>{paste(commands.expect)}</GuideStep>
      <GuideStep {...steps.bad}>
        {paste(commands.missing)}
        <p>{steps.bad.second}</p>
        {paste(commands.silent)}
      </GuideStep>
      {commands.picture && <GuideStep {...steps.picture}>{paste(commands.picture.join('\n'))}</GuideStep>}
      <GuideStep {...steps.later}>{paste(commands.later)}</GuideStep>
      <GuideStep {...steps.program}>
        {commands.programs.map(({ language, text }) => (
          <details key={language}>
            <summary>{language}</summary>
            {paste(text)}
          </details>
        ))}
      </GuideStep>
      <Live context={context} timeouts={timeouts} />
    </Layout>
  );
}

function Live({ context, timeouts }: Pick<GuideProps, 'context' | 'timeouts'>) {
  const { live } = context.words.guide.steps;
  return (
    <GuideStep title={live.title} text={live.text}>
      <ul>
        {live.rules(timeouts).map((rule) => (
          <li key={rule}>
            <Marked text={rule} />
          </li>
        ))}
      </ul>
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
