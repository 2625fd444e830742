/** Headers every answer carries, and the two refusals that come before any route is asked. */
import type { FastifyReply } from 'fastify';
import { Failure } from '../../engine/errors.js';
import { malformed } from '../failures.js';
import type { App } from '../types.js';

const closingRetrySeconds = 1;

export function stampAnswers(app: App): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (closing) done(new Failure('unavailable', { retryAfterSeconds: closingRetrySeconds }));
    else if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      done(malformed('A request needs a Host header.'));
    } else done();
  });
}

/** Data, never a page: nothing may run, frame or keep it. */
export function stampData(app: App): void {
  app.addHook('onRequest', (_request, reply, done) => {
    asData(reply);
    done();
  });
}

export function asData(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}
