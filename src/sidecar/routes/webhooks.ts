/** Where other services post to us, Telegram for one. What is posted, and who may, is the hook's own concern. */
import type { App, Hook } from '../types.js';

/** An update of Telegram's is a few kilobytes. */
const bodyLimit = 1024 * 1024;

/** @param app a scope of its own: bodies are read otherwise here */
export function hookRoutes(app: App, hooks: readonly Hook[]): void {
  // Telegram cannot correct a body that names `__proto__`: refused, it would post it again and hold back what follows.
  app.removeContentTypeParser('application/json');
  const parser = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parser);
  for (const { path, take } of hooks) {
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
}
