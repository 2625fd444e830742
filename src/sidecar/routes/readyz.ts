/** GET /readyz: the store can be reached, so requests may be sent here. */
import type { Engine } from '../../engine/types.js';
import { json } from '../answer.js';
import { probe } from '../schemas/answers.js';
import { answer } from '../schemas/failures.js';
import type { App } from '../types.js';

export function readyzRoute(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: '/readyz',
    schema: {
      tags: ['service'],
      summary: 'Can the store be reached?',
      response: { 200: answer('It can.', probe), 503: answer('It cannot.', probe) } as Record<
        number,
        unknown
      >,
    },
    handler: async (_request, reply) => {
      const ok = engine.ready();
      reply.code(ok ? 200 : 503);
      return json(reply, { ok });
    },
  });
}
