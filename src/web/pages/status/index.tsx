/** `/status` and `/status.atom`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bytesFor, type SharedText, sharedText } from '../../../http/compression.js';
import { wantsPage } from '../../../http/pages.js';
import { bankNames } from '../../bank-names.js';
import { baseUrlFor } from '../../base-url.js';
import { createPageCache } from '../../page-cache.js';
import { documentOf, setDocumentHeaders, visitorOf } from '../../render.js';
import type { Visitor, WebDeps } from '../../types.js';
import { atomFeed } from './feed.js';
import { StatusPage } from './page.js';

const renewMsMin = 2_000;
const renewMsMax = 30_000;
/** Maximum age of a cached page or feed. */
const cacheMs = 1_000;

export function statusPages(site: FastifyInstance, { engine, config }: WebDeps): void {
  const renewMs = Math.min(renewMsMax, Math.max(renewMsMin, config.PROBE_INTERVAL_SECONDS * 500));
  const pages = createPageCache<SharedText>(cacheMs);
  const feeds = createPageCache<string>(cacheMs);
  const bankName = bankNames(engine);

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    if (!wantsPage(request)) {
      const report = engine.status();
      // The same JSON as /api/status, which programs should use.
      reply
        .code(report.status === 'down' ? 503 : 200)
        .header('content-type', 'application/json; charset=utf-8');
      reply.header('cache-control', 'no-store').header('vary', 'accept');
      return JSON.stringify(report);
    }
    const context = visitorOf(request);
    setDocumentHeaders(reply);
    return bytesFor(
      request,
      reply,
      await pages.get(context.language, async () => sharedText(await rendered(context))),
    );
  }

  async function rendered(context: Visitor): Promise<string> {
    // The page works without the store.
    const [days, times, incidents] = await Promise.all([
      engine.uptime.days().catch(() => null),
      engine.uptime.times().catch(() => null),
      engine.uptime.incidents().catch(() => null),
    ]);
    return documentOf(
      <StatusPage
        context={context}
        clock={{ language: context.language, timeZone: config.TIME_ZONE }}
        report={engine.status()}
        days={days}
        times={times}
        incidents={incidents}
        bankName={bankName}
        renewMs={renewMs}
      />,
    );
  }

  async function feed(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const baseUrl = baseUrlFor(request, config);
    const context = visitorOf(request);
    const text = await feeds.get(`${context.language} ${baseUrl}`, async () =>
      atomFeed({
        incidents: await engine.uptime.incidents(),
        ...{ baseUrl, context, timeZone: config.TIME_ZONE, bankName },
      }),
    );
    reply
      .header('content-type', 'application/atom+xml; charset=utf-8')
      // Without BASE_URL its links depend on the Host header of the request.
      .header('cache-control', `${config.BASE_URL === undefined ? 'private' : 'public'}, max-age=60`);
    reply.header('vary', 'accept-language, cookie');
    return text;
  }

  site.get('/status', { schema: { hide: true } }, page);
  site.get('/status.atom', { schema: { hide: true }, config: { shared: true } }, feed);
}
