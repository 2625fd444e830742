/** Builds the REST API on top of the engine. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { baseUrlOf } from '../config/index.js';
import { createEnvelopes } from '../engine/api/error-body.js';
import { compressPages } from '../http/compression.js';
import { mcpRoute } from './mcp/route.js';
import { createErrorHandler, handleErrors } from './plugins/error-handler.js';
import { warnAboutProxies } from './plugins/forwarded.js';
import { refuseOtherMethods } from './plugins/method-not-allowed.js';
import { measureEgress, measureUnreadable } from './plugins/metrics/egress.js';
import { measureEngine } from './plugins/metrics/engine.js';
import { measureExtractor } from './plugins/metrics/extractor.js';
import { createObserver } from './plugins/metrics/requests.js';
import { registerPageHeaders } from './plugins/page-headers.js';
import { limitPages } from './plugins/page-rate.js';
import { limitPipelining } from './plugins/pipelining.js';
import { setResponseHeaders } from './plugins/response-headers.js';
import { useSchemas } from './plugins/schemas.js';
import { createServer } from './plugins/server.js';
import { scheduleFairly } from './plugins/turns.js';
import { leaveBodiesUnread } from './plugins/unread-body.js';
import { disconnectSignal } from './reply.js';
import { acceptBatchRoute } from './routes/batches/accept.js';
import { batchEventsRoute } from './routes/batches/events.js';
import { batchResultsRoute } from './routes/batches/results.js';
import { demoVerifyRoute } from './routes/demo/verify.js';
import { demoVerifyImageRoute } from './routes/demo/verify-image.js';
import { documentRoutes } from './routes/documentation/documents.js';
import { homeRoute } from './routes/documentation/home.js';
import { eventsRoute } from './routes/events.js';
import { metricsRoute } from './routes/operations/metrics.js';
import { probeRoutes } from './routes/operations/probes.js';
import { paymentDecisionsRoutes } from './routes/payment-requests/decisions.js';
import { paymentEventsRoute } from './routes/payment-requests/events.js';
import { paymentReceiptsRoute } from './routes/payment-requests/receipts.js';
import { paymentRequestsRoutes } from './routes/payment-requests/requests.js';
import { providersRoute } from './routes/providers.js';
import { receivingAccountsRoutes } from './routes/receiving-accounts.js';
import { verificationsRoute } from './routes/records/verifications.js';
import { resolveRoute } from './routes/resolve.js';
import { sandboxHitsRoute } from './routes/sandbox/hits.js';
import { sandboxScreenshotsRoute } from './routes/sandbox/screenshots.js';
import { sandboxRoute } from './routes/sandbox/transactions.js';
import { statusRoute } from './routes/status.js';
import { usageRoute } from './routes/usage.js';
import { verifyRoute } from './routes/verify.js';
import { verifyEventsRoute } from './routes/verify-events.js';
import { verifyImageRoute } from './routes/verify-image.js';
import { verifyPingRoute } from './routes/verify-ping.js';
import { verifyRequestRoute } from './routes/verify-request.js';
import { webhookDeliveriesRoutes } from './routes/webhook-deliveries.js';
import { webhookEndpointsRoutes } from './routes/webhook-endpoints.js';
import { webhookSecretRoutes } from './routes/webhook-secret.js';
import { hookRoutes } from './routes/webhooks.js';
import { requestSchemas } from './schemas/requests.js';
import type { SidecarDeps } from './types.js';
import { createUploadMemories, takeUploads, withPicture } from './uploads/index.js';

export type { SidecarDeps } from './types.js';

/** A Fastify instance that is not listening yet; `inject` works on it. Closing it leaves the engine open. */
export function build(deps: SidecarDeps): FastifyInstance {
  const { engine, config, log, sandbox, metrics: registry = defaultRegistry() } = deps;
  const { draining = () => false } = deps;
  const baseUrl = baseUrlOf(config);
  const https = baseUrl.startsWith('https:');
  const screenshots = config.BANKS === 'sandbox' ? sandbox?.screenshots : undefined;
  const requests = requestSchemas(
    engine.providers().map(({ key }) => key),
    (url) => engine.webhooks.isAllowed(url),
  );
  const observer = createObserver(registry, log);
  const memories = createUploadMemories();
  const limit = limitPages();
  const envelopeOf = createEnvelopes(baseUrl);
  const routes = { engine, config, log, requests, observer, envelopeOf, streams: deps.streams };
  const errorHandler = createErrorHandler(routes, https, deps.pages);

  const app = createServer(deps, errorHandler, envelopeOf);
  limitPipelining(app);
  scheduleFairly(app);
  observer.watch(app);
  setResponseHeaders(app, https, draining);
  warnAboutProxies(app, log);
  handleErrors(app, errorHandler);
  refuseOtherMethods(app);
  useSchemas(app, baseUrl, engine.providers());

  measureEngine(registry, engine);
  engine.onCompleted(observer.completed);
  if (deps.aiFigures) measureExtractor(registry, deps.aiFigures);
  if (deps.deadHandshakes) measureEgress(registry, deps.deadHandshakes);
  if (deps.unreadable) measureUnreadable(registry, deps.unreadable);
  app.addHook('onReady', async () => engine.startRecovery());
  app.register(async (api) => {
    verifyRoute(api, routes);
    demoVerifyRoute(api, routes);
    api.register(async (pictures) => {
      const uploads = takeUploads(pictures, requests, memories);
      verifyImageRoute(pictures, { ...routes, uploads });
      paymentReceiptsRoute(pictures, { ...routes, uploads });
      demoVerifyImageRoute(pictures, { ...routes, uploads });
      mcpRoute(pictures, { ...routes, uploads });
    });
    verifyPingRoute(api, routes);
    verifyRequestRoute(api, routes);
    verifyEventsRoute(api, routes);
    acceptBatchRoute(api, routes);
    batchResultsRoute(api, routes);
    batchEventsRoute(api, routes);
    resolveRoute(api, routes);
    usageRoute(api, routes);
    verificationsRoute(api, routes);
    receivingAccountsRoutes(api, routes);
    paymentRequestsRoutes(api, routes);
    paymentDecisionsRoutes(api, routes);
    paymentEventsRoute(api, routes);
    webhookEndpointsRoutes(api, routes);
    webhookDeliveriesRoutes(api, routes);
    webhookSecretRoutes(api, routes);
    eventsRoute(api, routes);
    providersRoute(api, routes);
    statusRoute(api, routes);
    probeRoutes(api, routes, draining);
    metricsRoute(api, {
      ...{ registry: deps.expose?.(registry) ?? registry, token: config.METRICS_TOKEN },
      limit,
    });
    if (config.BANKS === 'sandbox') sandboxHitsRoute(api, routes);
    if (screenshots) sandboxScreenshotsRoute(api, { screenshots });
  });

  app.register(async (site) => {
    registerPageHeaders(site);
    leaveBodiesUnread(site);
    site.addHook('onRequest', limit.onRequest).addHook('onSend', limit.onSend);
    const { verified, failed } = observer;
    deps.pages?.register(site, {
      ...{ envelopeOf, verified, failed, goneSignal: disconnectSignal },
      withPicture: withPicture(memories),
    });
    site.register(async (open) => {
      await compressPages(open);
      homeRoute(open, { sandbox: sandbox !== null, pages: deps.pages });
      documentRoutes(open);
      if (sandbox) {
        const drawn = screenshots !== undefined;
        sandboxRoute(open, { baseUrl, examples: sandbox.examples, drawn, pages: deps.pages });
      }
    });
  });

  app.register(async (hooks) => hookRoutes(hooks, deps.hooks ?? []));
  return app;
}

function defaultRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
