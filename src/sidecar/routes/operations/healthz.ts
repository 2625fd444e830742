/** GET /healthz: liveness. Does not check the store, so that an unreachable store causes no restarts. */
import { json } from '../../reply.js';
import { answer } from '../../schemas/failures.js';
import { probeSchema } from '../../schemas/responses.js';
import type { App } from '../../types.js';

export function healthzRoute(app: App): void {
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
    handler: async (_request, reply) => json(reply, { ok: true }),
  });
}
