/** The HTTP server itself: limits, identifiers, and what it does with what is not HTTP. */
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { App, Patience, SidecarDeps } from '../types.js';
import { answerNotHttp } from './not-http.js';
import { compilersFactory } from './schemas.js';

/** INTERFACE.md section 4. */
export const bodyBytesMax = 64 * 1024;

/** A client that sends a byte now and then must not hold a connection open. */
const patienceByDefault: Patience = { headersMs: 10_000, requestMs: 30_000, checkMs: 2_000 };

const sweepMs = 50;

type Answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<string>;

export function createServer({ config, patience = patienceByDefault }: SidecarDeps, answer: Answer): App {
  const app = Fastify({
    logger: false,
    schemaController: { compilersFactory },
    bodyLimit: bodyBytesMax,
    trustProxy: config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    requestTimeout: patience.requestMs,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.checkMs,
      // Answered by `answer-headers.ts`: Node's own refusal would have no body.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    // Answered by `answer-headers.ts`: Fastify's own refusal is not in the envelope.
    return503OnClosing: false,
    clientErrorHandler: answerNotHttp,
    frameworkErrors: (error, request, reply) => {
      void answer(error, request, reply).then((body) => (reply as FastifyReply).send(body));
    },
  }).withTypeProvider<ZodTypeProvider>();
  endIdleConnectionsOnClose(app);
  app.removeContentTypeParser('text/plain');
  // An `Expect` header nobody knows is no reason to answer without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  return app;
}

/**
 * Closing ends the connections that are idle at that moment; one that was being answered stays open afterwards
 * for as long as the client likes, and the server with it.
 */
function endIdleConnectionsOnClose(app: App): void {
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
      app.server.once('close', () => clearInterval(sweep));
    }
    done();
  });
}
