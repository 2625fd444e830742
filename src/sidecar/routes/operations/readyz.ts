/** GET /readyz: the store can be reached and this process is to stay, so requests may be sent here. */
import type { Engine } from '../../../engine/api/index.js';
import { json } from '../../reply.js';
import { answer } from '../../schemas/failures.js';
import { probe } from '../../schemas/responses.js';
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
      tags: ['service'],
      summary: 'May requests be sent here?',
      response: {
        200: answer('They may.', probe),
        503: answer('The store cannot be reached, or this process is about to stop.', probe),
      } as Record<number, unknown>,
    },
    handler: async (_request, reply) => {
      const ok = engine.ready() && !draining();
      reply.code(ok ? 200 : 503);
      return json(reply, { ok });
    },
  });
}
