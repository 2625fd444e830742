/** `/`: what this is, and the demo for whoever has no key. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Layout } from '../layout.js';
import { renderPage, visitOf } from '../render.js';
import type { WebDeps } from '../types.js';

export function createLanding(_deps: WebDeps) {
  return {
    register(_site: FastifyInstance): void {},
    async page(request: FastifyRequest, reply: FastifyReply): Promise<string> {
      const visit = visitOf(request, reply);
      return renderPage(
        reply,
        <Layout visit={visit} title="Deresegn">
          <h1>Deresegn</h1>
        </Layout>,
      );
    },
  };
}
