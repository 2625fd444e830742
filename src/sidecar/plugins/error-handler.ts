/** Error responses: the JSON envelope or, for browsers outside `/api`, a page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerGone, Failure } from '../../engine/api/errors.js';
import type { Engine } from '../../engine/api/index.js';
import { type Pages, wantsPage } from '../../http/pages.js';
import type { Logger } from '../../log.js';
import { carriesVerdict, isApi, json } from '../reply.js';
import type { RouteDeps } from '../route-deps.js';
import { failureOf } from '../to-error.js';
import type { App } from '../types.js';
import { countKeyIfValid, exposeRateLimit, keyOf, requireKey } from './authentication.js';
import { setPageHeaders } from './page-headers.js';
import { setCommonHeaders } from './response-headers.js';
import { leaveUnread } from './unread-body.js';

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<string>;

export function createErrorHandler(
  { engine, log, observer, envelopeOf }: RouteDeps,
  https: boolean,
  pages?: Pages,
): ErrorHandler {
  const write = (failure: Failure, request: FastifyRequest, reply: FastifyReply): string => {
    const { retryAfterSeconds } = failure.details;
    reply.code(failure.status);
    // No hook has run for a malformed URL.
    setCommonHeaders(reply, request.id, https);
    exposeRateLimit(request, reply, failure);
    leaveUnread(request, reply);
    if (retryAfterSeconds !== undefined)
      reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)));
    if (pages && wantsPage(request) && !isApi(request.url)) {
      setPageHeaders(reply);
      return pages.failure(failure, request, reply);
    }
    const verification = carriesVerdict(request.url) ? { requestId: request.id } : undefined;
    return json(reply, envelopeOf(failure, verification));
  };
  return async (error, request, reply) => {
    if (error instanceof CallerGone) {
      observer.disconnected(request, reply);
      return '';
    }
    const failure = await withAdmissionFirst(engine, failureOf(error, request), request, reply);
    if (failure.failure === 'internal') logUnhandledError(log, failure, request);
    const body = write(failure, request, reply);
    observer.failed(request, reply, failure);
    return body;
  };
}

export function handleErrors(app: App, answer: ErrorHandler): void {
  app.decorateRequest('counted', false);
  // Without the key that a route needs, the body is not read: the connection closes instead of waiting for it.
  app.addHook('onRequest', (request, reply, done) => {
    const lacksKey = request.routeOptions.config?.keyed === true && keyOf(request) === '';
    if (!lacksKey) return done();
    if (request.method === 'POST') reply.header('connection', 'close');
    done(new Failure('missing_key'));
  });
  app.setErrorHandler(answer);
}

/** Checks and counts the key if that was not done yet: its 401 and 429 take precedence over the given failure. */
async function withAdmissionFirst(
  engine: Engine,
  failure: Failure,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Failure> {
  const keyed = request.routeOptions.config?.keyed === true;
  if (request.counted || !(keyed || isApi(request.url))) return failure;
  const authenticate = keyed ? requireKey : countKeyIfValid;
  try {
    await authenticate(engine, request, reply);
    return failure;
  } catch (error) {
    return failureOf(error, request);
  }
}

function logUnhandledError(log: Logger, failure: Failure, request: FastifyRequest): void {
  const { method, url: route } = request.routeOptions;
  log.error(
    { requestId: request.id, method, route, err: failure.cause },
    'unhandled error while serving a request',
  );
}
