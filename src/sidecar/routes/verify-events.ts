/** GET /api/verify/:requestId/events: the poll as server-sent events, until the request is complete. */
import { type EnvelopeOf, progressOf } from '../../engine/api/error-body.js';
import type { Engine, RequestEvent } from '../../engine/api/index.js';
import { eventSender } from '../event-stream.js';
import { keyOf, setRateHeaders } from '../plugins/authentication.js';
import {
  failureResponses,
  keyFailures,
  verificationEvent,
  verificationFailure,
} from '../schemas/failures.js';
import { eventHeaders, requestParams } from '../schemas/requests.js';
import type { App, StreamLimits } from '../types.js';

const failures = [...keyFailures, 'too_many_waiting', 'not_found', 'unavailable', 'internal'] as const;

interface EventsDeps {
  engine: Engine;
  envelopeOf: EnvelopeOf;
  limits?: StreamLimits | undefined;
}

export function verifyEventsRoute(app: App, { engine, envelopeOf, limits }: EventsDeps): void {
  const textOf = ({ state }: RequestEvent) => progressOf(state, envelopeOf).text;
  const sendEvents = eventSender(app, textOf, limits);

  app.route({
    method: 'GET',
    url: '/api/verify/:requestId/events',
    exposeHeadRoute: false,
    config: { keyed: true },
    schema: {
      operationId: 'streamRequestEvents',
      tags: ['verification'],
      summary: 'Follow a pending request as server-sent events',
      description:
        'Unnamed messages; `data` is the body of the poll, with an `id` each. The first one has the current state, also after a reconnect; the stream ends with the final message, or after 5 minutes.',
      security: [{ key: [] }],
      params: requestParams,
      headers: eventHeaders,
      response: {
        200: {
          description: 'Messages until the request is complete.',
          content: { 'text/event-stream': { schema: verificationEvent } },
        },
        ...failureResponses(failures, verificationFailure),
      } as Record<number, unknown>,
    },
    handler: async (request, reply) => {
      request.counted = true;
      const onAdmission = setRateHeaders.bind(null, reply);
      const id = request.params.requestId;
      const key = keyOf(request);
      return await sendEvents(reply, (signal) => engine.events(id, key, { onAdmission, signal }));
    },
  });
}
