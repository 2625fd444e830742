/** GET /api/batches/:id/events: the counts of a batch as server-sent events, until it is over. */
import { type BatchEvent, batchBody } from '../../../engine/index.js';
import { eventSender, streamResponses } from '../../event-stream.js';
import { requireKey } from '../../plugins/authentication.js';
import type { RouteDeps } from '../../route-deps.js';
import { batchParams, batchProgress } from '../../schemas/batches.js';
import { eventHeaders } from '../../schemas/requests.js';
import type { App } from '../../types.js';

export function batchEventsRoute(app: App, { engine, streams }: RouteDeps): void {
  const sendEvents = eventSender(app, textOf, streams);

  app.route({
    method: 'GET',
    url: '/api/batches/:id/events',
    exposeHeadRoute: false,
    config: { keyed: true },
    schema: {
      operationId: 'streamBatchEvents',
      tags: ['batches'],
      summary: 'Follow a batch as server-sent events',
      description:
        'Unnamed messages, each with an `id`, two a second at most; `data` is what `GET` shows without the results. The first one has the current state, also after a reconnect; the stream ends when the batch is complete, or after 5 minutes.',
      security: [{ key: [] }],
      params: batchParams,
      headers: eventHeaders,
      response: streamResponses('Messages until the batch is complete.', batchProgress),
    },
    handler: async (request, reply) => {
      const principal = await requireKey(engine, request, reply);
      const { id } = request.params;
      return await sendEvents(reply, (signal) => engine.batches.watch(principal, id, signal));
    },
  });
}

function textOf({ batch }: BatchEvent): string {
  return JSON.stringify({ ok: true, ...batchBody(batch) });
}
