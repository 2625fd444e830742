/** `/sandbox`: every bank and outcome with a working example. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { baseUrlFor } from '../base-url.js';
import { renderPage, visitOf } from '../render.js';
import type { WebDeps } from '../types.js';
import { SandboxPage } from './page.js';

export function sandboxPage({ engine, config, sandbox }: WebDeps) {
  // The server draws none where real banks are asked.
  const drawn = config.BANKS === 'sandbox';
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const names = new Map(engine.providers().map(({ key, name }) => [key, name]));
    return renderPage(
      reply,
      <SandboxPage
        visit={visitOf(request, reply)}
        baseUrl={baseUrlFor(request, config)}
        examples={sandbox?.examples() ?? []}
        bankName={(key) => names.get(key) ?? key}
        drawn={drawn}
      />,
    );
  };
}
