/** Security headers of pages: resources from this origin only, no inline scripts or styles. */
import helmet from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import type { App } from '../types.js';

const policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};
const policyText = Object.entries(policy)
  .map(([name, sources]) => `${name} ${sources.join(' ')}`)
  .join('; ');

export function registerPageHeaders(app: App): void {
  app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Set on every response by `response-headers.ts`.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

/** Sets the headers on a page outside that scope. */
export function setPageHeaders(reply: FastifyReply): void {
  reply.header('content-security-policy', policyText).header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
}
