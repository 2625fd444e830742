/** POST /api/payment-requests/:id/cancel, accept and refuse: the merchant's decisions. */
import type { Engine } from '../../../engine/api/index.js';
import { requireKey } from '../../plugins/authentication.js';
import { json } from '../../reply.js';
import { answer, bodyFailures, failureResponses, keyFailures } from '../../schemas/failures.js';
import { decisionBody, paymentRequest, paymentRequestParams } from '../../schemas/payment-requests.js';
import type { App } from '../../types.js';

const one = '/api/payment-requests/:id';
const common = { tags: ['payment requests'], security: [{ key: [] }], params: paymentRequestParams };
const failures = [...keyFailures, 'not_found', 'unavailable', 'internal'] as const;

const decisions = [
  {
    name: 'accept',
    operationId: 'acceptPaymentRequest',
    summary: 'Accept a payment in review',
    description: 'The request is paid; open again when the payment is a part and more is due.',
  },
  {
    name: 'refuse',
    operationId: 'refusePaymentRequest',
    summary: 'Refuse a payment in review',
    description: 'The request is open again, and the receipt may pay another one.',
  },
] as const;

export function paymentDecisionsRoutes(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'POST',
    url: `${one}/cancel`,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'cancelPaymentRequest',
      summary: 'Cancel an open payment request',
      description: 'A receipt that is being checked no longer pays it. One that is canceled stays so.',
      response: {
        200: answer('The request, which is canceled.', paymentRequest),
        ...failureResponses([...failures, 'invalid_request']),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, { ok: true, ...(await engine.paymentRequests.cancel(account, request.params.id)) });
    },
  });
  for (const { name, ...described } of decisions) {
    app.route({
      method: 'POST',
      url: `${one}/${name}`,
      config: { keyed: true },
      schema: {
        ...common,
        ...described,
        body: decisionBody,
        response: {
          200: answer('The request as it is now.', paymentRequest),
          ...failureResponses([...bodyFailures, ...failures]),
        },
      },
      handler: async (request, reply) => {
        const { account } = await requireKey(engine, request, reply);
        const { reason, attempt } = request.body;
        const decided = await engine.paymentRequests[name](account, request.params.id, reason, { attempt });
        return json(reply, { ok: true, ...decided });
      },
    });
  }
}
