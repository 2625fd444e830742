/** GET /: links to the documentation; browsers get the landing page. */

import { type Pages, wantsPage } from '../../../http/pages.js';
import { json } from '../../reply.js';
import type { App } from '../../types.js';

const documentation = {
  docs: '/docs',
  openapi: '/openapi.json',
  llms: '/llms.txt',
  status: '/api/status',
  providers: '/api/providers',
};

interface HomeDeps {
  sandbox: boolean;
  pages: Pages | undefined;
}

export function homeRoute(app: App, { sandbox, pages }: HomeDeps): void {
  const links = sandbox ? { ...documentation, sandbox: '/sandbox' } : documentation;
  app.route({
    method: 'GET',
    url: '/',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (pages && wantsPage(request)) return pages.home(request, reply);
      reply.header('vary', 'accept');
      return json(reply, { ok: true, service: 'deresegn', ...links });
    },
  });
}
