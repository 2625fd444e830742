/** Whether a proxy stands in front that TRUST_PROXY does not name: all its callers then share one address, and one limit. */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Logger } from '../../log.js';
import type { App } from '../types.js';

/** Addresses a proxy of ours may have; from elsewhere anybody can send the header. */
const near: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
]);

/** Tells the operator once. */
export function watchProxies(app: App, log: Logger): void {
  let told = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!told && request.headers['x-forwarded-for'] !== undefined && isUntrusted(request)) {
      told = true;
      log.warn(
        { component: 'sidecar' },
        'a proxy names its callers and TRUST_PROXY does not name it: all of them share one limit',
      );
    }
    done();
  });
}

/** `ips` goes on behind the peer's own address where the peer is believed. */
function isUntrusted({ ips = [], socket }: FastifyRequest): boolean {
  const peer = socket.remoteAddress ?? '';
  return ips.length < 2 && ipaddr.isValid(peer) && near.has(ipaddr.process(peer).range());
}
