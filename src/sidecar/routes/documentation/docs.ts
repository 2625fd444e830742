/** GET /docs: openapi.json to read and try, every file of it served from here. */
import swaggerUi from '@fastify/swagger-ui';
import type { onRequestHookHandler } from 'fastify';
import { Failure } from '../../../engine/api/errors.js';
import type { App } from '../../types.js';

/** The one style that swagger-ui writes into its page itself; without it a browser complains, and all still works. */
const ownStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

export function docsRoutes(app: App): void {
  app.register(swaggerUi, {
    routePrefix: '/docs',
    transformStaticCSP: (policy) => policy.replace("style-src 'self'", `style-src 'self' ${ownStyle}`),
    theme: { title: 'Deresegn API' },
    // What is tried goes to where the page came from: its policy allows nothing else, and BASE_URL may be another name.
    transformSpecification: (document) => ({ ...document, servers: [{ url: '/' }] }),
    transformSpecificationClone: false,
    uiHooks: { onRequest: refuseYaml },
    // Without it the page would send our document to a validator on another host.
    uiConfig: { validatorUrl: null, docExpansion: 'list', deepLinking: true },
  });
}

/** The same document as /openapi.json, made anew for each request: nobody needs it, and it costs more than any page. */
const refuseYaml: onRequestHookHandler = (request, _reply, done) => {
  if (request.routeOptions.url === '/docs/yaml') done(new Failure('not_found'));
  else done();
};
