/** Routes of webhooks, for example Telegram's. Each hook recognises its sender and handles its requests itself. */

import type { Webhook } from '../../http/webhook.js';
import { leaveUnread } from '../plugins/unread-body.js';
import type { App } from '../types.js';

/** A Telegram update has a few kilobytes. */
const bodyLimit = 1024 * 1024;

/** @param app a separate scope, because it replaces the body parser */
export function hookRoutes(app: App, hooks: readonly Webhook[]): void {
  // Members such as `__proto__` are removed, not rejected: Telegram would post the update again and delay later ones.
  app.removeContentTypeParser('application/json');
  const parser = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parser);
  for (const { path, isSender, take } of hooks) {
    app.route({
      method: 'POST',
      url: path,
      bodyLimit,
      schema: { hide: true },
      onRequest: async (request, reply) => {
        if (isSender(request.headers)) return;
        leaveUnread(request, reply);
        return reply.code(401).send();
      },
      handler: async (request, reply) => reply.code(await take(request.body)).send(),
    });
  }
}
