/** `/docs/payment-requests`: from nothing to a paid order. */
import type { FastifyInstance } from 'fastify';
import { baseUrlFor } from '../../base-url.js';
import { Code } from '../../components/code.js';
import { Layout } from '../../components/layout.js';
import { pageContext, renderPage } from '../../render.js';
import type { PageContext, WebDeps } from '../../types.js';
import { paymentCommands, paymentPrograms } from './payment-snippets.js';
import { GuideStep, mintCommand } from './step.js';

export function paymentGuide(site: FastifyInstance, { config, sandbox }: WebDeps): void {
  site.route({
    method: 'GET',
    url: '/docs/payment-requests',
    schema: { hide: true },
    handler: async (request, reply) =>
      renderPage(
        reply,
        <PaymentGuide
          context={pageContext(request, reply)}
          baseUrl={baseUrlFor(request, config)}
          hasShop={sandbox?.paying !== undefined}
        />,
      ),
  });
}

interface GuideProps {
  context: PageContext;
  baseUrl: string;
  /** Whether there is a shop to try. */
  hasShop: boolean;
}

function PaymentGuide({ context, baseUrl, hasShop }: GuideProps) {
  const { paymentGuide: words, landing, shop } = context.words;
  const { steps } = words;
  const commands = paymentCommands(baseUrl);
  const paste = (text: string) => <Code text={text} labels={landing.code} />;
  return (
    <Layout context={context} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {hasShop && (
        <p>
          {words.first} <a href="/sandbox/shop">{shop.title}</a>
        </p>
      )}
      <GuideStep {...steps.key}>{paste(`${commands.address}\n${mintCommand}`)}</GuideStep>
      <GuideStep {...steps.account}>{paste(commands.account)}</GuideStep>
      <GuideStep {...steps.make}>{paste(commands.make)}</GuideStep>
      <GuideStep {...steps.handIn}>{paste(commands.handIn)}</GuideStep>
      <GuideStep {...steps.show}>{paste(commands.show)}</GuideStep>
      <GuideStep {...steps.program}>
        {paymentPrograms().map(({ language, install, text }) => (
          <details key={language}>
            <summary>{language}</summary>
            <p>
              {words.install} <code>{install}</code>
            </p>
            {paste(text)}
          </details>
        ))}
      </GuideStep>
      <Next context={context} />
    </Layout>
  );
}

function Next({ context }: { context: PageContext }) {
  const { next } = context.words.paymentGuide.steps;
  return (
    <GuideStep title={next.title} text={next.text}>
      <ul>
        {next.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <ul>
        <li>
          <a href="/docs">{next.reference}</a>
        </li>
        <li>
          <a href="/dashboard/payment-requests">{next.dashboard}</a>
        </li>
      </ul>
    </GuideStep>
  );
}
