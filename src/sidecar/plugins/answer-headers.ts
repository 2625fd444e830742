/** Headers every answer carries, and the two refusals that come before any route is asked. */
import { Failure } from '../../engine/errors.js';
import { malformed } from '../failures.js';
import type { App } from '../types.js';

const closingRetrySeconds = 1;

/** @param draining while it is true every answer asks for a new connection, which a balancer makes elsewhere */
export function stampAnswers(app: App, draining: () => boolean): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (draining()) reply.header('connection', 'close');
    if (closing) done(new Failure('unavailable', { retryAfterSeconds: closingRetrySeconds }));
    else if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      done(malformed('A request needs a Host header.'));
    } else done();
  });
}
