/** `/sandbox`: every bank and outcome with a working example. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bytesFor } from '../../../http/compression.js';
import { baseUrlFor } from '../../base-url.js';
import { createPageCache } from '../../page-cache.js';
import { documentOf, stampPage, visitorOf } from '../../render.js';
import type { WebDeps } from '../../types.js';
import { SandboxPage } from './page.js';

/** The content changes only with the date of its examples. */
const cacheMs = 60_000;

export function sandboxPage({ engine, config, sandbox }: WebDeps) {
  // No screenshots are drawn under BANKS=live.
  const hasScreenshots = config.BANKS === 'sandbox';
  const names = new Map(engine.providers().map(({ key, name }) => [key, name]));
  const pages = createPageCache(cacheMs);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
    const context = visitorOf(request);
    const baseUrl = baseUrlFor(request, config);
    stampPage(reply);
    const text = await pages.get(`${context.language} ${baseUrl}`, () =>
      documentOf(
        <SandboxPage
          context={context}
          baseUrl={baseUrl}
          examples={sandbox?.examples() ?? []}
          bankName={(key) => names.get(key) ?? key}
          hasScreenshots={hasScreenshots}
        />,
      ),
    );
    return bytesFor(request, reply, text);
  };
}
