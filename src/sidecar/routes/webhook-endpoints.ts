/** /api/webhook-endpoints: the webhook endpoints of an account. */
import type { Engine } from '../../engine/api/index.js';
import { accountRoutes } from '../account-routes.js';
import { answer, bodyFailures, recordedExamples } from '../schemas/failures.js';
import {
  endpoint,
  endpointBody,
  endpointChange,
  endpointList,
  endpointParams,
  endpointSecret,
  removed,
} from '../schemas/webhooks.js';
import type { App } from '../types.js';

const url = '/api/webhook-endpoints';
const endpointUrl = `${url}/:id`;
const secretExamples = recordedExamples({ webhook_endpoint: 'Of all events' });

export function webhookEndpointsRoutes(app: App, { engine }: { engine: Engine }): void {
  const route = accountRoutes(app, engine, 'webhooks');
  route({
    ...{ method: 'GET', url },
    schema: {
      operationId: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      description: 'Secrets are not shown again.',
    },
    success: answer(
      'The endpoints of the account, oldest first.',
      endpointList,
      recordedExamples({ webhook_endpoints: 'One endpoint' }),
    ),
    handle: async ({ account }) => ({ endpoints: await engine.webhooks.list(account) }),
  });
  route({
    ...{ method: 'GET', url: endpointUrl },
    schema: {
      operationId: 'getWebhookEndpoint',
      summary: 'Show a webhook endpoint',
      description: 'Also shows whether it is disabled, why, and since when deliveries to it fail.',
      params: endpointParams,
    },
    success: answer('The endpoint, without its secret.', endpoint),
    failures: ['not_found'],
    handle: ({ account }, { params }) => engine.webhooks.get(account, params.id),
  });
  route({
    ...{ method: 'POST', url, status: 201 },
    schema: {
      operationId: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description: 'Its secret is shown only in this response. At most 20 per account.',
      body: endpointBody,
    },
    success: answer('The endpoint with its secret.', endpointSecret, secretExamples),
    failures: bodyFailures,
    handle: ({ account }, { body }) => engine.webhooks.create(account, body),
  });
  route({
    ...{ method: 'PATCH', url: endpointUrl },
    schema: {
      operationId: 'updateWebhookEndpoint',
      summary: 'Change, pause or resume a webhook endpoint',
      description:
        'Absent members stay as they are. A paused endpoint gets no events; pending deliveries are sent when it resumes.',
      params: endpointParams,
      body: endpointChange,
    },
    success: answer('The endpoint as it is now.', endpoint),
    failures: [...bodyFailures, 'not_found'],
    handle: ({ account }, { params, body }) => engine.webhooks.update(account, params.id, body),
  });
  route({
    ...{ method: 'DELETE', url: endpointUrl },
    schema: {
      operationId: 'removeWebhookEndpoint',
      summary: 'Remove a webhook endpoint',
      description: 'Pending deliveries are dropped; events stay in `GET /api/events`.',
      params: endpointParams,
    },
    success: answer('It is removed.', removed),
    failures: ['not_found'],
    async handle({ account }, { params: { id } }) {
      await engine.webhooks.remove(account, id);
      return { id };
    },
  });
  route({
    ...{ method: 'POST', url: `${endpointUrl}/rotate-secret` },
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the secret of a webhook endpoint',
      description: 'For 24 hours deliveries are signed with the old secret as well.',
      params: endpointParams,
    },
    success: answer('The endpoint with its new secret.', endpointSecret, secretExamples),
    failures: ['not_found'],
    handle: ({ account }, { params }) => engine.webhooks.rotateSecret(account, params.id),
  });
}
