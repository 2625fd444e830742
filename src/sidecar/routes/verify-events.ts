/** GET /api/verify/:requestId/events: the poll as server-sent events, until the request is complete. */
import { Readable } from 'node:stream';
import { deadlineIn } from '../../deadline.js';
import { type EnvelopeOf, progressOf } from '../../engine/api/error-body.js';
import type { Engine, RequestEvent } from '../../engine/api/index.js';
import { eventStream, streamHeaders } from '../event-stream.js';
import { keyOf, setRateHeaders, showRefusal } from '../plugins/authentication.js';
import { disconnectSignal } from '../reply.js';
import {
  failureResponses,
  keyFailures,
  verificationEvent,
  verificationFailure,
} from '../schemas/failures.js';
import { eventHeaders, requestParams } from '../schemas/requests.js';
import type { App, StreamLimits } from '../types.js';

const failures = [...keyFailures, 'too_many_waiting', 'not_found', 'unavailable', 'internal'] as const;

/** docs/api.md#waiting-202-polling-and-events */
const byDefault: StreamLimits = { commentMs: 15_000, endMs: 300_000 };

interface EventsDeps {
  engine: Engine;
  envelopeOf: EnvelopeOf;
  limits?: StreamLimits | undefined;
}

export function verifyEventsRoute(app: App, { engine, envelopeOf, limits = byDefault }: EventsDeps): void {
  const textOf = ({ state }: RequestEvent) => progressOf(state, envelopeOf).text;
  const closing = new AbortController();
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

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
      const { signal, clear } = deadlineIn(limits.endMs, disconnectSignal(reply), closing.signal);
      reply.raw.once('close', clear);
      try {
        const onAdmission = setRateHeaders.bind(null, reply);
        const id = request.params.requestId;
        const events = await engine.events(id, keyOf(request), { onAdmission, signal });
        streamHeaders(reply);
        return Readable.from(eventStream(events, textOf, limits.commentMs, signal));
      } catch (error) {
        throw showRefusal(request, reply, error);
      }
    },
  });
}
