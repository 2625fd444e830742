/** GET /api/verify/:requestId/events: the poll as server-sent events, until the request is complete. */
import { progressOf } from '../../engine/api/error-body.js';
import type { RequestEvent } from '../../engine/api/index.js';
import { eventSender, streamResponses } from '../event-stream.js';
import { keyOf, setRateHeaders } from '../plugins/authentication.js';
import type { RouteDeps } from '../route-deps.js';
import { verificationEvent, verificationFailure } from '../schemas/failures.js';
import { eventHeaders, requestParams } from '../schemas/requests.js';
import type { App } from '../types.js';

export function verifyEventsRoute(app: App, { engine, envelopeOf, streams }: RouteDeps): void {
  const textOf = ({ state }: RequestEvent) => progressOf(state, envelopeOf).text;
  const sendEvents = eventSender(app, textOf, streams);

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
        'Unnamed messages, each with an `id`; `data` is the body of the poll. The first one has the current state, also after a reconnect; the stream ends with the final message, or after 5 minutes.',
      security: [{ key: [] }],
      params: requestParams,
      headers: eventHeaders,
      response: streamResponses(
        'Messages until the request is complete.',
        verificationEvent,
        verificationFailure,
      ),
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
