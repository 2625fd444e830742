/** GET /api/status (docs/api.md#status): no key needed; from memory. */
import type { Engine } from '../../engine/api/index.js';
import { countKeyIfValid } from '../plugins/authentication.js';
import { json } from '../reply.js';
import { answer, failureResponses } from '../schemas/failures.js';
import { status } from '../schemas/responses.js';
import type { App } from '../types.js';

export function statusRoute(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: '/api/status',
    schema: {
      operationId: 'getStatus',
      tags: ['service'],
      summary: 'Health of the service and of each bank',
      description:
        "Needs no key; answered from memory: a bank's state is that of the last probe or verification.",
      response: {
        200: answer('Operational or slow.', status),
        503: answer('Down: the store is unreachable, or every bank is down.', status),
        ...failureResponses(['rate_limited']),
      },
    },
    onRequest: (request, reply) => countKeyIfValid(engine, request, reply),
    handler: async (_request, reply) => {
      const report = engine.status();
      reply.code(report.status === 'down' ? 503 : 200);
      return json(reply, report);
    },
  });
}
