/** GET /: where to go from here, until there is a landing page. */
import { htmlPage, json, wantsPage } from '../answer.js';
import { html, page } from '../html.js';
import type { App } from '../types.js';

const places = {
  docs: '/docs',
  openapi: '/openapi.json',
  llms: '/llms.txt',
  status: '/api/status',
  providers: '/api/providers',
};

export function homeRoute(app: App, { sandbox }: { sandbox: boolean }): void {
  const links = sandbox ? { ...places, sandbox: '/sandbox' } : places;
  app.route({
    method: 'GET',
    url: '/',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (wantsPage(request)) return htmlPage(reply, homePage(links));
      reply.header('vary', 'accept');
      return json(reply, { ok: true, service: 'deresegn', ...links });
    },
  });
}

function homePage(links: Readonly<Record<string, string>>): string {
  const items = Object.entries(links).map(([name, path]) => html`<li><a href="${path}">${name}</a></li>`);
  const body = html`<h1>Deresegn</h1>
<p>Verifies Ethiopian bank and wallet payment receipts at the bank itself.</p>
<ul>
${items}
</ul>`;
  return page('Deresegn', body);
}
