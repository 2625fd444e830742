/** /api/webhook-endpoints: the webhook endpoints of an account. */
import type { Engine } from '../../engine/api/index.js';
import { requireKey } from '../plugins/authentication.js';
import { json } from '../reply.js';
import {
  answer,
  bodyFailures,
  failureResponses,
  keyFailures,
  recordedExamples,
  serviceFailures,
} from '../schemas/failures.js';
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
const one = `${url}/:id`;
const common = { tags: ['webhooks'], security: [{ key: [] }] };
const ofOne = [...keyFailures, 'not_found', ...serviceFailures] as const;

export function webhookEndpointsRoutes(app: App, { engine }: { engine: Engine }): void {
  readRoutes(app, engine);
  changeRoutes(app, engine);

  app.route({
    method: 'POST',
    url: `${one}/rotate-secret`,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the secret of a webhook endpoint',
      description: 'For 24 hours deliveries are signed with the old secret too.',
      params: endpointParams,
      response: {
        200: answer(
          'The endpoint with its new secret.',
          endpointSecret,
          recordedExamples({ webhook_endpoint: 'Of all events' }),
        ),
        ...failureResponses(ofOne),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, { ok: true, ...(await engine.webhooks.rotateSecret(account, request.params.id)) });
    },
  });
}

function readRoutes(app: App, engine: Engine): void {
  app.route({
    method: 'GET',
    url,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      description: 'Secrets are not shown again.',
      response: {
        200: answer(
          'The endpoints of the account, oldest first.',
          endpointList,
          recordedExamples({ webhook_endpoints: 'One endpoint' }),
        ),
        ...failureResponses([...keyFailures, ...serviceFailures]),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, { ok: true, endpoints: await engine.webhooks.list(account) });
    },
  });
  app.route({
    method: 'GET',
    url: one,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'getWebhookEndpoint',
      summary: 'Show a webhook endpoint',
      description: 'Also shows whether it is disabled, why, and since when deliveries to it fail.',
      params: endpointParams,
      response: {
        200: answer('The endpoint, without its secret.', endpoint),
        ...failureResponses(ofOne),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, { ok: true, ...(await engine.webhooks.get(account, request.params.id)) });
    },
  });
}

function changeRoutes(app: App, engine: Engine): void {
  app.route({
    method: 'POST',
    url,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description: 'Its secret is shown in this answer alone. At most 20 per account.',
      body: endpointBody,
      response: {
        201: answer(
          'The endpoint with its secret.',
          endpointSecret,
          recordedExamples({ webhook_endpoint: 'Of all events' }),
        ),
        ...failureResponses([...bodyFailures, ...keyFailures, ...serviceFailures]),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      const created = await engine.webhooks.create(account, request.body);
      return json(reply.code(201), { ok: true, ...created });
    },
  });
  app.route({
    method: 'PATCH',
    url: one,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'updateWebhookEndpoint',
      summary: 'Change, pause or continue a webhook endpoint',
      description:
        'Members that are absent stay as they are. A paused endpoint gets no events; what waited is sent when it continues.',
      params: endpointParams,
      body: endpointChange,
      response: {
        200: answer('The endpoint as it is now.', endpoint),
        ...failureResponses([...bodyFailures, ...ofOne]),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, {
        ok: true,
        ...(await engine.webhooks.update(account, request.params.id, request.body)),
      });
    },
  });
  app.route({
    method: 'DELETE',
    url: one,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'removeWebhookEndpoint',
      summary: 'Remove a webhook endpoint',
      description: 'Deliveries that wait are dropped; events stay in `GET /api/events`.',
      params: endpointParams,
      response: { 200: answer('It is removed.', removed), ...failureResponses(ofOne) },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      await engine.webhooks.remove(account, request.params.id);
      return json(reply, { ok: true, id: request.params.id });
    },
  });
}
