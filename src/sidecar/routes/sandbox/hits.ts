/** GET /sandbox/hits (docs/api.md#sandbox): requests that reached a simulated bank. */
import type { Engine } from '../../../engine/api/index.js';
import { json } from '../../reply.js';
import { answer, failureResponses } from '../../schemas/failures.js';
import { simulatedReceipt } from '../../schemas/requests.js';
import { hits } from '../../schemas/responses.js';
import type { App } from '../../types.js';

export function sandboxHitsRoute(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: '/sandbox/hits',
    schema: {
      operationId: 'countSandboxHits',
      tags: ['sandbox'],
      summary: 'Count the requests for a reference at its simulated bank',
      description:
        'For tests: shows that a cached receipt is not fetched again, and that a view-limited link is opened once.',
      querystring: simulatedReceipt,
      response: {
        200: answer('Requests that reached the simulated bank, answered or not.', hits),
        ...failureResponses(['invalid_request', 'unavailable']),
      },
    },
    handler: async (request, reply) => {
      const { provider, reference } = request.query;
      return json(reply, { hits: await engine.sandbox.hits(provider, reference) });
    },
  });
}
