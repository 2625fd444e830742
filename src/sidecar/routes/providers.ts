/** GET /api/providers: no key needed. */
import type { Engine } from '../../engine/api/index.js';
import { countKeyIfValid } from '../plugins/authentication.js';
import { json } from '../reply.js';
import { answer, failureResponses } from '../schemas/failures.js';
import { providerList } from '../schemas/responses.js';
import type { App } from '../types.js';

export function providersRoute(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: '/api/providers',
    schema: {
      operationId: 'listProviders',
      tags: ['service'],
      summary: 'List the supported banks',
      description:
        'Banks and wallets, with what each needs in addition to a reference, and whether its links open only a few times.',
      response: {
        200: answer('All banks, in no particular order.', providerList),
        ...failureResponses(['rate_limited']),
      },
    },
    onRequest: (request, reply) => countKeyIfValid(engine, request, reply),
    handler: async (_request, reply) => json(reply, { ok: true, providers: engine.providers() }),
  });
}
