/** GET /api/payment-requests/:id/events: the request as server-sent events, until it is over. */
import { Readable } from 'node:stream';
import { deadlineIn } from '../../../deadline.js';
import type { Engine, PaymentRequestEvent } from '../../../engine/api/index.js';
import { eventStream, streamHeaders } from '../../event-stream.js';
import { requireKey } from '../../plugins/authentication.js';
import { disconnectSignal } from '../../reply.js';
import { failureResponses, keyFailures } from '../../schemas/failures.js';
import { paymentRequest, paymentRequestParams } from '../../schemas/payment-requests.js';
import { eventHeaders } from '../../schemas/requests.js';
import type { App, StreamLimits } from '../../types.js';

const failures = [...keyFailures, 'too_many_waiting', 'not_found', 'unavailable', 'internal'] as const;

const byDefault: StreamLimits = { commentMs: 15_000, endMs: 300_000 };

interface EventsDeps {
  engine: Engine;
  limits?: StreamLimits | undefined;
}

export function paymentEventsRoute(app: App, { engine, limits = byDefault }: EventsDeps): void {
  const closing = new AbortController();
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

  app.route({
    method: 'GET',
    url: '/api/payment-requests/:id/events',
    exposeHeadRoute: false,
    config: { keyed: true },
    schema: {
      operationId: 'streamPaymentRequestEvents',
      tags: ['payment requests'],
      summary: 'Follow a payment request as server-sent events',
      description:
        'Unnamed messages; `data` is what `GET` shows, with an `id` each. The first one has the current state, also after a reconnect; the stream ends when the request is over, or after 5 minutes.',
      security: [{ key: [] }],
      params: paymentRequestParams,
      headers: eventHeaders,
      response: {
        200: {
          description: 'Messages until the request is over.',
          content: { 'text/event-stream': { schema: paymentRequest } },
        },
        ...failureResponses(failures),
      } as Record<number, unknown>,
    },
    handler: async (request, reply) => {
      const principal = await requireKey(engine, request, reply);
      const { signal, clear } = deadlineIn(limits.endMs, disconnectSignal(reply), closing.signal);
      reply.raw.once('close', clear);
      const events = await engine.paymentRequests.watch(principal, request.params.id, signal);
      streamHeaders(reply);
      return Readable.from(eventStream(events, textOf, limits.commentMs, signal));
    },
  });
}

function textOf({ paymentRequest: shown }: PaymentRequestEvent): string {
  return JSON.stringify({ ok: true, ...shown });
}
