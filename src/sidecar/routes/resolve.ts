/** POST /api/resolve: the bank of a receipt; no bank is asked, no cap is used. */
import { accountRoutes } from '../account-routes.js';
import type { RouteDeps } from '../route-deps.js';
import { answer, bodyFailures, recordedExamples } from '../schemas/failures.js';
import { resolution } from '../schemas/responses.js';
import type { App } from '../types.js';

export function resolveRoute(app: App, { engine, requests }: RouteDeps): void {
  const route = accountRoutes(app, engine, 'verification');
  route({
    ...{ method: 'POST', url: '/api/resolve' },
    schema: {
      operationId: 'resolve',
      summary: 'Find the bank of a link, reference or text',
      description:
        'Counts against no cap and asks no bank: returns the bank of a receipt, what that bank needs with it, and the link that a person can open.',
      body: requests.resolve,
    },
    success: answer(
      'The bank, the reference, and what the bank needs with it.',
      resolution,
      recordedExamples({ resolved: 'A reference that one bank uses' }),
    ),
    failures: [...bodyFailures, 'unsupported_url', 'unsupported_reference'],
    handle: async (_, { body }) => engine.resolve(body),
  });
}
