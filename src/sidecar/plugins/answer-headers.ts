/** Headers every answer carries, and the two refusals that come before any route is asked. */
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
