/** /api/webhook-secret: the secret that signs deliveries to the `webhookUrl` of calls. */
import type { Engine } from '../../engine/api/index.js';
import { accountRoutes } from '../account-routes.js';
import { answer, recordedExamples } from '../schemas/failures.js';
import { webhookCallSecret } from '../schemas/webhooks.js';
import type { App } from '../types.js';

const url = '/api/webhook-secret';
const examples = recordedExamples({ webhook_secret: 'A secret' });

export function webhookSecretRoutes(app: App, { engine }: { engine: Engine }): void {
  const route = accountRoutes(app, engine, 'webhooks');
  route({
    ...{ method: 'GET', url },
    schema: {
      operationId: 'getWebhookSecret',
      summary: 'Show the secret for the webhookUrl of calls',
      description: 'One per account, created when you first ask for it.',
    },
    success: answer('The secret.', webhookCallSecret, examples),
    handle: async ({ account }) => ({ secret: await engine.webhooks.callSecret(account) }),
  });
  route({
    ...{ method: 'POST', url: `${url}/rotate` },
    schema: {
      operationId: 'rotateCallWebhookSecret',
      summary: 'Replace the secret for the webhookUrl of calls',
      description: 'For 24 hours deliveries are signed with the old secret as well.',
    },
    success: answer('The new secret.', webhookCallSecret, examples),
    handle: async ({ account }) => ({ secret: await engine.webhooks.rotateCallSecret(account) }),
  });
}
