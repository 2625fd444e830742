/** Pages load from ourselves alone and run nothing that is written inside them. */
import helmet from '@fastify/helmet';
import type { App } from '../types.js';

export function stampPages(app: App, baseUrl: string): void {
  const self = ["'self'"];
  const none = ["'none'"];
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: self,
        styleSrc: self,
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: self,
        formAction: self,
        baseUri: none,
        frameAncestors: none,
      },
    },
    strictTransportSecurity: baseUrl.startsWith('https:'),
    referrerPolicy: { policy: 'no-referrer' },
  });
}
