/** Headers every answer carries, and the two refusals that come before any route is asked. */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Failure } from '../../engine/api/errors.js';
import { malformed } from '../to-error.js';
import type { App } from '../types.js';

const closingRetrySeconds = 1;
/** A year. Other names under ours may be somebody else's to decide: no `includeSubDomains`. */
const strictTransport = 'max-age=31536000';

/** What every answer carries, whether or not a route was found for it. @param https whether the service is reached that way */
export function stampAnswer(reply: FastifyReply, id: string, https: boolean): void {
  reply.header('x-request-id', id);
  if (https) reply.header('strict-transport-security', strictTransport);
}

/**
 * @param https whether the service is reached that way: browsers are told to use nothing else
 * @param draining while it is true every answer asks for a new connection, which a balancer makes elsewhere
 */
export function stampAnswers(app: App, https: boolean, draining: () => boolean): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    stampAnswer(reply, request.id, https);
    if (draining()) reply.header('connection', 'close');
    const named = hosts(request.raw);
    if (closing) done(new Failure('unavailable', { retryAfterSeconds: closingRetrySeconds }));
    else if (named > 1 || (named === 0 && request.raw.httpVersion === '1.1')) {
      done(malformed('A request needs one Host header.'));
    } else done();
  });
}

/** Node keeps the first of several: what stands in front may have gone by another. */
function hosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count;
}
