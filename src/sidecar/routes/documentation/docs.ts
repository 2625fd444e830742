/** GET /docs: Swagger UI for openapi.json; all its files are served from this service. */
import swaggerUi from '@fastify/swagger-ui';
import type { onRequestHookHandler } from 'fastify';
import { Failure } from '../../../engine/api/errors.js';
import type { App } from '../../types.js';

/** Hash of the one inline style of swagger-ui; without it browsers log a warning. */
const ownStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

export function docsRoutes(app: App): void {
  app.register(swaggerUi, {
    routePrefix: '/docs',
    transformStaticCSP: (policy) => policy.replace("style-src 'self'", `style-src 'self' ${ownStyle}`),
    theme: { title: 'Deresegn API' },
    // "Try it" requests go to the page's own origin: its policy allows no other, and BASE_URL may differ.
    transformSpecification: (document) => ({ ...document, servers: [{ url: '/' }] }),
    transformSpecificationClone: false,
    uiHooks: { onRequest: refuseYaml },
    // Otherwise the page sends this document to a validator on another host.
    uiConfig: { validatorUrl: null, docExpansion: 'list', deepLinking: true },
  });
}

/** A copy of /openapi.json, generated for each request: not needed, and slower than any page. */
const refuseYaml: onRequestHookHandler = (request, _reply, done) => {
  if (request.routeOptions.url === '/docs/yaml') done(new Failure('not_found'));
  else done();
};
