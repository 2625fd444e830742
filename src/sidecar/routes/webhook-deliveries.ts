/** Deliveries to a webhook endpoint: the log, test deliveries, and sending once more. */
import type { Engine } from '../../engine/api/index.js';
import { accountRoutes } from '../account-routes.js';
import { answer, bodyFailures } from '../schemas/failures.js';
import {
  deliveryAnswer,
  deliveryList,
  deliveryParams,
  endpointParams,
  logParams,
  testBody,
} from '../schemas/webhooks.js';
import type { App } from '../types.js';

const url = '/api/webhook-endpoints/:id';

export function webhookDeliveriesRoutes(app: App, { engine }: { engine: Engine }): void {
  const route = accountRoutes(app, engine, 'webhooks');
  route({
    ...{ method: 'GET', url: `${url}/deliveries` },
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'List the last deliveries to a webhook endpoint',
      description:
        'With status, attempts, the HTTP status and duration of the last one, and when the next is due.',
      params: logParams,
    },
    success: answer('The last 100, newest first.', deliveryList),
    failures: ['not_found'],
    handle: async ({ account }, { params }) => ({
      deliveries: await engine.webhooks.deliveries(account, params.id),
    }),
  });
  route({
    ...{ method: 'POST', url: `${url}/test` },
    schema: {
      operationId: 'testWebhookEndpoint',
      summary: 'Deliver an example of an event',
      description: 'A signed delivery with the example of that type; it is not an event of the account.',
      params: endpointParams,
      body: testBody,
    },
    success: answer('The delivery, which has begun.', deliveryAnswer),
    failures: [...bodyFailures, 'not_found'],
    handle: ({ account }, { params, body }) => engine.webhooks.test(account, params.id, body.type),
  });
  route({
    ...{ method: 'POST', url: `${url}/deliveries/:deliveryId/resend` },
    schema: {
      operationId: 'resendWebhookDelivery',
      summary: 'Deliver an event again',
      description: 'With the same `webhook-id`. A delivery that is waiting for its next attempt is sent now.',
      params: deliveryParams,
    },
    success: answer('The delivery, which has begun.', deliveryAnswer),
    failures: ['not_found', 'invalid_request'],
    handle: ({ account }, { params }) => engine.webhooks.resend(account, params.id, params.deliveryId),
  });
}
