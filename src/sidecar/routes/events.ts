/** GET /api/events: the events of an account, for a caller that missed a webhook. */
import type { AccountEvent, Engine } from '../../engine/api/index.js';
import { requireKey } from '../plugins/authentication.js';
import { jsonText } from '../reply.js';
import { answer, failureResponses, keyFailures } from '../schemas/failures.js';
import { eventList, eventsQuery } from '../schemas/webhooks.js';
import type { App } from '../types.js';

export function eventsRoute(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url: '/api/events',
    config: { keyed: true },
    schema: {
      tags: ['webhooks'],
      operationId: 'listEvents',
      summary: 'Events of the account in the last 30 days',
      description: 'Oldest first, 100 a page. New events never appear before an id that you have seen.',
      security: [{ key: [] }],
      querystring: eventsQuery,
      response: {
        200: answer('A page of events.', eventList),
        ...failureResponses([...keyFailures, 'invalid_request', 'unavailable', 'internal']),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      const { events, more } = await engine.webhooks.events(account, request.query.after);
      return jsonText(reply, `{"ok":true,"events":[${events.map(textOf).join(',')}],"more":${more}}`);
    },
  });
}

/** The event as it was sent, with its id. It is JSON text already. */
function textOf({ id, text }: AccountEvent): string {
  return `{"id":${JSON.stringify(id)},${text.slice(1)}`;
}
