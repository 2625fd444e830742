/** GET /readyz: the store is reachable and this process is not shutting down. */
import type { Engine } from '../../../engine/api/index.js';
import { json } from '../../reply.js';
import { answer } from '../../schemas/failures.js';
import { probeSchema } from '../../schemas/responses.js';
import type { App } from '../../types.js';

interface ReadyzDeps {
  engine: Pick<Engine, 'ready'>;
  draining: () => boolean;
}

export function readyzRoute(app: App, { engine, draining }: ReadyzDeps): void {
  app.route({
    method: 'GET',
    url: '/readyz',
    schema: {
      operationId: 'getReadiness',
      tags: ['service'],
      summary: 'Readiness of this process',
      description: 'For load balancers: whether this process takes requests.',
      response: {
        200: answer('Ready for requests.', probeSchema),
        503: answer('The store is unreachable, or this process is shutting down.', probeSchema),
      },
    },
    handler: async (_request, reply) => {
      const ok = engine.ready() && !draining();
      reply.code(ok ? 200 : 503);
      return json(reply, { ok });
    },
  });
}
