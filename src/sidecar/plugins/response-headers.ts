/** Headers of every response, and the two rejections made before routing. */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../engine/api/errors.js';
import { malformed } from '../to-error.js';
import type { App } from '../types.js';

const closingRetrySeconds = 1;
/** One year. No `includeSubDomains`: subdomains may belong to other services. */
const strictTransport = 'max-age=31536000';

/** Sets the headers of every response, with or without a route. @param https true when BASE_URL is https */
export function setCommonHeaders(reply: FastifyReply, id: string, https: boolean): void {
  reply.header('x-request-id', id);
  if (https) reply.header('strict-transport-security', strictTransport);
}

/**
 * @param https true when BASE_URL is https: tells browsers to use https only
 * @param draining while true, responses close their connection, so that a load balancer opens the next one elsewhere
 */
export function setResponseHeaders(app: App, https: boolean, draining: () => boolean): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(reply, request.id, https);
    if (draining()) reply.header('connection', 'close');
    const hostCount = countHostHeaders(request.raw);
    if (closing) done(new Failure('unavailable', { retryAfterSeconds: closingRetrySeconds }));
    else if (hostCount > 1 || (hostCount === 0 && request.raw.httpVersion === '1.1')) {
      done(malformed('A request needs one Host header.'));
    } else done();
  });
}

/** Node keeps the first of several `Host` headers; a proxy in front may have used another. */
function countHostHeaders({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    // Compares the length first, so that other names are not copied.
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
