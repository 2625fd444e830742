/** `/sandbox`: every bank and outcome with a working example. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Layout } from '../layout.js';
import { renderPage, visitOf } from '../render.js';
import type { WebDeps } from '../types.js';

export function sandboxPage(_deps: WebDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const visit = visitOf(request, reply);
    return renderPage(
      reply,
      <Layout visit={visit} title="Sandbox">
        <h1>Sandbox</h1>
      </Layout>,
    );
  };
}
