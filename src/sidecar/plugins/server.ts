/** The HTTP server: limits, request ids, and handling of malformed HTTP. */
import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { EnvelopeOf } from '../../engine/api/error-body.js';
import { forbiddenMember } from '../to-error.js';
import type { App, ServerTimeouts, SidecarDeps } from '../types.js';
import { createClientErrorHandler } from './client-error.js';
import { endConnectionsOnClose } from './graceful-close.js';
import { PlainResponse } from './plain-response.js';
import { compilersFactory } from './schemas.js';
import { watchStalls } from './stall-watch.js';

/** JSON bodies; pictures have their own limits (`uploads/`). */
const bodyBytesMax = 64 * 1024;

/**
 * Limits slow clients. Node has one limit for all requests, so it is that of the largest: a photograph of 5 MiB arrives in
 * time at half a megabit per second, five of them at two.
 */
const defaultTimeouts: ServerTimeouts = { headersMs: 10_000, requestMs: 120_000, checkMs: 2_000 };

/** JSON with `__proto__` or `constructor` is parsed, and then rejected for these members. */
function forbiddenMemberOr(error: Error, body: string): Error {
  try {
    JSON.parse(body);
  } catch {
    return error;
  }
  return forbiddenMember();
}

type Answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<string>;

export function createServer(
  { config, timeouts = defaultTimeouts }: SidecarDeps,
  answer: Answer,
  envelopeOf: EnvelopeOf,
): App {
  const stalls = watchStalls();
  const app = Fastify({
    logger: false,
    schemaController: { compilersFactory },
    bodyLimit: bodyBytesMax,
    // As long as a request line may be: a long id gets 404 like any unknown id, after its key is checked.
    routerOptions: { maxParamLength: maxHeaderSize },
    trustProxy: config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // Answered by `response-headers.ts`: Node's own rejection has no body.
      requireHostHeader: false,
      ServerResponse: PlainResponse,
    },
    forceCloseConnections: 'idle',
    // Answered by `response-headers.ts`: Fastify's own rejection has another body.
    return503OnClosing: false,
    clientErrorHandler: createClientErrorHandler(envelopeOf, stalls.stalledLately),
    frameworkErrors: (error, request, reply) => {
      void answer(error, request, reply).then((body) => (reply as FastifyReply).send(body));
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.addHook('onClose', async () => stalls.stop());
  endConnectionsOnClose(app);
  app.removeContentTypeParser('text/plain');
  app.removeContentTypeParser('application/json');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    parse(request, body, (error, parsed) => done(error && forbiddenMemberOr(error, body), parsed));
  });
  acceptEmptyBodies(app);
  // Serve requests with an unknown `Expect` header; Node would answer 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  return app;
}

/** Many clients send a content type with every POST. Where no body is expected, an empty one of any type is accepted. */
function acceptEmptyBodies(app: App): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.keyed || route.schema?.body !== undefined || route.method === 'GET') return;
    route.onRequest = (request, _reply, done) => {
      if (request.headers['content-length'] === '0') delete request.headers['content-type'];
      done();
    };
  });
}
