/** Deliveries to a webhook endpoint: the log, test deliveries, and sending once more. */
import type { Engine } from '../../engine/api/index.js';
import { requireKey } from '../plugins/authentication.js';
import { json } from '../reply.js';
import { answer, bodyFailures, failureResponses, keyFailures } from '../schemas/failures.js';
import {
  deliveryAnswer,
  deliveryList,
  deliveryParams,
  endpointParams,
  logParams,
  testBody,
} from '../schemas/webhooks.js';
import type { App } from '../types.js';

const one = '/api/webhook-endpoints/:id';
const common = { tags: ['webhooks'], security: [{ key: [] }] };
const failures = [...keyFailures, 'not_found', 'unavailable', 'internal'] as const;

export function webhookDeliveriesRoutes(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: `${one}/deliveries`,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'listWebhookDeliveries',
      summary: 'List the last deliveries to a webhook endpoint',
      description:
        'With status, attempts, the HTTP status and duration of the last one, and when the next is due.',
      params: logParams,
      response: {
        200: answer('The last 100, newest first.', deliveryList),
        ...failureResponses(failures),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, {
        ok: true,
        deliveries: await engine.webhooks.deliveries(account, request.params.id),
      });
    },
  });
  app.route({
    method: 'POST',
    url: `${one}/test`,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'testWebhookEndpoint',
      summary: 'Deliver an example of an event',
      description: 'A signed delivery with the example of that type; it is not an event of the account.',
      params: endpointParams,
      body: testBody,
      response: {
        200: answer('The delivery, which has begun.', deliveryAnswer),
        ...failureResponses([...bodyFailures, ...failures]),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      const { params, body } = request;
      return json(reply, { ok: true, ...(await engine.webhooks.test(account, params.id, body.type)) });
    },
  });
  app.route({
    method: 'POST',
    url: `${one}/deliveries/:deliveryId/resend`,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'resendWebhookDelivery',
      summary: 'Deliver an event once more',
      description: 'With the same `webhook-id`. A delivery that waits for its next attempt is sent now.',
      params: deliveryParams,
      response: {
        200: answer('The delivery, which has begun.', deliveryAnswer),
        ...failureResponses([...failures, 'invalid_request']),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      const { id, deliveryId } = request.params;
      return json(reply, { ok: true, ...(await engine.webhooks.resend(account, id, deliveryId)) });
    },
  });
}
