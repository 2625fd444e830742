/** GET /docs: openapi.json to read and try, every file of it served from here. */
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../types.js';

export function docsRoutes(app: App): void {
  app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Deresegn API' },
    // Without it the page would send our document to a validator on another host.
    uiConfig: { validatorUrl: null, docExpansion: 'list', deepLinking: true },
  });
}
