/** `/sandbox/components`: the parts of the pages. */
import type { FastifyInstance } from 'fastify';
import { bytesFor, type SharedText, sharedText } from '../../../http/compression.js';
import { createPageCache } from '../../page-cache.js';
import { documentOf, setDocumentHeaders, visitorOf } from '../../render.js';
import type { WebDeps } from '../../types.js';
import { ComponentsPage } from './page.js';

/** The content never changes while the service runs. */
const cacheMs = 3_600_000;

/** Registers nothing where there are no simulated banks. */
export function componentsPage(site: FastifyInstance, { sandbox }: WebDeps): void {
  if (sandbox === null) return;
  const pages = createPageCache<SharedText>(cacheMs);
  site.get('/sandbox/components', { schema: { hide: true } }, async (request, reply) => {
    const context = visitorOf(request);
    setDocumentHeaders(reply);
    const text = await pages.get(context.language, () =>
      sharedText(documentOf(<ComponentsPage context={context} />)),
    );
    return bytesFor(request, reply, text);
  });
}
