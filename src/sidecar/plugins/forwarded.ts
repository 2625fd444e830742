/** Detects a proxy that TRUST_PROXY does not list: all its callers then share one address and one limit. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Logger } from '../../log.js';
import type { App } from '../types.js';

/** Private addresses, where the operator's proxy may run; from other addresses anyone can send the header. */
const privateRanges: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
]);

/** Logs one warning. */
export function warnAboutProxies(app: App, log: Logger): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined && isUntrusted(request)) {
      hasWarned = true;
      log.warn(
        { component: 'sidecar' },
        'a proxy sends X-Forwarded-For but TRUST_PROXY does not list it: all its callers share one limit',
      );
    }
    done();
  });
}

/** `ips` has more than the peer's own address when the peer is trusted. */
function isUntrusted({ ips = [], socket }: FastifyRequest): boolean {
  const peer = socket.remoteAddress ?? '';
  return ips.length < 2 && ipaddr.isValid(peer) && privateRanges.has(ipaddr.process(peer).range());
}
