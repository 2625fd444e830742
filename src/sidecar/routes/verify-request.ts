/** GET /api/verify/:requestId: polls a request that was answered 202. */
import { progressOf } from '../../engine/api/error-body.js';
import { keyOf, setRateHeaders } from '../plugins/authentication.js';
import { jsonText } from '../reply.js';
import type { RouteDeps } from '../route-deps.js';
import {
  answer,
  failureResponses,
  keyFailures,
  pendingExamples,
  verificationExamples,
  verificationFailure,
  verificationFailures,
} from '../schemas/failures.js';
import { requestParams } from '../schemas/requests.js';
import { pending, verification } from '../schemas/responses.js';
import type { App } from '../types.js';

/**
 * Returns the response of the synchronous call. A request that a cashier of the account sent to the bot may have been read
 * from a picture.
 */
const failures = [...keyFailures, 'not_found', ...verificationFailures, 'doubtful_reading'] as const;

export function verifyRequestRoute(app: App, { engine, envelopeOf }: RouteDeps): void {
  app.route({
    method: 'GET',
    url: '/api/verify/:requestId',
    config: { keyed: true },
    schema: {
      operationId: 'getRequest',
      tags: ['verification'],
      summary: 'Poll a request that was answered 202',
      description:
        'For keys of the account that sent it; counts against the request rate, never against a cap. When complete: status and body of the synchronous call, with `processingStatus` `completed` or `failed`. Kept 7 days.',
      security: [{ key: [] }],
      params: requestParams,
      response: {
        200: answer('The receipt is real and settled.', verification, verificationExamples),
        202: answer('The request is still running.', pending, pendingExamples),
        ...failureResponses(failures, verificationFailure, true),
      } as Record<number, unknown>,
    },
    handler: async (request, reply) => {
      request.counted = true;
      const onAdmission = setRateHeaders.bind(null, reply);
      const state = await engine.request(request.params.requestId, keyOf(request), { onAdmission });
      const { status, text, retryAfterSeconds } = progressOf(state, envelopeOf);
      reply.code(status);
      if (retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(retryAfterSeconds));
      return jsonText(reply, text);
    },
  });
}
