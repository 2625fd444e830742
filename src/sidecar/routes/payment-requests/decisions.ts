/** POST /api/payment-requests/:id/cancel, accept and refuse: the merchant's decisions. */
import type { Engine } from '../../../engine/api/index.js';
import { accountRoutes } from '../../account-routes.js';
import { answer, bodyFailures } from '../../schemas/failures.js';
import { decisionBody, paymentRequest, paymentRequestParams } from '../../schemas/payment-requests.js';
import type { App } from '../../types.js';

const url = '/api/payment-requests/:id';

const decisions = [
  {
    name: 'accept',
    operationId: 'acceptPaymentRequest',
    summary: 'Accept a payment in review',
    description: 'The request is then paid, or open again if more is due.',
  },
  {
    name: 'refuse',
    operationId: 'refusePaymentRequest',
    summary: 'Refuse a payment in review',
    description: 'The request is open again, and the receipt may pay another request.',
  },
] as const;

export function paymentDecisionsRoutes(app: App, { engine }: { engine: Engine }): void {
  const route = accountRoutes(app, engine, 'payment requests');
  route({
    ...{ method: 'POST', url: `${url}/cancel` },
    schema: {
      operationId: 'cancelPaymentRequest',
      summary: 'Cancel an open payment request',
      description: 'A receipt that is being checked no longer pays it. Canceling again changes nothing.',
      params: paymentRequestParams,
    },
    success: answer('The request, which is canceled.', paymentRequest),
    failures: ['not_found', 'invalid_request'],
    handle: ({ account }, { params }) => engine.paymentRequests.cancel(account, params.id),
  });
  for (const { name, ...described } of decisions) {
    route({
      ...{ method: 'POST', url: `${url}/${name}` },
      schema: { ...described, params: paymentRequestParams, body: decisionBody },
      success: answer('The request as it is now.', paymentRequest),
      failures: [...bodyFailures, 'not_found'],
      handle: ({ account }, { params, body: { reason, attempt } }) =>
        engine.paymentRequests[name](account, params.id, reason, { attempt }),
    });
  }
}
