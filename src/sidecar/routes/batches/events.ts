/** GET /api/batches/:id/events: the counts of a batch as server-sent events, until it is over. */
import { type BatchEvent, batchBody, type Engine } from '../../../engine/index.js';
import { eventSender } from '../../event-stream.js';
import { requireKey } from '../../plugins/authentication.js';
import { batchParams, batchProgress } from '../../schemas/batches.js';
import { failureResponses, keyFailures } from '../../schemas/failures.js';
import { eventHeaders } from '../../schemas/requests.js';
import type { App, StreamLimits } from '../../types.js';

const failures = [...keyFailures, 'too_many_waiting', 'not_found', 'unavailable', 'internal'] as const;

interface BatchEventsDeps {
  engine: Engine;
  limits?: StreamLimits | undefined;
}

export function batchEventsRoute(app: App, { engine, limits }: BatchEventsDeps): void {
  const sendEvents = eventSender(app, textOf, limits);

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
        'Unnamed messages, two a second at most; `data` is what `GET` shows without the results, with an `id` each. The first one has the current state, also after a reconnect; the stream ends when the batch is over, or after 5 minutes.',
      security: [{ key: [] }],
      params: batchParams,
      headers: eventHeaders,
      response: {
        200: {
          description: 'Messages until the batch is over.',
          content: { 'text/event-stream': { schema: batchProgress } },
        },
        ...failureResponses(failures),
      } as Record<number, unknown>,
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
