/** GET /api/payment-requests/:id/events: the request as server-sent events, until it is over. */
import type { PaymentRequestEvent } from '../../../engine/api/index.js';
import { eventSender, streamResponses } from '../../event-stream.js';
import { requireKey } from '../../plugins/authentication.js';
import type { RouteDeps } from '../../route-deps.js';
import { paymentRequest, paymentRequestParams } from '../../schemas/payment-requests.js';
import { eventHeaders } from '../../schemas/requests.js';
import type { App } from '../../types.js';

export function paymentEventsRoute(app: App, { engine, streams }: RouteDeps): void {
  const sendEvents = eventSender(app, textOf, streams);

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
        'Unnamed messages, each with an `id`; `data` is what `GET` shows. The first one has the current state, also after a reconnect; the stream ends when the request can no longer change, or after 5 minutes.',
      security: [{ key: [] }],
      params: paymentRequestParams,
      headers: eventHeaders,
      response: streamResponses('Messages until the request can no longer change.', paymentRequest),
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
