/** POST /api/demo-verify (docs/api.md#the-demo): no key, metered by IP address; not for production use. */
import { countKeyIfValid } from '../../plugins/authentication.js';
import { refuseForeignPages } from '../../plugins/own-pages.js';
import { disconnectSignal, jsonText } from '../../reply.js';
import type { RouteDeps } from '../../route-deps.js';
import {
  answer,
  bodyFailures,
  failureResponses,
  recordedExamples,
  verificationFailure,
  verificationFailures,
} from '../../schemas/failures.js';
import { verification } from '../../schemas/responses.js';
import type { App } from '../../types.js';

const failures = [
  ...bodyFailures,
  'rate_limited' as const,
  ...verificationFailures.filter((name) => name !== 'quota_exceeded'),
];

export function demoVerifyRoute(app: App, { engine, requests, observer, config }: RouteDeps): void {
  app.route({
    method: 'POST',
    url: '/api/demo-verify',
    config: { verification: true },
    schema: {
      operationId: 'demoVerify',
      tags: ['verification'],
      summary: 'Try a verification without a key',
      description: 'Ten an hour from one IP address, failed ones included. Not for production use.',
      body: requests.demo,
      response: {
        200: answer(
          'The receipt is real and settled.',
          verification,
          recordedExamples({ verified: 'A settled payment' }),
        ),
        ...failureResponses(failures, verificationFailure),
      },
    },
    onRequest: [refuseForeignPages(config), (request, reply) => countKeyIfValid(engine, request, reply)],
    handler: async (request, reply) => {
      const caller = { kind: 'demo', address: request.ip } as const;
      const options = { requestId: request.id, signal: disconnectSignal(reply) };
      const found = await engine.verifyAsText(request.body, caller, options);
      if (found.verdict === 'pending') throw new TypeError('the demo is always synchronous');
      observer.verified(found.providerKey, found.cached);
      return jsonText(reply, found.text);
    },
  });
}
