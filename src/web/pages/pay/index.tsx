/** `/pay/:id`: what a payment request asks for, and a form for the receipt that pays it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type ImageCaller, type PayerSubmittedReceipt } from '../../../engine/index.js';
import type { PageTools } from '../../../http/pages.js';
import { bankNames } from '../../bank-names.js';
import { pageContext, renderPage } from '../../render.js';
import type { WebDeps } from '../../types.js';
import {
  emptyInput,
  otherFields,
  type ReceiptInput,
  receiptFormRoute,
  requestOf,
  type SentForm,
} from '../landing/form.js';
import { PayPage } from './page.js';
import { type PayMessage, refusalMessage } from './pay-messages.js';

/** How long a form waits for the bank; after that, the page shows the outcome when it is known. */
const waitMs = 2_500;

export function payPages(site: FastifyInstance, { engine, config }: WebDeps, tools: PageTools): void {
  const bankName = bankNames(engine);

  async function render(
    request: FastifyRequest,
    reply: FastifyReply,
    { input = emptyInput, refusal = null }: { input?: ReceiptInput; refusal?: PayMessage | null } = {},
  ): Promise<string> {
    const view = await engine.payerRequests.show(idOf(request), attemptOf(request));
    reply.header('x-robots-tag', 'noindex, nofollow');
    return renderPage(
      reply,
      <PayPage
        context={pageContext(request, reply)}
        view={view}
        now={Date.now()}
        input={input}
        refusal={refusal}
        readsNothing={config.EXTRACTOR === 'off'}
        bankName={bankName}
      />,
    );
  }

  async function handIn(
    { input, picture }: SentForm,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<PayerSubmittedReceipt> {
    const payer = { address: request.ip, requestId: request.id, waitMs };
    if (picture === null) {
      const { expect, ...receipt } = requestOf(input);
      return await engine.payerRequests.submitReceipt(idOf(request), receipt, payer);
    }
    const { expect, ...hints } = otherFields(input);
    const rest = { ...hints, text: input.text.trim() || undefined };
    return await tools.withPicture(picture, request, reply, ({ read, onPrepared }) => {
      const body = async (caller: ImageCaller) => ({ ...rest, pictures: [await read(caller)] });
      return engine.payerRequests.submitPictures(idOf(request), body, { ...payer, onPrepared });
    });
  }

  async function answer(form: SentForm, request: FastifyRequest, reply: FastifyReply) {
    try {
      const begun = await handIn(form, request, reply);
      if (begun.attempt === null) {
        const refusal = begun.refused === 'closed' ? 'closed' : 'tooMany';
        return await render(request, reply, { refusal });
      }
      return await reply.redirect(`/pay/${idOf(request)}?attempt=${begun.attempt}`, 303);
    } catch (error) {
      if (!(error instanceof Failure) || error.failure === 'not_found') throw error;
      tools.failed(request, reply, error);
      if (error.status === 413 || error.status === 429 || error.status >= 500) reply.code(error.status);
      return await render(request, reply, { input: form.input, refusal: refusalMessage(error) });
    }
  }

  site.get('/pay/:id', { schema: { hide: true } }, (request, reply) => render(request, reply));
  receiptFormRoute(site, '/pay/:id', answer);
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

function attemptOf({ query }: FastifyRequest): string | undefined {
  const { attempt } = query as { attempt?: unknown };
  return typeof attempt === 'string' && /^att_\w{22}$/.test(attempt) ? attempt : undefined;
}
