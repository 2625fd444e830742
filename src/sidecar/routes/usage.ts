/** GET /api/usage. The engine counts the request when it reads the usage. */
import type { Engine } from '../../engine/api/index.js';
import { keyOf, setRateHeadersFromUsage } from '../plugins/authentication.js';
import { json } from '../reply.js';
import { answer, failureResponses, keyFailures, recordedExamples } from '../schemas/failures.js';
import { usage } from '../schemas/responses.js';
import type { App } from '../types.js';

export function usageRoute(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: '/api/usage',
    config: { keyed: true },
    schema: {
      operationId: 'getUsage',
      tags: ['account'],
      summary: 'Usage of the key and its account',
      description: 'Caps and counts of the account in the current windows, and the request rate of the key.',
      security: [{ key: [] }],
      response: {
        200: answer(
          'Usage in the current windows.',
          usage,
          recordedExamples({ usage: 'A test key of the Free plan' }),
        ),
        ...failureResponses([...keyFailures, 'unavailable', 'internal']),
      },
    },
    handler: async (request, reply) => {
      request.counted = true;
      const used = await engine.usage(keyOf(request));
      setRateHeadersFromUsage(request, reply, used);
      return json(reply, used);
    },
  });
}
