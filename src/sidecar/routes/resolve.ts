/** POST /api/resolve: the bank of a receipt; no bank is asked, no cap is used. */
import type { Engine } from '../../engine/api/index.js';
import { requireKey } from '../plugins/authentication.js';
import { json } from '../reply.js';
import {
  answer,
  bodyFailures,
  failureResponses,
  keyFailures,
  recordedExamples,
} from '../schemas/failures.js';
import type { RequestSchemas } from '../schemas/requests.js';
import { resolution } from '../schemas/responses.js';
import type { App } from '../types.js';

interface ResolveDeps {
  engine: Engine;
  requests: RequestSchemas;
}

const examples = recordedExamples({ resolved: 'A reference that one bank uses' });

const failures = [
  ...bodyFailures,
  'unsupported_url',
  'unsupported_reference',
  ...keyFailures,
  'unavailable',
  'internal',
] as const;

export function resolveRoute(app: App, { engine, requests }: ResolveDeps): void {
  app.route({
    method: 'POST',
    url: '/api/resolve',
    config: { keyed: true },
    schema: {
      operationId: 'resolve',
      tags: ['verification'],
      summary: 'Find the bank of a link, reference or text',
      description:
        'Uses no cap and asks no bank: returns the bank of a receipt, what that bank needs with it, and the link that a person can open.',
      security: [{ key: [] }],
      body: requests.resolve,
      response: {
        200: answer('The bank, the reference, and what the bank needs with it.', resolution, examples),
        ...failureResponses(failures),
      },
    },
    handler: async (request, reply) => {
      await requireKey(engine, request, reply);
      return json(reply, engine.resolve(request.body));
    },
  });
}
