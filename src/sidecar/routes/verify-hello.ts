/** GET /api/verify: the service is there; no key. */
import type { Engine } from '../../engine/types.js';
import { json } from '../answer.js';
import { admitIfGood } from '../plugins/admission.js';
import { hello } from '../schemas/answers.js';
import { answer, failureResponses, verificationFailure } from '../schemas/failures.js';
import type { App } from '../types.js';

export function verifyHelloRoute(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: '/api/verify',
    schema: {
      tags: ['verification'],
      summary: 'Is the service there?',
      response: {
        200: answer('It is.', hello),
        ...failureResponses(['rate_limited'], verificationFailure),
      } as Record<number, unknown>,
    },
    onRequest: (request, reply) => admitIfGood(engine, request, reply),
    handler: async (_request, reply) => json(reply, { ok: true, ts: new Date().toISOString() }),
  });
}
