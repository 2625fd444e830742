/** /api/webhook-secret: what signs deliveries to the `webhookUrl` of calls. */
import type { Engine } from '../../engine/api/index.js';
import { requireKey } from '../plugins/authentication.js';
import { json } from '../reply.js';
import { answer, failureResponses, keyFailures, recordedExamples } from '../schemas/failures.js';
import { webhookCallSecret } from '../schemas/webhooks.js';
import type { App } from '../types.js';

const url = '/api/webhook-secret';
const common = { tags: ['webhooks'], security: [{ key: [] }] };
const examples = recordedExamples({ webhook_secret: 'A secret' });
const failures = failureResponses([...keyFailures, 'unavailable', 'internal']);

export function webhookSecretRoutes(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'getWebhookSecret',
      summary: 'Show the secret for the webhookUrl of calls',
      description: 'One of the whole account; made when it is asked for the first time.',
      response: { 200: answer('The secret.', webhookCallSecret, examples), ...failures },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, { ok: true, secret: await engine.webhooks.callSecret(account) });
    },
  });
  app.route({
    method: 'POST',
    url: `${url}/rotate`,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'rotateCallWebhookSecret',
      summary: 'Replace the secret for the webhookUrl of calls',
      description: 'For 24 hours deliveries are signed with the old secret too.',
      response: { 200: answer('The new secret.', webhookCallSecret, examples), ...failures },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, { ok: true, secret: await engine.webhooks.rotateCallSecret(account) });
    },
  });
}
