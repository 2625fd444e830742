/** Pages load from ourselves alone and run nothing that is written inside them. */
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

export function stampPages(app: App): void {
  app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Every answer has it, pages or not (`answer-headers.ts`).
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

/** For a page outside the scope that is stamped. */
export function stampPage(reply: FastifyReply): void {
  reply.header('content-security-policy', policyText).header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
}
