/** GET /api/payment-requests/:id/events: the request as server-sent events, until it is over. */
import type { Engine, PaymentRequestEvent } from '../../../engine/api/index.js';
import { eventSender } from '../../event-stream.js';
import { requireKey } from '../../plugins/authentication.js';
import { failureResponses, keyFailures } from '../../schemas/failures.js';
import { paymentRequest, paymentRequestParams } from '../../schemas/payment-requests.js';
import { eventHeaders } from '../../schemas/requests.js';
import type { App, StreamLimits } from '../../types.js';

const failures = [...keyFailures, 'too_many_waiting', 'not_found', 'unavailable', 'internal'] as const;

interface EventsDeps {
  engine: Engine;
  limits?: StreamLimits | undefined;
}

export function paymentEventsRoute(app: App, { engine, limits }: EventsDeps): void {
  const sendEvents = eventSender(app, textOf, limits);

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
      const { id } = request.params;
      return await sendEvents(reply, (signal) => engine.paymentRequests.watch(principal, id, signal));
    },
  });
}

function textOf({ paymentRequest: shown }: PaymentRequestEvent): string {
  return JSON.stringify({ ok: true, ...shown });
}
