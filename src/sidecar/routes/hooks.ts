/** Where other services post to us, Telegram for one. What is posted, and who may, is the hook's own concern. */
import type { App, Hook } from '../types.js';

/** An update of Telegram's is a few kilobytes. */
const bodyLimit = 1024 * 1024;

export function hookRoute(app: App, { path, take }: Hook): void {
  app.route({
    method: 'POST',
    url: path,
    bodyLimit,
    schema: { hide: true },
    handler: async (request, reply) => {
      const status = await take(request.headers, request.body);
      return reply.code(status).send();
    },
  });
}
