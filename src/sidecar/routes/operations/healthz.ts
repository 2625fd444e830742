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
      tags: ['service'],
      summary: 'Liveness of this process',
      response: { 200: answer('The process runs.', probeSchema) } as Record<number, unknown>,
    },
    handler: async (_request, reply) => json(reply, { ok: true }),
  });
}
