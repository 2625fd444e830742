/** `/`: the landing page with the demo. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BankComponent, Engine, Failure } from '../../../engine/index.js';
import type { PageTools, SandboxExample } from '../../../http/pages.js';
import { baseUrlFor } from '../../base-url.js';
import { createPageCache } from '../../page-cache.js';
import { documentOf, pageContext, renderPage, setDocumentHeaders } from '../../render.js';
import type { WebDeps } from '../../types.js';
import { runDemo } from './demo.js';
import { emptyInput, type ReceiptInput, receiptFormRoute, type SentForm } from './form.js';
import { LandingPage, type LandingProps } from './page.js';

/** Outcomes with an example button. */
const shown = ['SETTLED', 'GONE', 'PEND', 'WALL'];
/** Maximum age of a cached page, which shows the states of the banks. */
const cacheMs = 1_000;
/** Stands for the visitor's CSRF token in a cached page. */
const tokenPlace = '-CSRF-TOKEN-';

export function createLanding(deps: WebDeps) {
  const { engine, config, sandbox } = deps;
  const simulated = config.BANKS === 'sandbox' && sandbox !== null;
  const examples = simulated ? buttonsOf(sandbox.examples()) : [];
  const pages = createPageCache<string>(cacheMs);

  function pageOf(shown: Pick<LandingProps, 'context' | 'baseUrl' | 'allowance' | 'input' | 'answered'>) {
    return (
      <LandingPage
        {...shown}
        timeZone={config.TIME_ZONE}
        bot={config.CASHIER_BOT_USERNAME}
        isLive={config.BANKS === 'live'}
        providers={engine.providers()}
        states={bankStates(engine)}
        examples={examples}
      />
    );
  }

  /** Unknown while the store is unreachable. */
  const allowanceOf = ({ ip }: FastifyRequest) => engine.demoAllowance(ip).catch(() => null);

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { csrfToken, ...visitor } = pageContext(request, reply);
    const baseUrl = baseUrlFor(request, config);
    const allowance = await allowanceOf(request);
    const key = JSON.stringify([visitor.language, baseUrl, allowance]);
    const document = await pages.get(key, () => {
      const context = { ...visitor, csrfToken: tokenPlace };
      return documentOf(pageOf({ context, baseUrl, allowance, input: emptyInput }));
    });
    setDocumentHeaders(reply);
    return document.replaceAll(tokenPlace, () => csrfToken);
  }

  async function render(
    request: FastifyRequest,
    reply: FastifyReply,
    input: ReceiptInput,
    answered: NonNullable<LandingProps['answered']>,
  ): Promise<string> {
    const context = pageContext(request, reply);
    const baseUrl = baseUrlFor(request, config);
    return renderPage(
      reply,
      pageOf({ context, baseUrl, allowance: await allowanceOf(request), input, answered }),
    );
  }

  async function answer(
    tools: PageTools,
    form: SentForm,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const outcome = await runDemo(engine, form, request, reply, tools);
    if (outcome.kind === 'verified') {
      const { providerKey, cached } = outcome.verification;
      tools.verified(providerKey, cached);
      return await render(request, reply, form.input, { outcome, json: outcome.answer });
    }
    tools.failed(request, reply, outcome.failure);
    setStatus(reply, outcome.failure);
    const json = tools.envelopeOf(outcome.failure, { requestId: request.id });
    return await render(request, reply, form.input, { outcome, json });
  }

  return {
    page,

    register(site: FastifyInstance, tools: PageTools): void {
      receiptFormRoute(site, '/', (...form) => answer(tools, ...form));
    },
  };
}

/** From memory, without asking a bank or the store. */
function bankStates(engine: Engine): Map<string, BankComponent['status']> {
  const { components } = engine.status();
  return new Map(
    components.flatMap((component) =>
      component.group === 'upstream' ? [[component.providerKey, component.status]] : [],
    ),
  );
}

/** Examples of telebirr, the first bank, which has bare references for every outcome. */
function buttonsOf(examples: readonly SandboxExample[]): SandboxExample[] {
  return shown.flatMap(
    (name) => examples.find(({ outcome, request }) => outcome === name && request.reference) ?? [],
  );
}

/** 200 whenever there is a verdict, good or bad. Requests that the service rejects or cannot handle keep their status. */
function setStatus(reply: FastifyReply, { status, failure, details }: Failure): void {
  const refused = [413, 415, 429].includes(status) || failure === 'unavailable' || failure === 'internal';
  reply.code(refused ? status : 200);
  if (refused && details.retryAfterSeconds !== undefined) {
    reply.header('retry-after', Math.max(0, Math.ceil(details.retryAfterSeconds)));
  }
}
