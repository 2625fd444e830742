/** /api/payment-requests: creates, shows and lists payment requests. */
import type { Engine } from '../../../engine/api/index.js';
import { requireKey } from '../../plugins/authentication.js';
import { json } from '../../reply.js';
import {
  answer,
  bodyFailures,
  failureResponses,
  keyFailures,
  serviceFailures,
} from '../../schemas/failures.js';
import {
  creationHeaders,
  paymentRequest,
  paymentRequestBody,
  paymentRequestList,
  paymentRequestParams,
  paymentRequestQuery,
} from '../../schemas/payment-requests.js';
import type { App } from '../../types.js';

const url = '/api/payment-requests';
const common = { tags: ['payment requests'], security: [{ key: [] }] };

export function paymentRequestsRoutes(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'POST',
    url,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'createPaymentRequest',
      summary: 'Create a payment request',
      description: 'It closes once: with the first transfer that pays it.',
      headers: creationHeaders,
      body: paymentRequestBody,
      response: {
        201: answer('The request, which is open.', paymentRequest),
        ...failureResponses([...bodyFailures, ...keyFailures, ...serviceFailures]),
      },
    },
    handler: async (request, reply) => {
      const principal = await requireKey(engine, request, reply);
      const key = request.headers['idempotency-key'];
      const made = await engine.paymentRequests.create(principal, request.body, key);
      return json(reply.code(201), { ok: true, ...made });
    },
  });
  readRoutes(app, engine);
}

function readRoutes(app: App, engine: Engine): void {
  app.route({
    method: 'GET',
    url,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'listPaymentRequests',
      summary: 'List payment requests',
      description: 'Newest first, 100 a page.',
      querystring: paymentRequestQuery,
      response: {
        200: answer('A page of payment requests.', paymentRequestList),
        ...failureResponses([...keyFailures, 'invalid_request', ...serviceFailures]),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, { ok: true, ...(await engine.paymentRequests.list(account, request.query)) });
    },
  });
  app.route({
    method: 'GET',
    url: `${url}/:id`,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'getPaymentRequest',
      summary: 'Show a payment request',
      description: 'With the receipts that were handed in for it.',
      params: paymentRequestParams,
      response: {
        200: answer('The request as it is now.', paymentRequest),
        ...failureResponses([...keyFailures, 'not_found', ...serviceFailures]),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, { ok: true, ...(await engine.paymentRequests.get(account, request.params.id)) });
    },
  });
}
