/** GET /api/verify: reachability check without a key. */
import type { Engine } from '../../engine/api/index.js';
import { countKeyIfValid } from '../plugins/authentication.js';
import { json } from '../reply.js';
import { answer, failureResponses, verificationFailure } from '../schemas/failures.js';
import { ping } from '../schemas/responses.js';
import type { App } from '../types.js';

export function verifyPingRoute(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: '/api/verify',
    schema: {
      operationId: 'ping',
      tags: ['verification'],
      summary: 'Check that the service is reachable',
      description:
        'Needs no key. Asks neither a bank nor the store; a call with a valid key counts against its rate.',
      response: {
        200: answer('The service answers.', ping),
        ...failureResponses(['rate_limited'], verificationFailure),
      },
    },
    onRequest: (request, reply) => countKeyIfValid(engine, request, reply),
    handler: async (_request, reply) => json(reply, { ok: true, ts: new Date().toISOString() }),
  });
}
