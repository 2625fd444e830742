/** GET /healthz and /readyz, for supervisors and load balancers. */
import { json } from '../../reply.js';
import type { RouteDeps } from '../../route-deps.js';
import { answer } from '../../schemas/failures.js';
import { probeSchema } from '../../schemas/responses.js';
import type { App } from '../../types.js';

/** @param draining true while this process shuts down */
export function probeRoutes(app: App, { engine }: RouteDeps, draining: () => boolean): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    schema: {
      operationId: 'getLiveness',
      tags: ['service'],
      summary: 'Liveness of this process',
      description: 'For supervisors: the process answers. Asks neither a bank nor the store.',
      response: { 200: answer('The process runs.', probeSchema) },
    },
    // The store is not asked, so that an unreachable store causes no restarts.
    handler: async (_request, reply) => json(reply, { ok: true }),
  });
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
