/** /api/payment-requests: creates, shows and lists payment requests. */
import type { Engine } from '../../../engine/api/index.js';
import { accountRoutes } from '../../account-routes.js';
import { answer, bodyFailures } from '../../schemas/failures.js';
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

export function paymentRequestsRoutes(app: App, { engine }: { engine: Engine }): void {
  const route = accountRoutes(app, engine, 'payment requests');
  route({
    ...{ method: 'POST', url, status: 201 },
    schema: {
      operationId: 'createPaymentRequest',
      summary: 'Create a payment request',
      description: 'It closes once, with the first transfer that pays it.',
      headers: creationHeaders,
      body: paymentRequestBody,
    },
    success: answer('The request, which is open.', paymentRequest),
    failures: bodyFailures,
    handle: (principal, { body, headers }) =>
      engine.paymentRequests.create(principal, body, headers['idempotency-key']),
  });
  route({
    ...{ method: 'GET', url },
    schema: {
      operationId: 'listPaymentRequests',
      summary: 'List payment requests',
      description: 'Newest first, 100 a page.',
      querystring: paymentRequestQuery,
    },
    success: answer('A page of payment requests.', paymentRequestList),
    failures: ['invalid_request'],
    handle: ({ account }, { query }) => engine.paymentRequests.list(account, query),
  });
  route({
    ...{ method: 'GET', url: `${url}/:id` },
    schema: {
      operationId: 'getPaymentRequest',
      summary: 'Show a payment request',
      description: 'With the receipts that were handed in for it.',
      params: paymentRequestParams,
    },
    success: answer('The request as it is now.', paymentRequest),
    failures: ['not_found'],
    handle: ({ account }, { params }) => engine.paymentRequests.get(account, params.id),
  });
}
