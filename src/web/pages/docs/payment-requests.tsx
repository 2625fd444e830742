/** `/docs/payment-requests`: from nothing to a paid order. */
import type { FastifyInstance } from 'fastify';
import { baseUrlFor } from '../../base-url.js';
import { Code } from '../../components/code.js';
import { LinkButtons } from '../../components/link-buttons.js';
import { Tabs } from '../../components/tabs.js';
import { pageContext, renderPage } from '../../render.js';
import type { PageContext, WebDeps } from '../../types.js';
import { paymentCommands, paymentPrograms } from './payment-snippets.js';
import { GuideFrame, GuideStep, mintCommand, Rules, ToDashboard } from './step.js';

export function paymentGuide(site: FastifyInstance, { config, sandbox }: WebDeps): void {
  site.get('/docs/payment-requests', { schema: { hide: true } }, async (request, reply) => {
    const context = pageContext(request, reply);
    const baseUrl = baseUrlFor(request, config);
    return renderPage(
      reply,
      <PaymentGuide {...{ context, baseUrl }} hasShop={sandbox?.paying !== undefined} />,
    );
  });
}

interface GuideProps {
  context: PageContext;
  baseUrl: string;
  /** Whether there is a shop to try. */
  hasShop: boolean;
}

function PaymentGuide({ context, baseUrl, hasShop }: GuideProps) {
  const { paymentGuide: words, shop } = context.words;
  const { steps } = words;
  const commands = paymentCommands(baseUrl);
  const paste = (text: string) => <Code text={text} words={context.words} />;
  return (
    <GuideFrame
      context={context}
      title={words.title}
      lead={words.lead}
      steps={Object.values(steps).map(({ title }) => title)}
    >
      {hasShop && (
        <p>
          {words.first} <a href="/sandbox/shop">{shop.title}</a>
        </p>
      )}
      <GuideStep {...steps.key}>
        {paste(`${commands.address}\n${mintCommand}`)}
        <ToDashboard context={context} />
      </GuideStep>
      <GuideStep {...steps.account}>{paste(commands.account)}</GuideStep>
      <GuideStep {...steps.make}>{paste(commands.make)}</GuideStep>
      <GuideStep {...steps.handIn}>{paste(commands.handIn)}</GuideStep>
      <GuideStep {...steps.show}>{paste(commands.show)}</GuideStep>
      <GuideStep {...steps.program}>
        <Tabs
          name="language"
          label={context.words.guide.language}
          tabs={paymentPrograms().map(({ language, install, text }) => ({
            title: language,
            content: (
              <>
                <p>
                  {words.install} <code>{install}</code>
                </p>
                {paste(text)}
              </>
            ),
          }))}
        />
      </GuideStep>
      <Next context={context} />
    </GuideFrame>
  );
}

function Next({ context }: { context: PageContext }) {
  const { next } = context.words.paymentGuide.steps;
  return (
    <GuideStep title={next.title} text={next.text}>
      <Rules rules={next.rules} />
      <LinkButtons
        links={[
          ['code', '/docs', next.reference],
          ['request', '/dashboard/payment-requests', next.dashboard],
        ]}
      />
    </GuideStep>
  );
}
